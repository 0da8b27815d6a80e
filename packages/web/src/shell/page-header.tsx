// The head of a page: where one is, what it is called, and the one thing it is for.

import type { ReactNode } from 'react'
import { useArrivalFocus } from './arrival.tsx'
import styles from './page-header.module.css'
import { usePageTitle, useTeamName } from './page-title.ts'

interface PageHeaderProps {
  title: string
  about?: string
  action?: ReactNode
}

export function PageHeader({ title, about, action }: PageHeaderProps) {
  usePageTitle(title)
  const team = useTeamName()
  const heading = useArrivalFocus()
  return (
    <div className={styles.header}>
      <div className={styles.words}>
        <p className={styles.place}>{team}</p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about ? <p className={styles.about}>{about}</p> : null}
      </div>
      {action}
    </div>
  )
}

// A page without navigation, woven into the loom: sign-in, joining, and whatever stands outside the house.

import type { ReactNode } from 'react'
import { Loom } from '../components/loom.tsx'
import { useArrivalFocus } from './arrival.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { usePageTitle, useTeamName } from './page-title.ts'
import styles from './plain.module.css'

interface PlainProps {
  title: string
  about?: ReactNode
  children?: ReactNode
}

export function Plain({ title, about, children }: PlainProps) {
  usePageTitle(title)
  const team = useTeamName()
  const heading = useArrivalFocus()
  return (
    <>
      <ConnectionBanner />
      <main className={styles.plain}>
        <div className={styles.column}>
          <Loom>
            <div className={styles.head}>
              {team === title ? null : <p className={styles.place}>{team}</p>}
              <h1 ref={heading} tabIndex={-1}>
                {title}
              </h1>
              {about ? <div className={styles.about}>{about}</div> : null}
            </div>
            {children}
          </Loom>
        </div>
      </main>
    </>
  )
}

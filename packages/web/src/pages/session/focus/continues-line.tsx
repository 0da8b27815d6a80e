// Where another session ended, this one goes on: the way back to it.

import { Link } from 'wouter'
import { useRead } from '../../../api/use-read.ts'
import { strings } from '../../../strings.ts'
import styles from './focus.module.css'

export function ContinuesLine({ id }: { id: string }) {
  const { data } = useRead('readSession', { path: { id } })
  const title = data === undefined || data.title === '' ? strings.session.untitled : data.title
  return (
    <p className={styles.continues}>
      {strings.focus.continues}{' '}
      <Link href={`/sessions/${id}`}>
        <bdi>{title}</bdi>
      </Link>
    </p>
  )
}

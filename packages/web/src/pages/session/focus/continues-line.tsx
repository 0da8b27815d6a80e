// Where another session ended, this one goes on, or the other way round: the way to it.

import { Link } from 'wouter'
import { useRead } from '../../../api/use-read.ts'
import { strings } from '../../../strings.ts'
import styles from './focus.module.css'

export function ContinuesLine({ id }: { id: string }) {
  return <LinkedLine words={strings.focus.continues} id={id} />
}

export function WentOnLine({ id }: { id: string }) {
  return <LinkedLine words={strings.focus.wentOn} id={id} />
}

function LinkedLine({ words, id }: { words: string; id: string }) {
  const { data } = useRead('readSession', { path: { id } })
  const title = data === undefined || data.title === '' ? strings.session.untitled : data.title
  return (
    <p className={styles.continues}>
      {words}{' '}
      <Link href={`/sessions/${id}`}>
        <bdi>{title}</bdi>
      </Link>
    </p>
  )
}

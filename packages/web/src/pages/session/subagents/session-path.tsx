// The way down to a sub-agent: the session at the top, those between, and itself. Each one above is asked for its name;
// one that may not be seen is still a step.

import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { useRead } from '../../../api/use-read.ts'
import { strings } from '../../../strings.ts'
import styles from './child.module.css'

const words = strings.subagents.child

export function SessionPath({ parentId, name }: { parentId: string; name: string }) {
  return (
    <nav aria-label={words.path} className={styles.path}>
      <ArrowLeft className={styles.back} size={12} strokeWidth={2} aria-hidden="true" />
      <ol className={styles.steps}>
        <Above id={parentId} />
        <li className={styles.step} aria-current="page">
          <bdi>{name}</bdi>
        </li>
      </ol>
    </nav>
  )
}

function Above({ id }: { id: string }) {
  const session = useRead('readSession', { path: { id } })
  const title = session.data?.title
  return (
    <>
      {session.data?.parentId == null ? null : <Above id={session.data.parentId} />}
      <li className={styles.step}>
        <Link href={`/sessions/${id}`}>
          <bdi>{title === undefined ? words.above : title === '' ? strings.session.untitled : title}</bdi>
        </Link>
      </li>
    </>
  )
}

// Above the field on a sub-agent's page: who hears what is written there, and what it no longer does.

import type { WholeRunJson } from '@heddle/contract'
import { useRead } from '../../../api/use-read.ts'
import { strings } from '../../../strings.ts'
import page from '../session-page.module.css'
import styles from './child.module.css'

const words = strings.subagents.child

interface ChildNoteProps {
  agentName: string
  parentId: string
  run: WholeRunJson | undefined
}

export function ChildNote({ agentName, parentId, run }: ChildNoteProps) {
  const parent = useRead('readSession', { path: { id: parentId } })
  const title = parent.data === undefined || parent.data.title === '' ? words.above : parent.data.title
  const isOver = run !== undefined && run.endedAt !== null
  return (
    <p className={`${page.bar} ${styles.note}`} dir="auto">
      {words.direct(agentName, title)} {isOver ? words.overNote : null}
    </p>
  )
}

// An agent in a row: its initials inside a ring of its thread.

import { chooseThread } from '../../../components/choose-thread.ts'
import { initialsOf } from '../../../components/initials.ts'
import styles from './subagents.module.css'

export function AgentFace({ agentId, name }: { agentId: string; name: string }) {
  return (
    <span
      className={styles.face}
      data-thread={chooseThread(agentId)}
      data-letters={initialsOf(name)}
      aria-hidden="true"
    />
  )
}

// The agents of this place: who they are, and the way to a session with each.

import { PageHeader } from '../../shell/page-header.tsx'
import { agentStrings } from '../../models-strings.ts'
import { AgentCards } from './agent-cards.tsx'
import { AgentFile } from './agent-file.tsx'
import styles from './agents.module.css'

export function AgentsPage() {
  const words = agentStrings
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} about={words.about} />
      <AgentCards />
      <AgentFile />
    </div>
  )
}

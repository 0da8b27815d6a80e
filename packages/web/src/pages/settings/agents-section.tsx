// Settings → Agents: who there is and how to add another, which is done in the file.

import { AgentCards } from '../agents/agent-cards.tsx'
import { AgentFile } from '../agents/agent-file.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { agentStrings } from '../../models-strings.ts'

export function AgentsSection() {
  const words = agentStrings
  return (
    <>
      <PageHeader title={words.title} about={words.settingsAbout} />
      <AgentCards />
      <AgentFile />
    </>
  )
}

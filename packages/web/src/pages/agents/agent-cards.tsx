// The agents as cards.

import { Link } from 'wouter'
import { CallError } from '../../api/call-error.ts'
import { useRead } from '../../api/use-read.ts'
import { Failure } from '../../components/failure.tsx'
import { Loading } from '../../components/loading.tsx'
import { Notice } from '../../components/notice.tsx'
import { agentStrings } from '../../models-strings.ts'
import { AgentCard } from './agent-card.tsx'
import styles from './agents.module.css'

export function AgentCards() {
  const { data, error, refetch } = useRead('listAgents', {})
  const words = agentStrings
  if (!data) {
    if (error instanceof CallError) return <Failure error={error} onRetry={() => void refetch()} />
    return <Loading>{words.loading}</Loading>
  }
  return (
    <>
      {data.items.some(({ isDemo }) => isDemo) ? (
        <Notice>
          {words.demoNote} <Link href="/settings/models">{words.connect}</Link>
        </Notice>
      ) : null}
      <ul className={styles.cards} aria-label={words.listLabel}>
        {data.items.map((agent) => (
          <AgentCard key={agent.id} agent={agent} />
        ))}
      </ul>
    </>
  )
}

// One agent: its face in the colour of its thread, what it runs on, and the ways to its sessions.

import type { AgentJson } from '@heddle/contract'
import { MessageSquarePlus } from 'lucide-react'
import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import { chooseThread } from '../../components/choose-thread.ts'
import { Chip } from '../../components/chip.tsx'
import { Failure } from '../../components/failure.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { agentStrings } from '../../models-strings.ts'
import { useCreateSession } from '../sessions/use-create-session.ts'
import styles from './agents.module.css'
import { chooseFace } from './choose-face.ts'

export function AgentCard({ agent }: { agent: AgentJson }) {
  const me = useMe()
  const create = useCreateSession('')
  const words = agentStrings
  const { id, name, model, isDemo, thinking } = agent
  return (
    <li className={styles.card} data-thread={chooseThread(id)}>
      <div className={styles.head}>
        <span className={styles.face} data-letters={chooseFace(agent)} aria-hidden="true" />
        <div className={styles.names}>
          <h2 className={styles.name} dir="auto">
            {name}
          </h2>
          <p className={styles.id}>@{id}</p>
        </div>
      </div>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>{words.model}</dt>
          <dd>
            <code className={styles.model}>{model}</code>
            {isDemo ? <Chip>{words.demo}</Chip> : null}
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>{words.thinking}</dt>
          <dd>{words.thinkingLevels[thinking] ?? thinking}</dd>
        </div>
      </dl>
      {create.error ? <Failure error={create.error} /> : null}
      <div className={styles.actions}>
        {chooseOffers(me.role).sessions ? (
          <Button
            aria-label={words.startNamed(name)}
            isPending={create.isPending}
            onPress={() => create.begin(id)}
          >
            {create.isPending ? null : <MessageSquarePlus size={16} strokeWidth={1.5} aria-hidden="true" />}
            {words.start}
          </Button>
        ) : null}
        <Link
          href={`/sessions?agent=${encodeURIComponent(id)}`}
          className={styles.recent}
          aria-label={words.recentNamed(name)}
        >
          {words.recent}
        </Link>
      </div>
    </li>
  )
}

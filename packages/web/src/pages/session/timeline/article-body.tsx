// What an article holds: its kind decides how it looks.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Moment } from '../../../components/moment.tsx'
import type { LiveText } from '../../../live/session-view.ts'
import { strings } from '../../../strings.ts'
import { FinishedRow } from '../subagents/finished-row.tsx'
import { SpawnedRow } from '../subagents/spawned-row.tsx'
import { ToldMessage } from '../subagents/told-message.tsx'
import { AgentText, Reasoning } from './agent-text.tsx'
import { AskedCard } from './asked-card.tsx'
import { BindingRow } from './binding-row.tsx'
import type { Article } from './choose-articles.ts'
import { CompactionRow } from './compaction-row.tsx'
import { NoticeRow } from './notice-row.tsx'
import { PersonMessage } from './person-message.tsx'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './timeline.module.css'
import { ToolRow } from './tool-row.tsx'
import { TurnFailure } from './turn-failure.tsx'
import { TurnLine } from './turn-line.tsx'

interface ArticleBodyProps {
  article: Article
  live: LiveText | undefined
  /** Of a tool that runs. */
  progress?: string | undefined
  isWaiting: boolean
}

const words = strings.session.timeline

export function ArticleBody({ article, live, progress, isWaiting }: ArticleBodyProps) {
  const { agentName, readWhole } = useTimelineActs()
  const { kind, event, other, isOver = false } = article
  switch (kind) {
    case 'person':
      return <PersonMessage event={event} isWaiting={isWaiting} />
    case 'told':
      return <ToldMessage event={event} isWaiting={isWaiting} />
    case 'agent':
      return <AgentText event={event} live={live} turn={other} />
    case 'reasoning':
      return <Reasoning event={event} live={live} />
    case 'tool':
      return <ToolRow article={article} progress={progress} onWhole={readWhole} />
    case 'approval':
      return <AskedCard asked={event} decided={other} isOver={isOver} />
    case 'spawned':
      return <SpawnedRow event={event} finished={other} />
    case 'finished':
      return <FinishedRow event={event} spawned={other} />
    case 'compaction':
      return <CompactionRow event={event} />
    case 'binding':
      return <BindingRow event={event} />
    case 'turn':
      return <TurnLine event={event} begun={other} agentName={agentName} heard={article.heard ?? 0} />
    case 'failure':
      return <TurnFailure event={event} />
    case 'notice':
      return <NoticeRow event={event} />
    case 'redacted':
      return (
        <p className={styles.quiet}>
          {redactedWords(event)} <Moment at={event.createdAt} />
        </p>
      )
    case 'unknown':
      return <Unknown event={event} />
  }
}

function redactedWords({ kind, actor }: EventJson): string {
  return kind === 'subagent.finished' ? strings.subagents.told.redacted : words.redacted(actor.name)
}

function Unknown({ event }: { event: EventJson }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.fold} open={isOpen} onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        {words.kinds[event.kind] ?? words.unknown} <Moment at={event.createdAt} />
      </summary>
      {isOpen ? (
        <pre className={styles.mono}>{JSON.stringify({ kind: event.kind, ...event.payload }, null, 2)}</pre>
      ) : null}
    </details>
  )
}

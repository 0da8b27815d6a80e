// One article of the timeline: what it is decides how it looks. Focusable, and named by who, what and when.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/notice.tsx'
import { useFormat } from '../../format/format-context.tsx'
import type { LiveText } from '../../live/session-view.ts'
import { strings } from '../../strings.ts'
import { AgentText } from './agent-text.tsx'
import type { Article } from './choose-articles.ts'
import { PersonMessage } from './person-message.tsx'
import { textIn } from './read-payload.ts'
import styles from './timeline.module.css'
import { ToolRow } from './tool-row.tsx'
import { TurnLine } from './turn-line.tsx'

export interface ArticleCardProps {
  kind: Article['kind']
  event: EventJson
  other: EventJson | undefined
  live: LiveText | undefined
  isWaiting: boolean
  /** Turns are told by the house; whose they are, only the session knows. */
  agentName: string
  position: number
  /** The one that the Tab key stops at. */
  isStop: boolean
  mayRedact: boolean
  onRedact(event: EventJson): void
  onWhole(eventId: string): void
}

const words = strings.session.timeline

export const ArticleCard = memo(function ArticleCard(props: ArticleCardProps) {
  const { kind, event, agentName, position, isStop, mayRedact, onRedact, onWhole } = props
  const format = useFormat()
  return (
    <article
      className={`${styles.article} ${styles[kind] ?? ''}`}
      aria-label={words.name(
        isTurn(kind) ? agentName : event.actor.name,
        whatOf(props),
        format.exact(event.createdAt),
      )}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={isStop ? 0 : -1}
      data-row={event.eventId}
      data-place={event.place}
    >
      {bodyOf(props)}
      {event.truncated && kind !== 'redacted' ? (
        <Button look="quiet" onPress={() => onWhole(event.eventId)}>
          {words.whole}
        </Button>
      ) : null}
      {mayRedact ? (
        <span className={styles.act}>
          <Button
            look="quiet"
            excludeFromTabOrder={!isStop}
            aria-label={words.redactNamed(textIn(event) || whatOf(props))}
            onPress={() => onRedact(event)}
          >
            {words.redact}
          </Button>
        </span>
      ) : null}
    </article>
  )
})

function bodyOf({ kind, event, other, live, isWaiting, agentName }: ArticleCardProps): ReactNode {
  switch (kind) {
    case 'person':
      return <PersonMessage event={event} isWaiting={isWaiting} />
    case 'agent':
    case 'reasoning':
      return <AgentText event={event} live={live} turn={other} isReasoning={kind === 'reasoning'} />
    case 'tool':
      return <ToolRow call={event} result={other} />
    case 'turn':
      return <TurnLine event={event} begun={other} agentName={agentName} />
    case 'failure':
      return <TurnFailure event={event} agentName={agentName} />
    case 'notice':
      return <Notice tone={event.payload.level === 'warning' ? 'wait' : 'info'}>{textIn(event)}</Notice>
    case 'redacted':
      return (
        <p className={styles.quiet}>
          {words.redacted(event.actor.name)} <Moment at={event.createdAt} />
        </p>
      )
    case 'unknown':
      return <Unknown event={event} />
  }
}

function TurnFailure({ event, agentName }: { event: EventJson; agentName: string }) {
  const format = useFormat()
  const wait = event.payload.retryAfterMs
  return (
    <Notice tone="bad" title={words.failed.title(agentName)}>
      {textIn(event, 'message') === '' ? null : <p dir="auto">{textIn(event, 'message')}</p>}
      <p>
        {words.failed.safe}{' '}
        {typeof wait === 'number' ? words.failed.wait(format.wait(wait)) : words.failed.again}
      </p>
    </Notice>
  )
}

function Unknown({ event }: { event: EventJson }) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        {words.kinds[event.kind] ?? words.unknown} <Moment at={event.createdAt} />
      </summary>
      <pre className={styles.mono}>{JSON.stringify({ kind: event.kind, ...event.payload }, null, 2)}</pre>
    </details>
  )
}

function whatOf({ kind, event }: Pick<ArticleCardProps, 'kind' | 'event'>): string {
  const { what } = words
  if (kind === 'tool') return what.tool(textIn(event, 'name'))
  return kind === 'failure' ? what.failed : what[kind]
}

function isTurn(kind: Article['kind']): boolean {
  return kind === 'turn' || kind === 'failure'
}

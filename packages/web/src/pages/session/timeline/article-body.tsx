// What an article holds: its kind decides how it looks.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Moment } from '../../../components/moment.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import type { LiveText } from '../../../live/session-view.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { AgentText, Reasoning } from './agent-text.tsx'
import { ApprovalCard } from './approval-card.tsx'
import type { Article } from './choose-articles.ts'
import { PersonMessage } from './person-message.tsx'
import { textIn } from './read-payload.ts'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './timeline.module.css'
import { ToolRow } from './tool-row.tsx'
import { TurnLine } from './turn-line.tsx'

interface ArticleBodyProps {
  article: Article
  live: LiveText | undefined
  isWaiting: boolean
}

const words = strings.session.timeline

export function ArticleBody({ article: { kind, event, other, isOver }, live, isWaiting }: ArticleBodyProps) {
  const { agentName, readWhole } = useTimelineActs()
  switch (kind) {
    case 'person':
      return <PersonMessage event={event} isWaiting={isWaiting} />
    case 'agent':
      return <AgentText event={event} live={live} turn={other} />
    case 'reasoning':
      return <Reasoning event={event} live={live} />
    case 'tool':
      return <ToolRow call={event} result={other} isOver={isOver ?? false} onWhole={readWhole} />
    case 'approval':
      return <ApprovalCard asked={event} decided={other} agentName={agentName} />
    case 'turn':
      return <TurnLine event={event} begun={other} agentName={agentName} />
    case 'failure':
      return <TurnFailure event={event} />
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

function TurnFailure({ event }: { event: EventJson }) {
  const format = useFormat()
  const announce = useAnnounce()
  const { agentName, retryTurnId, mayWrite, sessionId, toComposer } = useTimelineActs()
  const retry = useSubmit('retryTurn', {
    done: () => {
      announce(words.failed.retried, false)
      toComposer()
    },
  })
  const wait = event.payload.retryAfterMs
  const mayRetry = mayWrite && event.turnId !== undefined && event.turnId === retryTurnId
  return (
    <Notice
      tone="bad"
      title={words.failed.title(agentName)}
      action={
        mayRetry ? (
          <Button isPending={retry.isPending} onPress={() => retry.submit({ path: { id: sessionId } })}>
            {words.failed.retry}
          </Button>
        ) : null
      }
    >
      {textIn(event, 'message') === '' ? null : <p dir="auto">{textIn(event, 'message')}</p>}
      <p>
        {words.failed.safe}{' '}
        {mayRetry
          ? typeof wait === 'number'
            ? words.failed.wait(format.wait(wait))
            : words.failed.again
          : null}
      </p>
      {retry.error ? <Failure error={retry.error} /> : null}
    </Notice>
  )
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

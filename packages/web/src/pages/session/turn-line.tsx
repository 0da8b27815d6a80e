// Where a turn begins or ends: a quiet line with its time and what it used.

import type { EventJson } from '@heddle/contract'
import { Moment } from '../../components/moment.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { strings } from '../../strings.ts'
import { textIn, tokensIn } from './read-payload.ts'
import styles from './timeline.module.css'

interface TurnLineProps {
  event: EventJson
  begun: EventJson | undefined
  agentName: string
}

export function TurnLine({ event, begun, agentName }: TurnLineProps) {
  const format = useFormat()
  const words = strings.session.timeline
  if (event.kind === 'turn.started') {
    return (
      <p className={styles.quiet}>
        <span>
          {agentName} {words.turn.started(textIn(event, 'model'))}
        </span>
        <Moment at={event.createdAt} />
      </p>
    )
  }
  const tokens = tokensIn(event)
  return (
    <p className={styles.quiet}>
      <span>
        {agentName} {endOf(event, begun, format.wait)}
      </span>
      {tokens === 0 ? null : <span>{words.turn.tokens(format.count(tokens))}</span>}
      <Moment at={event.createdAt} />
    </p>
  )
}

function endOf(event: EventJson, begun: EventJson | undefined, wait: (ms: number) => string): string {
  const words = strings.session.timeline.turn
  if (event.payload.outcome === 'cancelled') return words.stopped
  if (!begun) return words.finished
  return words.finishedIn(wait(Date.parse(event.createdAt) - Date.parse(begun.createdAt)))
}

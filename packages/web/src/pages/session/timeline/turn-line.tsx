// Where a turn that is being watched begins and ends: how long it took and what it used.

import type { EventJson } from '@heddle/contract'
import { Chip } from '../../../components/chip.tsx'
import { Moment } from '../../../components/moment.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { type Format } from '../../../format/format.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { costIn, isDemoModel, textIn, tokensIn } from './read-payload.ts'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './timeline.module.css'

const words = strings.session.timeline.turn

export function TurnLine({
  event,
  begun,
  agentName,
  heard,
}: {
  event: EventJson
  begun: EventJson | undefined
  agentName: string
  /** From how many sub-agents. */
  heard: number
}) {
  const format = useFormat()
  const { asking, turnId } = useTimelineActs()
  const isAsking = asking.isOpen && event.turnId === turnId
  if (event.kind === 'turn.started') {
    return (
      <p className={styles.quiet}>
        <span>
          {agentName} {words.started(isDemoModel(event) ? words.demo : textIn(event, 'model'))}
        </span>
        <Moment at={event.createdAt} />
        {heard === 0 ? null : <span>{strings.subagents.turn.heard(heard)}</span>}
        {isAsking ? <Chip glyph="waiting">{words.asks}</Chip> : null}
      </p>
    )
  }
  return (
    <p className={styles.quiet}>
      <StateGlyph state="done" />
      <Figures parts={[tookWords(event, begun, format), ...used(event, format)]} />
      <Moment at={event.createdAt} />
    </p>
  )
}

export function Figures({ parts }: { parts: readonly string[] }) {
  return <span className={styles.figures}>{parts.join(' · ')}</span>
}

export function tookWords(ended: EventJson, begun: EventJson | undefined, format: Format): string {
  const time = begun
    ? format.took(Date.parse(ended.createdAt) - Date.parse(begun.createdAt))
    : words.unknownTime
  if (ended.kind === 'turn.failed') return words.failed(time)
  return ended.payload.outcome === 'cancelled' ? words.stopped(time) : words.worked(time)
}

export function used(ended: EventJson, format: Format): string[] {
  const tokens = tokensIn(ended)
  const cost = costIn(ended)
  return [
    ...(tokens === 0 ? [] : [words.tokens(format.count(tokens))]),
    ...(cost === null || cost === 0 ? [] : [format.money(cost)]),
  ]
}

// What an agent wrote, as plain text beside its line; its thoughts are folded. While it is being written the text simply
// grows: nothing fades, and nothing is read out piece by piece.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { Chip } from '../../components/chip.tsx'
import { Moment } from '../../components/moment.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import type { LiveText } from '../../live/session-view.ts'
import { strings } from '../../strings.ts'
import { isDemoModel, readText, textIn } from './read-payload.ts'
import styles from './timeline.module.css'

interface AgentTextProps {
  event: EventJson
  live: LiveText | undefined
  /** Knows the model while the text is still being written. */
  turn: EventJson | undefined
  isReasoning: boolean
}

export function AgentText({ event, live, turn, isReasoning }: AgentTextProps) {
  const words = strings.session.timeline
  const { state } = readText(event)
  const isDemo = isDemoModel(event) || (turn !== undefined && isDemoModel(turn))
  const isWriting = state === 'streaming'
  const body = (
    <>
      {live && live.offset > 0 ? <p className={styles.quiet}>{words.cutFront}</p> : null}
      <div className={styles.text} dir="auto">
        {isWriting ? (live?.text ?? textIn(event)) : textIn(event)}
      </div>
    </>
  )
  if (isReasoning) {
    return (
      <details className={styles.fold}>
        <summary className={styles.summary}>
          <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
          {isWriting ? <StateGlyph state="running" /> : null}
          {isWriting ? words.reasoningNow : words.reasoning} <Moment at={event.createdAt} />
        </summary>
        <div className={styles.soft}>{body}</div>
      </details>
    )
  }
  return (
    <>
      <p className={styles.who}>
        <span className={styles.name}>{event.actor.name}</span>
        <Moment at={event.createdAt} />
        {isDemo ? <Chip>{words.demo}</Chip> : null}
        {isWriting ? <Chip glyph="running">{words.writing}</Chip> : null}
        {words.states[state] === undefined ? null : <Chip glyph="failed">{words.states[state]}</Chip>}
      </p>
      {body}
    </>
  )
}

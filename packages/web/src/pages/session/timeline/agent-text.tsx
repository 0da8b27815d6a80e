// What an agent wrote, plain beside its line; its thoughts are folded. While it is being written the text simply grows:
// nothing fades, and nothing is read out piece by piece.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '../../../components/chip.tsx'
import { Moment } from '../../../components/moment.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import type { LiveText } from '../../../live/session-view.ts'
import { Markdown } from '../../../markdown/markdown.tsx'
import { useMark } from '../../../mentions/named-here.ts'
import { strings } from '../../../strings.ts'
import { FromDiscussion } from '../discussion/from-discussion.tsx'
import { CarriedFiles } from './carried-files.tsx'
import { isDemoModel, readText, textIn } from './read-payload.ts'
import styles from './timeline.module.css'

interface AgentTextProps {
  event: EventJson
  live: LiveText | undefined
  /** Knows the model while the text is still being written. */
  turn: EventJson | undefined
}

const words = strings.session.timeline

export function AgentText({ event, live, turn }: AgentTextProps) {
  const { state } = readText(event)
  const isDemo = isDemoModel(event) || (turn !== undefined && isDemoModel(turn))
  const insteadOf = textIn(event, 'insteadOf')
  return (
    <>
      <p className={styles.who}>
        <span className={styles.name}>{event.actor.name}</span>
        <Moment at={event.createdAt} />
        {isDemo ? <Chip>{words.demo}</Chip> : null}
        {insteadOf === '' ? null : (
          <span dir="auto">{words.insteadOf(textIn(event, 'model'), insteadOf)}</span>
        )}
        <FromDiscussion threadId={textIn(event, 'threadId')} />
        {state === 'streaming' ? <Chip glyph="running">{words.writing}</Chip> : null}
      </p>
      <Body event={event} live={live} />
      {words.states[state] === undefined ? null : (
        <p className={styles.who}>
          <Chip glyph="failed">{words.states[state]}</Chip>
        </p>
      )}
      <CarriedFiles event={event} />
    </>
  )
}

export function Reasoning({ event, live }: Omit<AgentTextProps, 'turn'>) {
  const [isOpen, setOpen] = useState(false)
  const isWriting = readText(event).state === 'streaming'
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={(change) => setOpen(change.currentTarget.open)}
      data-row={event.eventId}
    >
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        {isWriting ? <StateGlyph state="running" /> : null}
        {isWriting ? words.reasoningNow : words.reasoning} <Moment at={event.createdAt} />
      </summary>
      {isOpen ? (
        <div className={styles.soft}>
          <Body event={event} live={live} />
        </div>
      ) : null}
    </details>
  )
}

function Body({ event, live }: Omit<AgentTextProps, 'turn'>) {
  const mark = useMark('agent')
  const isWriting = readText(event).state === 'streaming'
  const text = isWriting ? (live?.text ?? textIn(event)) : textIn(event)
  // Files alone are an answer too.
  if (text === '' && !isWriting) return null
  return (
    <>
      {live && live.offset > 0 ? <p className={styles.quiet}>{words.cutFront}</p> : null}
      <div className={styles.text}>
        <Markdown text={text} isStreaming={isWriting} mark={mark} />
      </div>
    </>
  )
}

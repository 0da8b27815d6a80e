// What another agent said here, beside its face: the task that a sub-agent was given, or a word on the way. No person
// stands behind it.

import type { EventJson } from '@heddle/contract'
import { Chip } from '../../../components/chip.tsx'
import { Moment } from '../../../components/moment.tsx'
import { Markdown } from '../../../markdown/markdown.tsx'
import { strings } from '../../../strings.ts'
import { cancelledWhy, textIn } from '../timeline/read-payload.ts'
import rows from '../timeline/timeline.module.css'
import { AgentFace } from './agent-face.tsx'

const words = strings.subagents.told

export function ToldMessage({ event, isWaiting }: { event: EventJson; isWaiting: boolean }) {
  const timeline = strings.session.timeline
  const { channel, mode } = event.payload
  const why = cancelledWhy(event)
  return (
    <div className={`${rows.card} ${why === undefined ? '' : rows.cancelled}`}>
      <p className={rows.who}>
        <AgentFace agentId={event.actor.id ?? ''} name={event.actor.name} />
        <span className={rows.name}>{event.actor.name}</span>
        <Chip>{channel === 'task' ? words.task : words.toIt}</Chip>
        <Moment at={event.createdAt} />
        {isWaiting ? <Chip glyph="queued">{timeline.waiting}</Chip> : null}
        {mode === 'steer' ? <Chip>{timeline.steer}</Chip> : null}
        {why === undefined ? null : (
          <Chip glyph="failed">{timeline.cancelled[why] ?? timeline.cancelled.author}</Chip>
        )}
      </p>
      <div className={rows.text}>
        <Markdown text={textIn(event)} />
      </div>
    </div>
  )
}

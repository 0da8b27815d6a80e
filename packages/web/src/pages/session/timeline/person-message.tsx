// What a person said, on a quiet card, with what they attached.

import type { EventJson } from '@heddle/contract'
import { ExternalLink } from 'lucide-react'
import { Avatar } from '../../../components/avatar.tsx'
import { Chip } from '../../../components/chip.tsx'
import { Moment } from '../../../components/moment.tsx'
import { Markdown } from '../../../markdown/markdown.tsx'
import { useMark } from '../../../mentions/named-here.ts'
import { useMe } from '../../../me/me-context.tsx'
import { strings } from '../../../strings.ts'
import { FromDiscussion } from '../discussion/from-discussion.tsx'
import { CarriedFiles } from './carried-files.tsx'
import { cancelledWhy, textIn } from './read-payload.ts'
import { readWrittenPlace } from './read-written-place.ts'
import styles from './timeline.module.css'

export function PersonMessage({ event, isWaiting }: { event: EventJson; isWaiting: boolean }) {
  const me = useMe()
  const mark = useMark('person')
  const words = strings.session.timeline
  const why = cancelledWhy(event)
  const { mode } = event.payload
  return (
    <div className={`${styles.card} ${why === undefined ? '' : styles.cancelled}`}>
      <p className={styles.who}>
        <Avatar name={event.actor.name} isSelf={event.actor.id === me.id} isSmall />
        <span className={styles.name}>{event.actor.name}</span>
        <Moment at={event.createdAt} />
        <WrittenAt event={event} />
        {isWaiting ? <Chip glyph="queued">{words.waiting}</Chip> : null}
        <FromDiscussion threadId={textIn(event, 'threadId')} />
        {mode === 'note' ? <Chip>{words.note}</Chip> : null}
        {mode === 'steer' ? <Chip>{words.steer}</Chip> : null}
        {event.payload.editedAt === undefined ? null : <span>{words.edited}</span>}
        {why === undefined ? null : (
          <Chip glyph="failed">{words.cancelled[why] ?? words.cancelled.author}</Chip>
        )}
      </p>
      {textIn(event) === '' ? null : (
        <div className={styles.text}>
          <Markdown text={textIn(event)} mark={mark} />
        </div>
      )}
      <CarriedFiles event={event} />
    </div>
  )
}

/** Elsewhere: in which place, and the way there. */
function WrittenAt({ event }: { event: EventJson }) {
  const from = readWrittenPlace(event, window.location.origin)
  if (from === undefined) return null
  if (from.href === undefined) return <span dir="auto">{from.words}</span>
  return (
    <a href={from.href} target="_blank" rel="noreferrer noopener" dir="auto">
      {from.words} <ExternalLink size={12} strokeWidth={2} aria-hidden="true" />
    </a>
  )
}

// What a person said, on a quiet card, with what they attached.

import type { EventJson } from '@heddle/contract'
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
import styles from './timeline.module.css'

export function PersonMessage({ event, isWaiting }: { event: EventJson; isWaiting: boolean }) {
  const me = useMe()
  const mark = useMark('person')
  const words = strings.session.timeline
  const why = cancelledWhy(event)
  const { mode, channel } = event.payload
  return (
    <div className={`${styles.card} ${why === undefined ? '' : styles.cancelled}`}>
      <p className={styles.who}>
        <Avatar name={event.actor.name} isSelf={event.actor.id === me.id} isSmall />
        <span className={styles.name}>{event.actor.name}</span>
        <Moment at={event.createdAt} />
        {typeof channel === 'string' && channel !== 'web' ? <span>{words.from(channel)}</span> : null}
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

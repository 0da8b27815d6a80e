// What a person said, on a quiet card.

import type { EventJson } from '@heddle/contract'
import { Avatar } from '../../components/avatar.tsx'
import { Chip } from '../../components/chip.tsx'
import { Moment } from '../../components/moment.tsx'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { cancelledWhy, textIn } from './read-payload.ts'
import styles from './timeline.module.css'

export function PersonMessage({ event, isWaiting }: { event: EventJson; isWaiting: boolean }) {
  const me = useMe()
  const words = strings.session.timeline
  const why = cancelledWhy(event)
  const { mode } = event.payload
  return (
    <div className={`${styles.card} ${why === undefined ? '' : styles.cancelled}`}>
      <p className={styles.who}>
        <Avatar name={event.actor.name} isSelf={event.actor.id === me.id} isSmall />
        <span className={styles.name}>{event.actor.name}</span>
        <Moment at={event.createdAt} />
        {isWaiting ? <Chip glyph="queued">{words.waiting}</Chip> : null}
        {mode === 'note' ? <Chip>{words.note}</Chip> : null}
        {mode === 'steer' ? <Chip>{words.steer}</Chip> : null}
        {event.payload.editedAt === undefined ? null : <span>{words.edited}</span>}
        {why === undefined ? null : (
          <Chip glyph="failed">{words.cancelled[why] ?? words.cancelled.author}</Chip>
        )}
      </p>
      <div className={styles.text} dir="auto">
        {textIn(event)}
      </div>
    </div>
  )
}

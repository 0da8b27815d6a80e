// Where the past was put into fewer words for the agent: how much that was, where it begins and ends, and inside the words
// that the agent reads instead. The timeline itself keeps everything.

import type { EventJson } from '@heddle/contract'
import { ChevronRight, FoldVertical } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Moment } from '../../../components/moment.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { Markdown } from '../../../markdown/markdown.tsx'
import { strings } from '../../../strings.ts'
import { numberIn, textIn } from './read-payload.ts'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './timeline.module.css'

const words = strings.session.timeline.compaction

export function CompactionRow({ event }: { event: EventJson }) {
  const format = useFormat()
  const { sessionId } = useTimelineActs()
  const [isOpen, setOpen] = useState(false)
  const [from, through] = [textIn(event, 'fromEventId'), textIn(event, 'throughEventId')]
  const before = numberIn(event, 'tokensBefore')
  const turns = numberIn(event, 'turns')
  const linkTo = (id: string) => `/sessions/${sessionId}?at=${id}`
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={(change) => setOpen(change.currentTarget.open)}
      data-row={event.eventId}
    >
      <summary className={`${styles.summary} ${styles.loose}`}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        <FoldVertical className={styles.toolIcon} size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.verb}>{words.title(turns, format.count(turns))}</span>
        {before === 0 ? null : (
          <span className={styles.figures}>
            {words.tokens(format.short(before), format.short(numberIn(event, 'tokensAfter')))}
          </span>
        )}
        <Moment at={event.createdAt} />
      </summary>
      {isOpen ? (
        <div className={styles.inside}>
          <p className={styles.quiet}>
            <span>{event.payload.isPlain === true ? words.plain : words.about}</span>
            {from === '' ? null : <Link href={linkTo(from)}>{words.first}</Link>}
            {through === '' ? null : <Link href={linkTo(through)}>{words.last}</Link>}
          </p>
          <div className={styles.text}>
            <Markdown text={textIn(event)} isStreaming={false} />
          </div>
        </div>
      ) : null}
    </details>
  )
}

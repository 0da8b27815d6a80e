// One item of the timeline as an article that can have the focus and is named by who, what and when. Where a day or the
// unread begins, a line above it says so.

import type { EventJson } from '@heddle/contract'
import { memo, useDeferredValue, useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import type { LiveText } from '../../../live/session-view.ts'
import { plainText } from '../../../markdown/plain-text.ts'
import { strings } from '../../../strings.ts'
import { threadsOf } from '../discussion/choose-discussed.ts'
import { DiscussChip } from '../discussion/discuss-chip.tsx'
import { useDiscussions } from '../discussion/use-discussions.ts'
import { sentLine } from '../sent/sent-line-later.ts'
import { useSentOf } from '../sent/use-sent.ts'
import { readRunRef, statusIn } from '../subagents/read-run.ts'
import { Threads } from '../subagents/threads.tsx'
import { ArticleBody } from './article-body.tsx'
import { firstEvent, type Item } from './choose-items.ts'
import { textIn } from './read-payload.ts'
import { RowBar } from './row-bar.tsx'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './timeline.module.css'
import { WorkLine } from './work-line.tsx'

interface TimelineItemProps {
  item: Item
  live: LiveText | undefined
  progress: string | undefined
  isWaiting: boolean
  position: number
  /** The one that the Tab key stops at. */
  isStop: boolean
  /** What a link led to; also something inside the fold of a turn. */
  linkedId: string | undefined
}

const words = strings.session.timeline

export const TimelineItem = memo(function TimelineItem(props: TimelineItemProps) {
  const { item, live, progress, isWaiting, position, isStop, linkedId } = props
  const { agentName, readWhole } = useTimelineActs()
  const format = useFormat()
  // Nobody points at a row before it is there.
  const hasBar = useDeferredValue(true, false)
  const event = firstEvent(item)
  const sent = useSentOf(event.eventId)
  const board = useDiscussions()?.board
  const threads = useMemo(() => (board ? threadsOf(board, item) : []), [board, item])
  const kind = item.kind === 'work' ? 'work' : item.article.kind
  const what = whatOf(item)
  const isByHouse = kind === 'turn' || kind === 'failure' || kind === 'work'
  const who = kind === 'finished' ? readRunRef(event).agentName : isByHouse ? agentName : event.actor.name
  return (
    <article
      className={`${styles.article} ${styles[kind] ?? ''}`}
      aria-label={words.name(who, what, format.exact(event.createdAt))}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={isStop ? 0 : -1}
      data-row={event.eventId}
      data-has-bar=""
      data-place={item.place}
      data-linked={linkedId === undefined ? undefined : ''}
      data-discussed={threads.length === 0 ? undefined : ''}
    >
      {item.threads === undefined ? null : <Threads threads={item.threads} above={aboveLine(item)} />}
      {item.day === undefined ? null : <p className={styles.day}>{item.day}</p>}
      {item.isFirstNew ? <p className={styles.firstNew}>{words.firstNew}</p> : null}
      {item.answers === undefined ? null : (
        <p className={styles.quiet} dir="auto">
          {words.answersTo(item.answers.actor.name, textIn(item.answers))}
        </p>
      )}
      {item.kind === 'work' ? (
        // Another link opens the fold anew.
        <WorkLine key={linkedId ?? ''} work={item.work} linkedId={linkedId} />
      ) : (
        <ArticleBody article={item.article} live={live} progress={progress} isWaiting={isWaiting} />
      )}
      {isCut(item) ? (
        <Button look="quiet" onPress={() => readWhole(event.eventId)}>
          {words.whole}
        </Button>
      ) : null}
      {sent === undefined || item.kind === 'work' ? null : <sentLine.Part items={sent} />}
      {threads.length === 0 ? null : (
        <DiscussChip
          threads={threads}
          above={aboveLine(item)}
          isReachable={isStop}
          isOverFigures={kind === 'work' || kind === 'turn'}
          isBelow={kind === 'approval' || kind === 'failure' || kind === 'spawned' || kind === 'finished'}
        />
      )}
      {hasBar ? (
        <RowBar
          kind={kind}
          event={event}
          isWaiting={isWaiting}
          name={what}
          isReachable={isStop}
          isDiscussed={threads.length > 0}
          thread={item.kind === 'article' ? threads[0] : board?.get(event.eventId)}
        />
      ) : null}
    </article>
  )
})

/** What stands above the first line of an item, in pixels: as high as the style sheet makes it. */
function aboveLine({ day, isFirstNew, answers }: Item): number {
  return (day === undefined ? 0 : 36) + (isFirstNew ? 36 : 0) + (answers === undefined ? 0 : 16)
}

function isCut(item: Item): boolean {
  if (item.kind === 'work') return false
  const { kind, event } = item.article
  return event.truncated === true && kind !== 'redacted' && kind !== 'tool'
}

const nameCharsMax = 120

/** What is said is a part of the name, so that going through the feed tells more than who spoke. */
function whatOf(item: Item): string {
  const { what } = words
  if (item.kind === 'work') return what.work
  const { kind, event } = item.article
  switch (kind) {
    case 'tool':
      return what.tool(textIn(event, 'name'))
    case 'failure':
      return what.failed
    case 'approval':
      return what.approval(textIn(event, 'name'))
    case 'person':
    case 'agent':
      return withText(what[kind], event)
    case 'binding':
      return strings.focus.row.what
    case 'told':
      return withText(strings.subagents.what.told, event)
    case 'spawned':
      return strings.subagents.what.spawned(readRunRef(event).name)
    case 'finished':
      return strings.subagents.what.finished(
        readRunRef(event, item.article.other).name,
        strings.subagents.statuses[statusIn(event)],
      )
    default:
      return what[kind]
  }
}

function withText(said: string, event: EventJson): string {
  const text = plainText(textIn(event), nameCharsMax)
  return text === '' ? said : `${said}: ${text}`
}

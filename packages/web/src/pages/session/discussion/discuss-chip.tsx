// How much was said about a row: at its corner, where there is a discussion. What is unread is a part of the name.

import { CheckCheck, MessagesSquare } from 'lucide-react'
import { Button } from 'react-aria-components'
import type { KnownThread } from '../../../discussions/choose-board.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import styles from './discuss-chip.module.css'
import { useDiscussions } from './use-discussions.ts'

interface DiscussChipProps {
  threads: readonly KnownThread[]
  /** What stands above the first line of the row, in pixels. */
  above: number
  isReachable: boolean
  /** The row has something of its own at that corner. */
  isBelow: boolean
  /** The row is one line of figures, which needs all the room of a phone. */
  isOverFigures?: boolean
}

const words = strings.session.timeline.discussion

export function DiscussChip(props: DiscussChipProps) {
  const { threads, above, isReachable, isBelow, isOverFigures = false } = props
  const discussions = useDiscussions()
  const format = useFormat()
  const thread = threads.find(({ unread }) => unread > 0) ?? threads[0]
  if (discussions === null || thread === undefined) return null
  const replies = threads.reduce((sum, { replyCount }) => sum + replyCount, 0)
  const unread = threads.reduce((sum, one) => sum + one.unread, 0)
  const isResolved = threads.every(({ resolvedAt }) => resolvedAt !== undefined)
  const shown = words.replies(replies, format.count(replies))
  const Icon = isResolved ? CheckCheck : MessagesSquare
  return (
    <Button
      className={`${styles.chip} ${isBelow ? styles.below : ''}`}
      style={isBelow ? {} : { top: `${above + 4}px` }}
      data-over-figures={isOverFigures ? '' : undefined}
      data-unread={unread > 0 ? '' : undefined}
      data-resolved={isResolved ? '' : undefined}
      excludeFromTabOrder={!isReachable}
      aria-label={words.chip(shown, unread, isResolved, threads.length)}
      onPress={() => discussions.open({ anchorEventId: thread.anchorEventId })}
    >
      <Icon size={12} strokeWidth={2} aria-hidden="true" />
      {shown}
    </Button>
  )
}

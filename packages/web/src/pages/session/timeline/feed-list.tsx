// The feed: only what is near the window is drawn, whatever the session holds. Page Up and Down go from article to
// article; one of them is the stop of the Tab key.

import type { QueuedJson } from '@heddle/contract'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { chooseThread } from '../../../components/choose-thread.ts'
import type { LiveText } from '../../../live/session-view.ts'
import type { ToolProgress } from '../../../live/tool-progress.ts'
import { strings } from '../../../strings.ts'
import { chooseFocus } from './choose-focus.ts'
import type { Item } from './choose-items.ts'
import type { Align } from './choose-scroll.ts'
import { focusWhenDrawn, scrollToRow } from './focus-row.ts'
import { tellPlace } from './tell-place.ts'
import { TimelineItem } from './timeline-item.tsx'
import styles from './timeline.module.css'
import { useFocusInFold } from './use-focus-in-fold.ts'

export interface FeedHandle {
  /** Brings an item into the middle, and gives it the focus unless that belongs elsewhere. */
  show(index: number, isQuiet?: boolean): void
  /** Gives the focus to the last item, without moving anything. */
  focusLast(): void
}

interface FeedListProps {
  items: readonly Item[]
  /** The first that is in the list for now; those before it come later. */
  from: number
  texts: ReadonlyMap<string, LiveText>
  progress: ToolProgress
  queue: readonly QueuedJson[]
  agentId: string
  isBusy: boolean
  linked: { index: number; eventId: string } | undefined
  onResize(): void
  onLeave(to: 'before' | 'after'): void
  ref: Ref<FeedHandle>
  scroller: Holder
}

/** Of the element that scrolls. */
type Holder = RefObject<HTMLDivElement | null>

/** As high as the padding above the list, which the virtualiser has to know. */
const startMarginPx = 16

/** So far outside the window rows are measured: one that comes into sight with a guessed height would move the others. */
const measuredPx = 600

export function FeedList({
  ref,
  items,
  from,
  texts,
  progress,
  queue,
  scroller,
  linked,
  ...rest
}: FeedListProps) {
  const root = useRef<HTMLElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [stop, setStop] = useState<string | null>(null)
  const waiting = useMemo(() => new Set(queue.map((item) => item.messageId)), [queue])
  const listed = useMemo(() => (from === 0 ? items : items.slice(from)), [items, from])
  const shift = useShift(listed)
  useLayoutEffect(() => {
    if (shift) tellPlace(scroller.current, list.current)
  })
  const found = stop === null ? -1 : items.findIndex(({ key }) => key === stop)
  // What had it may have been folded away meanwhile; then it is the newest again.
  const stopIndex = found === -1 ? Math.max(0, items.length - 1) : found
  const stopKey = items[stopIndex]?.key ?? items.at(-1)?.key

  const fold = useFocusInFold(root, items)

  const latest = useRef(listed)
  latest.current = listed
  const focus = useCallback(
    (place: number | undefined, align: Align = 'nearest', isQuiet = false) => {
      if (place === undefined) return
      const scroll = () => {
        // Rows may have come in above it meanwhile.
        const at = latest.current.findIndex((item) => item.place === place)
        if (at !== -1) scrollToRow(scroller.current, list.current, { index: at, startMarginPx, align })
      }
      scroll()
      focusWhenDrawn(root, place, scroll, isQuiet)
    },
    [scroller],
  )
  useImperativeHandle(
    ref,
    () => ({
      show: (index, isQuiet) => focus(items[index]?.place, 'center', isQuiet),
      focusLast() {
        const last = latest.current.at(-1)
        if (last) focusWhenDrawn(root, last.place, () => {})
      },
    }),
    [focus, items],
  )

  const move = (event: KeyboardEvent) => {
    const here = (event.target as Element).closest('article')?.getAttribute('aria-posinset')
    const to = here ? chooseFocus(event, Number(here) - 1, items.length) : undefined
    if (!to) return
    event.preventDefault()
    if (to.to === 'article') focus(items[to.index]?.place)
    else rest.onLeave(to.to)
  }

  return (
    <section
      ref={root}
      role="feed"
      aria-label={strings.session.timeline.label}
      aria-busy={rest.isBusy}
      className={styles.feed}
      data-thread={chooseThread(rest.agentId)}
      data-region="timeline"
      onKeyDown={move}
      onBlur={fold.tellBlur}
      onFocus={(event) => {
        fold.tellFocus(event)
        const at = event.target.closest('article')?.getAttribute('aria-posinset')
        if (at) setStop(items[Number(at) - 1]?.key ?? null)
      }}
    >
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        data={listed}
        shift={shift}
        startMargin={startMarginPx}
        bufferSize={measuredPx}
        keepMounted={stopIndex < from ? [] : [stopIndex - from]}
        onResize={() => {
          tellPlace(scroller.current, list.current)
          rest.onResize()
        }}
      >
        {(item, index) => (
          <div key={item.key} className={styles.item}>
            <TimelineItem
              item={item}
              live={item.kind === 'article' ? texts.get(item.article.event.eventId) : undefined}
              progress={item.kind === 'article' ? progress.get(item.article.event.eventId) : undefined}
              isWaiting={item.kind === 'article' && waiting.has(item.article.event.eventId)}
              position={from + index + 1}
              isStop={item.key === stopKey}
              linkedId={linked?.index === from + index ? linked.eventId : undefined}
            />
          </div>
        )}
      </Virtualizer>
    </section>
  )
}

/** True in the one drawing in which rows were added or taken away at the beginning. */
function useShift(items: readonly Item[]): boolean {
  const before = useRef(items)
  const shift = useRef(false)
  if (before.current !== items) {
    shift.current = before.current.length > 0 && before.current[0]?.key !== items[0]?.key
    before.current = items
  }
  return shift.current
}

// The timeline: everything that was said and done, from the newest back to the first, with a way to any moment and back
// to what happens now.

import { atLeast, type EventJson } from '@heddle/contract'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useRowDialog } from '../../../components/row-dialog.ts'
import { useFormat } from '../../../format/format-context.tsx'
import type { SessionFeed, SessionState } from '../../../live/session-feed.ts'
import { type ReadMarks, useMarkSeen } from '../../../live/use-read-marks.ts'
import { useMe } from '../../../me/me-context.tsx'
import { strings } from '../../../strings.ts'
import { redactDialog, resendDialog } from '../dialogs-later.ts'
import { chooseItems, type Item } from './choose-items.ts'
import { type FeedHandle, FeedList } from './feed-list.tsx'
import type { TalkHere } from '../focus/use-talk-here.ts'
import { type Asking } from '../use-asking.ts'
import { type TimelineActs, TimelineActsProvider } from './timeline-acts.ts'
import styles from './timeline.module.css'
import { useGoToAsked } from './use-go-to-asked.ts'
import { useFork } from './use-fork.ts'
import { useLinkedEvent } from './use-linked-event.ts'
import { useOpenTurns } from './use-open-turns.ts'
import { useOpenRuns } from '../subagents/use-open-runs.ts'
import { useReadingPosition } from './use-reading-position.ts'
import { useWhole } from './use-whole.ts'

interface TimelineProps {
  /** Of whose page it is a part. */
  pageId: string
  state: SessionState
  asking: Asking
  feed: SessionFeed
  agentName: string
  mayWrite: boolean
  /** May turn the composer of the page to another session. */
  mayTalk: boolean
  talk: TalkHere
  /** The session that is focused on the page. */
  talksTo: string | undefined
  marks: ReadMarks
  /** The event that the address leads to. */
  linkedId: string | undefined
  /** Counts how often one was led there by the page itself. */
  jump: number
  /** The address leads to a discussion as well, which has the focus. */
  isLinkQuiet: boolean
  /** How many messages of one's own are on their way. */
  onTheWay: number
  /** Instead of a feed while there is nothing in it. */
  empty: ReactNode
  /** What is on its way stands at the end. */
  children?: ReactNode
  onLeave(to: 'before' | 'after'): void
}

/** About what a row takes. */
const rowPx = 100

export function Timeline(props: TimelineProps) {
  const { state, feed, marks, linkedId, onTheWay, empty, children, onLeave } = props
  const { view, past } = state
  const handle = useRef<FeedHandle>(null)
  const isWhole = useWhole(linkedId !== undefined)
  const position = useReadingPosition({
    startsAtEnd: linkedId === undefined,
    isWhole,
    onNear: (edge) => void (edge === 'start' ? feed.loadOlder() : feed.loadNewer()),
  })
  const { scroller, toEnd } = position
  const isAtEnd = position.isAtEnd && past === null
  useMarkSeen(marks.marker, isAtEnd ? (view.seq ?? undefined) : undefined)
  const items = useItems(state, isAtEnd, marks.atFirst)
  const linked = useLinkedEvent({
    feed,
    items,
    linkedId,
    jump: props.jump,
    isQuiet: props.isLinkQuiet,
    handle,
    position,
    isReady: view.seq !== null,
  })
  const newCount = useNewSince(isAtEnd, state)
  useHousekeeping(feed, items.length, isAtEnd, scroller)
  useFollowOwn(onTheWay, feed, toEnd)
  useGoToAsked({ state, items, handle, leaveEnd: position.leaveEnd })
  redactDialog.useSoon()
  resendDialog.useSoon()
  const redacting = useRowDialog<EventJson>((event) => event.eventId)
  const resending = useRowDialog<EventJson>((event) => event.eventId)
  const acts = useActs(props, redacting.ask, resending.ask)
  const sessionId = view.session?.id ?? ''
  return (
    <div className={styles.frame} ref={merge(redacting.list, resending.list)} tabIndex={-1}>
      <div className={styles.scroller} ref={scroller}>
        <div className={styles.column}>
          {items.length === 0 ? (
            empty
          ) : (
            <TimelineActsProvider value={acts}>
              <FeedList
                // Another stretch of the timeline is another list; its heights have nothing to do with each other.
                key={state.stretch}
                ref={handle}
                items={items}
                from={isWhole ? 0 : Math.max(0, items.length - rowsInWindow())}
                texts={view.texts}
                progress={state.progress}
                queue={view.queue}
                agentId={view.session?.agentId ?? ''}
                isBusy={state.isLoadingOlder || state.isLoadingNewer}
                linked={linked}
                scroller={scroller}
                onResize={position.hold}
                onLeave={onLeave}
              />
            </TimelineActsProvider>
          )}
          {past === null ? children : null}
        </div>
      </div>
      {state.isLoadingOlder ? (
        <p className={styles.earlier}>{strings.session.timeline.loadingEarlier}</p>
      ) : null}
      {isAtEnd || items.length === 0 ? null : (
        <BackToEnd
          isElsewhere={past !== null || linked !== undefined}
          newCount={newCount}
          onPress={() => {
            feed.backToLive()
            toEnd()
            // The button goes away; another stretch is another list, which is there with the next drawing.
            requestAnimationFrame(() => handle.current?.focusLast())
          }}
        />
      )}
      {redacting.asked ? (
        <redactDialog.Part sessionId={sessionId} event={redacting.asked} onClose={redacting.close} />
      ) : null}
      {resending.asked ? (
        <resendDialog.Part sessionId={sessionId} event={resending.asked} onClose={resending.close} />
      ) : null}
    </div>
  )
}

/** The first drawing holds no more rows than the window may show; the others follow at once, when it can be read. */
function rowsInWindow(): number {
  return Math.ceil(window.innerHeight / rowPx)
}

function useItems(state: SessionState, isAtEnd: boolean, readSeq: number | undefined): readonly Item[] {
  const me = useMe()
  const format = useFormat()
  const { rows, older } = state.past ?? state.view
  const isBeginning = older === undefined
  const openTurns = useOpenTurns(state.view.session?.turnId ?? null, isAtEnd)
  const openRuns = useOpenRuns(rows, state.view.session?.turnId ?? null, isAtEnd)
  const { queue, session } = state.view
  // Without a turn in front of it a message is taken at once: it would only flash in the queue.
  const isRunning = session?.state === 'running'
  const waiting = useMemo(
    () => new Set(isRunning ? queue.map((item) => item.messageId) : []),
    [queue, isRunning],
  )
  const [upTo, setUpTo] = useState<number | null>(state.view.seq)
  if (upTo === null && state.view.seq !== null) setUpTo(state.view.seq)
  return useMemo(() => {
    const unread = readSeq === undefined || upTo === null ? undefined : { after: readSeq, upTo }
    return chooseItems({
      rows,
      waiting,
      isBeginning,
      openTurns,
      openRuns,
      unread,
      meId: me.id,
      dayOf: format.heading,
    })
  }, [rows, waiting, isBeginning, openTurns, openRuns, readSeq, upTo, me.id, format])
}

function useActs(
  { pageId, state, feed, asking, agentName, mayWrite, mayTalk, talk, talksTo, onLeave }: TimelineProps,
  redact: (event: EventJson) => void,
  resend: (event: EventJson) => void,
): TimelineActs {
  const me = useMe()
  const sessionId = state.view.session?.id ?? ''
  const fork = useFork(sessionId)
  const latest = useRef({ redact, resend, fork, feed, onLeave })
  latest.current = { redact, resend, fork, feed, onLeave }
  const retryTurnId = useMemo(() => chooseRetry(state), [state])
  const turnId = state.view.session?.turnId ?? null
  const mayRaise = atLeast(me.role, 'admin')
  return useMemo(
    () => ({
      agentName,
      sessionId,
      pageId,
      mayWrite,
      mayTalk,
      talk,
      talksTo,
      mayRaise,
      turnId,
      asking,
      retryTurnId,
      mayRedact: (event) => mayRedact(event, me.id, atLeast(me.role, 'admin')),
      redact: (event) => latest.current.redact(event),
      resend: (event) => latest.current.resend(event),
      fork: (event) => latest.current.fork(event),
      readWhole: (eventId) => void latest.current.feed.readWhole(eventId),
      toComposer: () => latest.current.onLeave('after'),
    }),
    [
      agentName,
      sessionId,
      pageId,
      mayWrite,
      mayTalk,
      talk,
      talksTo,
      mayRaise,
      turnId,
      asking,
      retryTurnId,
      me.id,
      me.role,
    ],
  )
}

function chooseRetry({ view }: SessionState): string | undefined {
  // A fork has taken along how the other session ended, but nothing that could be tried again.
  if (view.session?.state !== 'idle' || view.session.lastOutcome !== 'failed') return undefined
  const last = view.rows.findLast((row) => row.kind.startsWith('turn.'))
  return last?.kind === 'turn.failed' ? last.turnId : undefined
}

/** Its author or an admin; and only what has a content and is no longer being written. */
function mayRedact(event: EventJson, me: string, isAdmin: boolean): boolean {
  if (event.redacted || event.kind.startsWith('turn.') || event.payload.state === 'streaming') return false
  return isAdmin || (event.actor.kind === 'person' && event.actor.id === me)
}

/** How much was said since the end was last in sight. */
function useNewSince(isAtEnd: boolean, { view }: SessionState): number {
  const seenSeq = useRef(view.seq)
  if (isAtEnd) seenSeq.current = view.seq
  const { current } = seenSeq
  if (current === null) return 0
  const isSaid = ({ kind, seq }: EventJson) => seq > current && kind.startsWith('message.')
  return view.rows.filter(isSaid).length
}

/** Tells the feed where one reads, and lets it drop what is far away. */
function useHousekeeping(
  feed: SessionFeed,
  count: number,
  isAtEnd: boolean,
  scroller: { current: HTMLDivElement | null },
): void {
  useEffect(() => feed.tellAtEnd(isAtEnd), [feed, isAtEnd])
  useEffect(() => {
    const view = scroller.current
    if (!view) return
    const isNearEnd = view.scrollHeight - view.scrollTop < view.scrollTop
    feed.trim(isAtEnd || isNearEnd ? 'end' : 'start')
  }, [feed, count, isAtEnd, scroller])
}

/** Who says something wants to see what comes of it. */
function useFollowOwn(onTheWay: number, feed: SessionFeed, toEnd: () => void): void {
  const before = useRef(onTheWay)
  useEffect(() => {
    if (onTheWay > before.current) {
      feed.backToLive()
      toEnd()
    }
    before.current = onTheWay
  }, [onTheWay, feed, toEnd])
}

function BackToEnd({
  isElsewhere,
  newCount,
  onPress,
}: {
  isElsewhere: boolean
  newCount: number
  onPress(): void
}) {
  const words = strings.session.timeline
  return (
    <div className={styles.newest}>
      <Button onPress={onPress}>
        <ArrowDown size={16} strokeWidth={1.5} aria-hidden="true" />
        {isElsewhere ? words.backToLive : words.newest}
        {newCount > 0 ? <span className={styles.count}>{words.newBelow(newCount)}</span> : null}
      </Button>
    </div>
  )
}

type Target = { current: HTMLDivElement | null }

function merge(...targets: Target[]) {
  return (element: HTMLDivElement | null) => {
    for (const target of targets) target.current = element
  }
}

// One session as it happens: holds the view, the stretch of the past that is read instead of its end, and who looks on;
// hands frames to them and brings what they ask for.

import type { EventJson, ServerFrame, WholeSessionJson } from '@heddle/contract'
import { CallError, callErrorOf } from '../api/call-error.ts'
import type { Client } from '../api/client.ts'
import { applyQueue } from './apply-event.ts'
import { applyFrame, applyOlder } from './apply-frame.ts'
import { applyWhole, forgetAsk } from './apply-text.ts'
import type { Live } from './live.ts'
import {
  addNewer,
  addOlder,
  aroundPage,
  changePast,
  cutBack,
  cutFront,
  heldRowsMax,
  joinLive,
  keptRows,
  type Past,
  reachesLive,
  splitLive,
} from './past.ts'
import { applyOnlookers, noOnlookers, type Onlookers, withoutExpired } from './onlookers.ts'
import { type Ask, emptyView, type SessionView, type Step, stay } from './session-view.ts'
import { applyProgress, noProgress, type ToolProgress } from './tool-progress.ts'

export interface SessionState {
  view: SessionView
  /** What is read instead of the live end; null at the end. */
  past: Past | null
  /** Another number is another place in the session; the same one goes on where it was, whatever comes and goes. */
  stretch: number
  onlookers: Onlookers
  progress: ToolProgress
  /** Why nothing is shown. */
  refusal: CallError | null
  isLoadingOlder: boolean
  isLoadingNewer: boolean
}

export interface SessionFeed {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Follows until what comes back is called. */
  follow(): () => void
  /** Hears each new entry of the log, none that was there before. */
  hearEvents(listener: (event: EventJson) => void): () => void
  /** Hears that the log was not taken up where it was: what follows it beside the view reads again. */
  hearSnapshots(listener: () => void): () => void
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Brings the rows around an event; false when there is no such event any more. */
  openAt(eventId: string): Promise<boolean>
  backToLive(): void
  /** Whether the newest is in sight. Away from it, a new snapshot does not take away what is read. */
  tellAtEnd(isAtEnd: boolean): void
  /** Lets go of rows far from where one reads, when too many are held. */
  trim(near: 'start' | 'end'): void
  readWhole(eventId: string): Promise<void>
  /** The whole text of a message that waits; undefined when it no longer does. */
  readQueued(messageId: string): Promise<string | undefined>
  setSession(session: WholeSessionJson): void
  retry(): void
}

export interface SessionFeedDeps {
  live: Pick<Live, 'follow' | 'askAgain' | 'outbox' | 'heldFor'>
  client: Client
  sessionId: string
  now(): number
  /** Gives back how to call it off. */
  after(ms: number, run: () => void): () => void
  /** Before the page is drawn the next time, which may be never while nobody sees it. */
  beforeDrawing(run: () => void): void
}

export function createSessionFeed(deps: SessionFeedDeps): SessionFeed {
  const { live, client, sessionId } = deps
  const scope = `s:${sessionId}`
  const path = { id: sessionId }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: EventJson) => void>()
  const snapshotListeners = new Set<() => void>()
  // What came before the page did is there at its first drawing.
  const first = live.heldFor(scope).find((frame) => frame.type === 'snap')
  const begun: Step = first ? applyFrame(emptyView, first) : stay(emptyView)
  let state: SessionState = {
    view: begun.view,
    past: null,
    stretch: 0,
    onlookers: first ? applyOnlookers(noOnlookers, first, deps.now()) : noOnlookers,
    progress: noProgress,
    refusal: null,
    isLoadingOlder: false,
    isLoadingNewer: false,
  }
  let isAtEnd = true
  let isReadingSession = false
  let refusals = 0
  let cancelExpiry: (() => void) | undefined
  // Text and output come faster than a slow browser draws. Told one by one they would take all its time, and no key that
  // is pressed meanwhile would be heard: whoever listens is told once for each drawing.
  let isPiece = false
  let isTold = true

  const tell = () => {
    isTold = true
    for (const listener of listeners) listener()
  }
  const set = (changes: Partial<SessionState>) => {
    state = { ...state, ...changes }
    if (!isPiece) return tell()
    if (!isTold) return
    isTold = false
    deps.beforeDrawing(() => {
      if (!isTold) tell()
    })
  }

  function take(step: { view: SessionView; asks: readonly Ask[] }): void {
    if (step.view !== state.view) set({ view: step.view })
    for (const ask of step.asks) bring(ask)
  }

  function hear(frame: ServerFrame): void {
    isPiece = frame.type === 'd' || (frame.type === 'eph' && frame.kind === 'progress')
    try {
      takeIn(frame)
    } finally {
      isPiece = false
    }
  }

  function takeIn(frame: ServerFrame): void {
    const before = state.view.seq
    // Only a snapshot says that one may see it again; anything else was on its way before the refusal.
    if (state.refusal && frame.type !== 'snap') return
    if (state.refusal) set({ refusal: null })
    look(applyOnlookers(state.onlookers, frame, deps.now()))
    const progress = applyProgress(state.progress, frame)
    if (progress !== state.progress) set({ progress })
    if (frame.type === 'snap') keepWhatIsRead()
    if (frame.type === 'ev' && state.past) set({ past: changePast(state.past, frame) })
    take(applyFrame(state.view, frame))
    const now = state.view.seq
    if (now === null || now === before) return
    settleSent()
    if (frame.type === 'ev') for (const listener of eventListeners) listener(frame)
    else if (frame.type === 'snap') for (const listener of snapshotListeners) listener()
  }

  /** A snapshot brings only the end. Whoever reads further up keeps what they read. */
  function keepWhatIsRead(): void {
    const { rows, older } = state.view
    const last = rows.at(-1)
    if (isAtEnd || state.past || last === undefined) return
    set({ past: { rows, older, newer: last.place.toString() } })
  }

  function look(onlookers: Onlookers): void {
    if (onlookers === state.onlookers) return
    set({ onlookers })
    cancelExpiry?.()
    const [next] = onlookers.typing.map(({ until }) => until).toSorted((a, b) => a - b)
    if (next === undefined) return
    cancelExpiry = deps.after(next - deps.now(), () => look(withoutExpired(state.onlookers, deps.now())))
  }

  /** Nothing of it stays: neither what is shown nor what is still being read. */
  function refuse(code: string, message: string): void {
    refusals += 1
    isReadingSession = false
    cancelExpiry?.()
    set({
      view: emptyView,
      past: null,
      onlookers: noOnlookers,
      progress: noProgress,
      refusal: callErrorOf(code, message),
      isLoadingOlder: false,
      isLoadingNewer: false,
    })
  }

  /** Throws what is read when a refusal came meanwhile. */
  async function read<T>(asked: Promise<T>): Promise<T> {
    const before = refusals
    const answer = await asked
    if (refusals !== before) throw new CallError('not_found', '')
    return answer
  }

  function readPage(query: { before: number } | { after: number }) {
    return read(client.call('readTimeline', { path, query }))
  }

  function settleSent(): void {
    if (state.view.seq !== null) live.outbox.seen(sessionId, state.view.seq)
  }

  function bring(ask: Ask): void {
    switch (ask.kind) {
      case 'log':
        return live.askAgain(scope)
      case 'text':
        return void bringText(ask.eventId)
      case 'session':
        return void bringSession()
    }
  }

  async function bringText(eventId: string): Promise<void> {
    try {
      const event = await read(client.call('readEvent', { path: { ...path, eventId } }))
      take(applyWhole(state.view, event))
      const { past } = state
      if (past)
        set({ past: { ...past, rows: applyWhole({ ...emptyView, rows: past.rows }, event).view.rows } })
    } catch {
      // The next piece asks again; the end of the text comes with its own event.
      set({ view: forgetAsk(state.view, eventId) })
    }
  }

  async function bringSession(): Promise<void> {
    if (isReadingSession) return
    isReadingSession = true
    const asked = state.view.seq
    try {
      const session = await read(client.call('readSession', { path }))
      isReadingSession = false
      adopt(session)
      if (session.seq < (asked ?? 0)) void bringSession()
    } catch {
      // What is shown stays; the next change asks again.
      isReadingSession = false
    }
  }

  /** What runs is known from the log, which is ahead of any answer. */
  function adopt(session: WholeSessionJson): void {
    const { view } = state
    const isBehind = view.seq !== null && session.seq < view.seq && view.session !== null
    const { state: now, turnId, openApprovals } = isBehind ? view.session! : session
    set({ view: { ...view, session: { ...session, state: now, turnId, openApprovals } } })
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hearEvents(listener) {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
    hearSnapshots(listener) {
      snapshotListeners.add(listener)
      return () => snapshotListeners.delete(listener)
    },
    follow() {
      const leave = live.follow(scope, {
        hear,
        after: () => state.view.seq ?? undefined,
        refused: refuse,
        // Who came or went meanwhile is not told again.
        lost: () => look(noOnlookers),
      })
      for (const ask of begun.asks) bring(ask)
      settleSent()
      // The confirmation may come after the entry that it speaks of.
      const forget = live.outbox.subscribe(settleSent)
      return () => {
        leave()
        forget()
        cancelExpiry?.()
      }
    },
    async loadOlder() {
      const before = state.past
      const { older } = before ?? state.view
      if (older === undefined || state.isLoadingOlder) return
      set({ isLoadingOlder: true })
      try {
        const page = await readPage({ before: Number(older) })
        const { past, view } = state
        if (past && before) set({ past: addOlder(past, page, view.redacted) })
        else if (past === before) set({ view: applyOlder(view, page) })
      } catch {
        // What is shown stays; scrolling on asks again.
      }
      set({ isLoadingOlder: false })
    },
    async loadNewer() {
      const { past: before } = state
      if (!before || state.isLoadingNewer) return
      if (reachesLive(before, state.view)) return set({ past: null, view: joinLive(state.view, before) })
      set({ isLoadingNewer: true })
      try {
        const page = await readPage({ after: Number(before.newer) })
        const { past, view } = state
        if (past) {
          const grown = addNewer(past, page, view.redacted)
          if (reachesLive(grown, view)) set({ past: null, view: joinLive(view, grown) })
          else set({ past: grown })
        }
      } catch {
        // As above.
      }
      set({ isLoadingNewer: false })
    },
    async openAt(eventId) {
      const isIt = (row: EventJson) => row.eventId === eventId
      if ((state.past?.rows ?? state.view.rows).some(isIt)) return true
      try {
        const { place } = await read(client.call('readEvent', { path: { ...path, eventId } }))
        const [before, after] = await Promise.all([
          readPage({ before: place + 1 }),
          readPage({ after: place }),
        ])
        const past = aroundPage(before, after, state.view.redacted)
        if (reachesLive(past, state.view)) set({ past: null, view: joinLive(state.view, past) })
        else set({ past, stretch: state.stretch + 1 })
        return true
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_found') return false
        throw error
      }
    },
    backToLive() {
      if (state.past) set({ past: null, stretch: state.stretch + 1 })
    },
    tellAtEnd(isThere) {
      isAtEnd = isThere
    },
    trim(near) {
      const { past, view } = state
      if ((past ?? view).rows.length <= heldRowsMax) return
      if (past) set({ past: near === 'end' ? cutFront(past, keptRows) : cutBack(past, keptRows) })
      else set(near === 'end' ? { view: cutFront(view, keptRows) } : splitLive(view))
    },
    readWhole: bringText,
    async readQueued(messageId) {
      const { items } = await read(client.call('readQueue', { path }))
      set({ view: applyQueue(state.view, items) })
      return items.find((item) => item.messageId === messageId)?.text
    },
    setSession: adopt,
    retry: () => live.askAgain(scope),
  }
}

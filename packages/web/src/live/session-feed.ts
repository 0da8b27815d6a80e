// One session as it happens: holds the view and who looks on, hands frames to them and brings what they ask for.

import type { EventJson, ServerFrame, WholeSessionJson } from '@heddle/contract'
import { CallError, callErrorOf } from '../api/call-error.ts'
import type { Client } from '../api/client.ts'
import { applyQueue } from './apply-event.ts'
import { applyFrame, applyOlder } from './apply-frame.ts'
import { applyWhole, forgetAsk } from './apply-text.ts'
import type { Live } from './live.ts'
import { applyOnlookers, noOnlookers, type Onlookers, withoutExpired } from './onlookers.ts'
import { type Ask, emptyView, type SessionView } from './session-view.ts'

export interface SessionState {
  view: SessionView
  onlookers: Onlookers
  /** Why nothing is shown. */
  refusal: CallError | null
  isLoadingOlder: boolean
}

export interface SessionFeed {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Follows until what comes back is called. */
  follow(): () => void
  /** Hears each new entry of the log, none that was there before. */
  hearEvents(listener: (event: EventJson) => void): () => void
  loadOlder(): Promise<void>
  readWhole(eventId: string): Promise<void>
  /** The whole text of a message that waits; undefined when it no longer does. */
  readQueued(messageId: string): Promise<string | undefined>
  setSession(session: WholeSessionJson): void
  retry(): void
}

export interface SessionFeedDeps {
  live: Pick<Live, 'follow' | 'askAgain' | 'outbox'>
  client: Client
  sessionId: string
  now(): number
  /** Gives back how to call it off. */
  after(ms: number, run: () => void): () => void
}

export function createSessionFeed(deps: SessionFeedDeps): SessionFeed {
  const { live, client, sessionId } = deps
  const scope = `s:${sessionId}`
  const path = { id: sessionId }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: EventJson) => void>()
  let state: SessionState = {
    view: emptyView,
    onlookers: noOnlookers,
    refusal: null,
    isLoadingOlder: false,
  }
  let isReadingSession = false
  let refusals = 0
  let cancelExpiry: (() => void) | undefined

  const set = (changes: Partial<SessionState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function take(step: { view: SessionView; asks: readonly Ask[] }): void {
    if (step.view !== state.view) set({ view: step.view })
    for (const ask of step.asks) bring(ask)
  }

  function hear(frame: ServerFrame): void {
    const before = state.view.seq
    // Only a snapshot says that one may see it again; anything else was on its way before the refusal.
    if (state.refusal && frame.type !== 'snap') return
    if (state.refusal) set({ refusal: null })
    look(applyOnlookers(state.onlookers, frame, deps.now()))
    take(applyFrame(state.view, frame))
    const now = state.view.seq
    if (now === null || now === before) return
    settleSent()
    if (frame.type === 'ev') for (const listener of eventListeners) listener(frame)
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
      onlookers: noOnlookers,
      refusal: callErrorOf(code, message),
      isLoadingOlder: false,
    })
  }

  /** Throws what is read when a refusal came meanwhile. */
  async function read<T>(asked: Promise<T>): Promise<T> {
    const before = refusals
    const answer = await asked
    if (refusals !== before) throw new CallError('not_found', '')
    return answer
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
    const kept = isBehind ? { state: view.session!.state, turnId: view.session!.turnId } : {}
    set({ view: { ...view, session: { ...session, ...kept } } })
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
    follow() {
      const leave = live.follow(scope, {
        hear,
        after: () => state.view.seq ?? undefined,
        refused: refuse,
        // Who came or went meanwhile is not told again.
        lost: () => look(noOnlookers),
      })
      // The confirmation may come after the entry that it speaks of.
      const forget = live.outbox.subscribe(settleSent)
      return () => {
        leave()
        forget()
        cancelExpiry?.()
      }
    },
    async loadOlder() {
      const { older } = state.view
      if (older === undefined || state.isLoadingOlder) return
      set({ isLoadingOlder: true })
      try {
        const page = await read(client.call('readTimeline', { path, query: { before: Number(older) } }))
        set({ view: applyOlder(state.view, page), isLoadingOlder: false })
      } catch {
        set({ isLoadingOlder: false })
      }
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

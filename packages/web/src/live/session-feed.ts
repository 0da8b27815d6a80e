// One session as it happens: holds the view, hands frames to it and brings what it asks for.

import type { EventJson, ServerFrame, WholeSessionJson } from '@heddle/contract'
import { CallError, callErrorOf } from '../api/call-error.ts'
import type { Client } from '../api/client.ts'
import { applyFrame, applyOlder } from './apply-frame.ts'
import { applyWhole, forgetAsk } from './apply-text.ts'
import type { Live } from './live.ts'
import { type Ask, emptyView, type SessionView } from './session-view.ts'

export interface SessionState {
  view: SessionView
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
  setSession(session: WholeSessionJson): void
  retry(): void
}

export interface SessionFeedDeps {
  live: Pick<Live, 'follow' | 'askAgain' | 'outbox'>
  client: Client
  sessionId: string
}

export function createSessionFeed({ live, client, sessionId }: SessionFeedDeps): SessionFeed {
  const scope = `s:${sessionId}`
  const path = { id: sessionId }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: EventJson) => void>()
  let state: SessionState = { view: emptyView, refusal: null, isLoadingOlder: false }
  let isReadingSession = false

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
    if (state.refusal) set({ refusal: null })
    take(applyFrame(state.view, frame))
    const now = state.view.seq
    if (now === null || now === before) return
    settleSent()
    if (frame.type === 'ev') for (const listener of eventListeners) listener(frame)
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
      const event = await client.call('readEvent', { path: { ...path, eventId } })
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
      const session = await client.call('readSession', { path })
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
        refused: (code, message) => set({ refusal: callErrorOf(code, message) }),
      })
      // The confirmation may come after the entry that it speaks of.
      const forget = live.outbox.subscribe(settleSent)
      return () => {
        leave()
        forget()
      }
    },
    async loadOlder() {
      const { older } = state.view
      if (older === undefined || state.isLoadingOlder) return
      set({ isLoadingOlder: true })
      try {
        const page = await client.call('readTimeline', { path, query: { before: Number(older) } })
        set({ view: applyOlder(state.view, page), isLoadingOlder: false })
      } catch {
        set({ isLoadingOlder: false })
      }
    },
    readWhole: bringText,
    setSession: adopt,
    retry: () => live.askAgain(scope),
  }
}

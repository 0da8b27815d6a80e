// Carries out what following a session asks for: subscribes on the socket, reads from the API, and hands on what is to
// be shown.

import { limits, type LiveFrameOf, Refusal, type ServerFrame } from '@heddle/contract'
import { type Clock, sleep } from '../../foundation/clock.ts'
import type { Random } from '../../foundation/random.ts'
import { NotRunning } from '../explain-failure.ts'
import type { Api } from './call-api.ts'
import type { Gateway } from './find-gateway.ts'
import { followSession } from './follow-session.ts'
import {
  type Anchor,
  type Ask,
  beginFollowing,
  type Following,
  type Input,
  type Output,
} from './following.ts'
import { openLive } from './open-live.ts'

export type Shown = Exclude<Output, Ask>

export interface Follower {
  /** From the newest on with a look back, or with everything that comes after a row. */
  follow(sessionId: string, from?: Anchor): void
  /** Resolves when what was read is noted. */
  close(): Promise<void>
}

export interface FollowerDeps {
  clock: Clock
  random: Random
  api: Api
  gateway: Gateway
  client: string
  /** Everything that comes is shown, and not one turn alone. */
  showsAll?: boolean
  onShown(shown: Shown): void
  onLost(): void
  onBack(): void
  /** It does not come back. */
  onFailed(error: Error): void
}

const pauseMs = 1_000

export async function createFollower(deps: FollowerDeps): Promise<Follower> {
  const { api, clock } = deps
  let state: Following | undefined
  let hello: Extract<ServerFrame, { type: 'hello' }> | undefined
  let wasLost = false
  let isClosed = false
  let noted = Promise.resolve()
  /** What was asked for on an earlier connection, or for another session, is asked for anew. */
  let round = 0

  const live = await openLive({
    clock,
    random: deps.random,
    client: deps.client,
    address: (isStale) => deps.gateway.look(isStale),
    onFrame(frame) {
      if (frame.type === 'hello') {
        round++
        hello = frame
        if (wasLost) deps.onBack()
        wasLost = false
      }
      feed(frame)
      if (frame.type === 'ev' && frame.kind === 'turn.finished') noteRead(frame)
    },
    onLost() {
      hello = undefined
      wasLost = true
      deps.onLost()
    },
    onFailed: deps.onFailed,
  })

  function feed(input: Input): void {
    if (state === undefined || isClosed) return
    const step = followSession(state, input)
    state = step.state
    for (const output of step.out) {
      // Whoever is shown something may go on to another session, or leave.
      if (isClosed || state.sessionId !== step.state.sessionId) return
      if (output.kind === 'sub' || output.kind === 'read' || output.kind === 'rows') perform(state, output)
      else deps.onShown(output)
    }
  }

  /** Where all of a session is shown, it was read: it stands in nobody's inbox. What fails here costs nothing but that. */
  function noteRead({ scope, seq }: LiveFrameOf<'ev'>): void {
    if (!deps.showsAll || state === undefined || isClosed || scope !== `s:${state.sessionId}`) return
    const noting = api.call('markRead', { path: { id: state.sessionId }, body: { seq } })
    noted = noting.then(
      () => undefined,
      () => undefined,
    )
  }

  function perform({ sessionId }: Following, ask: Ask): void {
    if (ask.kind === 'sub') {
      const { after, epoch } = ask
      live.send({
        type: 'sub',
        scope: `s:${sessionId}`,
        ...(after !== undefined && { after }),
        ...(after !== undefined && epoch !== undefined && { epoch }),
      })
    } else {
      const answer = ask.kind === 'read' ? readEvent(sessionId, ask.eventId) : readRows(sessionId, ask)
      answer.catch((error: unknown) => {
        if (!isClosed) deps.onFailed(error instanceof Error ? error : new Error(String(error)))
      })
    }
  }

  async function readEvent(sessionId: string, eventId: string): Promise<void> {
    const path = { id: sessionId, eventId }
    const event = await insist(() => api.call('readEvent', { path }))
    if (event === 'gone') feed({ type: 'unreadable', eventId })
    else if (event !== 'moot') feed({ type: 'whole', event })
  }

  async function readRows(
    sessionId: string,
    { after, before }: Extract<Ask, { kind: 'rows' }>,
  ): Promise<void> {
    const path = { id: sessionId }
    const query = { after, before, limit: limits.timelineEventsMax }
    const page = await insist(() => api.call('readTimeline', { path, query }))
    if (page === 'moot') return
    const { items, next } = page === 'gone' ? { items: [], next: undefined } : page
    feed({ type: 'rows', events: items, isLast: next === undefined })
    if (next !== undefined) await readRows(sessionId, { kind: 'rows', after: Number(next), before })
  }

  /** Asks until there is an answer; `moot` once nobody wants it any more. */
  async function insist<T>(fn: () => Promise<T>): Promise<T | 'gone' | 'moot'> {
    const begunIn = round
    const isMoot = () => isClosed || round !== begunIn
    while (!isMoot()) {
      try {
        const answer = await fn()
        return isMoot() ? 'moot' : answer
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return isMoot() ? 'moot' : 'gone'
        // Whatever the gateway says or does not say may pass; a mistake of ours does not.
        if (!(error instanceof Refusal || error instanceof NotRunning)) throw error
        await sleep(clock, pauseMs)
      }
    }
    return 'moot'
  }

  return {
    follow(sessionId, from) {
      round++
      if (state !== undefined && hello !== undefined)
        live.send({ type: 'unsub', scope: `s:${state.sessionId}` })
      state = beginFollowing(sessionId, from)
      if (hello !== undefined) feed(hello)
    },
    close() {
      isClosed = true
      live.close()
      return noted
    },
  }
}

// The sessions that somebody follows live: what the sessions room tells goes to whoever subscribed, for as long as they
// may see it.

import {
  type EventJson,
  limits as contractLimits,
  Refusal,
  refused,
  type SessionId,
  type StreamingJson,
  type ThreadId,
} from '@heddle/contract'
import type { Reader } from '../../../foundation/database/store.ts'
import type { Actor, PersonActor } from '../../../people/people.ts'
import type { LogEvent, Sessions, ToolProgress } from '../../../sessions/sessions.ts'
import { cutEventJson, queuedJson, wholeSessionJson, withoutOff } from '../event-json.ts'
import type { Caller } from './callers.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { encodeFrame } from './encode-frame.ts'
import { cutQueue, cutStreaming } from './encode-snapshot.ts'
import { joinLog, type LogSource } from './join-log.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket } from './live-socket.ts'
import { LogScope } from './log-scope.ts'
import type { Outflow } from './outflow.ts'
import { ThreadViewers } from './thread-viewers.ts'
import { Viewers } from './viewers.ts'

class SessionScope extends LogScope {
  readonly sessionId: SessionId
  readonly viewers: Viewers
  readonly threadViewers: ThreadViewers

  constructor(sessionId: SessionId, deps: LiveDeps, outflow: Outflow, onEmpty: () => void) {
    super(`s:${sessionId}`, outflow, onEmpty)
    this.sessionId = sessionId
    this.viewers = new Viewers(this.name, this.members, deps.clock, deps.limits)
    const { clock, limits, flags } = deps
    const hasThreads = () => flags().threads
    this.threadViewers = new ThreadViewers(this.name, this.members, { clock, limits, hasThreads })
  }

  /** Nobody waits for it, and whoever may no longer see it must not: while that is being found out it is left out. */
  progress({ eventId, text }: ToolProgress): void {
    if (this.checking !== undefined || this.members.size === 0) return
    const frame = encodeFrame({ type: 'eph', scope: this.name, kind: 'progress', eventId, text })
    for (const socket of this.members) socket.sendEphemeral(frame)
  }

  override leave(socket: LiveSocket): void {
    this.viewers.leave(socket)
    this.threadViewers.leave(socket)
    if (socket.viewing?.sessionId === this.sessionId) socket.viewing = undefined
    super.leave(socket)
  }
}

/** Rights to this many are asked for before others get a turn. */
const checksAtOnce = 64

export class SessionScopes {
  readonly #deps: LiveDeps
  readonly #outflow: Outflow
  readonly #scopes = new Map<SessionId, SessionScope>()

  constructor(deps: LiveDeps, outflow: Outflow) {
    this.#deps = deps
    this.#outflow = outflow
    deps.sessions.feed.listen({
      appended: (id, events) => this.#scopes.get(id)?.append(events.map((event) => this.#tell(event))),
      delta: (id, delta) => this.#scopes.get(id)?.delta(delta),
      reset: (id, reset) => this.#scopes.get(id)?.reset(reset.eventId, reset.attempt),
      progress: (id, progress) => this.#scopes.get(id)?.progress(progress),
      accessChanged: (id) => this.#holdAndCheck(id),
    })
  }

  /** `name` is the session's id or key. */
  async subscribe(socket: LiveSocket, name: string, after: number | undefined): Promise<void> {
    const { store, sessions } = this.#deps
    const { caller } = socket
    const { hold } = caller
    await hold?.check
    const { actor } = caller
    const { id } = await store.read((r) => sessions.find(r, actor, name))
    if (!socket.isOpen) return
    checkSubscriptions(this.#deps.limits, socket, `s:${id}`)
    const scope = this.#scopeOf(id)
    // Their rights changed while the session was looked up by the old ones.
    if (caller.hold !== hold) scope.hold(this.#checkAgain(scope, caller))
    scope.viewers.enter(socket)
    await joinLog(this.#deps, scope, socket, this.#sourceOf(scope, actor), after)
  }

  async unsubscribe(socket: LiveSocket, name: string): Promise<void> {
    const held = socket.scopes.find((scope) => scope.name === `s:${name}`)
    if (held !== undefined) return held.leave(socket)
    const { store, sessions } = this.#deps
    const { id } = await store.read((r) => sessions.find(r, socket.caller.actor, name))
    this.#scopes.get(id)?.leave(socket)
  }

  presenceChanged(socket: LiveSocket): void {
    for (const scope of socket.scopes) if (scope instanceof SessionScope) scope.viewers.changed()
  }

  /** `name` is the session's id or key; only who follows it can have something of it open. */
  async view(socket: LiveSocket, name: string, threadId: ThreadId | null): Promise<void> {
    const { store, sessions, flags } = this.#deps
    if (!flags().threads) throw refused('not_found')
    const held = socket.scopes.find((scope) => scope.name === `s:${name}`)
    const { id } = held
      ? { id: undefined }
      : await store.read((r) => sessions.find(r, socket.caller.actor, name))
    const scope = held ?? (id && this.#scopes.get(id))
    if (!(scope instanceof SessionScope) || !socket.scopes.includes(scope)) throw refused('not_found')
    scope.threadViewers.view(socket, threadId)
    socket.viewing = { sessionId: scope.sessionId, threadId }
  }

  /** Whether a connection shows it right now; without a word about threads, whether it follows the session. */
  isShown(socket: LiveSocket, sessionId: SessionId, threadId: ThreadId | null): boolean {
    const scope = this.#scopes.get(sessionId)
    if (scope === undefined || !socket.scopes.includes(scope)) return false
    if (threadId !== null) return scope.threadViewers.has(socket, threadId)
    return socket.viewing === undefined || socket.viewing.sessionId === sessionId
  }

  /** The caller's right to type was asked for before. */
  typing(actor: PersonActor, sessionId: SessionId): void {
    const { personId, handle, name } = actor
    this.#scopes.get(sessionId)?.viewers.typing({ id: personId, handle, name })
  }

  /** Whether the caller may still see what they follow. */
  async recheck(caller: Caller): Promise<void> {
    const scopes = new Set<SessionScope>()
    for (const socket of caller.sockets) {
      for (const scope of socket.scopes) if (scope instanceof SessionScope) scopes.add(scope)
    }
    let asked = 0
    for (const scope of scopes) {
      if (!(await this.#mayRead(caller.actor, scope.sessionId))) this.#expel(scope, caller)
      if (++asked % checksAtOnce === 0) await new Promise<void>((resolve) => this.#deps.clock.soon(resolve))
    }
  }

  async #checkAgain(scope: SessionScope, caller: Caller): Promise<void> {
    await caller.hold?.check
    if (!(await this.#mayRead(caller.actor, scope.sessionId))) this.#expel(scope, caller)
  }

  get count(): number {
    return this.#scopes.size
  }

  close(): void {
    for (const { viewers, threadViewers } of this.#scopes.values()) {
      viewers.close()
      threadViewers.close()
    }
    this.#scopes.clear()
  }

  #scopeOf(id: SessionId): SessionScope {
    const known = this.#scopes.get(id)
    if (known !== undefined) return known
    const scope = new SessionScope(id, this.#deps, this.#outflow, () => {
      scope.viewers.close()
      scope.threadViewers.close()
      if (this.#scopes.get(id) === scope) this.#scopes.delete(id)
    })
    this.#scopes.set(id, scope)
    return scope
  }

  #holdAndCheck(id: SessionId): void {
    const scope = this.#scopes.get(id)
    scope?.hold(this.#checkAll(scope))
  }

  async #checkAll(scope: SessionScope): Promise<void> {
    const callers = new Set(scope.sockets().map(({ caller }) => caller))
    for (const caller of callers) {
      if (!(await this.#mayRead(caller.actor, scope.sessionId))) this.#expel(scope, caller)
    }
  }

  /** When it cannot be found out the answer is no. */
  async #mayRead(actor: Actor, id: SessionId): Promise<boolean> {
    const { store, sessions, log } = this.#deps
    try {
      return await store.read((r) => sessions.mayRead(r, actor, id))
    } catch (error) {
      if (!(error instanceof Refusal)) log.error('a right could not be looked up', { sessionId: id, error })
      return false
    }
  }

  #expel(scope: SessionScope, caller: Caller): void {
    const { code, message } = refused('not_found')
    const frame = encodeFrame({ type: 'nak', code, message, scope: scope.name })
    for (const socket of scope.sockets()) {
      if (socket.caller !== caller) continue
      scope.leave(socket)
      socket.send(frame)
    }
  }

  #tell(event: LogEvent): EventJson {
    return withoutOff(cutEventJson(event), this.#deps.flags())
  }

  #sourceOf(scope: SessionScope, actor: PersonActor): LogSource {
    const { sessions, limits } = this.#deps
    const id = scope.sessionId
    return {
      texts: () => sessions.streaming(id),
      seq: async (r) => (await sessions.find(r, actor, id)).seq,
      after: async (r, after, limit) =>
        (await sessions.logAfter(r, id, after, limit)).map((event) => this.#tell(event)),
      snapshot: (r) => readSnapshot(r, sessions, actor, scope, limits.liveSnapshotEventsMax),
      around: () => [scope.viewers.encodeAll(), ...scope.threadViewers.encodeAll()],
    }
  }
}

/** Of the frame; the rest is for rows. */
const streamingBytesMax = contractLimits.liveFrameOutBytesMax / 4
const queueBytesMax = contractLimits.liveFrameOutBytesMax / 4

async function readSnapshot(
  r: Reader,
  sessions: Sessions,
  actor: PersonActor,
  scope: SessionScope,
  limit: number,
) {
  const session = await sessions.find(r, actor, scope.sessionId)
  const { events, more } = await sessions.timeline(r, actor, scope.sessionId, { limit })
  const queue = await sessions.queue(r, actor, scope.sessionId)
  return {
    seq: session.seq,
    events: events.map(cutEventJson),
    isMore: more,
    // What is undefined is not sent.
    state: (texts: StreamingJson[]) => ({
      session: wholeSessionJson(session),
      queue: cutQueue(queue.map(queuedJson), queueBytesMax),
      streaming: cutStreaming(texts, streamingBytesMax),
      presence: scope.viewers.list(),
      threadViewers: scope.threadViewers.list(),
    }),
  }
}

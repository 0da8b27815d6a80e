// Everyone's list of sessions, live: the first page, then hints about what has changed, joined and at most one a second.
// Hints may be missed; they name the sessions as they are now, and only to those who may see them.

import { Refusal, type SessionId, type SessionJson } from '@heddle/contract'
import type { Cancel } from '../../../foundation/clock.ts'
import type { Reader } from '../../../foundation/database/store.ts'
import type { Page } from '../../../people/people.ts'
import type { Session } from '../../../sessions/sessions.ts'
import { sessionJson } from '../event-json.ts'
import { pageJson } from '../to-json.ts'
import type { Caller } from './callers.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { encodeFrame } from './encode-frame.ts'
import { encodeSnapshot } from './encode-snapshot.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket, Subscribed } from './live-socket.ts'

export const listName = 'l:'

interface Watcher {
  sockets: Set<LiveSocket>
  /** What they were shown, as far back as anyone scrolls: only of these is it news that they are gone. */
  shown: Set<SessionId>
}

const shownMax = 1_000
/** Rights to this many are asked for before others get a turn. */
const checksAtOnce = 64

export class SessionList implements Subscribed {
  readonly name = listName
  readonly #deps: LiveDeps
  readonly #watchers = new Map<Caller, Watcher>()
  readonly #changed = new Set<SessionId>()
  /** One thing at a time, so that no hint falls between a snapshot's reading and its sending. */
  #last: Promise<void> = Promise.resolve()
  #timer: Cancel | undefined

  constructor(deps: LiveDeps) {
    this.#deps = deps
    deps.sessions.feed.listen({
      listed: (id) => this.#note(id),
      accessChanged: (id) => this.#note(id),
      appended: () => undefined,
      delta: () => undefined,
      reset: () => undefined,
      personAppended: () => undefined,
    })
  }

  async subscribe(socket: LiveSocket): Promise<void> {
    checkSubscriptions(this.#deps.limits, socket, listName)
    socket.addScope(this)
    await this.#next(() => this.#open(socket))
  }

  leave(socket: LiveSocket): void {
    socket.removeScope(this)
    const watcher = this.#watchers.get(socket.caller)
    watcher?.sockets.delete(socket)
    if (watcher?.sockets.size === 0) this.#watchers.delete(socket.caller)
    if (this.#watchers.size === 0) this.close()
  }

  close(): void {
    this.#timer?.()
    this.#timer = undefined
    this.#changed.clear()
  }

  #note(id: SessionId): void {
    if (this.#watchers.size === 0) return
    this.#changed.add(id)
    this.#timer ??= this.#deps.clock.timer(
      this.#deps.limits.liveListHintMs,
      () => void this.#next(() => this.#hint()),
    )
  }

  #next(task: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(task)
    this.#last = mine.catch(() => undefined)
    return mine
  }

  async #open(socket: LiveSocket): Promise<void> {
    const { limits } = this.#deps
    if (!socket.scopes.includes(this)) return
    const watcher = this.#watchers.get(socket.caller) ?? { sockets: new Set(), shown: new Set() }
    // Registered before the list is read: what changes meanwhile is hinted at afterwards.
    this.#watchers.set(socket.caller, watcher)
    watcher.sockets.add(socket)
    try {
      const page = await this.#readPage(socket.caller)
      for (const { id } of page.items) show(watcher, id)
      const state = { ...pageJson(page, sessionJson) }
      socket.send(encodeSnapshot(listName, { seq: 0, state, events: [], isMore: false }, limits))
    } catch (error) {
      this.leave(socket)
      throw error
    }
  }

  /** By the rights of one moment, after which nobody said that they had changed. */
  async #readPage(caller: Caller): Promise<Page<Session>> {
    const { store, sessions, limits } = this.#deps
    for (;;) {
      const { hold } = caller
      await hold?.check
      const page = await store.read((r) =>
        sessions.list(r, caller.actor, {}, { limit: limits.pageItemsDefault }),
      )
      await store.durable()
      if (caller.hold === hold) return page
    }
  }

  async #hint(): Promise<void> {
    this.#timer = undefined
    const { store, limits, log } = this.#deps
    const ids = [...this.#changed].slice(0, limits.hintSessionsMax)
    for (const id of ids) this.#changed.delete(id)
    try {
      await store.read((r) => this.#tell(r, ids))
    } catch (error) {
      log.error('a change of sessions could not be hinted at', { error })
    }
    const [more] = this.#changed
    if (more !== undefined) this.#note(more)
  }

  async #tell(r: Reader, ids: readonly SessionId[]): Promise<void> {
    const read = new Map<SessionId, SessionJson>()
    const frames: { sockets: Set<LiveSocket>; frame: Buffer }[] = []
    let asked = 0
    for (const [caller, watcher] of this.#watchers) {
      const items: SessionJson[] = []
      const removed: SessionId[] = []
      for (const id of ids) {
        const session = await this.#look(r, caller, id, read)
        if (session !== undefined) {
          items.push(session)
          show(watcher, id)
        } else if (watcher.shown.delete(id)) removed.push(id)
        if (++asked % checksAtOnce === 0) await new Promise<void>((resolve) => this.#deps.clock.soon(resolve))
      }
      if (items.length + removed.length === 0) continue
      const said = { kind: 'sessions.changed', items, removed }
      frames.push({ sockets: watcher.sockets, frame: encodeFrame({ type: 'eph', scope: listName, ...said }) })
    }
    await this.#deps.store.durable()
    for (const { sockets, frame } of frames) for (const socket of sockets) socket.sendEphemeral(frame)
  }

  /** Undefined when the caller may not see it. Read once for all who may. */
  async #look(
    r: Reader,
    { actor }: Caller,
    id: SessionId,
    read: Map<SessionId, SessionJson>,
  ): Promise<SessionJson | undefined> {
    const { sessions } = this.#deps
    const known = read.get(id)
    if (known !== undefined) return (await sessions.mayRead(r, actor, id)) ? known : undefined
    try {
      const session = sessionJson(await sessions.find(r, actor, id))
      read.set(id, session)
      return session
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}

function show({ shown }: Watcher, id: SessionId): void {
  shown.delete(id)
  shown.add(id)
  if (shown.size <= shownMax) return
  const [oldest] = shown
  if (oldest !== undefined) shown.delete(oldest)
}

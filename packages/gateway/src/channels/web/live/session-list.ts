// Everyone's list of sessions, live: the first page, then hints about what has changed, joined and at most one a second.
// Hints may be missed; they name the sessions as they are now for whoever is told, and only to those who may see them.

import type { ListedSessionJson, PersonId, SessionId } from '@heddle/contract'
import type { Cancel } from '../../../foundation/clock.ts'
import type { Reader } from '../../../foundation/database/store.ts'
import type { Page } from '../../../people/people.ts'
import type { ListedSession, PersonEvent } from '../../../sessions/sessions.ts'
import { listedSessionJson } from '../event-json.ts'
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
  /** What they are still to be told about, the oldest first: one hint holds only so much. */
  owed: Set<SessionId>
}

const keptMax = 1_000
/** Rights to this many are asked for before others get a turn. */
const checksAtOnce = 64

export class SessionList implements Subscribed {
  readonly name = listName
  readonly #deps: LiveDeps
  readonly #watchers = new Map<Caller, Watcher>()
  readonly #changed = new Set<SessionId>()
  /** Where someone has read on: news to them alone, in their other windows. */
  readonly #read = new Map<PersonId, Set<SessionId>>()
  /** One thing at a time, so that no hint falls between a snapshot's reading and its sending. */
  #last: Promise<void> = Promise.resolve()
  #timer: Cancel | undefined
  #asked = 0

  constructor(deps: LiveDeps) {
    this.#deps = deps
    deps.sessions.feed.listen({
      listed: (id) => this.#note(id),
      accessChanged: (id) => this.#note(id),
      appended: () => undefined,
      delta: () => undefined,
      reset: () => undefined,
      personAppended: (id, event) => this.#noteRead(id, event),
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
    this.#read.clear()
  }

  #note(id: SessionId): void {
    if (this.#watchers.size === 0) return
    this.#changed.add(id)
    this.#hintSoon()
  }

  #noteRead(personId: PersonId, { kind, payload }: PersonEvent): void {
    // How far they have read in a discussion changes nothing in the list.
    if (kind !== 'read.changed' || payload['threadId'] !== undefined) return
    const isThere = Array.from(this.#watchers.keys()).some(({ actor }) => actor.personId === personId)
    if (!isThere) return
    const read = this.#read.get(personId) ?? new Set()
    this.#read.set(personId, read)
    // The edge: the sessions room wrote the id there.
    if (read.size < this.#deps.limits.hintSessionsMax) read.add(payload['sessionId'] as SessionId)
    this.#hintSoon()
  }

  #hintSoon(): void {
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
    const watcher = this.#watchers.get(socket.caller) ?? {
      sockets: new Set(),
      shown: new Set(),
      owed: new Set(),
    }
    // Registered before the list is read: what changes meanwhile is hinted at afterwards.
    this.#watchers.set(socket.caller, watcher)
    watcher.sockets.add(socket)
    try {
      const page = await this.#readPage(socket.caller)
      for (const { id } of page.items) keep(watcher.shown, id)
      const state = { ...pageJson(page, listedSessionJson) }
      socket.send(encodeSnapshot(listName, { seq: 0, state, events: [], isMore: false }, limits))
    } catch (error) {
      this.leave(socket)
      throw error
    }
  }

  /** By the rights of one moment, after which nobody said that they had changed. */
  async #readPage(caller: Caller): Promise<Page<ListedSession>> {
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
    const read = new Map(this.#read)
    this.#read.clear()
    try {
      await store.read((r) => this.#tell(r, ids, read))
    } catch (error) {
      log.error('a change of sessions could not be hinted at', { error })
    }
    const isMore =
      this.#changed.size > 0 || Array.from(this.#watchers.values()).some(({ owed }) => owed.size > 0)
    if (isMore) this.#hintSoon()
  }

  async #tell(
    r: Reader,
    changed: readonly SessionId[],
    read: ReadonlyMap<PersonId, ReadonlySet<SessionId>>,
  ): Promise<void> {
    const frames: { sockets: Set<LiveSocket>; frame: Buffer }[] = []
    for (const [caller, watcher] of this.#watchers) {
      for (const id of [...changed, ...(read.get(caller.actor.personId) ?? [])]) keep(watcher.owed, id)
    }
    for (const [caller, watcher] of this.#watchers) {
      const { items, removed } = await this.#gather(r, caller, watcher)
      if (items.length + removed.length === 0) continue
      const said = { kind: 'sessions.changed', items, removed }
      frames.push({ sockets: watcher.sockets, frame: encodeFrame({ type: 'eph', scope: listName, ...said }) })
    }
    await this.#deps.store.durable()
    for (const { sockets, frame } of frames) for (const socket of sockets) socket.sendEphemeral(frame)
  }

  /** As much of what they are owed as one frame holds. */
  async #gather(
    r: Reader,
    { actor }: Caller,
    watcher: Watcher,
  ): Promise<{ items: ListedSessionJson[]; removed: SessionId[] }> {
    const { hintSessionsMax, liveFrameOutBytesMax } = this.#deps.limits
    const items: ListedSessionJson[] = []
    const removed: SessionId[] = []
    let bytes = itemBytes
    for (const id of watcher.owed) {
      const session = await this.#deps.sessions.listed(r, actor, id)
      const item = session && listedSessionJson(session)
      bytes += item ? bytesAtMost(item) : itemBytes
      const told = items.length + removed.length
      if (told >= hintSessionsMax || (told > 0 && bytes > liveFrameOutBytesMax)) break
      watcher.owed.delete(id)
      if (item) {
        items.push(item)
        keep(watcher.shown, id)
      } else if (watcher.shown.delete(id)) removed.push(id)
      if (++this.#asked % checksAtOnce === 0) {
        await new Promise<void>((resolve) => this.#deps.clock.soon(resolve))
      }
    }
    return { items, removed }
  }
}

/** The names of the fields, ids, numbers and times of one session. */
const itemBytes = 1_024

/** A guess from above, because measuring would write everything twice: a character is at most six bytes of JSON. */
function bytesAtMost({ title, key, agentId, model }: ListedSessionJson): number {
  return itemBytes + 6 * (title.length + key.length + agentId.length + (model?.length ?? 0))
}

/** The newest last; of too many the oldest is forgotten. */
function keep(ids: Set<SessionId>, id: SessionId): void {
  ids.delete(id)
  ids.add(id)
  if (ids.size <= keptMax) return
  const [oldest] = ids
  if (oldest !== undefined) ids.delete(oldest)
}

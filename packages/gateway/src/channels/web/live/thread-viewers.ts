// Who has which discussion of a session open just now. In memory alone: it is known of connections, and gone with them.

import type { ThreadId } from '@heddle/contract'
import type { Cancel, Clock } from '../../../foundation/clock.ts'
import { encodeFrame } from './encode-frame.ts'
import type { LiveLimits } from './live-limits.ts'
import type { LiveSocket } from './live-socket.ts'
import type { PersonShown } from './viewers.ts'

export interface ViewedThread {
  threadId: ThreadId
  people: PersonShown[]
}

export class ThreadViewers {
  readonly #scope: string
  readonly #members: ReadonlySet<LiveSocket>
  readonly #clock: Clock
  readonly #limits: LiveLimits
  readonly #hasThreads: () => boolean
  readonly #open = new Map<LiveSocket, ThreadId>()
  readonly #changed = new Set<ThreadId>()
  #toldAt = Number.NEGATIVE_INFINITY
  #timer: Cancel | undefined

  /** `hasThreads`: whether there are discussions here; where there are none, nothing is said of them (COL1). */
  constructor(
    scope: string,
    members: ReadonlySet<LiveSocket>,
    { clock, limits, hasThreads }: { clock: Clock; limits: LiveLimits; hasThreads(): boolean },
  ) {
    this.#scope = scope
    this.#members = members
    this.#clock = clock
    this.#limits = limits
    this.#hasThreads = hasThreads
  }

  /** Null: none of them. */
  view(socket: LiveSocket, threadId: ThreadId | null): void {
    const before = this.#open.get(socket) ?? null
    if (before === threadId) return
    if (threadId === null) this.#open.delete(socket)
    else this.#open.set(socket, threadId)
    for (const id of [before, threadId]) if (id !== null) this.#changed.add(id)
    this.#tellSoon()
  }

  has(socket: LiveSocket, threadId: ThreadId): boolean {
    return this.#open.get(socket) === threadId
  }

  leave(socket: LiveSocket): void {
    this.view(socket, null)
  }

  /** Undefined: there are no discussions. */
  list(): ViewedThread[] | undefined {
    if (!this.#hasThreads()) return undefined
    return [...new Set(this.#open.values())]
      .slice(0, this.#limits.viewersMax)
      .map((threadId) => ({ threadId, people: this.#peopleOf(threadId) }))
  }

  /** For whoever comes back and holds what was so when they left. */
  encodeAll(): Buffer[] {
    const threads = this.list()
    if (threads === undefined) return []
    const said = { kind: 'thread.viewers', threads, isAll: true }
    return [encodeFrame({ type: 'eph', scope: this.#scope, ...said })]
  }

  close(): void {
    this.#timer?.()
    this.#timer = undefined
  }

  #peopleOf(threadId: ThreadId): PersonShown[] {
    const people = new Map<string, PersonShown>()
    for (const [{ caller }, id] of this.#open) {
      if (id !== threadId || people.size >= this.#limits.viewersMax) continue
      const { personId, handle, name } = caller.actor
      people.set(personId, { id: personId, handle, name })
    }
    return [...people.values()]
  }

  /** At once after a while of quiet, otherwise together with what else changes until then. */
  #tellSoon(): void {
    const wait = Math.max(0, this.#toldAt + this.#limits.threadViewersEveryMs - this.#clock.mono())
    this.#timer ??= this.#clock.timer(wait, () => this.#tell())
  }

  #tell(): void {
    this.#timer = undefined
    this.#toldAt = this.#clock.mono()
    const threads = [...this.#changed].map((threadId) => ({ threadId, people: this.#peopleOf(threadId) }))
    this.#changed.clear()
    if (this.#members.size === 0 || !this.#hasThreads()) return
    const frame = encodeFrame({ type: 'eph', scope: this.#scope, kind: 'thread.viewers', threads })
    for (const socket of this.#members) socket.sendEphemeral(frame)
  }
}

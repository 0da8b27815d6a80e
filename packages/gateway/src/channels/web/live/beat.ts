// The one timer behind all connections. Every second it asks a share of them whether they are still there and looks up
// the rights of a share of those behind them, so that the work is spread and each has its turn in time.

import { closeCodes } from '@heddle/contract'
import type { Cancel } from '../../../foundation/clock.ts'
import type { Caller, Callers } from './callers.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket } from './live-socket.ts'
import type { RecheckScopes } from './recheck-scopes.ts'

const beatMs = 1_000

export class Beat {
  readonly #deps: LiveDeps
  readonly #callers: Callers
  readonly #scopes: RecheckScopes
  readonly #slots: Set<LiveSocket>[]
  #slot = 0
  #added = 0
  #timer: Cancel | undefined
  #queue: Caller[] = []
  #isChecking = false

  constructor(deps: LiveDeps, callers: Callers, scopes: RecheckScopes) {
    this.#deps = deps
    this.#callers = callers
    this.#scopes = scopes
    const slots = Math.max(1, Math.round(deps.limits.livePingMs / beatMs))
    this.#slots = Array.from({ length: slots }, () => new Set())
  }

  get sockets(): LiveSocket[] {
    return this.#slots.flatMap((slot) => [...slot])
  }

  get count(): number {
    return this.#slots.reduce((sum, slot) => sum + slot.size, 0)
  }

  add(socket: LiveSocket): void {
    this.#slots[this.#added++ % this.#slots.length]?.add(socket)
    this.#timer ??= this.#deps.clock.timer(beatMs, () => this.#tick())
  }

  remove(socket: LiveSocket): void {
    for (const slot of this.#slots) if (slot.delete(socket)) return
  }

  stop(): void {
    this.#timer?.()
    this.#timer = undefined
  }

  #tick(): void {
    this.#timer = undefined
    this.#slot = (this.#slot + 1) % this.#slots.length
    for (const socket of this.#slots[this.#slot] ?? []) this.#ping(socket)
    if (!this.#isChecking) void this.#check()
    if (this.count > 0) this.#timer = this.#deps.clock.timer(beatMs, () => this.#tick())
  }

  #ping(socket: LiveSocket): void {
    if (socket.pingsMissed >= this.#deps.limits.livePingsMissedMax) {
      // Whoever answers but never said hello is told so; whoever is silent is gone.
      if (!socket.isGreeted) socket.end(closeCodes.protocol, 'hello did not come')
      else socket.wire.terminate()
      return
    }
    socket.pingsMissed++
    if (socket.isOpen) socket.wire.ping()
  }

  async #check(): Promise<void> {
    this.#isChecking = true
    const { liveRecheckMs } = this.#deps.limits
    try {
      if (this.#queue.length === 0) this.#queue = [...this.#callers.all.values()]
      const share = Math.ceil((this.#callers.all.size * beatMs) / liveRecheckMs)
      for (const caller of this.#queue.splice(0, share)) {
        if (caller.sockets.size === 0) continue
        if (await this.#callers.refresh(caller)) await this.#scopes.recheck(caller)
      }
    } catch (error) {
      this.#deps.log.error('rights behind live connections could not be looked up', { error })
    } finally {
      this.#isChecking = false
    }
  }
}

/** Heard from: by a pong or by any frame. Without a hello that does not count. */
export function noteAlive(socket: LiveSocket): void {
  if (socket.isGreeted) socket.pingsMissed = 0
}

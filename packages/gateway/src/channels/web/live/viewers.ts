// Who looks at a session just now, and who types. In memory alone, never repeated to anyone who was not there; changes
// go out at most once in a while for each person.

import type { Cancel, Clock } from '../../../foundation/clock.ts'
import { encodeFrame } from './encode-frame.ts'
import type { LiveLimits } from './live-limits.ts'
import type { LiveSocket, PresenceState } from './live-socket.ts'

export interface PersonShown {
  id: string
  handle: string
  name: string
}

export interface ViewerShown extends PersonShown {
  state: PresenceState
}

interface Viewer {
  person: PersonShown
  sockets: Set<LiveSocket>
  /** As the others know it; undefined before they know anything. */
  told: PresenceState | undefined
  toldAt: number
}

const strongest: readonly PresenceState[] = ['active', 'idle', 'away']

export class Viewers {
  readonly #scope: string
  readonly #members: ReadonlySet<LiveSocket>
  readonly #clock: Clock
  readonly #limits: LiveLimits
  readonly #viewers = new Map<string, Viewer>()
  readonly #typedAt = new Map<string, number>()
  #timer: Cancel | undefined

  constructor(scope: string, members: ReadonlySet<LiveSocket>, clock: Clock, limits: LiveLimits) {
    this.#scope = scope
    this.#members = members
    this.#clock = clock
    this.#limits = limits
  }

  list(): ViewerShown[] {
    return Array.from(this.#viewers.values(), (viewer) => ({ ...viewer.person, state: stateOf(viewer) }))
      .filter((viewer): viewer is ViewerShown => viewer.state !== undefined)
      .slice(0, this.#limits.viewersMax)
  }

  /** For whoever comes back: they may still hold someone for present who left meanwhile, and know nobody who came. */
  encodeAll(): Buffer {
    const said = { kind: 'presence', people: this.list(), isAll: true }
    return encodeFrame({ type: 'eph', scope: this.#scope, ...said })
  }

  enter(socket: LiveSocket): void {
    const { personId, handle, name } = socket.caller.actor
    const known = this.#viewers.get(personId)
    // Whoever comes when the room is full looks on unseen, so that a crowd does not grow what everybody is told.
    if (known === undefined && this.#viewers.size >= this.#limits.viewersMax) return
    const viewer = known ?? {
      person: { id: personId, handle, name },
      sockets: new Set<LiveSocket>(),
      told: undefined,
      toldAt: Number.NEGATIVE_INFINITY,
    }
    viewer.sockets.add(socket)
    this.#viewers.set(personId, viewer)
    this.changed()
  }

  leave(socket: LiveSocket): void {
    const viewer = this.#viewers.get(socket.caller.actor.personId)
    if (viewer?.sockets.delete(socket)) this.changed()
  }

  /** Somebody came, went or turned away: told soon, together with what else changes until then. */
  changed(): void {
    this.#timer ??= this.#clock.timer(0, () => this.#tell())
  }

  /** False when it was said a moment ago. */
  typing(person: PersonShown): boolean {
    const now = this.#clock.mono()
    const { typingEveryMs, typingExpiresMs } = this.#limits
    if (now - (this.#typedAt.get(person.id) ?? Number.NEGATIVE_INFINITY) < typingEveryMs) return false
    for (const [id, at] of this.#typedAt) if (now - at >= typingExpiresMs) this.#typedAt.delete(id)
    this.#typedAt.set(person.id, now)
    this.#broadcast({ kind: 'typing', person, expiresMs: typingExpiresMs })
    return true
  }

  close(): void {
    this.#timer?.()
    this.#timer = undefined
  }

  #tell(): void {
    this.#timer = undefined
    const now = this.#clock.mono()
    const people: (PersonShown & { state: PresenceState | 'gone' })[] = []
    let next = Number.POSITIVE_INFINITY
    for (const [id, viewer] of this.#viewers) {
      const state = stateOf(viewer)
      const dueAt = viewer.toldAt + this.#limits.presenceEveryMs
      if (state === viewer.told && state !== undefined) continue
      if (dueAt > now) {
        next = Math.min(next, dueAt)
        continue
      }
      if (state === undefined && viewer.told === undefined) {
        this.#viewers.delete(id)
        continue
      }
      people.push({ ...viewer.person, state: state ?? 'gone' })
      viewer.told = state
      viewer.toldAt = now
      // Remembered a while, so that coming and going in turn is not told each time.
      if (state === undefined) next = Math.min(next, now + this.#limits.presenceEveryMs)
    }
    if (people.length > 0) this.#broadcast({ kind: 'presence', people })
    if (next < Number.POSITIVE_INFINITY) this.#timer = this.#clock.timer(next - now, () => this.#tell())
  }

  #broadcast(said: { kind: string } & Record<string, unknown>): void {
    if (this.#members.size === 0) return
    const frame = encodeFrame({ type: 'eph', scope: this.#scope, ...said })
    for (const socket of this.#members) socket.sendEphemeral(frame)
  }
}

/** Someone with two windows is where they are most awake. */
function stateOf(viewer: Viewer): PresenceState | undefined {
  return strongest.find((state) => Array.from(viewer.sockets).some((socket) => socket.presence === state))
}

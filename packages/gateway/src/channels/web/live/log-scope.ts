// One log that people follow live: a session's or a person's own. Everything goes through one line in the order in
// which it was told, newcomers too, so each of them gets exactly what comes after the moment of their snapshot.

import { type EventJson, limits } from '@heddle/contract'
import type { StreamingText, TextDelta } from '../../../sessions/sessions.ts'
import { cutPieces, encodeEvent, encodeFrame, encodePiece } from './encode-frame.ts'
import { addedBy, completesText, type Told } from './fold-texts.ts'
import type { LiveSocket, Subscribed } from './live-socket.ts'
import type { Outflow, Outlet } from './outflow.ts'

/** Someone whose snapshot is being read. */
export interface Joiner {
  readonly socket: LiveSocket
  /** What streamed when they came. */
  readonly texts: StreamingText[]
  /** Everything told since. */
  told: Told[]
  isOver: boolean
}

/** What a newcomer is sent when it is their turn. */
export interface Welcome {
  frames: Buffer[]
  /** How far they hold each text: what streams may be ahead of what was told. */
  ends: ReadonlyMap<string, TextEnd>
}

export interface TextEnd {
  attempt: number
  end: number
}

type Waiting = Told | { kind: 'join'; joiner: Joiner; welcome: Welcome }

export class LogScope implements Outlet, Subscribed {
  readonly name: string
  readonly members = new Set<LiveSocket>()
  readonly #joiners = new Set<Joiner>()
  readonly #outflow: Outflow
  readonly #onEmpty: () => void
  #line: Waiting[] = []
  /** Whoever was told more of a text than its deltas say; short-lived. */
  readonly #ahead = new Map<LiveSocket, Map<string, TextEnd>>()
  checking: Promise<void> | undefined

  constructor(name: string, outflow: Outflow, onEmpty: () => void) {
    this.name = name
    this.#outflow = outflow
    this.#onEmpty = onEmpty
  }

  get waiting(): number {
    return this.#line.length
  }

  get isEmpty(): boolean {
    return this.members.size === 0 && this.#joiners.size === 0
  }

  /** Everybody in it, and whoever is about to be. */
  sockets(): LiveSocket[] {
    return [...this.members, ...Array.from(this.#joiners, ({ socket }) => socket)]
  }

  append(events: readonly EventJson[]): void {
    for (const event of events) this.#tell({ kind: 'event', event })
    this.#outflow.push(this)
  }

  delta(delta: TextDelta): void {
    for (const part of cutDelta(delta)) {
      this.#tell({ kind: 'delta', delta: part })
      this.#releaseFree()
    }
  }

  reset(eventId: string, attempt: number): void {
    this.#tell({ kind: 'reset', eventId, attempt })
    this.#releaseFree()
  }

  /** From here on everything that is told is kept for them. */
  register(socket: LiveSocket, texts: StreamingText[]): Joiner {
    this.#remove(socket)
    const joiner: Joiner = { socket, texts, told: [], isOver: false }
    this.#joiners.add(joiner)
    socket.addScope(this)
    return joiner
  }

  /** `welcome` holds all that was told to them until this very moment: their turn comes after that. */
  admit(joiner: Joiner, welcome: Welcome): void {
    if (joiner.isOver) return
    joiner.told = []
    this.#line.push({ kind: 'join', joiner, welcome })
    this.#outflow.push(this)
  }

  leave(socket: LiveSocket): void {
    this.#remove(socket)
    if (this.isEmpty) this.#onEmpty()
  }

  #remove(socket: LiveSocket): void {
    for (const joiner of this.#joiners) {
      if (joiner.socket !== socket) continue
      joiner.isOver = true
      this.#joiners.delete(joiner)
    }
    this.members.delete(socket)
    this.#ahead.delete(socket)
    socket.removeScope(this)
  }

  /** Nothing leaves until it is known who may still see it. */
  hold(check: Promise<void>): void {
    const before = this.checking
    const held = Promise.all([before, check]).then(() => {
      if (this.checking === held) this.checking = undefined
      this.#outflow.push(this)
    })
    this.checking = held
  }

  release(count: number): void {
    const leaving = this.#line.splice(0, count)
    for (const item of leaving) this.#send(item)
  }

  #tell(item: Told): void {
    this.#line.push(item)
    for (const joiner of this.#joiners) joiner.told.push(item)
  }

  // What is no entry of a log needs no disk: it only must not overtake what came before it.
  #releaseFree(): void {
    if (this.#line.length > 1 || this.checking !== undefined) this.#outflow.push(this)
    else this.release(1)
  }

  #send(item: Waiting): void {
    switch (item.kind) {
      case 'event':
        return this.#sendEvent(item.event)
      case 'delta':
        return this.#sendDelta(item.delta)
      case 'reset':
        return this.#sendReset(item.eventId, item.attempt)
      case 'join':
        return this.#join(item.joiner, item.welcome)
    }
  }

  #sendEvent(event: EventJson): void {
    if (this.members.size === 0) return
    const frame = encodeEvent(this.name, event)
    for (const socket of this.members) socket.sendEvent(frame)
    if (this.#ahead.size > 0 && completesText(event)) this.#fallBehind(event.eventId)
  }

  #sendDelta(delta: TextDelta): void {
    if (this.members.size === 0) return
    const piece = pieceOf(delta)
    const frame = encodePiece(this.name, piece)
    if (this.#ahead.size === 0) {
      for (const socket of this.members) socket.sendPiece(frame, this.name, piece)
      return
    }
    for (const socket of this.members) {
      const end = this.#ahead.get(socket)?.get(delta.eventId)
      const added = end === undefined ? delta : addedBy(delta, end.attempt, end.end)
      if (added === delta) socket.sendPiece(frame, this.name, piece)
      else if (added !== undefined) socket.sendOwnPiece(this.name, pieceOf(added))
      if (end !== undefined && added !== undefined) this.#catchUp(socket, delta.eventId)
    }
  }

  #sendReset(eventId: string, attempt: number): void {
    const frame = encodeFrame({ type: 'dr', scope: this.name, msgId: eventId, att: attempt })
    for (const socket of this.members) socket.sendEvent(frame)
    this.#fallBehind(eventId)
  }

  #join(joiner: Joiner, { frames, ends }: Welcome): void {
    if (joiner.isOver) return
    this.#joiners.delete(joiner)
    const { socket } = joiner
    this.members.add(socket)
    if (ends.size > 0) this.#ahead.set(socket, new Map(ends))
    for (const frame of frames) socket.sendEvent(frame)
  }

  #fallBehind(eventId: string): void {
    for (const socket of this.#ahead.keys()) this.#catchUp(socket, eventId)
  }

  #catchUp(socket: LiveSocket, eventId: string): void {
    const ends = this.#ahead.get(socket)
    ends?.delete(eventId)
    if (ends?.size === 0) this.#ahead.delete(socket)
  }
}

/** A model may say very much at once; a frame has its limit. */
function cutDelta(delta: TextDelta): TextDelta[] {
  if (delta.text.length <= deltaCharsMax) return [delta]
  const pieces = cutPieces(pieceOf(delta), limits.liveFrameOutBytesMax)
  return pieces.map(({ off, t }) => ({ ...delta, offset: off, text: t }))
}

const deltaCharsMax = 32 * 1_024

function pieceOf({ eventId, attempt, offset, text }: TextDelta) {
  return { msgId: eventId, att: attempt, off: offset, t: text }
}

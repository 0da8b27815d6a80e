// Connections that do not take what they are sent as fast as it comes. One timer looks at all of them; a connection
// that keeps up has nothing here. First what may be missed is left out, then pieces of text are joined, and whoever
// still does not read is cut off and comes back with the last number they have.

import type { Cancel, Clock } from '../../../foundation/clock.ts'
import { cutPieces, encodePiece, type Piece } from './encode-frame.ts'
import type { LiveLimits } from './live-limits.ts'

/** The connection as this file needs it. */
export interface SlowSocket {
  readonly wire: { readonly bufferedAmount: number }
  backlog: Backlog | undefined
  readonly isOpen: boolean
  send(frame: Buffer): void
  endSlow(): void
}

export interface Backlog {
  /** Since it fell behind. */
  sentBytes: number
  sentFrames: number
  /** How much of that was taken when someone last looked, and when that last grew. */
  takenBytes: number
  movedAt: number
  /** Pieces of text that wait to be sent as one, by scope and message. */
  joined: Map<string, { scope: string; piece: Piece }>
  joinedChars: number
}

export class Backlogs {
  readonly #clock: Clock
  readonly #limits: LiveLimits
  readonly #slow = new Set<SlowSocket>()
  #timer: Cancel | undefined

  constructor(clock: Clock, limits: LiveLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** After a send that did not leave at once. */
  watch(socket: SlowSocket): void {
    if (socket.backlog !== undefined || !socket.isOpen) return
    socket.backlog = {
      sentBytes: socket.wire.bufferedAmount,
      sentFrames: 1,
      takenBytes: 0,
      movedAt: this.#clock.mono(),
      joined: new Map(),
      joinedChars: 0,
    }
    this.#slow.add(socket)
    this.#timer ??= this.#clock.timer(this.#limits.liveCrowdedFlushMs, () => this.#look())
  }

  /** Counts what was handed over; ends the connection when too much lies there. */
  sent(socket: SlowSocket, backlog: Backlog, bytes: number): void {
    backlog.sentBytes += bytes
    backlog.sentFrames++
    if (socket.wire.bufferedAmount + backlog.joinedChars >= this.#limits.liveQueueBytesCut) socket.endSlow()
  }

  /** So much that whatever can wait or be missed must. */
  isFull(socket: SlowSocket, backlog: Backlog): boolean {
    const buffered = socket.wire.bufferedAmount
    if (buffered >= this.#limits.liveQueueBytesMax) return true
    const frameBytes = backlog.sentBytes / backlog.sentFrames
    return buffered / frameBytes >= this.#limits.liveQueueFramesMax
  }

  isCrowded(socket: SlowSocket, backlog: Backlog): boolean {
    return socket.wire.bufferedAmount > this.#limits.liveCrowdedBytes || this.isFull(socket, backlog)
  }

  /** Keeps the piece to be sent together with those that follow it. */
  join(socket: SlowSocket, backlog: Backlog, scope: string, piece: Piece): void {
    const key = `${scope} ${piece.msgId}`
    const held = backlog.joined.get(key)?.piece
    const fits = held !== undefined && held.att === piece.att && held.off + held.t.length === piece.off
    if (held !== undefined && !fits) this.flush(socket, backlog)
    const whole = fits ? { ...held, t: held.t + piece.t } : piece
    backlog.joined.set(key, { scope, piece: whole })
    backlog.joinedChars += piece.t.length
    if (socket.wire.bufferedAmount + backlog.joinedChars >= this.#limits.liveQueueBytesCut) socket.endSlow()
  }

  flush(socket: SlowSocket, backlog: Backlog): void {
    const joined = [...backlog.joined.values()]
    backlog.joined.clear()
    backlog.joinedChars = 0
    for (const { scope, piece } of joined) {
      for (const part of cutPieces(piece, this.#limits.liveFrameOutBytesMax)) {
        socket.send(encodePiece(scope, part))
      }
    }
  }

  forget(socket: SlowSocket): void {
    socket.backlog = undefined
    this.#slow.delete(socket)
    if (this.#slow.size > 0) return
    this.#timer?.()
    this.#timer = undefined
  }

  #look(): void {
    this.#timer = undefined
    for (const socket of this.#slow) this.#lookAt(socket)
    if (this.#slow.size > 0) {
      this.#timer = this.#clock.timer(this.#limits.liveCrowdedFlushMs, () => this.#look())
    }
  }

  #lookAt(socket: SlowSocket): void {
    const { backlog } = socket
    if (backlog === undefined) return
    const now = this.#clock.mono()
    const taken = backlog.sentBytes - socket.wire.bufferedAmount
    if (taken > backlog.takenBytes) {
      backlog.takenBytes = taken
      backlog.movedAt = now
    }
    if (!this.isFull(socket, backlog)) this.flush(socket, backlog)
    if (socket.wire.bufferedAmount === 0) this.forget(socket)
    else if (now - backlog.movedAt >= this.#limits.liveBlockedMsMax) socket.endSlow()
  }
}

// Connections that do not take what they are sent as fast as it comes. One timer looks at all of them; a connection
// that keeps up has nothing here. First what may be missed is left out, then pieces of text are joined, and whoever
// still does not read is cut off and comes back with the last number they have. What lies there is counted until the
// connection is gone, not only until we gave it up.

import type { Cancel, Clock } from '../../../foundation/clock.ts'
import { cutPieces, encodePiece, type Piece } from './encode-frame.ts'
import type { LiveLimits } from './live-limits.ts'
import { OwedBytes, type Owing } from './owed-bytes.ts'

/** The connection as this file needs it. */
export interface SlowSocket extends Owing {
  readonly wire: { readonly bufferedAmount: number; terminate(): void }
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
  /** Of whoever waits until there is room again. */
  onRoom: (() => void) | undefined
  /** When the connection was told to end. */
  endedAt: number | undefined
}

export class Backlogs {
  readonly #clock: Clock
  readonly #limits: LiveLimits
  readonly #slow = new Set<SlowSocket>()
  readonly #owed: OwedBytes
  #timer: Cancel | undefined

  constructor(clock: Clock, limits: LiveLimits) {
    this.#clock = clock
    this.#limits = limits
    this.#owed = new OwedBytes(limits.queueBytesPersonMax)
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
      onRoom: undefined,
      endedAt: undefined,
    }
    this.#slow.add(socket)
    this.#timer ??= this.#clock.timer(this.#limits.liveCrowdedFlushMs, () => this.#look())
    this.#cut(socket)
  }

  /** Counts what was handed over; ends the connection when too much lies there. */
  sent(socket: SlowSocket, backlog: Backlog, bytes: number): void {
    backlog.sentBytes += bytes
    backlog.sentFrames++
    this.#cut(socket)
  }

  /** Resolves when the connection has room for something large, or has ended. Asked for by one at a time. */
  whenRoom(socket: SlowSocket, backlog: Backlog): Promise<void> | undefined {
    if (!socket.isOpen || !this.isFull(socket, backlog)) return undefined
    return new Promise((resolve) => {
      backlog.onRoom = resolve
    })
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
    this.#cut(socket)
  }

  /** What waits for a scope that they no longer follow is not theirs to see. */
  drop(backlog: Backlog, scope: string): void {
    for (const [key, held] of backlog.joined) {
      if (held.scope !== scope) continue
      backlog.joined.delete(key)
      backlog.joinedChars -= held.piece.t.length
    }
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

  /** Nothing more is put on top. What lies there already is given a moment, and is gone with the connection. */
  end(backlog: Backlog): void {
    backlog.endedAt = this.#clock.mono()
    backlog.joined.clear()
    backlog.joinedChars = 0
    makeRoom(backlog)
  }

  /** The connection has caught up or is gone. */
  forget(socket: SlowSocket): void {
    if (socket.backlog === undefined) return
    makeRoom(socket.backlog)
    socket.backlog = undefined
    this.#slow.delete(socket)
    this.#owed.forget(socket)
    if (this.#slow.size > 0) return
    this.#timer?.()
    this.#timer = undefined
  }

  #cut(socket: SlowSocket): void {
    const isWithin = this.#owed.note(socket)
    if (!isWithin || socket.waitingBytes >= this.#limits.liveQueueBytesCut) socket.endSlow()
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
    if (backlog.endedAt === undefined && !this.isFull(socket, backlog)) {
      this.flush(socket, backlog)
      makeRoom(backlog)
    }
    if (socket.wire.bufferedAmount === 0) this.forget(socket)
    else if (backlog.endedAt !== undefined) {
      if (now - backlog.endedAt >= this.#limits.closeMs) socket.wire.terminate()
    } else if (now - backlog.movedAt >= this.#limits.liveBlockedMsMax) socket.endSlow()
  }
}

function makeRoom(backlog: Backlog): void {
  backlog.onRoom?.()
  backlog.onRoom = undefined
}

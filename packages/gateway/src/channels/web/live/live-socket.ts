// One live connection. It holds little, because most of them are idle most of the time: no timer, no closures, no
// buffers; what many share stands in the objects it points at.

import { closeCodes, type ConnectionId, type SessionId, type ThreadId } from '@heddle/contract'
import type { Backlog, Backlogs } from './backlog.ts'
import type { Caller, Origin } from './callers.ts'
import { encodePiece, type Piece } from './encode-frame.ts'

/** What a WebSocket is to us. */
export interface Wire {
  readonly bufferedAmount: number
  sendText(frame: Buffer): void
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
  pause(): void
  resume(): void
}

/** Something that was subscribed to. */
export interface Subscribed {
  readonly name: string
  leave(socket: LiveSocket): void
}

export type PresenceState = 'active' | 'idle' | 'away'

export class LiveSocket {
  readonly id: ConnectionId
  readonly wire: Wire
  readonly caller: Caller
  readonly origin: Origin
  readonly #backlogs: Backlogs
  /** Few for most, so a list: a set would be larger than what it holds. */
  scopes: Subscribed[] = []
  presence: PresenceState = 'active'
  /** What its page shows, as far as it said so. */
  viewing: { sessionId: SessionId; threadId: ThreadId | null } | undefined
  isOpen = true
  isGreeted = false
  badInARow = 0
  pingsMissed = 0
  turnsWaiting = 0
  /** The last thing that was asked for; the next one follows it. */
  lastTurn: Promise<void> | undefined
  backlog: Backlog | undefined

  constructor(parts: {
    id: ConnectionId
    wire: Wire
    caller: Caller
    origin: Origin
    backlogs: Backlogs
  }) {
    this.id = parts.id
    this.wire = parts.wire
    this.caller = parts.caller
    this.origin = parts.origin
    this.#backlogs = parts.backlogs
  }

  get waitingBytes(): number {
    return this.wire.bufferedAmount + (this.backlog?.joinedChars ?? 0)
  }

  /** Before something large is made for it. */
  whenRoom(): Promise<void> | undefined {
    return this.backlog && this.#backlogs.whenRoom(this, this.backlog)
  }

  /** What must arrive. */
  send(frame: Buffer): void {
    if (!this.isOpen) return
    this.wire.sendText(frame)
    if (this.backlog !== undefined) this.#backlogs.sent(this, this.backlog, frame.length)
    else if (this.wire.bufferedAmount > 0) this.#backlogs.watch(this)
  }

  /** An entry of a log: pieces of text that came before it go before it. */
  sendEvent(frame: Buffer): void {
    if (this.backlog !== undefined && this.backlog.joined.size > 0) this.#backlogs.flush(this, this.backlog)
    this.send(frame)
  }

  /** `frame` is the piece as everybody gets it. */
  sendPiece(frame: Buffer, scope: string, piece: Piece): void {
    const { backlog } = this
    if (backlog === undefined) this.send(frame)
    else if (backlog.joined.size > 0 || this.#backlogs.isCrowded(this, backlog)) {
      this.#backlogs.join(this, backlog, scope, piece)
    } else this.send(frame)
  }

  sendOwnPiece(scope: string, piece: Piece): void {
    this.sendPiece(encodePiece(scope, piece), scope, piece)
  }

  /** What may be missed. */
  sendEphemeral(frame: Buffer): void {
    if (this.caller.hold?.isOver === false) return
    if (this.backlog !== undefined && this.#backlogs.isFull(this, this.backlog)) return
    this.send(frame)
  }

  addScope(scope: Subscribed): void {
    if (!this.scopes.includes(scope)) this.scopes.push(scope)
  }

  removeScope(scope: Subscribed): void {
    const at = this.scopes.indexOf(scope)
    if (at !== -1) this.scopes.splice(at, 1)
    if (this.backlog !== undefined) this.#backlogs.drop(this.backlog, scope.name)
  }

  endSlow(): void {
    this.end(closeCodes.slow, 'did not read fast enough')
  }

  /** Nothing more is sent or heard; the other side is told why. */
  end(code: number, reason: string): void {
    if (!this.isOpen) return
    this.#leaveAll()
    if (this.backlog !== undefined) this.#backlogs.end(this.backlog)
    this.wire.close(code, reason)
  }

  /** The connection is no more, by our will or not. */
  gone(): void {
    this.#leaveAll()
    this.#backlogs.forget(this)
  }

  #leaveAll(): void {
    this.isOpen = false
    for (const scope of this.scopes.splice(0)) scope.leave(this)
  }
}

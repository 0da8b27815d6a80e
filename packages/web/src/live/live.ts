// The app's one live socket: it is opened when someone wants to follow something or has something to say, comes back by
// itself without giving up, and takes up each scope where it was. Time, chance and the socket itself are handed in.

import {
  type ClientFrame,
  closeCodes,
  limits,
  liveProtocol,
  type ServerFrame,
  serverFrameShape,
} from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import { chooseDelayMs } from './choose-delay.ts'
import { createOutbox, type KeptStore, type MessageMode, type Outbox, type Outgoing } from './outbox.ts'

export interface Follower {
  hear(frame: ServerFrame): void
  /** The newest entry it has; undefined asks for a snapshot. */
  after(): number | undefined
  refused(code: string, message: string): void
}

export interface Live {
  enter(personId: string): void
  leave(): void
  follow(scope: string, follower: Follower): () => void
  /** A hole was seen: asks for what comes after the last entry that was applied. */
  askAgain(scope: string): void
  /** False when too much waits already. */
  say(message: { sessionId: string; text: string; mode: MessageMode }): boolean
  sayAgain(cid: string): void
  /** The network or the tab came back. */
  wake(): void
  /** The network is said to be gone. */
  doubt(): void
  readonly outbox: Outbox
}

export interface Socket {
  send(text: string): void
  close(): void
}

export interface SocketEvents {
  opened(): void
  heard(text: string): void
  closed(code: number): void
}

export interface LiveDeps {
  open(on: SocketEvents): Socket
  now(): number
  /** Gives back how to call it off. */
  after(ms: number, run: () => void): () => void
  chance(): number
  newId(): string
  store: KeptStore | undefined
  /** For a message that is too large for a frame. */
  post(message: Outgoing): Promise<{ seq: number }>
  onLost(isLost: boolean): void
  onSignedOut(): void
  /** The line was refused before it opened. */
  onTurnedAway(): void
}

const bannerAfterMs = 3_000
const pongWithinMs = 5_000
const helloWithinMs = 10_000
const silentMs = 30_000
const commandWithinMs = 15_000

interface Following {
  followers: Set<Follower>
  /** Under which the entries that they hold were seen. */
  epoch: number | undefined
}

export function createLive(deps: LiveDeps): Live {
  const outbox = createOutbox(deps)
  const scopes = new Map<string, Following>()
  let person: string | undefined
  let socket: Socket | undefined
  let isUp = false
  let isOpened = false
  let epoch = 0
  let failures = 0
  let heardAt = 0
  let isBarred = false
  let cancelReconnect: (() => void) | undefined
  let cancelBanner: (() => void) | undefined
  let cancelWatch: (() => void) | undefined
  const deadlines = new Map<string, () => void>()

  const isWanted = () =>
    person !== undefined && (scopes.size > 0 || outbox.all().some((item) => item.state === 'sending'))

  function connect(): void {
    cancelReconnect?.()
    cancelReconnect = undefined
    if (socket || !isWanted()) return
    isBarred = false
    isOpened = false
    cancelBanner ??= deps.after(bannerAfterMs, () => deps.onLost(true))
    const mine: Socket = deps.open({
      opened: () => {
        if (socket !== mine) return
        isOpened = true
        write({ type: 'hello', proto: liveProtocol, client: 'web' })
      },
      heard: (text) => socket === mine && hear(text),
      closed: (code) => socket === mine && lose(code),
    })
    socket = mine
    watch(helloWithinMs)
  }

  /** Closes if nothing at all is heard in that time. */
  function watch(ms: number): void {
    cancelWatch?.()
    const since = deps.now()
    cancelWatch = deps.after(ms, () => {
      if (heardAt < since || !isUp) return cut()
      cancelWatch = deps.after(silentMs, probe)
    })
  }

  function probe(): void {
    if (!isUp) return
    write({ type: 'ping' })
    watch(pongWithinMs)
  }

  function cut(): void {
    const old = socket
    lose(0)
    old?.close()
  }

  function lose(code: number): void {
    socket = undefined
    isUp = false
    cancelWatch?.()
    for (const cancel of deadlines.values()) cancel()
    deadlines.clear()
    if (code === closeCodes.signIn || code === closeCodes.removed) {
      isBarred = true
      cancelBanner?.()
      cancelBanner = undefined
      return deps.onSignedOut()
    }
    if (!isOpened) deps.onTurnedAway()
    if (!isWanted()) return
    cancelBanner ??= deps.after(bannerAfterMs, () => deps.onLost(true))
    cancelReconnect = deps.after(chooseDelayMs(failures, deps.chance()), connect)
    failures += 1
  }

  function write(frame: ClientFrame): void {
    socket?.send(JSON.stringify(frame))
  }

  function hear(text: string): void {
    heardAt = deps.now()
    const frame = readFrame(text)
    if (frame === undefined) return
    switch (frame.type) {
      case 'hello':
        return greet(frame.epoch)
      case 'ack':
        settle(frame.cid)
        return outbox.acknowledge(frame.cid, frame.seq)
      case 'nak':
        return refuse(frame)
      case 'snap': {
        const following = scopes.get(frame.scope)
        if (following) following.epoch = epoch
        return tell(frame.scope, frame)
      }
      case 'ev':
      case 'd':
      case 'dr':
      case 'eph':
        return tell(frame.scope, frame)
      case 'pong':
        return
    }
  }

  function greet(current: number): void {
    epoch = current
    isUp = true
    failures = 0
    cancelBanner?.()
    cancelBanner = undefined
    deps.onLost(false)
    for (const scope of scopes.keys()) subscribe(scope)
    for (const item of outbox.all()) if (item.state === 'sending') send(item)
  }

  function subscribe(scope: string): void {
    const following = scopes.get(scope)
    if (!following || !isUp) return
    const afters = [...following.followers].map((follower) => follower.after())
    const after = afters.includes(undefined) ? undefined : Math.min(...afters.map(Number))
    write({
      type: 'sub',
      scope,
      ...(after === undefined ? {} : { after }),
      ...(following.epoch === undefined ? {} : { epoch: following.epoch }),
    })
  }

  function tell(scope: string, frame: ServerFrame): void {
    for (const follower of scopes.get(scope)?.followers ?? []) follower.hear(frame)
  }

  function refuse(frame: Extract<ServerFrame, { type: 'nak' }>): void {
    if (frame.cid !== undefined) {
      settle(frame.cid)
      outbox.refuse(frame.cid, { code: frame.code, message: frame.message })
    }
    for (const follower of scopes.get(frame.scope ?? '')?.followers ?? [])
      follower.refused(frame.code, frame.message)
  }

  function send(item: Outgoing): void {
    if (!isUp) return connect()
    const frame = JSON.stringify({
      type: 'cmd',
      cid: item.cid,
      op: 'message',
      sessionId: item.sessionId,
      body: item.text,
      clientMessageId: item.cid,
      mode: item.mode,
    })
    if (new TextEncoder().encode(frame).length > limits.liveFrameInBytesMax) return post(item)
    socket?.send(frame)
    // Without an answer the line is taken for dead; the next one carries it again, under the same id.
    deadlines.get(item.cid)?.()
    deadlines.set(item.cid, deps.after(commandWithinMs, cut))
  }

  function post(item: Outgoing): void {
    deps.post(item).then(
      ({ seq }) => outbox.acknowledge(item.cid, seq),
      (error: unknown) => {
        const code = error instanceof CallError ? error.code : 'not_understood'
        if (code !== 'unreachable')
          return outbox.refuse(item.cid, { code, message: error instanceof Error ? error.message : '' })
        settle(item.cid)
        deadlines.set(
          item.cid,
          deps.after(commandWithinMs, () => post(item)),
        )
      },
    )
  }

  function settle(cid: string): void {
    deadlines.get(cid)?.()
    deadlines.delete(cid)
  }

  function leave(): void {
    person = undefined
    const old = socket
    socket = undefined
    isUp = false
    cancelReconnect?.()
    cancelBanner?.()
    cancelBanner = undefined
    cancelWatch?.()
    for (const cancel of deadlines.values()) cancel()
    deadlines.clear()
    old?.close()
    deps.onLost(false)
  }

  return {
    outbox,
    enter(personId) {
      if (person === personId) return
      if (person !== undefined) leave()
      outbox.forget()
      person = personId
      outbox.restore(personId)
      connect()
    },
    leave() {
      leave()
      outbox.forget()
    },
    follow(scope, follower) {
      const following = scopes.get(scope) ?? { followers: new Set(), epoch: undefined }
      following.followers.add(follower)
      scopes.set(scope, following)
      if (isUp) subscribe(scope)
      else connect()
      return () => {
        following.followers.delete(follower)
        if (following.followers.size > 0 || scopes.get(scope) !== following) return
        scopes.delete(scope)
        if (isUp) write({ type: 'unsub', scope })
      }
    },
    askAgain: subscribe,
    say(message) {
      const item = outbox.add(message)
      if (item === undefined) return false
      send(item)
      return true
    },
    sayAgain(cid) {
      const item = outbox.retry(cid)
      if (item) send(item)
    },
    wake() {
      if (isUp) return probe()
      if (socket || isBarred) return
      failures = 0
      connect()
    },
    doubt: probe,
  }
}

function readFrame(text: string): ServerFrame | undefined {
  try {
    const read = serverFrameShape.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

// The one line to the server: it is opened when it is wanted, comes back by itself without giving up, notices when
// nothing is heard any more, and says after a while that it is lost. It ends for good only when the server says that
// nobody is signed in, or again and again that this page speaks another language.

import { type ClientFrame, closeCodes, liveProtocol, type ServerFrame } from '@heddle/contract'
import { chooseDelayMs } from './choose-delay.ts'
import { serverFrame } from './live.at-build.ts'

export interface Socket {
  send(text: string): void
  close(): void
}

export interface SocketEvents {
  /** `asked`: hello was said already, and these scopes were asked for. */
  opened(asked?: readonly string[]): void
  heard(text: string): void
  closed(code: number): void
}

export interface LineDeps {
  open(on: SocketEvents): Socket
  now(): number
  /** Gives back how to call it off. */
  after(ms: number, run: () => void): () => void
  chance(): number
  onLost(isLost: boolean): void
  onSignedOut(): void
  /** The line was refused before it opened. */
  onTurnedAway(): void
  /** This page and the server do not understand each other; only loading it again helps. */
  onOutdated(): void
}

export interface LineUse {
  isWanted(): boolean
  /** `asked`: scopes that were asked for over this line already. */
  greeted(epoch: number, asked: readonly string[]): void
  heard(frame: ServerFrame): void
  lost(): void
}

export interface Line {
  isUp(): boolean
  connect(): void
  /** False when there is no line. */
  write(frame: ClientFrame): boolean
  /** It is taken for dead, and the next one is opened. */
  cut(): void
  /** Without an attempt to come back. */
  close(): void
  /** Nobody may want it any more: then nobody has lost it either. */
  easeOff(): void
  /** The network or the tab came back. */
  wake(): void
  /** Asks for a sign of life. */
  probe(): void
  /** How far the server's clock is ahead of this one. */
  aheadMs(): number
}

const bannerAfterMs = 3_000
const pongWithinMs = 5_000
const helloWithinMs = 10_000
const silentMs = 30_000
const misunderstoodMax = 3

export function createLine(deps: LineDeps, use: LineUse): Line {
  let socket: Socket | undefined
  let isUp = false
  let isOpened = false
  let failures = 0
  let misunderstood = 0
  let heardAt = 0
  let aheadMs = 0
  let isBarred = false
  let asked: readonly string[] = []
  let cancelReconnect: (() => void) | undefined
  let cancelBanner: (() => void) | undefined
  let cancelWatch: (() => void) | undefined

  const isOutdated = () => misunderstood >= misunderstoodMax

  function connect(): void {
    cancelReconnect?.()
    cancelReconnect = undefined
    if (socket || isOutdated() || !use.isWanted()) return
    isBarred = false
    isOpened = false
    asked = []
    missSoon()
    const mine: Socket = deps.open({
      opened: (already) => {
        if (socket !== mine) return
        isOpened = true
        if (already) asked = already
        else
          mine.send(
            JSON.stringify({ type: 'hello', proto: liveProtocol, client: 'web' } satisfies ClientFrame),
          )
      },
      heard: (text) => socket === mine && hear(text),
      closed: (code) => socket === mine && lose(code),
    })
    socket = mine
    watch(helloWithinMs)
  }

  function missSoon(): void {
    cancelBanner ??= deps.after(bannerAfterMs, () => deps.onLost(true))
  }

  function missNoMore(): void {
    cancelBanner?.()
    cancelBanner = undefined
    deps.onLost(false)
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
    if (write({ type: 'ping' })) watch(pongWithinMs)
  }

  function write(frame: ClientFrame): boolean {
    if (isUp) socket?.send(JSON.stringify(frame))
    return isUp
  }

  function cut(): void {
    const old = socket
    lose(0)
    old?.close()
  }

  function lose(code: number): void {
    drop()
    if (code === closeCodes.signIn || code === closeCodes.removed) {
      isBarred = true
      missNoMore()
      return deps.onSignedOut()
    }
    if (code === closeCodes.protocol) misunderstood += 1
    if (isOutdated()) {
      missNoMore()
      return deps.onOutdated()
    }
    if (!isOpened) deps.onTurnedAway()
    if (!use.isWanted()) return missNoMore()
    missSoon()
    cancelReconnect = deps.after(chooseDelayMs(failures, deps.chance()), connect)
    failures += 1
  }

  function drop(): void {
    socket = undefined
    isUp = false
    cancelWatch?.()
    use.lost()
  }

  function hear(text: string): void {
    heardAt = deps.now()
    const frame = readFrame(text)
    if (frame?.type === 'hello') return greet(frame.epoch, Date.parse(frame.serverTime))
    if (frame !== undefined) use.heard(frame)
  }

  function greet(epoch: number, serverTime: number): void {
    isUp = true
    failures = 0
    aheadMs = Number.isNaN(serverTime) ? 0 : serverTime - deps.now()
    missNoMore()
    use.greeted(epoch, asked)
  }

  return {
    isUp: () => isUp,
    connect,
    write,
    cut,
    close() {
      const old = socket
      drop()
      cancelReconnect?.()
      old?.close()
      missNoMore()
    },
    easeOff() {
      if (isUp || use.isWanted()) return
      cancelReconnect?.()
      cancelReconnect = undefined
      missNoMore()
    },
    wake() {
      if (isUp) return probe()
      if (socket || isBarred) return
      failures = 0
      connect()
    },
    probe,
    aheadMs: () => aheadMs,
  }
}

function readFrame(text: string): ServerFrame | undefined {
  try {
    const read = serverFrame.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

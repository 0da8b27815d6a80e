// What a client's frame does. A wrong one is answered with what is wrong and changes nothing; only someone who never
// gets it right is sent away.

import {
  type ClientFrame,
  closeCodes,
  liveProtocol,
  limits as contractLimits,
  Refusal,
  refused,
} from '@heddle/contract'
import { createRateLimiter, type RateLimiter } from '../api/rate-limiter.ts'
import { encodeFrame } from './encode-frame.ts'
import type { LiveSocket } from './live-socket.ts'
import { cidIn, readCommand, readFrame, readScope } from './read-frame.ts'
import { runCommand } from './run-command.ts'
import { sendNak } from './send-nak.ts'
import type { ServeFrameDeps } from './serve-deps.ts'
import { subscribe, unsubscribe, view } from './subscribe.ts'

export type ServeFrame = (socket: LiveSocket, bytes: Uint8Array) => void

type FrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>

const pong = encodeFrame({ type: 'pong' })

/** The limits that a client does well to know. */
const toldLimits = {
  frameInBytesMax: contractLimits.liveFrameInBytesMax,
  frameOutBytesMax: contractLimits.liveFrameOutBytesMax,
  snapshotEventsMax: contractLimits.liveSnapshotEventsMax,
  resumeEventsMax: contractLimits.liveResumeEventsMax,
  subscriptionsMax: contractLimits.liveSubscriptionsMax,
  commandsPerMinuteMax: contractLimits.liveCommandsPerMinuteMax,
  pingMs: contractLimits.livePingMs,
  typingEveryMs: contractLimits.typingEveryMs,
  typingExpiresMs: contractLimits.typingExpiresMs,
  presenceIdleMs: contractLimits.presenceIdleMs,
  presenceAwayMs: contractLimits.presenceAwayMs,
}

export function createServeFrame(deps: ServeFrameDeps): ServeFrame {
  const { clock, limits } = deps
  const limiter = (perMinute: number) =>
    createRateLimiter({ perMinute, entriesMax: limits.limiterEntriesMax, clock })
  const frames = limiter(limits.requestsPerMinutePerson)
  const commands = limiter(limits.liveCommandsPerMinuteMax)

  return (socket, bytes) => {
    if (!socket.isOpen) return
    let raw: object | undefined
    try {
      takeOrRefuse(frames, socket.caller.actor.personId)
      const read = readFrame(bytes, limits.jsonDepthMax)
      raw = read.raw
      serve(read.frame, socket, read.raw)
      socket.badInARow = 0
    } catch (error) {
      sendNak(deps, socket, error, naming(raw ?? looseJson(bytes)))
      // One command too many is no wrong frame; frames without end are.
      if (raw !== undefined && isTooMany(error)) return
      if (++socket.badInARow >= limits.badFramesMax) socket.end(closeCodes.protocol, 'too many wrong frames')
    }
  }

  function serve(frame: ClientFrame, socket: LiveSocket, raw: object): void {
    if (frame.type === 'hello') return greet(deps, socket, frame)
    if (!socket.isGreeted) throw refused('bad_input', { message: 'Send the frame hello first.' })
    switch (frame.type) {
      case 'ping':
        return socket.send(pong)
      case 'sub':
        return subscribe(deps, socket, frame, readScope(frame.scope))
      case 'unsub':
        return unsubscribe(deps, socket, frame, readScope(frame.scope))
      case 'presence':
        socket.presence = frame.state
        return deps.sessionScopes.presenceChanged(socket)
      case 'viewing':
        return view(deps, socket, frame, readScope(frame.scope))
      case 'cmd': {
        const command = readCommand(raw)
        takeOrRefuse(commands, socket.caller.actor.personId)
        return runCommand(deps, socket, { cid: frame.cid, ...command })
      }
    }
  }
}

function greet(deps: ServeFrameDeps, socket: LiveSocket, frame: FrameOf<'hello'>): void {
  if (frame.proto !== liveProtocol) {
    socket.end(closeCodes.protocol, `this server speaks protocol ${liveProtocol}`)
    return
  }
  socket.isGreeted = true
  socket.send(
    encodeFrame({
      type: 'hello',
      connId: socket.id,
      epoch: deps.epoch,
      serverTime: new Date(deps.clock.wall()).toISOString(),
      proto: liveProtocol,
      limits: toldLimits,
    }),
  )
}

function takeOrRefuse(limiter: RateLimiter, key: string): void {
  const retryAfterMs = limiter.take(key)
  if (retryAfterMs > 0) throw refused('too_many_requests', { retryAfterMs })
}

function isTooMany(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too_many_requests'
}

function naming(raw: unknown): { cid?: string; scope?: string } {
  const cid = cidIn(raw)
  if (cid !== undefined) return { cid }
  if (typeof raw !== 'object' || raw === null || !('scope' in raw)) return {}
  const { scope } = raw
  return typeof scope === 'string' &&
    scope.length >= 2 &&
    scope.length <= contractLimits.sessionKeyCharsMax + 2
    ? { scope }
    : {}
}

/** A frame that was refused before it was read may still say which command it was. */
function looseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

// One socket of a bot: greeted, then with a session or without one. Judges what the bot says and how often; what a
// session is, and which there are, is the gateway's to say.

import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10'
import type { WebSocket } from 'ws'
import type { PlatformClock } from '../loopback/platform-time.ts'
import { type BotFrame, readFrame } from './gateway-frame.ts'
import type { SessionLine } from './gateway-session.ts'
import { frameText, type GatewayManners, minuteMs, payloadBytesMax } from './gateway-words.ts'

export interface GatewayConnection extends SessionLine {
  /** Set when it has a session; the same bot cannot ask for another one. */
  botId: string | undefined
}

export interface ConnectionHost {
  clock: PlatformClock
  manners: GatewayManners
  identify(connection: GatewayConnection, frame: Extract<BotFrame, { kind: 'identify' }>): void
  resume(connection: GatewayConnection, frame: Extract<BotFrame, { kind: 'resume' }>): void
  /** Undefined: the socket broke. */
  left(connection: GatewayConnection, code: number | undefined, isOurs: boolean): void
}

/** What a socket gives as a code when it was not closed in words. */
const brokenCode = 1006

export function openConnection(socket: WebSocket, host: ConnectionHost): GatewayConnection {
  const { clock, manners } = host
  let sentAt: number[] = []
  let isOurs = false
  let forgetSilence = () => {}

  const connection: GatewayConnection = {
    botId: undefined,
    send(text, onSent) {
      socket.send(text, () => onSent?.())
    },
    break() {
      isOurs = true
      socket.terminate()
    },
    close(code, reason) {
      isOurs = true
      socket.close(code, reason)
    },
  }

  function waitForHeartbeat(): void {
    forgetSilence()
    const { silenceMsMax } = manners
    if (silenceMsMax === undefined) return
    forgetSilence = clock.timer(silenceMsMax, () =>
      connection.close(GatewayCloseCodes.SessionTimedOut, 'Session timed out.'),
    )
  }

  function isTooMany(): boolean {
    const now = clock.wall()
    sentAt = [...sentAt.filter((at) => now - at < minuteMs), now]
    return sentAt.length > manners.sendsPerMinuteMax
  }

  function take(frame: BotFrame): void {
    switch (frame.kind) {
      case 'heartbeat':
        waitForHeartbeat()
        if (manners.isAcking) connection.send(frameText(GatewayOpcodes.HeartbeatAck, null))
        return
      case 'identify':
      case 'resume':
        if (connection.botId !== undefined) {
          return connection.close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.')
        }
        return frame.kind === 'identify' ? host.identify(connection, frame) : host.resume(connection, frame)
      case 'ignored':
        if (connection.botId === undefined) {
          connection.close(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.')
        }
        return
      case 'unknown':
        return connection.close(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.')
      case 'unreadable':
        return connection.close(GatewayCloseCodes.DecodeError, 'Error while decoding payload.')
    }
  }

  socket.on('message', (data, isBinary) => {
    const text = data.toString()
    if (isOurs) return
    if (isTooMany()) return connection.close(GatewayCloseCodes.RateLimited, 'Rate limited.')
    const isUnreadable = isBinary || Buffer.byteLength(text) > payloadBytesMax
    take(isUnreadable ? { kind: 'unreadable', why: 'too large' } : readFrame(text))
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', (code) => {
    forgetSilence()
    host.left(connection, code === brokenCode ? undefined : code, isOurs)
  })

  connection.send(frameText(GatewayOpcodes.Hello, { heartbeat_interval: manners.heartbeatIntervalMs }))
  waitForHeartbeat()
  return connection
}

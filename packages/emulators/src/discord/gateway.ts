// The emulated Discord's gateway: lets bots in, keeps their sessions, and hands on what happens to those who may hear it.
// A session outlives its socket for a while, and RESUME brings what was missed.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10'
import { WebSocketServer } from 'ws'
import { judgeIdentify } from './gateway-admission.ts'
import { asSeenBy, isOnShard, isToldOf } from './gateway-audience.ts'
import { type GatewayConnection, openConnection } from './gateway-connection.ts'
import { type GatewayFaultPlan, noGatewayFaults } from './gateway-faults.ts'
import type { BotFrame } from './gateway-frame.ts'
import { describeGuildFor, describeReady } from './gateway-ready.ts'
import { createSession, framesAfter, type GatewaySession, isExpired, numberEvent } from './gateway-session.ts'
import { frameText, type GatewayManners, type GatewayTruth, usualManners } from './gateway-words.ts'
import type { DiscordPlatform } from './platform.ts'

export interface DiscordGateway {
  /** May be changed at any time; acts on what comes. */
  readonly manners: GatewayManners
  readonly truth: GatewayTruth
  useFaults(plan: GatewayFaultPlan): void
  /** A socket that wants to speak to the gateway. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Those that could be resumed included. */
  sessions(): readonly Pick<GatewaySession, 'id' | 'botId' | 'seq' | 'intents' | 'kept'>[]
  /** Of this bot, or of all: asks them to reconnect (op 7). */
  askToReconnect(botId?: string): void
  /** Ends their sessions (op 9), unless they may be resumed. */
  invalidate(options: { botId?: string; mayResume: boolean }): void
  /** Breaks their sockets, or closes them with a code. Their sessions stay. */
  drop(options?: { botId?: string; code?: number }): void
  /** No RESUME finds them any more; their sockets break. */
  forgetSessions(botId?: string): void
  /** The token is not the bot's any more: whoever came in with it is shown out. */
  endAll(botId: string): void
  close(): Promise<void>
}

const apiVersions = new Set(['9', '10'])

export function createDiscordGateway(platform: DiscordPlatform): DiscordGateway {
  const { clock, state } = platform
  const manners: GatewayManners = { ...usualManners }
  const truth: GatewayTruth = { connections: 0, resumes: [], closes: [] }
  const server = new WebSocketServer({ noServer: true, maxPayload: 1_024 * 1_024 })
  const sessions = new Map<string, GatewaySession>()
  const connections = new Map<GatewayConnection, GatewaySession | undefined>()
  let plan: GatewayFaultPlan = noGatewayFaults

  const stopListening = platform.onEvent((event) => {
    forgetExpired()
    for (const session of sessions.values()) {
      if (isToldOf(state, session, event)) tell(session, event.t, asSeenBy(state, session, event))
    }
  })

  function forgetExpired(): void {
    for (const session of sessions.values()) {
      if (isExpired(session, clock.wall(), manners.sessionKeptMs)) sessions.delete(session.id)
    }
  }

  /** What happens on the platform, to which faults apply. */
  function tell(session: GatewaySession, t: string, d: object): void {
    const fault = plan({ t, botId: session.botId })
    switch (fault?.kind) {
      case undefined:
        return dispatch(session, t, d)
      case 'lose':
        return
      case 'twice':
        for (let i = 0; i < (fault.copies ?? 2); i++) dispatch(session, t, d)
        return
      case 'delay': {
        const copy = structuredClone(d)
        clock.timer(fault.ms, () => dispatch(session, t, copy))
        return
      }
      case 'drop': {
        const text = numberEvent(session, t, d, manners.eventsKeptMax)
        const { line } = session
        if (fault.isSent) line?.send(text, () => line.break())
        else line?.break()
        // Nothing that happens before the other side notices goes into the broken socket.
        leave(session)
      }
    }
  }

  function dispatch(session: GatewaySession, t: string, d: object): void {
    const text = numberEvent(session, t, d, manners.eventsKeptMax)
    session.line?.send(text)
  }

  function join(connection: GatewayConnection, session: GatewaySession): void {
    connection.botId = session.botId
    connections.set(connection, session)
    session.line = connection
    session.leftAt = undefined
  }

  function leave(session: GatewaySession): void {
    session.line = undefined
    session.leftAt = clock.wall()
  }

  function identify(connection: GatewayConnection, frame: Extract<BotFrame, { kind: 'identify' }>): void {
    const now = clock.wall()
    const verdict = judgeIdentify({ state, manners, now }, frame)
    if (verdict.kind === 'closed') return connection.close(verdict.code, verdict.reason)
    const { botId, shard, intents } = verdict
    state.identifies.push({ botId, at: now })
    if (verdict.kind === 'too_early') return connection.send(frameText(GatewayOpcodes.InvalidSession, false))
    if (verdict.kind === 'token_reset') return resetToken(connection, botId)
    const session = createSession({ id: platform.nextSecret(), botId, intents, shard })
    sessions.set(session.id, session)
    join(connection, session)
    const guilds = [...state.guilds.values()].filter(
      ({ id, members }) => members.has(botId) && isOnShard(session, id),
    )
    dispatch(session, 'READY', describeReady(state, session, guilds))
    for (const guild of guilds) dispatch(session, 'GUILD_CREATE', describeGuildFor(state, botId, guild))
  }

  /** What Discord does to a bot that identifies too often: its secret is worth nothing from here on. */
  function resetToken(connection: GatewayConnection, botId: string): void {
    const application = state.applications.get(botId)
    if (application) application.token = platform.nextSecret()
    connection.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.')
    endAll(botId)
  }

  function resume(connection: GatewayConnection, frame: Extract<BotFrame, { kind: 'resume' }>): void {
    forgetExpired()
    const application = [...state.applications.values()].find(({ token }) => token === frame.token)
    if (!application)
      return connection.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.')
    const found = sessions.get(frame.sessionId)
    const session = found?.botId === application.id ? found : undefined
    if (session && frame.seq > session.seq) {
      return connection.close(GatewayCloseCodes.InvalidSeq, 'Invalid seq.')
    }
    const missed = session && framesAfter(session, frame.seq)
    const { sessionId, seq } = frame
    truth.resumes.push({ botId: application.id, sessionId, seq, at: clock.wall(), replayed: missed?.length })
    if (!session || !missed) return connection.send(frameText(GatewayOpcodes.InvalidSession, false))
    session.line?.break()
    join(connection, session)
    for (const text of missed) connection.send(text)
    dispatch(session, 'RESUMED', {})
  }

  function left(connection: GatewayConnection, code: number | undefined, isOurs: boolean): void {
    const session = connections.get(connection)
    connections.delete(connection)
    truth.closes.push({ botId: connection.botId, at: clock.wall(), code, isOurs })
    if (!session || session.line !== connection) return
    leave(session)
    // A bot that takes its leave in due form does not come back.
    if (!isOurs && (code === 1000 || code === 1001)) sessions.delete(session.id)
  }

  function sessionsOf(botId: string | undefined): GatewaySession[] {
    return [...sessions.values()].filter((session) => botId === undefined || session.botId === botId)
  }

  function endAll(botId: string): void {
    for (const session of sessionsOf(botId)) {
      sessions.delete(session.id)
      session.line?.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.')
    }
  }

  return {
    manners,
    truth,
    useFaults(next) {
      plan = next
    },
    accept(request, socket, head) {
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (manners.isRefusing) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, (webSocket) => {
        truth.connections++
        const connection = openConnection(webSocket, { clock, manners, identify, resume, left })
        connections.set(connection, undefined)
        const isKnown = apiVersions.has(searchParams.get('v') ?? '10')
        if (!isKnown) connection.close(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version.')
        else if ((searchParams.get('encoding') ?? 'json') !== 'json') {
          connection.close(GatewayCloseCodes.DecodeError, 'Only JSON is spoken here.')
        }
      })
    },
    sessions() {
      forgetExpired()
      return [...sessions.values()]
    },
    askToReconnect(botId) {
      for (const { line } of sessionsOf(botId)) line?.send(frameText(GatewayOpcodes.Reconnect, null))
    },
    invalidate({ botId, mayResume }) {
      for (const session of sessionsOf(botId)) {
        const { line } = session
        if (!mayResume) sessions.delete(session.id)
        else leave(session)
        const connection = [...connections.keys()].find((each) => each === line)
        // It may identify or resume on the same socket.
        if (connection) {
          connection.botId = undefined
          connections.set(connection, undefined)
        }
        line?.send(frameText(GatewayOpcodes.InvalidSession, mayResume))
      }
    },
    drop({ botId, code } = {}) {
      for (const session of sessionsOf(botId)) {
        const { line } = session
        leave(session)
        if (code === undefined) line?.break()
        else line?.close(code, '')
      }
    },
    forgetSessions(botId) {
      for (const session of sessionsOf(botId)) {
        sessions.delete(session.id)
        session.line?.break()
      }
    },
    endAll,
    async close() {
      stopListening()
      for (const connection of connections.keys()) connection.break()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

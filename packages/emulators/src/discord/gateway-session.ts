// A bot's session on the gateway: events with numbers, the newest of which are kept, so that a socket that comes back
// can be told what it missed. It outlives its sockets.

import { GatewayOpcodes } from 'discord-api-types/v10'
import { frameText } from './gateway-words.ts'

/** The socket that a session speaks to. */
export interface SessionLine {
  send(text: string, onSent?: () => void): void
  /** Without a word. */
  break(): void
  close(code: number, reason: string): void
}

export interface GatewaySession {
  readonly id: string
  readonly botId: string
  readonly intents: number
  readonly shard: readonly [index: number, count: number]
  /** The number of the newest event. */
  seq: number
  /** Oldest first. */
  readonly kept: { seq: number; text: string }[]
  /** Undefined: nobody listens now. */
  line: SessionLine | undefined
  /** Since when nobody has. */
  leftAt: number | undefined
}

export function createSession(
  about: Pick<GatewaySession, 'id' | 'botId' | 'intents' | 'shard'>,
): GatewaySession {
  return { ...about, seq: 0, kept: [], line: undefined, leftAt: undefined }
}

/** Gives it its number and keeps it; what comes back is the frame. */
export function numberEvent(session: GatewaySession, t: string, d: unknown, keptMax: number): string {
  const seq = ++session.seq
  const text = frameText(GatewayOpcodes.Dispatch, d, seq, t)
  session.kept.push({ seq, text })
  while (session.kept.length > keptMax) session.kept.shift()
  return text
}

/** What is newer; undefined: some of it is not kept any more. */
export function framesAfter(session: GatewaySession, seq: number): string[] | undefined {
  const missed = session.kept.filter((event) => event.seq > seq)
  return missed.length === session.seq - seq ? missed.map(({ text }) => text) : undefined
}

export function isExpired(session: GatewaySession, now: number, keptMs: number): boolean {
  return session.leftAt !== undefined && now - session.leftAt > keptMs
}

// How the gateway behaves, as far as that can be chosen, and what really happened on it, whatever bots believe.

export interface GatewayManners {
  heartbeatIntervalMs: number
  /** False: heartbeats are not answered, as on a connection that is dead at one end. */
  isAcking: boolean
  /** How long a socket may be without a heartbeat; undefined: as long as it likes. */
  silenceMsMax: number | undefined
  /** How long a session outlives its socket. */
  sessionKeptMs: number
  /** How many events a session keeps for a RESUME. */
  eventsKeptMax: number
  sendsPerMinuteMax: number
  /** Beyond that all sessions end and the token is reset. */
  identifiesPerDayMax: number
  /** Two IDENTIFYs of a bot must be that far apart, or the second gets an invalid session. */
  identifyGapMs: number
  /** Nobody is let in: the upgrade is answered with 503. */
  isRefusing: boolean
}

export const usualManners: Readonly<GatewayManners> = {
  heartbeatIntervalMs: 41_250,
  isAcking: true,
  silenceMsMax: undefined,
  sessionKeptMs: 180_000,
  eventsKeptMax: 1_000,
  sendsPerMinuteMax: 120,
  identifiesPerDayMax: 1_000,
  identifyGapMs: 0,
  isRefusing: false,
}

export const payloadBytesMax = 4_096
export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

export interface SeenResume {
  botId: string
  sessionId: string
  /** As the bot said it. */
  seq: number
  at: number
  /** How many events came again; undefined: the session was not to be had any more. */
  replayed: number | undefined
}

export interface SeenClose {
  botId: string | undefined
  at: number
  /** Undefined: the socket broke. */
  code: number | undefined
  /** By the gateway, not by the bot. */
  isOurs: boolean
}

export interface GatewayTruth {
  /** Sockets that came, ever. */
  connections: number
  readonly resumes: SeenResume[]
  readonly closes: SeenClose[]
}

/** A frame as it goes out: all four fields, as Discord has them. */
export function frameText(op: number, d: unknown, s: number | null = null, t: string | null = null): string {
  return JSON.stringify({ t, s, op, d })
}

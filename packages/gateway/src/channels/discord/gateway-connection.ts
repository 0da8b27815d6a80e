// One connection to Discord's gateway, from its beginning to its end. The library identifies, resumes, keeps the
// heartbeat and unpacks; of itself it would connect again at once and for ever, and forget a session because of a
// network that failed. So it is let do that never: who opens connections decides what follows (gateway-link.ts).

import type { REST } from '@discordjs/rest'
import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws'
import { GatewayIntentBits } from 'discord-api-types/v10'
import type { Cancel, Clock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { GatewayInfo } from './gateway-info.ts'
import type { LinkSession } from './resume-state.ts'

export interface GatewayEvent {
  type: string
  /** As it came; whoever takes it reads it. */
  data: unknown
  sequence: number
}

export interface ConnectionDeps {
  token: string
  info: GatewayInfo
  /** To be taken up again; absent: a new one is asked for. */
  session: LinkSession | undefined
  /** Resolves when a new session may be asked for; rejects only when the signal fires. */
  waitForIdentify(signal: AbortSignal): Promise<void>
  clock: Clock
  log: Log
}

export interface ConnectionEvents {
  ready(session: LinkSession): void
  resumed(): void
  event(event: GatewayEvent): void
}

export interface Connection {
  /** By which code; undefined: it stood still. */
  ended: Promise<number | undefined>
  /** With what was received last, heard or not. */
  session(): LinkSession | undefined
  /** Ends it in a way that keeps the session. */
  close(): Promise<void>
}

export const intents =
  GatewayIntentBits.Guilds |
  GatewayIntentBits.GuildMessages |
  GatewayIntentBits.DirectMessages |
  GatewayIntentBits.MessageContent

const shardId = 0
const shardCount = 1
/** Any but 1000 and 1001 keeps the session. */
const keepSessionCode = 4200
const untilUpMs = 60_000
/** Heartbeats are answered each 41 seconds. */
const quietMs = 180_000
const closeMs = 3_000

export function openConnection(deps: ConnectionDeps, events: ConnectionEvents): Connection {
  const { clock, log } = deps
  let session = deps.session
  let isOver = false
  let isBegun = false
  let isOpen = false
  const { promise: ended, resolve } = Promise.withResolvers<number | undefined>()

  const manager = new WebSocketManager({
    token: deps.token,
    intents,
    shardCount,
    // The one thing that it asks is answered already.
    rest: { get: async () => libraryInfo(deps.info) } as unknown as REST,
    buildIdentifyThrottler: () => ({
      waitForIdentify: (_, signal) => (isOver ? never() : deps.waitForIdentify(signal)),
    }),
    retrieveSessionInfo() {
      // It asks before it connects. The second time nobody answers, and it never will.
      if (isOver) return never()
      isBegun = true
      return session ? { ...session, shardId, shardCount } : null
    },
    updateSessionInfo(_, info) {
      if (isOver || info === null) return
      const { sessionId, resumeURL, sequence } = info
      session = { sessionId, resumeURL, sequence }
    },
  })

  let watching: Cancel = clock.timer(untilUpMs, () => end(undefined))
  const sign = () => {
    if (isOver) return
    watching()
    watching = clock.timer(quietMs, () => end(undefined))
  }

  function end(code: number | undefined): void {
    if (isOver) return
    isOver = true
    watching()
    // Where it stands still there is a socket left.
    if (code === undefined) void hangUp()
    resolve(code)
  }

  /**
   * Only where it is open. Told to end a socket that is just being opened, the library leaves it alone without anybody
   * who listens to its errors, and the next of them would end the process. Such a one is closed as soon as it opens.
   */
  async function hangUp(): Promise<void> {
    if (!isOpen) return
    try {
      await manager.destroy({ code: keepSessionCode, reason: 'Heddle will be back' })
    } catch (error) {
      log.debug('a connection to Discord could not be closed', { error })
    }
  }

  manager.on(WebSocketShardEvents.Hello, () => {
    isOpen = true
    if (isOver) void hangUp()
  })

  manager.on(WebSocketShardEvents.Closed, end)
  manager.on(WebSocketShardEvents.HeartbeatComplete, () => isUp && sign())
  manager.on(WebSocketShardEvents.Error, (error) => log.debug('of the connection to Discord', { error }))
  manager.on(WebSocketShardEvents.SocketError, (error) =>
    log.debug('the connection to Discord broke', { error }),
  )
  let isUp = false
  manager.on(WebSocketShardEvents.Ready, () => {
    if (isOver || !session) return
    isUp = true
    sign()
    events.ready(session)
  })
  manager.on(WebSocketShardEvents.Resumed, () => {
    if (isOver) return
    isUp = true
    sign()
    events.resumed()
  })
  manager.on(WebSocketShardEvents.Dispatch, ({ t: type, d: data, s: sequence }) => {
    if (isOver) return
    if (isUp) sign()
    events.event({ type, data, sequence })
  })
  manager.connect().catch((error: unknown) => {
    if (isOver) return
    log.debug('the connection to Discord could not be begun', { error })
    // A fatal close says so itself; before that nothing was begun, and there is nothing to be closed.
    if (!isBegun) end(connectionLostCode)
  })

  return {
    ended,
    session: () => session,
    async close() {
      if (isOver) return
      isOver = true
      watching()
      const { promise: over, resolve: giveUp } = Promise.withResolvers<void>()
      const cancel = clock.timer(closeMs, giveUp)
      await Promise.race([hangUp(), over])
      cancel()
      resolve(keepSessionCode)
    },
  }
}

const connectionLostCode = 1006

/** An error would be an excuse to go on. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}

/** What it says about starts left is judged before; the library would refuse to resume because of it. */
function libraryInfo({ url }: GatewayInfo): object {
  return {
    url,
    shards: shardCount,
    session_start_limit: { total: 1_000, remaining: 1_000, reset_after: 86_400_000, max_concurrency: 1 },
  }
}

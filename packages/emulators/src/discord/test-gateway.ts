// The demo server on a port, on a clock that stands still, and bots that speak to its gateway in plain frames.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10'
import { WebSocket } from 'ws'
import { createManualClock, type ManualClock } from '../loopback/manual-clock.ts'
import { addDemoServer, demoToken } from './demo-server.ts'
import { judgeExchanges } from './judge-exchanges.ts'
import { type Discord, openDiscord } from './open-discord.ts'
import { noRates } from './rate-limits.ts'
import { type ServedDiscord, serveDiscord } from './serve-discord.ts'
import type { TestJson } from './test-discord.ts'

export const testIntents =
  GatewayIntentBits.Guilds |
  GatewayIntentBits.GuildMessages |
  GatewayIntentBits.DirectMessages |
  GatewayIntentBits.MessageContent

export interface TestGateway {
  discord: Discord
  served: ServedDiscord
  clock: ManualClock
  /** A socket that was greeted, no more. */
  connect(query?: string): Promise<RawBot>
  /** A bot that was let in, and told of its server. */
  identify(options?: { intents?: number; shard?: [number, number] }): Promise<LiveBot>
}

export interface Frame {
  op: number
  d: TestJson
  s: number | null
  t: string | null
}

export interface RawBot {
  send(op: number, d: unknown): void
  sendText(text: string): void
  /** The next frame that is not read yet. */
  next(): Promise<Frame>
  /** The next of these, and everything before it is read. */
  event(t: string): Promise<Frame>
  /** What came and was not read, once all that was sent so far has come. */
  rest(): Promise<Frame[]>
  /** The code with which it was closed. */
  closed: Promise<number>
  close(code: number): Promise<void>
}

export interface LiveBot extends RawBot {
  ready: Frame
  sessionId: string
}

/** Closes everything after the test. */
export async function withGateway(run: (gateway: TestGateway) => Promise<void>): Promise<void> {
  const clock = createManualClock()
  // Requests may be wrong on purpose; what is answered never is.
  const discord = openDiscord({ clock, rates: noRates, judge: judgeExchanges })
  addDemoServer(discord)
  const served = await serveDiscord(discord)
  const sockets: WebSocket[] = []

  async function connect(query = '?v=10&encoding=json'): Promise<RawBot> {
    const socket = new WebSocket(`${discord.platform.state.gatewayUrl}${query}`)
    sockets.push(socket)
    const bot = readSocket(socket)
    await once(socket, 'open')
    return bot
  }

  async function identify({
    intents = testIntents,
    shard,
  }: {
    intents?: number
    shard?: [number, number]
  } = {}) {
    const bot = await connect()
    await bot.next()
    bot.send(GatewayOpcodes.Identify, { token: demoToken, intents, properties: {}, ...(shard && { shard }) })
    const ready = await bot.event('READY')
    if (ready.d.guilds.length > 0) await bot.event('GUILD_CREATE')
    return { ...bot, ready, sessionId: String(ready.d.session_id) }
  }

  try {
    await run({ discord, served, clock, connect, identify })
    assert.deepEqual(
      discord.judge?.report().breaches.filter(({ side }) => side === 'answer'),
      [],
    )
  } finally {
    for (const socket of sockets) socket.terminate()
    await served.close()
  }
}

export function resumeFrame(sessionId: string, seq: number): object {
  return { token: demoToken, session_id: sessionId, seq }
}

function readSocket(socket: WebSocket): RawBot {
  const frames: Frame[] = []
  let wake = () => {}
  let isClosed = false
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      isClosed = true
      wake()
      resolve(code)
    })
  })

  async function next(): Promise<Frame> {
    for (;;) {
      const frame = frames.shift()
      if (frame) return frame
      if (isClosed) throw new Error('the socket is closed')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    send: (op, d) => socket.send(JSON.stringify({ op, d })),
    sendText: (text) => socket.send(text),
    next,
    async event(t) {
      for (;;) {
        const frame = await next()
        if (frame.t === t) return frame
      }
    },
    async rest() {
      // A frame that is answered: what was sent before came before.
      socket.send(JSON.stringify({ op: GatewayOpcodes.Heartbeat, d: null }))
      const seen: Frame[] = []
      for (;;) {
        const frame = await next()
        if (frame.op === GatewayOpcodes.HeartbeatAck) return seen
        seen.push(frame)
      }
    },
    closed,
    async close(code) {
      socket.close(code)
      await closed
    },
  }
}

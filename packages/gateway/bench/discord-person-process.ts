// Somebody on the emulated Discord who says something and looks on until the answer can be seen: once of Heddle's persona,
// and once of the emulator alone, by the two calls that every answer there needs (one to say it, one to execute a webhook).
// Arguments: the addresses of the gateway, of the control of the emulator, and of the webhook.

import { setTimeout as sleep } from 'node:timers/promises'
import { GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10'
import { WebSocket } from 'ws'
import { discordScene, type TalkMeasured } from './discord-scene.ts'
import { offerToParent } from './forked-process.ts'

const [, , gatewayUrl = '', controlUrl = '', webhookUrl = ''] = process.argv
const { ann, bot, channel, bareChannel, onlookerToken } = discordScene
const intents = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.MessageContent

const messages = 40
/** Heddle allows itself 40 requests a second. */
const apartMs = 100
const answerMsMax = 30_000

interface Frame {
  op: number
  t: string | null
  d: { heartbeat_interval?: number; webhook_id?: string; channel_id?: string }
}

let onWebhook: (channelId: string) => void = () => undefined
const socket = new WebSocket(`${gatewayUrl}?v=10&encoding=json`)
const send = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d }))
socket.on('message', (data: Buffer) => {
  // The edge: the emulator speaks as Discord does.
  const { op, t, d } = JSON.parse(data.toString()) as Frame
  if (op === GatewayOpcodes.Hello) {
    setInterval(() => send(GatewayOpcodes.Heartbeat, null), d.heartbeat_interval)
    const properties = { os: 'linux', browser: 'bench', device: 'bench' }
    send(GatewayOpcodes.Identify, { token: onlookerToken, intents, properties })
  }
  if (t === 'READY') offerToParent({}, measure)
  if (t === 'MESSAGE_CREATE' && d.webhook_id !== undefined) onWebhook(d.channel_id ?? '')
})

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
}

const say = (channelId: string) =>
  post(`${controlUrl}/say`, { userId: ann, channelId, text: `<@${bot}> repeat All is well.` })

async function sayAndAnswer(): Promise<void> {
  await say(bareChannel)
  await post(webhookUrl, { content: 'All is well.', username: 'Weaver', allowed_mentions: { parse: [] } })
}

/** From somebody's word to the answer that can be seen under another name. */
async function answerMs(place: string, begin: () => Promise<void>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const startedMs = performance.now()
  onWebhook = (channelId) => {
    if (channelId === place) resolve(performance.now() - startedMs)
  }
  const over = setTimeout(() => reject(new Error(`nobody answered in ${place}`)), answerMsMax)
  const [ms] = await Promise.all([promise, begin()])
  clearTimeout(over)
  await sleep(apartMs)
  return ms
}

async function measure(): Promise<TalkMeasured> {
  const measured: TalkMeasured = { ours: [], calls: [] }
  for (let i = 0; i < messages; i++) {
    measured.calls.push(await answerMs(bareChannel, sayAndAnswer))
    measured.ours.push(await answerMs(channel, () => say(channel)))
  }
  return measured
}

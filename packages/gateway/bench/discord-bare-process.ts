// The least that a program on Discord does: it hears a message, and says something through a webhook. Arguments: the
// address of the gateway, and of the webhook.

import { WebSocket } from 'ws'
import { GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10'
import { discordScene } from './discord-scene.ts'
import { offerToParent } from './forked-process.ts'

const [, , gatewayUrl = '', webhookUrl = ''] = process.argv
const intents = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.MessageContent

interface Frame {
  op: number
  t: string | null
  d: { heartbeat_interval?: number; webhook_id?: string }
}

const socket = new WebSocket(`${gatewayUrl}?v=10&encoding=json`)
const send = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d }))
socket.on('message', (data: Buffer) => {
  // The edge: the emulator speaks as Discord does.
  const { op, t, d } = JSON.parse(data.toString()) as Frame
  if (op === GatewayOpcodes.Hello) {
    setInterval(() => send(GatewayOpcodes.Heartbeat, null), d.heartbeat_interval)
    const properties = { os: 'linux', browser: 'bench', device: 'bench' }
    send(GatewayOpcodes.Identify, { token: discordScene.bareToken, intents, properties })
  }
  if (t === 'READY') offerToParent({})
  if (t === 'MESSAGE_CREATE' && d.webhook_id === undefined) void say()
})

async function say(): Promise<void> {
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'All is well.', username: 'Weaver', allowed_mentions: { parse: [] } }),
  })
  await response.text()
}

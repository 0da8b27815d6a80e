// An emulated Discord in a process of its own. Asked, its people talk to Heddle and to a bare program in turns, and it tells
// how long each waited until the answer could be seen; then they run commands while others talk.

import { addApplication, addChannel, addGuild } from '@heddle/emulators/discord/guild-verbs'
import { firstAnswerMs } from '@heddle/emulators/discord/interactions'
import { openDiscord } from '@heddle/emulators/discord/open-discord'
import { noRates } from '@heddle/emulators/discord/rate-limits'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DiscordMeasured, type DiscordOffer, discordScene, loadChannels } from './discord-scene.ts'
import { offerToParent } from './forked-process.ts'

const messages = 40
const commands = 120
/** Heddle allows itself 40 requests a second, and an answer takes two. */
const apartMs = 100
const answerMsMax = 30_000

const { ann, server, bareServer, channel, bareChannel, bot, bareBot, token, bareToken } = discordScene
const discord = openDiscord({ clock: realPlatformClock, rates: noRates })
const { platform, people, owners, programs, interactions, gateway } = discord
people.addPerson('ann', { id: ann })
for (const [guild, id, secret] of [
  [server, bot, token],
  [bareServer, bareBot, bareToken],
] as const) {
  addGuild(platform, 'Weavers', ann, { id: guild })
  addApplication(platform, 'Program', { id, token: secret })
  owners.letIn(guild, id)
}
for (const id of [channel, ...loadChannels]) addChannel(platform, server, `c${id}`, { id })
addChannel(platform, bareServer, 'bare', { id: bareChannel })
const { url, apiUrl } = await serveDiscord(discord)
const webhook = owners.makeWebhook(bareBot, bareChannel, 'Bare')

let onWebhook: (channelId: string) => void = () => undefined
platform.onEvent(({ t, d, channelId }) => {
  if (t === 'MESSAGE_CREATE' && 'webhook_id' in d) onWebhook(channelId ?? '')
})

/** From somebody's word to the answer that can be seen under another name. */
async function answerMs(place: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const startedMs = performance.now()
  onWebhook = (channelId) => {
    if (channelId === place) resolve(performance.now() - startedMs)
  }
  const over = setTimeout(() => reject(new Error(`nobody answered in ${place}`)), answerMsMax)
  const botId = place === channel ? bot : bareBot
  people.say(ann, place, `<@${botId}> How do things stand with the release?`)
  const ms = await promise
  clearTimeout(over)
  await sleep(apartMs)
  return ms
}

async function ackMs(): Promise<number> {
  const asked = programs.runCommand({ userId: ann, channelId: channel, name: 'subagents list' })
  await interactions.settled(asked)
  return asked.first ? asked.first.at - asked.createdAt : firstAnswerMs
}

async function measureAcks(): Promise<number[]> {
  const waiting: Promise<number>[] = []
  for (let i = 0; i < commands; i++) {
    people.say(ann, loadChannels[i % loadChannels.length] ?? channel, `<@${bot}> and here?`)
    waiting.push(ackMs())
    await sleep(apartMs)
  }
  return Promise.all(waiting)
}

async function measure(): Promise<DiscordMeasured> {
  while (gateway.sessions().length < 2 || platform.state.commands.size === 0) await sleep(20)
  const measured: DiscordMeasured = { ours: [], bare: [], acks: [] }
  for (let i = 0; i < messages; i++) {
    measured.bare.push(await answerMs(bareChannel))
    measured.ours.push(await answerMs(channel))
  }
  measured.acks = await measureAcks()
  return measured
}

const offer: DiscordOffer = {
  apiUrl,
  gatewayUrl: platform.state.gatewayUrl,
  webhookUrl: `${url}/api/v10/webhooks/${webhook.id}/${webhook.token}?wait=true`,
}
offerToParent(offer, measure)

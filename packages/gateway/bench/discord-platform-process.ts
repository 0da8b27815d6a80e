// An emulated Discord in a process of its own. Asked, its people run commands while others talk, and it tells how long each
// waited for its first answer.

import { addApplication, addChannel, addGuild } from '@heddle/emulators/discord/guild-verbs'
import { firstAnswerMs } from '@heddle/emulators/discord/interactions'
import { judgeWhenAsked } from '@heddle/emulators/discord/judge-exchanges'
import { openDiscord } from '@heddle/emulators/discord/open-discord'
import { noRates } from '@heddle/emulators/discord/rate-limits'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AcksMeasured, type DiscordOffer, discordScene, loadChannels } from './discord-scene.ts'
import { offerToParent } from './forked-process.ts'

const commands = 120
/** Heddle allows itself 40 requests a second, and an answer takes two. */
const apartMs = 100

const { ann, server, bareServer, channel, bareChannel, bot, onlooker, token, onlookerToken } = discordScene
// What is measured must not wait for the judge.
const discord = openDiscord({ clock: realPlatformClock, rates: noRates, judge: judgeWhenAsked })
const { platform, people, owners, programs, interactions, gateway } = discord
people.addPerson('ann', { id: ann })
addApplication(platform, 'Program', { id: bot, token })
addApplication(platform, 'Onlooker', { id: onlooker, token: onlookerToken })
for (const guild of [server, bareServer]) {
  addGuild(platform, 'Weavers', ann, { id: guild })
  owners.letIn(guild, onlooker)
}
owners.letIn(server, bot)
for (const id of [channel, ...loadChannels]) addChannel(platform, server, `c${id}`, { id })
addChannel(platform, bareServer, 'bare', { id: bareChannel })
const { url, apiUrl } = await serveDiscord(discord)
const webhook = owners.makeWebhook(onlooker, bareChannel, 'Bare')

async function ackMs(): Promise<number> {
  const asked = programs.runCommand({ userId: ann, channelId: channel, name: 'subagents list' })
  await interactions.settled(asked)
  return asked.first ? asked.first.at - asked.createdAt : firstAnswerMs
}

async function measureAcks(): Promise<number[]> {
  while (gateway.sessions().length < 2 || platform.state.commands.size === 0) await sleep(20)
  const waiting: Promise<number>[] = []
  for (let i = 0; i < commands; i++) {
    people.say(ann, loadChannels[i % loadChannels.length] ?? channel, `<@${bot}> and here?`)
    waiting.push(ackMs())
    await sleep(apartMs)
  }
  return Promise.all(waiting)
}

async function measure(): Promise<AcksMeasured> {
  return { acks: await measureAcks() }
}

const offer: DiscordOffer = {
  apiUrl,
  gatewayUrl: platform.state.gatewayUrl,
  controlUrl: `${url}/_emulator`,
  webhookUrl: `${url}/api/v10/webhooks/${webhook.id}/${webhook.token}?wait=true`,
}
offerToParent(offer, measure)

// People on Discord who talk in channels, threads and directly, run commands and press buttons, have sub-agents spawned with
// threads of their own, change what they wrote, and now and then put a thread away or take the bot's webhook from it.

import type { ThreadChannel } from '@heddle/emulators/discord/discord-words'
import { threadsUnder } from '@heddle/emulators/discord/discord-state'
import { addChannel } from '@heddle/emulators/discord/guild-verbs'
import type { Discord } from '@heddle/emulators/discord/open-discord'
import { buttonsOf } from '@heddle/emulators/discord/shown-buttons'
import { between, sleep } from '../chaos-round.ts'
import { countFault, type SaidThere } from '../places/place-ledger.ts'
import { makeId } from '../places/place-load.ts'
import { chooseSpawn, writeCall } from '../places/place-plan.ts'
import type { DiscordLedger } from './discord-ledger.ts'
import { botId, ids, members, mention, type Person } from './who-is-there.ts'

export interface DiscordCrowd {
  discord: Discord
  ledger: DiscordLedger
  isOver(): boolean
}

/** At the usual pace. */
const actsMax = 20

export function openDiscordChannel({ discord, ledger }: DiscordCrowd, server: string): string {
  const { id } = addChannel(discord.platform, server, makeId())
  ledger.channels.push(id)
  return id
}

/** In one channel and the threads under it, until it is over. */
export async function liveInChannel(crowd: DiscordCrowd, channel: string): Promise<void> {
  sayThere(crowd, 'ada', channel, `${mention} hello`)
  haveSpawned(crowd, channel)
  for (let done = 0; !crowd.isOver(); done++) {
    // On a machine with much else to do a round takes longer, and does not for that become larger.
    await sleep(done < actsMax ? between(50, 400) : between(600, 1_500))
    if (!crowd.discord.platform.state.channels.has(channel)) return
    const [, act] = acts.find(([share]) => Math.random() < share) ?? []
    act?.(crowd, channel)
  }
}

/** At the very end, so that whoever waits to be taken along is. */
export function writeOnceMore(crowd: DiscordCrowd, channel: string): void {
  sayThere(crowd, 'ada', channel, `${mention} What has become of it?`)
}

type Act = (crowd: DiscordCrowd, channel: string) => void

const acts: readonly (readonly [share: number, act: Act])[] = [
  [0.12, haveSpawned],
  [0.1, (crowd, at) => run(crowd, at, 'subagents spawn', { agent: 'main', task: 'Say it.' })],
  [0.3, writeInThreads],
  [0.1, focusSomewhere],
  [0.1, (crowd, at) => runInThread(crowd, at, 'unfocus')],
  [0.05, (crowd, at) => runInThread(crowd, at, 'session ttl', { value: '1s' })],
  [0.05, (crowd, at) => run(crowd, at, 'subagents kill', { id: 'all' })],
  [0.05, (crowd, at) => run(crowd, at, 'stop')],
  [0.08, (crowd, at) => run(crowd, at, 'subagents list')],
  [0.15, askForWord],
  [0.1, haveMessage],
  [0.3, pressSomething],
  [0.3, fillSomething],
  [0.2, talkDirectly],
  [0.15, changeSomething],
  [0.08, (crowd, at) => sayThere(crowd, 'mal', at, `${mention} let me in`)],
  [0.08, (crowd, at) => sayThere(crowd, 'ben', at, 'This is for nobody.')],
  [0.07, putAway],
  [0.05, takeWebhook],
  [0.06, forbidWriting],
  [1, (crowd, at) => sayThere(crowd, oneOf([...members, 'gus'] as const), at, `${mention} and now?`)],
]

export function haveSpawned(crowd: DiscordCrowd, channel: string): void {
  sayThere(crowd, oneOf(members), channel, `${mention}\n${writeCall(chooseSpawn(makeId()))}`)
}

/** Several at once: where something is over there, they must bring back one. */
function writeInThreads(crowd: DiscordCrowd, channel: string): void {
  const thread = oneOf(openThreads(crowd, channel))
  if (!thread) return
  for (let i = Math.floor(between(1, 4)); i > 0; i--) {
    const author = oneOf(['ada', 'ben', 'gus', 'mal'] as const)
    sayThere(crowd, author, thread.id, Math.random() < 0.3 ? `${mention} go on` : `go on, ${i}`)
  }
}

/** In the channel, or in a thread of people or of ours. */
function focusSomewhere(crowd: DiscordCrowd, channel: string): void {
  const { people, platform } = crowd.discord
  const said = (platform.state.messagesByChannel.get(channel) ?? []).filter(
    ({ id, author }) => author.kind === 'user' && author.userId !== botId && !platform.state.channels.has(id),
  )
  const anchor = Math.random() < 0.3 ? oneOf(said) : undefined
  const own = anchor && people.openThread(ids.ben, anchor.id, 'of people')
  const place = own ?? oneOf(openThreads(crowd, channel))
  const label = `#${1 + Math.floor(between(0, 3))}`
  run(crowd, place && Math.random() < 0.7 ? place.id : channel, 'focus', { label })
}

/** In the channel, or in a thread, whose sub-agent then asks there. */
function askForWord(crowd: DiscordCrowd, channel: string): void {
  sayThere(crowd, 'ada', somewhere(crowd, channel), `${mention}\n${writeCall({ id: makeId(), kind: 'ask' })}`)
}

function haveMessage(crowd: DiscordCrowd, channel: string): void {
  const action = Math.random() < 0.7 ? 'send' : 'thread-create'
  const call = writeCall({ id: makeId(), kind: 'message', action })
  sayThere(crowd, oneOf(members), somewhere(crowd, channel), `${mention}\n${call}`)
}

function pressSomething(crowd: DiscordCrowd, channel: string): void {
  const { platform, programs } = crowd.discord
  const places = [channel, ...openThreads(crowd, channel).map(({ id }) => id)]
  const messages = places.flatMap((id) => platform.state.messagesByChannel.get(id) ?? [])
  const message = oneOf(messages.filter(({ components }) => buttonsOf(components).length > 0))
  const button = message && oneOf(buttonsOf(message.components).filter(({ isDisabled }) => !isDisabled))
  if (!message || !button) return
  const presser = ids[oneOf(members) ?? 'ada']
  crowd.ledger.asked.push(programs.press(presser, message.id, button.customId))
}

/** Whoever was shown a form sends it, though another may have decided meanwhile. */
function fillSomething({ discord, ledger }: DiscordCrowd): void {
  const isSent = (id: string) => ledger.asked.some(({ trigger }) => trigger?.id === id)
  const opened = oneOf(ledger.asked.filter(({ id, modal }) => modal && !isSent(id)))
  const [field] = opened?.modal?.fields ?? []
  if (!opened || !field) return
  ledger.asked.push(discord.programs.submitModal(opened.userId, opened.id, { [field.customId]: 'Not now.' }))
}

function talkDirectly(crowd: DiscordCrowd): void {
  const author = oneOf([...members, 'gus'] as const) ?? 'gus'
  sayThere(crowd, author, crowd.discord.people.openDm(ids[author], botId), 'hello, you')
}

/** What was written says what it said when it was heard. */
function changeSomething({ discord, ledger }: DiscordCrowd): void {
  const said = oneOf(ledger.said.slice(-10))
  if (!said || !discord.platform.state.messages.has(said.id)) return
  discord.people.edit(said.author, said.id, `${said.text} (changed)`)
}

/** For a moment: what is said there meanwhile is refused for good, and people say what becomes of it. */
function forbidWriting({ discord: { owners, platform }, ledger }: DiscordCrowd, channelId: string): void {
  const change = { botId, channelId, names: ['SendMessages', 'SendMessagesInThreads'] } as const
  countFault(ledger, 'may not write')
  owners.takeAway(change)
  setTimeout(
    () => {
      if (platform.state.channels.has(channelId)) owners.giveBack(change)
    },
    between(200, 1_000),
  )
}

/** Somebody deletes the webhook of a channel: another one is made in its place. */
export function takeWebhook({ discord, ledger }: DiscordCrowd, channel: string): void {
  const webhook = [...discord.platform.state.webhooks.values()].find((one) => one.channelId === channel)
  if (!webhook) return
  countFault(ledger, 'webhook deleted')
  ledger.webhooksDeleted.set(channel, (ledger.webhooksDeleted.get(channel) ?? 0) + 1)
  discord.owners.deleteWebhook(webhook.id)
}

/** A thread is archived, locked or deleted; rarely the channel itself is. */
function putAway(crowd: DiscordCrowd, channel: string): void {
  const { discord, ledger } = crowd
  const chance = Math.random()
  if (chance < 0.05) {
    countFault(ledger, 'channel deleted')
    return discord.people.deleteChannel(ids.ada, channel)
  }
  const thread = oneOf(openThreads(crowd, channel))
  if (!thread) return
  if (chance < 0.55) {
    countFault(ledger, 'thread archived')
    discord.people.archive(ids.ada, thread.id)
  } else if (chance < 0.75) {
    countFault(ledger, 'thread locked')
    discord.people.lock(ids.ada, thread.id)
  } else {
    countFault(ledger, 'thread deleted')
    discord.people.deleteChannel(ids.ada, thread.id)
  }
}

/** Only what Discord offers them: before the list of commands is registered, nothing. */
export function run(
  { discord, ledger }: DiscordCrowd,
  channelId: string,
  name: string,
  values: Readonly<Record<string, string>> = {},
): void {
  const [first] = name.split(' ')
  const userId = ids.ada
  const offered = discord.programs.commandsFor(userId, channelId)
  if (!offered.some(({ definition }) => definition.name === first)) return
  ledger.asked.push(discord.programs.runCommand({ userId, channelId, name, values }))
}

function runInThread(
  crowd: DiscordCrowd,
  channel: string,
  name: string,
  values?: Readonly<Record<string, string>>,
): void {
  const thread = oneOf(openThreads(crowd, channel))
  if (thread) run(crowd, thread.id, name, values)
}

export function openThreads({ discord, ledger }: DiscordCrowd, channel: string): ThreadChannel[] {
  return [channel, ...ledger.earlier]
    .flatMap((id) => threadsUnder(discord.platform.state, id))
    .filter(({ isLocked }) => !isLocked)
}

function somewhere(crowd: DiscordCrowd, channel: string): string {
  return oneOf([channel, ...openThreads(crowd, channel).map(({ id }) => id)]) ?? channel
}

export function sayThere(
  { discord, ledger }: DiscordCrowd,
  author: Person | undefined,
  conversationId: string,
  text: string,
): void {
  const place = discord.platform.state.channels.get(conversationId)
  if (author === undefined || !place || (place.kind === 'thread' && place.isLocked)) return
  const at = Date.now()
  const { id } = discord.people.say(ids[author], conversationId, text)
  const fate: SaidThere['fate'] =
    author === 'mal' ? 'nothing' : place.kind === 'dm' || text.includes(mention) ? 'heard' : 'noted_or_heard'
  ledger.said.push({ id, conversationId, author: ids[author], text, fate, at })
}

function oneOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

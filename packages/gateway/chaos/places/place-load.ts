// People on the platform who talk in channels, threads and directly, have sub-agents spawned, focus and leave them, stop and
// kill, press buttons, and now and then put a conversation away. The platform takes what they do whether a gateway is there
// or not.

import type { Platform } from '@heddle/emulators/loopback/platform'
import { between, sleep } from '../chaos-round.ts'
import { countFault, type PlaceLedger, type SaidThere } from './place-ledger.ts'
import { chooseSpawn, writeCall } from './place-plan.ts'
import { botId, guest, members, serverId, stranger } from './place-stage.ts'

export interface Crowd {
  platform: Platform
  ledger: PlaceLedger
  isOver(): boolean
}

/** At the usual pace. */
const actsMax = 30

export const mention = `<@${botId}>`
let lastId = 0
export const makeId = () => `p${Date.now().toString(36)}x${++lastId}`

export function openChannel({ platform, ledger }: Crowd): string {
  const id = platform.addChannel(serverId, makeId())
  ledger.channels.push(id)
  return id
}

/** In one channel and the threads under it, until it is over. */
export async function liveIn(crowd: Crowd, channel: string): Promise<void> {
  say(crowd, 'ada', channel, `${mention} hello`)
  haveSpawned(crowd, channel)
  for (let done = 0; !crowd.isOver(); done++) {
    // On a machine with much else to do a round takes longer, and does not for that become larger.
    await sleep(done < actsMax ? between(30, 300) : between(300, 900))
    if (!crowd.platform.state.conversations.has(channel)) return
    const [, act] = acts.find(([share]) => Math.random() < share) ?? []
    act?.(crowd, channel)
  }
}

/** At the very end, so that whoever waits to be taken along is. */
export function writeOnce(crowd: Crowd, channel: string): void {
  if (!crowd.platform.state.conversations.has(channel)) return
  say(crowd, 'ada', channel, `${mention} What has become of it?`)
}

type Act = (crowd: Crowd, channel: string) => void

const acts: readonly (readonly [share: number, act: Act])[] = [
  [0.12, haveSpawned],
  [0.15, (crowd, channel) => say(crowd, oneOf(members), channel, `${mention} /subagents spawn main Say it.`)],
  [0.35, writeInThreads],
  [0.12, focusInThread],
  [0.08, focusInChannel],
  [0.1, (crowd, channel) => command(crowd, channel, '/unfocus')],
  [0.06, (crowd, channel) => command(crowd, channel, '/session ttl 1s')],
  [0.06, (crowd, channel) => say(crowd, 'ada', channel, `${mention} /subagents kill all`)],
  [0.06, (crowd, channel) => say(crowd, 'ada', channel, `${mention} /stop`)],
  [0.15, askForWord],
  [0.12, haveMessage],
  [0.3, pressSomething],
  [0.2, talkDirectly],
  [0.1, (crowd, channel) => say(crowd, stranger, channel, `${mention} let me in`)],
  [0.1, (crowd, channel) => say(crowd, 'ben', channel, 'This is for nobody.')],
  [0.06, putAway],
  [1, (crowd, channel) => say(crowd, oneOf([...members, guest]), channel, `${mention} and now?`)],
]

function haveSpawned(crowd: Crowd, channel: string): void {
  say(crowd, oneOf(members), channel, `${mention}\n${writeCall(chooseSpawn(makeId()))}`)
}

/** Several at once: where something is over there, they must bring back one. */
function writeInThreads(crowd: Crowd, channel: string): void {
  const thread = oneOf(threadsUnder(crowd, channel))
  if (thread === undefined) return
  for (let i = Math.floor(between(1, 5)); i > 0; i--) {
    const author = oneOf([...members, guest, stranger])
    say(crowd, author, thread, Math.random() < 0.3 ? `${mention} go on` : `go on, ${i}`)
  }
}

/** A thread of people, or one that is there. */
function focusInThread(crowd: Crowd, channel: string): void {
  const { platform } = crowd
  const known = oneOf(threadsUnder(crowd, channel))
  const anchor = oneOf(platform.read(channel).filter(({ author }) => !author.isBot))
  const isFree = anchor !== undefined && !platform.state.conversations.has(anchor.id)
  const thread = isFree && Math.random() < 0.5 ? platform.startThread(anchor.id, 'of people') : known
  if (thread !== undefined)
    say(crowd, oneOf(members), thread, `${mention} /focus #${1 + Math.floor(between(0, 3))}`)
}

function focusInChannel(crowd: Crowd, channel: string): void {
  say(crowd, oneOf(members), channel, `${mention} /focus #${1 + Math.floor(between(0, 3))}`)
}

function command(crowd: Crowd, channel: string, text: string): void {
  const thread = oneOf(threadsUnder(crowd, channel))
  if (thread !== undefined) say(crowd, 'ada', thread, `${mention} ${text}`)
}

/** In the channel, or in a thread, whose sub-agent then asks there. */
function askForWord(crowd: Crowd, channel: string): void {
  const place = oneOf([channel, ...threadsUnder(crowd, channel)]) ?? channel
  say(crowd, 'ada', place, `${mention}\n${writeCall({ id: makeId(), kind: 'ask' })}`)
}

function haveMessage(crowd: Crowd, channel: string): void {
  const place = oneOf([channel, ...threadsUnder(crowd, channel)]) ?? channel
  const action = Math.random() < 0.7 ? 'send' : 'thread-create'
  say(crowd, oneOf(members), place, `${mention}\n${writeCall({ id: makeId(), kind: 'message', action })}`)
}

function pressSomething(crowd: Crowd, channel: string): void {
  const { platform, ledger } = crowd
  const places = [channel, ...threadsUnder(crowd, channel)]
  const message = oneOf(places.flatMap((id) => platform.read(id)).filter(({ buttons }) => buttons.length > 0))
  const button = message && oneOf(message.buttons)
  if (!message || !button) return
  ledger.presses.push({
    id: platform.press(oneOf(members) ?? 'ada', message.id, button.token),
    at: Date.now(),
  })
}

function talkDirectly(crowd: Crowd): void {
  const author = oneOf([...members, guest]) ?? guest
  say(crowd, author, crowd.platform.openDm(author, botId), 'hello, you')
}

/** A thread is archived, locked, taken from us or deleted; rarely the channel itself is. */
function putAway(crowd: Crowd, channel: string): void {
  const { platform, ledger } = crowd
  if (Math.random() < 0.05) {
    countFault(ledger, 'channel deleted')
    return platform.deleteConversation(channel, 'ben')
  }
  const thread = oneOf(threadsUnder(crowd, channel))
  if (thread === undefined) return
  const chance = Math.random()
  if (chance < 0.4) {
    countFault(ledger, 'thread archived')
    platform.archive(thread, 'ben')
  } else if (chance < 0.6) {
    countFault(ledger, 'thread locked')
    platform.lock(thread, true)
  } else if (chance < 0.8) {
    countFault(ledger, 'thread taken from us')
    takeFromUs(crowd, thread)
  } else {
    countFault(ledger, 'thread deleted')
    platform.deleteConversation(thread, 'ben')
  }
}

function takeFromUs({ platform, ledger }: Crowd, thread: string): void {
  platform.close(thread, botId, true)
  ledger.closed.add(thread)
}

function threadsUnder({ platform, ledger }: Crowd, channel: string): string[] {
  const above = [channel, ...ledger.earlier]
  return [...platform.state.conversations.values()]
    .filter(({ parentId = '', isLocked }) => above.includes(parentId) && !isLocked)
    .map(({ id }) => id)
}

export function say(
  { platform, ledger }: Crowd,
  author: string | undefined,
  conversationId: string,
  text: string,
): void {
  const conversation = platform.state.conversations.get(conversationId)
  if (author === undefined || conversation === undefined || conversation.isLocked) return
  const isTold = !conversation.closedTo.has(botId)
  const { id } = platform.say(author, conversationId, text)
  const fate = author === stranger ? 'nothing' : isTold ? fateOf(conversation.kind, text) : 'anything'
  ledger.said.push({ id, conversationId, author, text, fate, at: Date.now() })
}

function fateOf(kind: string, text: string): SaidThere['fate'] {
  return kind === 'dm' || text.includes(mention) ? 'heard' : 'noted_or_heard'
}

function oneOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

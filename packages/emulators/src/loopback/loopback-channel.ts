// The emulated platform as a channel: a bundle of abilities of one account, like any other's. It is for development and
// tests, and the first that every rule about places is proven on.

import type {
  AccountCheck,
  AccountFinding,
  AccountTrouble,
  ChannelAccount,
  ChannelEars,
  ChannelSurroundings,
} from '@heddle/gateway/channel'
import { classifyTrouble, isOk, okBody } from './classify-reply.ts'
import { courteous } from './courteous-reach.ts'
import { hearEvents, type Line } from './hear-events.ts'
import type { InboundAround } from './inbound-event.ts'
import { idOf, tellReply } from './loopback-calls.ts'
import { createDirect } from './loopback-direct.ts'
import { createHistoryReader } from './loopback-history.ts'
import { createOpener } from './loopback-opener.ts'
import { loopbackRenderer } from './loopback-renderer.ts'
import { createSender } from './loopback-sender.ts'
import { linkTo } from './message-link.ts'
import { within } from './platform-time.ts'
import type { PlatformFile } from './platform-words.ts'
import { type Reach, reachByHttp, type ReachSettings } from './reach-platform.ts'

const startTimeoutMs = 15_000
const typingTimeoutMs = 5_000
const cutOffToldMs = 30_000

/** The platform asks nobody to remember anything, nor to be reached. */
type LoopbackSurroundings = Omit<ChannelSurroundings, 'notes' | 'publicUrl'>

/** Over HTTP, as the configuration says. */
export function openLoopbackChannel(around: LoopbackSurroundings): ChannelAccount {
  return createLoopbackChannel(
    around,
    reachByHttp(() => readSettings(around)),
  )
}

export function createLoopbackChannel(around: LoopbackSurroundings, platform: Reach): ChannelAccount {
  const { accountId, clock, log } = around
  const reach = courteous(platform, clock)
  let stopping = new AbortController()
  let hearing: Promise<void> | undefined
  let line: Line | undefined

  async function start(ears: ChannelEars): Promise<void> {
    stopping = new AbortController()
    const { signal } = stopping
    const { ownId, cursor } = await within(clock, startTimeoutMs, (over) =>
      introduce(AbortSignal.any([signal, over])),
    )
    const inbound: InboundAround = { accountId, ownId, readFile }
    line = { after: cursor }
    hearing = hearEvents({ reach, ears, inbound, clock, log, signal }, line)
  }

  /** Short breaks are none to speak of. */
  function trouble(): AccountTrouble | undefined {
    const cutOff = line?.cutOff
    if (!cutOff || clock.wall() - cutOff.since < cutOffToldMs) return undefined
    return { words: `The platform cannot be heard: ${cutOff.detail}`, since: cutOff.since }
  }

  async function check(signal: AbortSignal): Promise<AccountCheck> {
    const me = await reach.call('me', {}, signal)
    const finding: AccountFinding =
      idOf(okBody(me)) === undefined
        ? { state: 'bad', about: 'token', text: `The platform does not take the account: ${tellReply(me)}.` }
        : { state: 'good', about: 'token', text: 'The platform takes the account.' }
    const lost = trouble()
    return {
      findings: lost ? [finding, { state: 'bad', about: 'connection', text: `${lost.words}.` }] : [finding],
    }
  }

  async function introduce(signal: AbortSignal): Promise<{ ownId: string; cursor: number }> {
    const me = await reach.call('me', {}, signal)
    const ownId = idOf(okBody(me))
    if (ownId === undefined) throw new Error(`The platform does not take the account: ${tellReply(me)}.`)
    const opened = await reach.call('events.open', {}, signal)
    const cursor = cursorOf(okBody(opened))
    if (cursor === undefined) throw new Error(`The platform tells no events: ${tellReply(opened)}.`)
    return { ownId, cursor }
  }

  async function readFile(file: PlatformFile, signal: AbortSignal): Promise<Uint8Array> {
    const reply = await reach.call('file', { fileId: file.id }, signal)
    const content = contentOf(okBody(reply))
    if (content === undefined) throw new Error(`The file could not be read: ${tellReply(reply)}.`)
    return Buffer.from(content, 'base64')
  }

  return {
    channel: 'loopback',
    accountId,
    outbound: {
      channel: 'loopback',
      renderer: loopbackRenderer,
      sender: createSender(reach, linkTo),
      opener: createOpener(reach, linkTo, () => clock.wall()),
    },
    direct: createDirect(reach, accountId),
    history: createHistoryReader(reach, clock),
    typing: {
      async show({ conversationId }) {
        const reply = await within(clock, typingTimeoutMs, (signal) =>
          reach.call('typing', { conversationId }, signal),
        )
        if (!isOk(reply)) log.debug('typing could not be shown', { detail: classifyTrouble(reply).detail })
      },
    },
    start,
    trouble,
    check,
    async stop() {
      stopping.abort()
      await hearing
      hearing = undefined
      line = undefined
    },
  }
}

/** The configuration was checked when it was read, so these are texts; an account that has gone has none. */
function readSettings({ settings }: LoopbackSurroundings): ReachSettings {
  const { apiUrl, token } = settings()
  return { apiUrl: String(apiUrl ?? ''), token: String(token ?? '') }
}

function cursorOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('cursor' in body)) return undefined
  return typeof body.cursor === 'number' ? body.cursor : undefined
}

function contentOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('content' in body)) return undefined
  return typeof body.content === 'string' ? body.content : undefined
}

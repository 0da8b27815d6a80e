// An emulated Discord on a port, a bot on it, and the hearing of an account with ears that remember what they heard:
// what the tests of the inward side begin with.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationRef } from '@heddle/contract'
import { addApplication, addChannel, addGuild, joinGuild } from '@heddle/emulators/discord/guild-verbs'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { openDiscord } from '@heddle/emulators/discord/open-discord'
import { noRates } from '@heddle/emulators/discord/rate-limits'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { createMemoryNotes } from '@heddle/emulators/memory-notes'
import type { ChannelEars, InboundEvent, InboundPress, InboundQuestion } from '../src/channels/channel.ts'
import { createKnownChannels } from '../src/channels/discord/create-known-channels.ts'
import { createHearing } from '../src/channels/discord/hearing.ts'
import { createRestClient } from '../src/channels/discord/rest-client.ts'
import type { Clock } from '../src/foundation/clock.ts'
import type { Log } from '../src/foundation/logging/log.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { assertJudged } from './assert-judged.ts'

export type DiscordScene = Awaited<ReturnType<typeof openDiscordScene>>

/** A server with a channel, two people, and a bot that was let in. */
export async function openDiscordScene() {
  const discord = openDiscord({ clock: realPlatformClock, rates: noRates, judge: judgeExchanges })
  const { platform, people, owners } = discord
  const [ann, bob] = [people.addPerson('ann', { globalName: 'Ann' }).id, people.addPerson('bob').id]
  const bot = addApplication(platform, 'heddle', { token: 'good-token' })
  const { id: guildId } = addGuild(platform, 'Weavers', ann)
  joinGuild(platform, guildId, bob)
  owners.letIn(guildId, bot.id)
  const general = addChannel(platform, guildId, 'general').id
  const served = await serveDiscord(discord)
  /** What the account notes, also beyond the end of its process. */
  const kept = new Map<string, string>()
  const opened: (() => Promise<void>)[] = []
  /** What a test asks for wrongly, on purpose. */
  const allowedBreaches: RegExp[] = []
  const scene = {
    ...discord,
    served,
    ann,
    bob,
    bot,
    guildId,
    general,
    kept,
    allowedBreaches,
    say: (text: string) => people.say(ann, general, text),
    open: (options: HearingOptions = {}) => {
      const hearing = openHearing(scene, options)
      opened.push(hearing.stop)
      return hearing
    },
    async [Symbol.asyncDispose]() {
      for (const stop of opened) await stop()
      await served.close()
      assertJudged(discord, allowedBreaches)
    },
  }
  return scene
}

export interface HearingOptions {
  waitingMax?: number
  isOwnWebhook?(id: string): boolean
  permissionsChanged?(channelIds: readonly string[]): void
}

/** As a new process would: with nothing but what was noted. */
function openHearing(
  scene: { kept: Map<string, string>; bot: { token: string }; served: { apiUrl: string } },
  { isOwnWebhook = () => false, permissionsChanged = () => undefined, ...more }: HearingOptions,
) {
  const settings = { token: scene.bot.token, apiUrl: scene.served.apiUrl }
  const logged: string[] = []
  /** How much faster its own waits pass, and how much time it is made to believe has passed. */
  const pace = { speed: 1, passedMs: 0 }
  const around = {
    accountId: 'main',
    settings: () => settings,
    notes: createMemoryNotes(scene.kept),
    publicUrl: () => undefined,
    clock: hurrying(pace),
    random: { bytes: (count: number) => new Uint8Array(count), fraction: () => 0 },
    log: remembering(logged),
  }
  const rest = createRestClient(around)
  const known = createKnownChannels(rest)
  const hearing = createHearing({ around, rest, known, isOwnWebhook, permissionsChanged, ...more })
  const remembered = rememberingEars()
  return {
    ...remembered,
    hearing,
    known,
    rest,
    settings,
    logged,
    pace,
    texts: () => remembered.heard.map(({ text }) => text),
    start: () => hearing.start(remembered.ears),
    async stop() {
      await hearing.stop()
      rest.close()
    },
  }
}

export function rememberingEars() {
  const heard: InboundEvent[] = []
  const pressed: InboundPress[] = []
  const asked: InboundQuestion[] = []
  const gone: [conversationId: string, how: string][] = []
  const ears: ChannelEars & { reached: number } = {
    reached: 0,
    async hear(event) {
      const isRepeat = heard.some(({ eventId }) => eventId === event.eventId)
      if (!isRepeat) heard.push(event)
      return { kind: 'heard', sessionId: 'ses_1', deduped: isRepeat }
    },
    async press(event) {
      pressed.push(event)
      return 'Noted.'
    },
    placeGone: async ({ conversationId }, how) => void gone.push([conversationId, how]),
    async reachedAgain() {
      ears.reached++
    },
    async lastHeard() {
      const newest = new Map(heard.map((event) => [event.conversation.conversationId, event]))
      return [...newest.values()].map(({ conversation, eventId }) => ({ conversation, eventId }))
    },
    handlesOf: async () => new Map(),
    async suggest(question) {
      asked.push(question)
      return [{ text: `${question.typed}…`, value: question.typed }]
    },
  }
  return { heard, pressed, asked, gone, ears }
}

export function placeOf(conversationId: string): ConversationRef {
  return { channel: 'discord', accountId: 'main', conversationId }
}

/** What a wait skips is skipped by the clock on the wall as well. */
function hurrying(pace: { speed: number; passedMs: number }): Clock {
  const clock = createRealClock()
  let skippedMs = 0
  return {
    ...clock,
    wall: () => clock.wall() + skippedMs,
    mono: () => clock.mono() + pace.passedMs,
    timer(ms, fn) {
      const waitMs = ms / pace.speed
      return clock.timer(waitMs, () => {
        skippedMs += ms - waitMs
        fn()
      })
    },
  }
}

function remembering(logged: string[]): Log {
  const say = (message: string) => void logged.push(message)
  const log: Log = { debug: () => undefined, info: () => undefined, warn: say, error: say, with: () => log }
  return log
}

/** What a test waits for is a thing that happens, not a time; this is how long a hanging one may take. */
const hangsAfterMs = 60_000

export async function until(isSo: () => boolean, what = String(isSo)): Promise<void> {
  const end = performance.now() + hangsAfterMs
  while (!isSo()) {
    assert.ok(performance.now() < end, `it did not come: ${what}`)
    await wait(5)
  }
}

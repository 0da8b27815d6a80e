// A house of real rooms with a bot on an emulated Discord, in one process: its library speaks to it over real sockets. What
// is said there is heard, and what is told there can be read as people see it. Time stands still but for what the tests
// let pass; only the sockets take the time they take. Every request is held against Discord's own schemas.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationRef, Role, SessionId } from '@heddle/contract'
import type { DiscordUser } from '@heddle/emulators/discord/discord-words'
import { addApplication, addChannel, addGuild, joinGuild } from '@heddle/emulators/discord/guild-verbs'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { openDiscord, type Discord } from '@heddle/emulators/discord/open-discord'
import { noRates, type RateLimits } from '@heddle/emulators/discord/rate-limits'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { createChannelEars } from '../src/channel-ears.ts'
import { createChannelNotes } from '../src/channel-notes.ts'
import { createChannelRegistry } from '../src/channel-registry.ts'
import type { ChannelAccount } from '../src/channels/channel.ts'
import { openDiscordChannel } from '../src/channels/discord/discord-channel.ts'
import { defaultLanes } from '../src/foundation/work/lanes.ts'
import { workStore } from '../src/foundation/work/work-store.ts'
import type { PersonActor } from '../src/people/people.ts'
import type { AccountRules } from '../src/routing/place-rules.ts'
import { assertJudged } from './assert-judged.ts'
import { type DiscordHands, lendHands, type Someone } from './discord-hands.ts'
import {
  createListLog,
  openTestSessions,
  type TestSessions,
  type TestSessionsOptions,
} from './open-test-sessions.ts'
import { watchDiscordNews } from './watch-discord-news.ts'

export interface DiscordHouseOptions extends TestSessionsOptions {
  /** Where it differs from one that hears everybody of its server and those who write to it directly. */
  account?: Partial<AccountRules>
  /** Absent: none. */
  rates?: RateLimits
}

export interface MemberThere extends Someone {
  actor: PersonActor
}

export interface DiscordHouse extends TestSessions, DiscordHands {
  discord: Discord
  /** As the account has it; may be changed. */
  accountSettings: { token: string; apiUrl: string }
  account: ChannelAccount
  /** The one who made the server, and runs it. */
  owner: Someone
  bot: Someone
  /** How our bot is mentioned in a text. */
  mention: string
  guildId: string
  /** A channel of the server. */
  general: string
  addChannel(name: string): string
  /** Somebody of the server, known to nobody here. */
  guest(name: string): DiscordUser
  /** A member here, whose account on Discord is theirs. */
  member(handle: string, role?: Role): Promise<MemberThere>
  dmWith(who: Someone): string
  placeOf(conversationId: string): ConversationRef
  sessionIn(channelId: string): Promise<SessionId | undefined>
  /** Of the sub-agent that the agent of the place spawned last. */
  childOf(channelId: string): Promise<SessionId | undefined>
  /** What people said in a session, as `name: text`. */
  saidIn(sessionId: SessionId): Promise<string[]>
  /** How the bindings of the place ended so far, newest first. */
  endsIn(channelId: string): Promise<(string | null)[]>
  /** Lets everything happen that follows within a moment: what was said is heard, turns run, what is due is sent. */
  settle(): Promise<void>
  /** Nobody waits until this one is heard: it is not to be, or not soon. */
  letBe(message: { id: string }): void
  /** No account listens any more: nobody waits for what is said. */
  hearNothing(): void
  /** For what begins with nothing that could be waited for: a connection that is opened again. */
  until(isSo: () => boolean): Promise<void>
  /** As a new process would, with nothing but what was noted. */
  reopenAccount(): Promise<void>
  /** What the account noted of its sessions is gone, as if it had never been connected. */
  forgetConnection(): Promise<void>
  /** All that an account of Discord noted. */
  notesOf(accountId: string): Promise<ReadonlyMap<string, string>>
  /** Discord is switched off: nobody finds the account any more. It can be opened again. */
  switchOff(): Promise<void>
  /** What a test asks for wrongly, on purpose. */
  allowedBreaches: RegExp[]
}

export const discordAccount = 'main'
/** What follows within that is part of what happens now: whoever hears of each other, a short wait of the platform's. */
const momentMs = 1_500
const roundsMax = 3_000
const firstToken = 'discord-token'

export async function openDiscordHouse(options: DiscordHouseOptions = {}): Promise<DiscordHouse> {
  const registry = createChannelRegistry()
  const { outbound, histories, directPlaces } = registry
  const test = await openTestSessions({ ...options, outbound, histories, directPlaces })
  const { clock, random, store } = test
  const discord = openDiscord({ clock, rates: options.rates ?? noRates, judge: judgeExchanges })
  const { platform, people, owners } = discord
  const allowedBreaches: RegExp[] = []
  const owner = people.addPerson('olga')
  const bot = addApplication(platform, 'Heddle', { token: firstToken })
  const { id: guildId } = addGuild(platform, 'Weavers', owner.id)
  owners.letIn(guildId, bot.id)
  const general = addChannel(platform, guildId, 'general').id
  const served = await serveDiscord(discord)
  const accountSettings = { token: firstToken, apiUrl: served.apiUrl }

  test.placeRules.accounts[`discord/${discordAccount}`] = {
    agentId: 'main',
    requireMention: true,
    allow: {
      people: ['*'],
      dms: 'allowed',
      bots: 'never',
      places: { [guildId]: { channels: { '*': {} }, people: ['*'] } },
    },
    streaming: { mode: 'final', coalesceChars: 1_500, coalesceIdleMs: 1_000 },
    ...options.account,
  }
  test.placeRules.layers['discord'] = { spawnSubagentSessions: true }
  // What people told sets off what it does in the real house.
  test.hearers.push(test.queue)

  const log = createListLog(test.logged)
  const notes = createChannelNotes(store, { channel: 'discord', accountId: discordAccount })
  const news = watchDiscordNews(discord, bot.id)
  let account = openAccount()

  function openAccount(): ChannelAccount {
    const opened = openDiscordChannel({
      accountId: discordAccount,
      // As the configuration has it, in which both stand beside each other.
      settings: () => ({
        ...accountSettings,
        allow: test.placeRules.accounts[`discord/${discordAccount}`]?.allow,
      }),
      notes,
      publicUrl: () => undefined,
      clock,
      random,
      log,
    })
    registry.add(opened)
    return opened
  }

  async function startAccount(): Promise<void> {
    const ears = createChannelEars(
      {
        store,
        people: test.people,
        clock,
        log,
        // The rooms are others after a crash.
        get routing() {
          return test.routing
        },
        get deliveries() {
          return test.deliveries
        },
      },
      account,
    )
    await whileTimePasses(account.start(news.listenIn(ears)))
    // Its commands are registered then.
    await settle()
  }

  /** Whoever lost a session waits before a new one is asked for. */
  async function whileTimePasses(doing: Promise<void>): Promise<void> {
    let isOver = false
    const done = doing.finally(() => {
      isOver = true
    })
    done.catch(() => undefined)
    while (!isOver) {
      await wait(2)
      // Not while Discord is asked: there is a time for each answer.
      if (platform.truth.requests.every(({ endedAt }) => endedAt !== undefined)) clock.advance(20)
    }
    await done
  }

  const untilNextDue = async () => {
    const due = await store.read((r) => workStore.nextDue(r, Object.keys(defaultLanes)))
    return Math.min(...due.map((at) => at ?? Number.POSITIVE_INFINITY)) - store.now()
  }

  /** A turn whose model is held by a test is not work that goes on. */
  function isAtWork(): boolean {
    const running = Object.values(test.runner.figures().running).reduce((sum, count) => sum + count, 0)
    return running > test.model.running
  }

  async function settle(): Promise<void> {
    for (let rounds = 0; ; rounds++) {
      assert.ok(rounds < roundsMax, `it does not come to rest: ${news.pending().join(', ')}`)
      await test.breathe()
      if (isAtWork() || !(await news.isQuiet())) {
        // What waits a moment by the clock goes on, but no faster than the sockets can answer.
        if (rounds > 20) await wait(2)
        // Whoever lost its session waits up to a minute before it asks for another.
        const isAsked = platform.truth.requests.some(({ endedAt }) => endedAt === undefined)
        clock.advance(rounds > 300 && !isAsked ? 100 : 5)
        continue
      }
      const dueMs = await untilNextDue()
      if (dueMs > momentMs) return
      // The library's limits go by the real time, and what it holds back is asked for again and again until that has passed.
      if (rounds > 20) await wait(100)
      clock.advance(Math.max(1, dueMs))
    }
  }

  function join(name: string): DiscordUser {
    const user = people.addPerson(name)
    joinGuild(platform, guildId, user.id)
    return user
  }

  async function sessionIn(channelId: string): Promise<SessionId | undefined> {
    for (const kind of ['channel', 'dm']) {
      const key = `agent:main:discord:${kind}:${channelId}`
      const found = await store.read((r) => test.sessions.see(r, test.operator, key).catch(() => undefined))
      if (found) return found.id
    }
    return undefined
  }

  const closeRooms = test.close
  async function close(): Promise<void> {
    await account.stop()
    await closeRooms()
    await served.close()
  }

  await startAccount()
  const house = Object.assign(test, {
    discord,
    accountSettings,
    account,
    owner,
    bot,
    mention: `<@${bot.id}>`,
    guildId,
    general,
    allowedBreaches,
    addChannel: (name: string) => addChannel(platform, guildId, name).id,
    guest: join,
    async member(handle: string, role: Role = 'member') {
      const { actor } = await test.signedIn(handle, role)
      const { id } = join(handle)
      const there = { channel: 'discord', accountId: discordAccount, platformId: id, name: handle }
      await store.tx(async (t) => {
        const { code } = await test.people.offerLink(t, actor)
        const { id: guestId } = await test.people.rememberGuest(t, there)
        await test.people.useCode(t, { kind: 'guest', guestId, name: handle, admitted: {} }, code)
      })
      await settle()
      return { actor, id }
    },
    dmWith: ({ id }: Someone) => people.openDm(id, bot.id),
    placeOf,
    ...lendHands(discord, bot.id, settle),
    sessionIn,
    async childOf(channelId: string) {
      const id = await sessionIn(channelId)
      if (!id) return undefined
      const { items } = await store.read((r) =>
        test.sessions.listRuns(r, test.operator, id, 'children', { limit: 1 }),
      )
      return items[0]?.sessionId
    },
    async saidIn(sessionId: SessionId) {
      return (await test.timeline(sessionId))
        .filter(({ kind }) => kind === 'message.user')
        .map(({ actor, payload }) => `${actor.name}: ${String(payload['text'])}`)
    },
    async endsIn(channelId: string) {
      const { items } = await store.read((r) =>
        test.routing.bindings.list(r, test.operator, { status: 'all' }, { limit: 50 }),
      )
      return items
        .filter(({ conversation }) => conversation.conversationId === channelId)
        .map(({ endReason }) => endReason)
    },
    settle,
    hearNothing: news.letAllBe,
    letBe: ({ id }: { id: string }) => news.letBe(id),
    async until(isSo: () => boolean) {
      for (let rounds = 0; !isSo(); rounds++) {
        assert.ok(rounds < roundsMax, `it did not come: ${String(isSo)}`)
        await settle()
        clock.advance(5)
        await wait(2)
      }
    },
    async reopenAccount() {
      await account.stop()
      account = openAccount()
      house.account = account
      await startAccount()
    },
    notesOf: (accountId: string) => createChannelNotes(store, { channel: 'discord', accountId }).list(''),
    forgetConnection: () => notes.forget('session:0'),
    async switchOff() {
      registry.remove('discord', discordAccount)
      await account.stop()
    },
    close,
    async [Symbol.asyncDispose]() {
      await close()
      // Whatever a test is about: what we ask, and what we are answered, is as Discord's schemas have it.
      assertJudged(discord, allowedBreaches)
    },
  })
  return house
}

function placeOf(conversationId: string): ConversationRef {
  return { channel: 'discord', accountId: discordAccount, conversationId }
}

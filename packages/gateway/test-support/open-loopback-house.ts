// A house of real rooms with an account on an emulated platform, all in one process: what people say there is heard, and
// what is told there can be read. Time stands still but for what the tests let pass.

import { setTimeout as wait } from 'node:timers/promises'
import { createLoopbackChannel } from '@heddle/emulators/loopback/loopback-channel'
import { createPlatform, type Platform } from '@heddle/emulators/loopback/platform'
import { reachInProcess } from '@heddle/emulators/loopback/reach-platform'
import type { PlatformUser } from '@heddle/emulators/loopback/platform-words'
import { createChannelEars } from '../src/channel-ears.ts'
import { createChannelRegistry } from '../src/channel-registry.ts'
import type { ChannelAccount } from '../src/channels/channel.ts'
import type { AccountRules } from '../src/routing/place-rules.ts'
import {
  createListLog,
  openTestSessions,
  type TestSessions,
  type TestSessionsOptions,
} from './open-test-sessions.ts'

export interface LoopbackHouseOptions extends TestSessionsOptions {
  /** Where it differs from one that hears everybody of its server and those who write to it directly. */
  account?: Partial<AccountRules>
}

export interface LoopbackHouse extends TestSessions {
  platform: Platform
  /** On the channel `loopback`, with the id `main`. */
  account: ChannelAccount
  /** As the platform knows us. */
  botId: string
  serverId: string
  /** A channel of the server. */
  general: string
  /** Somebody on the platform, known to nobody here. */
  guest(name: string): PlatformUser
  /** The conversation between them and us. */
  dmWith(userId: string): string
  /** How our account is mentioned in a text. */
  mention: string
  /** Lets everything happen that is ready: what was said is heard, turns run, and what is due is sent. */
  settle(): Promise<void>
  /** Lets so much time go by, whether or not the platform answers: what is due meanwhile happens. */
  pass(ms: number): Promise<void>
  /** The account as after a start of the program: another one, which remembers nothing. */
  reconnect(): Promise<void>
  /** What the account shows from now on, whatever the platform takes. */
  useToken(token: string): void
  /** The account is no longer there for whoever wants to send. */
  disconnect(): void
  /** What can be read there, oldest first, as `name: text`. */
  read(conversationId: string): string[]
}

export const loopbackAccount = 'main'
const token = 'loopback-token'
const stepMs = 1_000

export async function openLoopbackHouse(options: LoopbackHouseOptions = {}): Promise<LoopbackHouse> {
  const registry = createChannelRegistry()
  const { outbound, histories, directPlaces } = registry
  const test = await openTestSessions({ ...options, outbound, histories, directPlaces })
  const { clock, random } = test
  const platform = createPlatform({ clock, random })
  const serverId = platform.addServer('Weavers')
  const general = platform.addChannel(serverId, 'general')
  const bot = platform.addBot('Heddle', token)
  test.placeRules.accounts[`loopback/${loopbackAccount}`] = {
    agentId: 'main',
    requireMention: true,
    allow: {
      people: ['*'],
      dms: 'allowed',
      bots: 'never',
      places: { [serverId]: { channels: { '*': {} }, people: ['*'] } },
    },
    streaming: { mode: 'final', coalesceChars: 1_500, coalesceIdleMs: 1_000 },
    ...options.account,
  }
  let shown: string | undefined
  const settings = () => ({ apiUrl: 'http://127.0.0.1', token: shown ?? bot.token })
  const log = createListLog(test.logged)
  const around = { accountId: loopbackAccount, settings, clock, random, log }
  const openAccount = () => createLoopbackChannel(around, reachInProcess(platform, settings))
  let account = openAccount()
  registry.add(account)
  // The rooms are others after a crash.
  const ears = createChannelEars(
    {
      store: test.store,
      people: test.people,
      clock,
      log,
      get routing() {
        return test.routing
      },
      get deliveries() {
        return test.deliveries
      },
    },
    account,
  )
  await account.start(ears)

  const { work } = test
  async function settle(): Promise<void> {
    for (let rounds = 0; ; rounds++) {
      await work()
      if (bot.feed.pending() === 0) return
      if (rounds > 1_500) throw new Error('what was said on the platform is not heard')
      // Files are written to a real disk, which takes its time.
      if (rounds > 100) await wait(2)
      clock.advance(5)
    }
  }

  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(Math.min(stepMs, ms - passed))
      await test.breathe()
    }
  }

  async function reconnect(): Promise<void> {
    await account.stop()
    account = openAccount()
    registry.add(account)
    await account.start(ears)
    Object.assign(test, { account })
  }

  const closeRooms = test.close
  const close = async () => {
    await account.stop()
    await closeRooms()
  }
  return Object.assign(test, {
    platform,
    account,
    botId: bot.id,
    serverId,
    general,
    mention: `<@${bot.id}>`,
    guest: (name: string) => platform.addUser(name),
    dmWith: (userId: string) => platform.openDm(userId, bot.id),
    settle,
    pass,
    reconnect,
    useToken(next: string) {
      shown = next
    },
    disconnect: () => registry.remove('loopback', loopbackAccount),
    read: (conversationId: string) =>
      platform.read(conversationId).map(({ author, text }) => `${author.name}: ${text}`),
    close,
    [Symbol.asyncDispose]: close,
  })
}

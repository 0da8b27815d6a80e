// A Discord with a server, two people and a bot, on a clock that stands still: what its tests begin with.

import { createManualClock, type ManualClock } from '../loopback/manual-clock.ts'
import type { DiscordApplication } from './discord-words.ts'
import { addApplication, addChannel, addGuild, addUser, joinGuild } from './guild-verbs.ts'
import { type PermissionName, permissionBits } from './permissions.ts'
import { createDiscordPlatform, type DiscordPlatform, type DiscordPlatformOptions } from './platform.ts'
import { noRates } from './rate-limits.ts'
import type { DiscordRequest } from './rest-words.ts'

/** What the bot of Heddle asks for when it is let in. */
export const askedPermissions: readonly PermissionName[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'ManageThreads',
  'ManageWebhooks',
  'ReadMessageHistory',
  'EmbedLinks',
  'AttachFiles',
]

export interface TestDiscord {
  platform: DiscordPlatform
  clock: ManualClock
  bot: DiscordApplication
  guildId: string
  general: string
  ann: string
  bob: string
  /** As the bot; throws if there is no answer. `what` is `POST /channels/1/messages`, with its query. */
  ask(what: string, body?: unknown, more?: Partial<DiscordRequest>): Promise<TestAnswer>
}

export interface TestAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: TestJson
}

/** What JSON gives: a test asks for whatever field it expects. */
export type TestJson = ReturnType<typeof JSON.parse>

/** Without limits of rate, unless a test sets them. */
export function openTestDiscord(options: Partial<DiscordPlatformOptions> = {}): TestDiscord {
  const clock = createManualClock()
  const platform = createDiscordPlatform({ clock, rates: noRates, ...options })
  const [ann, bob] = [addUser(platform, 'ann').id, addUser(platform, 'bob').id]
  const bot = addApplication(platform, 'heddle', { token: 'good-token' })
  const { id: guildId } = addGuild(platform, 'Weavers', ann)
  joinGuild(platform, guildId, bob)
  joinGuild(platform, guildId, bot.id, { permissions: permissionBits(...askedPermissions) })
  const { id: general } = addChannel(platform, guildId, 'general')
  return {
    platform,
    clock,
    bot,
    guildId,
    general,
    ann,
    bob,
    async ask(what, body, more = {}) {
      const [method = '', address = ''] = what.split(' ')
      const [path = '', query = ''] = address.split('?')
      const request = {
        method,
        path,
        query: Object.fromEntries(new URLSearchParams(query)),
        headers: { authorization: `Bot ${bot.token}` },
        body,
        ...more,
      }
      const reply = await platform.answer(request)
      if (reply.kind !== 'answer') throw new Error(`no answer: ${reply.kind}`)
      return { status: reply.status, headers: reply.headers, body: reply.body }
    },
  }
}

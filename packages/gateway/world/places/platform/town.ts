// The platform of a world with who and what is on it. It outlives every life of the program, and knows what really happened.

import { limits } from '@heddle/contract'
import { createPlatform, type Platform } from '@heddle/emulators/loopback/platform'
import type { ChannelsConfig } from '../../../src/channels-config-schema.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import { worldBeganAt } from '../../time/virtual-clock.ts'
import type { PlaceSettings } from '../places-shape.ts'
import { drawTrouble, type PlatformHabits } from './platform-habits.ts'

export interface Town {
  readonly platform: Platform
  readonly accounts: readonly TownAccount[]
  /** Needs a mention; needs none; where nobody is to be heard. */
  readonly channels: { general: string; busy: string; foreign: string }
  /** As it would be read from the file right now. */
  config: ChannelsConfig
  /** Messages of which a program was never told. */
  readonly lost: Set<string>
  /** Takes nothing for a while. */
  readonly blocked: string | undefined
  threads(): string[]
  loseEvents(account: TownAccount): void
}

export interface TownAccount {
  accountId: string
  botId: string
}

/** Those who are known here, by the ids of their accounts there; `vera` is a guest who is listed, `mallory` is not. */
export const linkedPeople = ['ada', 'ben', 'cleo', 'eve'] as const
export const townPeople = [...linkedPeople, 'vera', 'mallory'] as const
export type TownPerson = (typeof townPeople)[number]

export const serverId = 'weavers'
const accountIds = ['main', 'second'] as const
const hourMs = 3_600_000
const nonsenseMs = limits.deliveryReconcileMs + 180_000
const free: readonly string[] = ['events.poll', 'events.open', 'me', 'press.answer']

export function openTown(deps: {
  scheduler: Scheduler
  random: SeededRandom
  habits: PlatformHabits
  settings: PlaceSettings
  isFaulty(): boolean
}): Town {
  const { scheduler, random, habits } = deps
  const clock = {
    wall: () => worldBeganAt + scheduler.nowMs,
    timer: (ms: number, fn: () => void) => scheduler.after(ms, 'platform timer', fn),
  }
  const platform = createPlatform({
    clock,
    random: random.stream('feed'),
    transitMs: 2 * habits.transitMs + 2,
  })
  for (const id of townPeople) platform.addUser(id, { id })
  platform.addServer('Weavers', { id: serverId })
  const channels = { general: 'general', busy: 'busy', foreign: 'foreign' }
  for (const id of Object.values(channels)) platform.addChannel(serverId, id, { id })
  const accounts = accountIds.slice(0, deps.settings.accounts).map((accountId) => {
    const bot = platform.addBot(`Heddle ${accountId}`, tokenOf(accountId), { id: `bot-${accountId}` })
    return { accountId, botId: bot.id }
  })
  const blocked = habits.isBlocking ? channels.busy : undefined
  const troubles = random.stream('troubles')
  let calmAtMs: number | undefined
  /** Longer than others wait for what nobody knows. */
  function isNonsense(): boolean {
    if (!deps.isFaulty()) calmAtMs ??= scheduler.nowMs
    return scheduler.nowMs - (calmAtMs ?? scheduler.nowMs) < nonsenseMs
  }
  platform.useFaults(({ kind, conversationId }) => {
    if (habits.tellsNonsense && kind === 'history' && isNonsense()) return { kind: 'garbage' }
    if (!deps.isFaulty()) return undefined
    const isFree = free.includes(kind)
    if (blocked !== undefined && conversationId === blocked && !isFree && kind !== 'history') {
      return { kind: 'rate_limited', retryAfterMs: 1_200_000, scope: 'conversation' }
    }
    // Connections are not counted by the platform.
    const kinds = isFree ? habits.troubles.filter((one) => !one.startsWith('limited')) : habits.troubles
    if (kinds.length === 0 || !troubles.chance(isFree ? 0.02 : habits.troubleRate)) return undefined
    return drawTrouble(troubles.pick(kinds), troubles)
  })
  if (habits.limitsRates) platform.limitRates({ perConversation: { count: 5, windowMs: 5_000 } })
  const town: Town = {
    platform,
    accounts,
    channels,
    blocked,
    lost: new Set(),
    config: configOf(accounts, deps.settings),
    threads: () =>
      [...platform.state.conversations.values()].filter(({ kind }) => kind === 'thread').map(({ id }) => id),
    loseEvents({ botId }) {
      const feed = platform.state.bots.get(botId)?.feed
      if (feed === undefined || feed.pending() === 0) return
      for (const { id } of [...platform.visible(), ...platform.state.removed]) town.lost.add(`${botId} ${id}`)
      feed.lose()
    },
  }
  return town
}

export function tokenOf(accountId: string): string {
  return `token-${accountId}`
}

/** In the calm after the faults nothing is told twice or in another order. */
export function mindManners({ platform, accounts }: Town, habits: PlatformHabits): void {
  const { copyRate, swapRate, namesMissed } = habits
  for (const { botId } of accounts) {
    const bot = platform.state.bots.get(botId)
    if (bot) bot.feed.manners = { keptMax: 1_000, copyRate, swapRate, namesMissed }
  }
}

function configOf(accounts: readonly TownAccount[], settings: PlaceSettings): ChannelsConfig {
  const { idleMs, maxAgeMs, archiveOnUnbind, failClosed, streams } = settings
  const account = (accountId: string) => ({
    apiUrl: 'http://127.0.0.1:1',
    token: tokenOf(accountId),
    allow: {
      people: ['vera'],
      dms: 'allowed' as const,
      bots: 'mention' as const,
      places: { [serverId]: { channels: { general: {}, busy: { requireMention: accountId !== 'main' } } } },
    },
    ...(accountId === 'second' && { agent: 'helper' }),
    ...(streams && { streaming: { mode: 'edit' as const, coalesceChars: 50, coalesceIdleMs: 100 } }),
  })
  return {
    session: {
      threadBindings: {
        ttlHours: idleMs / hourMs,
        maxAgeHours: maxAgeMs / hourMs,
        archiveOnUnbind,
        ...(failClosed !== undefined && { failClosed }),
      },
    },
    channels: {
      loopback: {
        threadBindings: { spawnSubagentSessions: true },
        accounts: Object.fromEntries(accounts.map(({ accountId }) => [accountId, account(accountId)])),
      },
    },
  }
}

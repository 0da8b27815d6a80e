// A platform with a server, two people and a program, on a clock that stands still: what its tests begin with.

import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createPlatform, type Platform } from './platform.ts'
import type { Bot } from './platform-state.ts'
import type { CallKind } from './platform-words.ts'

export interface TestPlatform {
  platform: Platform
  clock: ManualClock
  bot: Bot
  botId: string
  serverId: string
  general: string
  ann: string
  bob: string
  /** As the program. */
  ask(kind: CallKind, body: object): Promise<{ status: number; body: TestJson }>
}

/** What JSON gives: a test asks for whatever field it expects. */
export type TestJson = ReturnType<typeof JSON.parse>

export const testToken = 'good-token'

export function openTestPlatform(): TestPlatform {
  const clock = createManualClock()
  const platform = createPlatform({ clock, random: { fraction: () => 0.5 } })
  const serverId = platform.addServer('Weavers')
  const general = platform.addChannel(serverId, 'general')
  const bot = platform.addBot('Heddle', testToken)
  const [ann, bob] = [platform.addUser('Ann').id, platform.addUser('Bob').id]
  return {
    platform,
    clock,
    bot,
    botId: bot.id,
    serverId,
    general,
    ann,
    bob,
    async ask(kind, body) {
      const reply = await platform.handle({ kind, token: testToken, body }, new AbortController().signal)
      if (reply.kind !== 'answer') throw new Error(`no answer: ${reply.kind}`)
      return { status: reply.status, body: reply.body }
    },
  }
}

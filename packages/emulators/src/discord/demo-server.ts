// A small server to begin with: two channels, two people and a bot that was let in. Its ids are always the same, so that a
// configuration that names them stays right.

import { addApplication, addChannel, addGuild, joinGuild } from './guild-verbs.ts'
import type { Discord } from './open-discord.ts'

export const demoToken = 'demo.discord.token'

export const demoIds = {
  server: '1000000000000000001',
  general: '1000000000000000002',
  builds: '1000000000000000003',
  bot: '1000000000000000004',
  ann: '1000000000000000005',
  bob: '1000000000000000006',
} as const

export function addDemoServer({ platform, people, owners }: Discord): void {
  people.addPerson('ann', { id: demoIds.ann, globalName: 'Ann' })
  people.addPerson('bob', { id: demoIds.bob, globalName: 'Bob' })
  addGuild(platform, 'Weavers', demoIds.ann, { id: demoIds.server })
  joinGuild(platform, demoIds.server, demoIds.bob)
  addChannel(platform, demoIds.server, 'general', { id: demoIds.general })
  addChannel(platform, demoIds.server, 'builds', { id: demoIds.builds })
  addApplication(platform, 'Heddle', { id: demoIds.bot, token: demoToken })
  owners.letIn(demoIds.server, demoIds.bot)
  people.openDm(demoIds.ann, demoIds.bot)
}

/** An account of Heddle's that is let in there, as its configuration has it. */
export function demoAccount(apiUrl: string): object {
  return {
    token: demoToken,
    apiUrl,
    allow: { people: ['*'], places: { [demoIds.server]: { channels: { '*': {} }, people: ['*'] } } },
    threadBindings: { spawnSubagentSessions: true },
  }
}

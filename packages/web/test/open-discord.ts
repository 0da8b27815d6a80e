// An emulated Discord beside the gateway, in the test's own process, with a bot for each way in which one can be wrong.

import { addApplication, addChannel, addGuild } from '@heddle/emulators/discord/guild-verbs'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { type Discord, openDiscord } from '@heddle/emulators/discord/open-discord'
import { usualBotPermissions } from '@heddle/emulators/discord/server-owners'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'

export interface DiscordBeside {
  discord: Discord
  /** What stands in the gateway's heddle.json5: one account for each bot, by the name of its trouble. */
  config: object
  server: string
  general: string
  builds: string
  /** The ids of the bots, by account. */
  bots: Readonly<Record<AccountName, string>>
  close(): Promise<void>
}

const accountNames = ['main', 'unread', 'poor', 'elsewhere'] as const
export type AccountName = (typeof accountNames)[number]

/** `stranger` has a token that nobody has. */
export async function openDiscordBeside(): Promise<DiscordBeside> {
  const discord = openDiscord({ clock: realPlatformClock, judge: judgeExchanges })
  const { platform, people, owners } = discord
  const ann = people.addPerson('ann').id
  const server = addGuild(platform, 'Weavers', ann).id
  const [general, builds] = ['general', 'builds'].map((name) => addChannel(platform, server, name).id)
  if (general === undefined || builds === undefined) throw new Error('there are two channels')
  const bots = new Map(
    accountNames.map((name) => {
      const { id } = addApplication(platform, `Heddle ${name}`, { token: tokenOf(name) })
      if (name !== 'elsewhere') owners.letIn(server, id)
      return [name, id]
    }),
  )
  const unread = platform.state.applications.get(bots.get('unread') ?? '')
  if (unread) unread.mayReadContent = false
  const { apiUrl, close } = await serveDiscord(discord)
  const allow = { people: ['*'], places: { [server]: { channels: { [general]: {}, [builds]: {} } } } }
  const accounts = [...accountNames, 'stranger'].map((name) => {
    return [name, { token: tokenOf(name), apiUrl, allow }]
  })
  return {
    discord,
    config: { channels: { discord: { accounts: Object.fromEntries(accounts) } } },
    server,
    general,
    builds,
    // One for each of the names.
    bots: Object.fromEntries(bots) as Record<AccountName, string>,
    close,
  }
}

/** All that a bot of Heddle's is to be let in with, and nothing else. */
export const neededPermissions = usualBotPermissions

function tokenOf(name: string): string {
  return `token.of.${name}`
}

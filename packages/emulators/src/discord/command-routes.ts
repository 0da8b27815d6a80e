// The commands of a program: everywhere, or in one server. A new list takes the place of the old one; a command that
// keeps its name keeps its id.

import { DiscordError } from './discord-error.ts'
import type { RegisteredCommand } from './discord-words.ts'
import { guildFor, idFor } from './find-for-call.ts'
import { readCommands } from './read-commands.ts'
import type { BotCall, DiscordRoute, RouteAnswer } from './router.ts'

const dayMs = 86_400_000
const createsPerDay = 200

export const commandRoutes: readonly DiscordRoute[] = [
  {
    method: 'GET',
    path: '/applications/{application_id}/commands',
    auth: 'bot',
    handle: (call) => list(call, undefined),
  },
  {
    method: 'PUT',
    path: '/applications/{application_id}/commands',
    auth: 'bot',
    handle: (call) => replace(call, undefined),
  },
  {
    method: 'GET',
    path: '/applications/{application_id}/guilds/{guild_id}/commands',
    auth: 'bot',
    handle: (call) => list(call, memberGuild(call)),
  },
  {
    method: 'PUT',
    path: '/applications/{application_id}/guilds/{guild_id}/commands',
    auth: 'bot',
    handle: (call) => replace(call, memberGuild(call)),
  },
]

/** One that it is not in may not be seen. */
function memberGuild(call: BotCall): string {
  const id = idFor(call, 'guild_id')
  if (!call.world.state.guilds.get(id)?.members.has(call.bot.id)) throw new DiscordError(50_001)
  return guildFor(call).id
}

function list(call: BotCall, guildId: string | undefined): RouteAnswer {
  demandOwn(call)
  return { status: 200, body: registered(call, guildId).map((one) => describeCommand(one)) }
}

function replace(call: BotCall, guildId: string | undefined): RouteAnswer {
  const { world, bot } = call
  const { state } = world
  demandOwn(call)
  const definitions = readCommands(call.body)
  const before = registered(call, guildId)
  const version = world.nextId()
  const after = definitions.map((definition): RegisteredCommand => {
    const same = before.find(
      (one) => one.definition.name === definition.name && one.definition.type === definition.type,
    )
    const around = { applicationId: bot.id, version, definition, ...(guildId !== undefined && { guildId }) }
    return { id: same?.id ?? world.nextId(), ...around }
  })
  const fresh = after.filter(({ id }) => !before.some((one) => one.id === id))
  countCreates(call, fresh.length)
  for (const { id } of before) state.commands.delete(id)
  for (const one of after) state.commands.set(one.id, one)
  state.commandWrites.push({
    applicationId: bot.id,
    at: world.now(),
    ...(guildId !== undefined && { guildId }),
  })
  return { status: 200, body: after.map((one) => describeCommand(one)) }
}

function registered({ world, bot }: BotCall, guildId: string | undefined): RegisteredCommand[] {
  return [...world.state.commands.values()].filter(
    (one) => one.applicationId === bot.id && one.guildId === guildId,
  )
}

function demandOwn(call: BotCall): void {
  if (idFor(call, 'application_id') !== call.bot.id) throw new DiscordError(20_012)
}

/** Throws 30034 beyond the day's limit. */
function countCreates({ world, bot }: BotCall, count: number): void {
  const { state } = world
  const now = world.now()
  state.commandCreates = state.commandCreates.filter(({ at }) => at > now - dayMs)
  const recent = state.commandCreates.filter(({ applicationId }) => applicationId === bot.id)
  if (recent.length + count > createsPerDay) throw new DiscordError(30_034)
  for (let i = 0; i < count; i++) state.commandCreates.push({ applicationId: bot.id, at: now })
}

export function describeCommand({ id, applicationId, guildId, version, definition }: RegisteredCommand) {
  return {
    default_member_permissions: null,
    description: '',
    contexts: null,
    integration_types: [0],
    nsfw: false,
    ...definition,
    id,
    application_id: applicationId,
    version,
    ...(guildId !== undefined && { guild_id: guildId }),
  }
}

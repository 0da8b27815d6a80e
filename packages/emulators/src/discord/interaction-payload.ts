// An interaction as the program hears of it.

import { InteractionContextType } from 'discord-api-types/v10'
import { describeChannel } from './describe-channel.ts'
import { describeMessage } from './describe-message.ts'
import { describeMember, describeUser } from './describe-user.ts'
import { channelOf, type DiscordState, guildIdOf, messageOf, userOf } from './discord-state.ts'
import type { DiscordChannel } from './discord-words.ts'
import type { Interaction } from './interactions.ts'
import { permissionsIn } from './permissions.ts'

const attachmentBytesMax = 10 * 1_024 * 1_024

export function describeInteraction(state: DiscordState, interaction: Interaction, data: object): object {
  const { id, applicationId, type, token, channelId, userId, messageId } = interaction
  const channel = channelOf(state, channelId)
  return {
    id,
    application_id: applicationId,
    type,
    data,
    token,
    version: 1,
    channel_id: channelId,
    channel: describeChannel(state, channel, applicationId),
    ...(messageId !== undefined && { message: describeMessage(state, messageOf(state, messageId)) }),
    ...describeAsker(state, channel, userId),
    app_permissions: String(permissionsIn(state, channel, applicationId)),
    locale: 'en-US',
    entitlements: [],
    attachment_size_limit: attachmentBytesMax,
  }
}

function describeAsker(state: DiscordState, channel: DiscordChannel, userId: string): object {
  const guildId = guildIdOf(channel)
  const member = guildId === undefined ? undefined : state.guilds.get(guildId)?.members.get(userId)
  if (guildId === undefined || !member) {
    return {
      user: describeUser(userOf(state, userId)),
      context: InteractionContextType.BotDM,
      authorizing_integration_owners: { '0': '0' },
    }
  }
  return {
    guild_id: guildId,
    guild: { id: guildId, locale: 'en-US', features: [] },
    guild_locale: 'en-US',
    member: {
      ...describeMember(state, member),
      permissions: String(permissionsIn(state, channel, userId)),
    },
    context: InteractionContextType.Guild,
    authorizing_integration_owners: { '0': guildId },
  }
}

/** What the options name by id, so that the program need not ask. */
export function describeResolved(
  state: DiscordState,
  guildId: string | undefined,
  ids: readonly string[],
): object {
  const guild = guildId === undefined ? undefined : state.guilds.get(guildId)
  const known = <T>(find: (id: string) => T | undefined) =>
    Object.fromEntries(ids.flatMap((id) => (find(id) === undefined ? [] : [[id, find(id)]])))
  const resolved = {
    users: known((id) => state.users.get(id) && describeUser(userOf(state, id))),
    members: known((id) => guild?.members.get(id) && describeMember(state, guild.members.get(id)!)),
    channels: known((id) => state.channels.get(id) && describeChannel(state, channelOf(state, id))),
  }
  return Object.fromEntries(Object.entries(resolved).filter(([, found]) => Object.keys(found).length > 0))
}

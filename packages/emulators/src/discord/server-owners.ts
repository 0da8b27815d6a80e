// What those do who run a server or a program: let bots in and throw them out, give permissions and take them away, make
// webhooks of their own and delete those of others, reset a token.

import { applicationOf, channelOf, type DiscordWorld, guildOf, webhookOf } from './discord-state.ts'
import type { DiscordMessage, DiscordWebhook } from './discord-words.ts'
import type { DiscordGateway } from './gateway.ts'
import { changeToken, joinGuild, leaveGuild, setOverwrite, setRolePermissions } from './guild-verbs.ts'
import { postMessage } from './message-verbs.ts'
import { permissionBits, type PermissionName } from './permissions.ts'
import { addWebhook, deleteWebhook } from './webhook-verbs.ts'

/** What Heddle asks for when it is let in. */
export const usualBotPermissions: readonly PermissionName[] = [
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

export interface PermissionChange {
  botId: string
  names: readonly PermissionName[]
  /** One channel; everything else stays. Absent with a guild: in all of it. */
  channelId?: string
  guildId?: string
}

export interface ServerOwners {
  letIn(guildId: string, userId: string, permissions?: readonly PermissionName[]): void
  kick(guildId: string, userId: string): void
  takeAway(change: PermissionChange): void
  giveBack(change: PermissionChange): void
  /** Everybody who came in with the old one is shown out. */
  rotateToken(botId: string, token?: string): string
  makeWebhook(userId: string, channelId: string, name: string): DiscordWebhook
  deleteWebhook(webhookId: string): void
  sayThroughWebhook(
    webhookId: string,
    text: string,
    options?: { name?: string; avatarUrl?: string; threadId?: string },
  ): DiscordMessage
}

export function createServerOwners(
  world: DiscordWorld,
  gateway: Pick<DiscordGateway, 'endAll'>,
): ServerOwners {
  const { state } = world

  function changePermissions({ botId, names, channelId, guildId }: PermissionChange, isGiven: boolean): void {
    const bits = permissionBits(...names)
    if (channelId !== undefined) {
      const channel = channelOf(state, channelId)
      const before = 'overwrites' in channel ? channel.overwrites.find(({ id }) => id === botId) : undefined
      const { allow, deny } = before ?? { allow: 0n, deny: 0n }
      const next = isGiven ? { allow, deny: deny & ~bits } : { allow: allow & ~bits, deny: deny | bits }
      return setOverwrite(world, channelId, { id: botId, kind: 'member', ...next })
    }
    if (guildId === undefined) throw new Error('name a channel or a server')
    const role = [...guildOf(state, guildId).roles.values()].find((one) => one.botId === botId)
    if (!role) throw new Error('this bot is not in the server')
    const { permissions } = role
    setRolePermissions(world, guildId, role.id, isGiven ? permissions | bits : permissions & ~bits)
  }

  return {
    letIn(guildId, userId, permissions = usualBotPermissions) {
      joinGuild(world, guildId, userId, { permissions: permissionBits(...permissions) })
    },
    kick: (guildId, userId) => leaveGuild(world, guildId, userId),
    takeAway: (change) => changePermissions(change, false),
    giveBack: (change) => changePermissions(change, true),
    rotateToken(botId, token) {
      const next = changeToken(world, applicationOf(state, botId).id, token)
      gateway.endAll(botId)
      return next
    },
    makeWebhook: (userId, channelId, name) => addWebhook(world, { userId, channelId, name }),
    deleteWebhook: (webhookId) => deleteWebhook(world, webhookOf(state, webhookId)),
    sayThroughWebhook(webhookId, text, { name, avatarUrl, threadId } = {}) {
      const webhook = webhookOf(state, webhookId)
      return postMessage(world, {
        channelId: threadId ?? webhook.channelId,
        content: text,
        author: {
          kind: 'webhook',
          webhookId,
          name: name ?? webhook.name,
          ...(avatarUrl !== undefined && { avatarUrl }),
        },
        ...(webhook.applicationId !== undefined && { applicationId: webhook.applicationId }),
      })
    },
  }
}

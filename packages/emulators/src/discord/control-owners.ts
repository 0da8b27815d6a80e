// Control of what those do who run servers and programs.

import { PermissionFlagsBits } from 'discord-api-types/v10'
import { BadBody, type BodyReader } from '../loopback/read-body.ts'
import type { ControlVerbs } from './control-discord.ts'
import { applicationOf, guildIdOf } from './discord-state.ts'
import { addApplication, addChannel, addGuild, joinGuild } from './guild-verbs.ts'
import type { Discord } from './open-discord.ts'
import type { PermissionName } from './permissions.ts'
import { usualBotPermissions } from './server-owners.ts'

export const ownerVerbs: ControlVerbs = {
  look: (discord) => describeAll(discord),
  'add-server': ({ platform }, read) => ({
    id: addGuild(platform, read.text('name'), read.text('ownerId')).id,
  }),
  'add-channel': ({ platform }, read) => ({
    id: addChannel(platform, read.text('guildId'), read.text('name')).id,
  }),
  'add-bot': ({ platform }, read) => {
    const { id, token } = addApplication(platform, read.text('name'))
    return { id, token }
  },
  join: ({ platform }, read) => void joinGuild(platform, read.text('guildId'), read.text('userId')),
  'let-in': ({ owners }, read) => {
    const names = read.raw('permissions') === undefined ? usualBotPermissions : readNames(read)
    owners.letIn(read.text('guildId'), read.text('botId'), names)
  },
  kick: ({ owners }, read) => owners.kick(read.text('guildId'), read.text('userId')),
  'take-away': ({ owners }, read) => owners.takeAway(readChange(read)),
  'give-back': ({ owners }, read) => owners.giveBack(readChange(read)),
  'rotate-token': ({ owners }, read) => ({
    token: owners.rotateToken(read.text('botId'), read.maybeText('token')),
  }),
  /** Privileged intents in the developers' portal. */
  'switch-intents': ({ platform }, read) => {
    const application = applicationOf(platform.state, read.text('botId'))
    for (const name of ['mayReadContent', 'mayReadMembers', 'mayReadPresence'] as const) {
      const value = read.raw(name)
      if (typeof value === 'boolean') application[name] = value
    }
  },
  webhooks: ({ platform }, read) => {
    const channelId = read.maybeText('channelId')
    return [...platform.state.webhooks.values()].filter(
      (webhook) => channelId === undefined || webhook.channelId === channelId,
    )
  },
  'make-webhook': ({ owners }, read) =>
    owners.makeWebhook(read.text('userId'), read.text('channelId'), read.text('name')),
  'delete-webhook': ({ owners }, read) => owners.deleteWebhook(read.text('webhookId')),
  'say-through-webhook': ({ owners }, read) => {
    const [name, threadId] = [read.maybeText('name'), read.maybeText('threadId')]
    const said = owners.sayThroughWebhook(read.text('webhookId'), read.text('text'), {
      ...(name !== undefined && { name }),
      ...(threadId !== undefined && { threadId }),
    })
    return { id: said.id }
  },
}

function readChange(read: BodyReader) {
  const [channelId, guildId] = [read.maybeText('channelId'), read.maybeText('guildId')]
  return {
    botId: read.text('botId'),
    names: readNames(read),
    ...(channelId !== undefined && { channelId }),
    ...(guildId !== undefined && { guildId }),
  }
}

function readNames(read: BodyReader): PermissionName[] {
  return read.texts('permissions').map((name) => {
    if (!isPermissionName(name)) throw new BadBody(`there is no permission ${name}`)
    return name
  })
}

function isPermissionName(name: string): name is PermissionName {
  return Object.hasOwn(PermissionFlagsBits, name)
}

function describeAll({ platform: { state } }: Discord): object {
  return {
    servers: [...state.guilds.values()].map(({ id, name, ownerId, members }) => ({
      id,
      name,
      ownerId,
      members: [...members.keys()],
    })),
    users: [...state.users.values()],
    bots: [...state.applications.values()].map(({ id, name, token }) => ({ id, name, token })),
    channels: [...state.channels.values()].map((channel) => ({
      id: channel.id,
      kind: channel.kind,
      guildId: guildIdOf(channel) ?? null,
      ...('name' in channel && { name: channel.name }),
      ...('parentId' in channel && { parentId: channel.parentId }),
      ...(channel.kind === 'thread' && { isArchived: channel.isArchived, isLocked: channel.isLocked }),
      ...(channel.kind === 'dm' && { memberIds: channel.memberIds }),
    })),
  }
}

// What bots ask of webhooks themselves: those of a channel or a server, and one by its id or by its token.

import { describeWebhook } from './describe-webhook.ts'
import { DiscordError } from './discord-error.ts'
import type { DiscordWebhook } from './discord-words.ts'
import { channelFor, guildFor, idFor } from './find-for-call.ts'
import { demandIn, has, permissionsInGuild } from './permissions.ts'
import { type Form, readForm } from './read-form.ts'
import { demandWebhookName, webhookNameCharsMax } from './webhook-names.ts'
import type { BotCall, DiscordRoute, RestCall } from './router.ts'
import { addWebhook, changeWebhook, deleteWebhook } from './webhook-verbs.ts'

export const webhookRoutes: readonly DiscordRoute[] = [
  {
    method: 'POST',
    path: '/channels/{channel_id}/webhooks',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const { state } = world
      const channel = channelFor(call)
      if (channel.kind === 'dm') throw new DiscordError(50_003)
      if (channel.kind === 'thread' || channel.kind === 'category') throw new DiscordError(50_024)
      demandIn(state, channel, bot.id, 'ManageWebhooks')
      const form = readForm(call.body)
      const name = form.requiredText('name', { min: 1, max: webhookNameCharsMax })
      demandWebhookName(form, 'name', name)
      const avatar = readAvatar(form)
      form.finish()
      const all = [...state.webhooks.values()]
      if (all.filter((one) => one.channelId === channel.id).length >= state.limits.webhooksPerChannelMax) {
        throw new DiscordError(30_007)
      }
      if (all.filter((one) => one.guildId === channel.guildId).length >= state.limits.webhooksPerGuildMax) {
        throw new DiscordError(30_058)
      }
      const about = { channelId: channel.id, name: name.trim(), userId: bot.id, applicationId: bot.id }
      const webhook = addWebhook(world, { ...about, ...(typeof avatar === 'string' && { avatar }) })
      return { status: 200, body: describeWebhook(state, webhook, bot.id) }
    },
  },
  {
    method: 'GET',
    path: '/channels/{channel_id}/webhooks',
    auth: 'bot',
    handle(call) {
      const { state } = call.world
      const channel = channelFor(call)
      if (channel.kind === 'dm') throw new DiscordError(50_003)
      if (channel.kind === 'thread') throw new DiscordError(50_024)
      demandIn(state, channel, call.bot.id, 'ManageWebhooks')
      const webhooks = [...state.webhooks.values()].filter(({ channelId }) => channelId === channel.id)
      return { status: 200, body: webhooks.map((one) => describeWebhook(state, one, call.bot.id)) }
    },
  },
  {
    method: 'GET',
    path: '/guilds/{guild_id}/webhooks',
    auth: 'bot',
    handle(call) {
      const { state } = call.world
      const guild = guildFor(call)
      if (!has(permissionsInGuild(guild, call.bot.id), 'ManageWebhooks')) throw new DiscordError(50_013)
      const webhooks = [...state.webhooks.values()].filter(({ guildId }) => guildId === guild.id)
      return { status: 200, body: webhooks.map((one) => describeWebhook(state, one, call.bot.id)) }
    },
  },
  {
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    auth: 'bot',
    handle: (call) => ({
      status: 200,
      body: describeWebhook(call.world.state, manageableWebhook(call), call.bot.id),
    }),
  },
  {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const webhook = manageableWebhook(call)
      const form = readForm(call.body)
      const change = readChange(form)
      const channelId = form.snowflake('channel_id')
      form.finish()
      const target = channelId === undefined ? undefined : world.state.channels.get(channelId)
      if (channelId !== undefined && !target) throw new DiscordError(10_003)
      if (target) demandIn(world.state, target, bot.id, 'ManageWebhooks')
      changeWebhook(world, webhook, { ...change, ...(channelId !== undefined && { channelId }) })
      return { status: 200, body: describeWebhook(world.state, webhook, bot.id) }
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    auth: 'bot',
    handle(call) {
      deleteWebhook(call.world, manageableWebhook(call))
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: '/webhooks/{webhook_id}/{webhook_token}',
    auth: 'none',
    handle: (call) => ({
      status: 200,
      body: describeWebhook(call.world.state, webhookByToken(call), undefined),
    }),
  },
  {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}/{webhook_token}',
    auth: 'none',
    handle(call) {
      const webhook = webhookByToken(call)
      const form = readForm(call.body)
      const change = readChange(form)
      form.finish()
      changeWebhook(call.world, webhook, change)
      return { status: 200, body: describeWebhook(call.world.state, webhook, undefined) }
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}/{webhook_token}',
    auth: 'none',
    handle(call) {
      deleteWebhook(call.world, webhookByToken(call))
      return { status: 204 }
    },
  },
]

/** Throws 10015 for one that is not there, 50027 for a token that is not its own. */
export function webhookByToken(call: RestCall): DiscordWebhook {
  const webhook = call.world.state.webhooks.get(idFor(call, 'webhook_id'))
  if (!webhook) throw new DiscordError(10_015)
  if (webhook.token !== call.param('webhook_token')) throw new DiscordError(50_027)
  return webhook
}

function manageableWebhook(call: BotCall): DiscordWebhook {
  const { state } = call.world
  const webhook = state.webhooks.get(idFor(call, 'webhook_id'))
  const channel = webhook && state.channels.get(webhook.channelId)
  if (!webhook || !channel) throw new DiscordError(10_015)
  demandIn(state, channel, call.bot.id, 'ManageWebhooks')
  return webhook
}

function readChange(form: Form): { name?: string; avatar?: string | null } {
  const name = form.text('name', { min: 1, max: webhookNameCharsMax })
  if (name !== undefined) demandWebhookName(form, 'name', name)
  const avatar = readAvatar(form)
  return { ...(name !== undefined && { name: name.trim() }), ...(avatar !== undefined && { avatar }) }
}

/** Null: it shall have none. Undefined: nothing was said. */
function readAvatar(form: Form): string | null | undefined {
  if (!form.has('avatar')) return undefined
  const avatar = form.text('avatar')
  if (avatar === undefined) return null
  if (!/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(avatar)) {
    form.fail('avatar', 'IMAGE_INVALID', 'Invalid image data')
  }
  return avatar
}

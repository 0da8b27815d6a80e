// What is said through a webhook, under a name and a picture of its own, and what becomes of it. There is no mark here by
// which a repeat would be known, as there is none at Discord.

import { MessageFlags } from 'discord-api-types/v10'
import { describeMessage } from './describe-message.ts'
import { DiscordError } from './discord-error.ts'
import { channelOf } from './discord-state.ts'
import type { DiscordChannel, DiscordMessage, DiscordWebhook } from './discord-words.ts'
import { demandUnlocked, idOf, messageFor } from './find-for-call.ts'
import { deleteMessage, editMessage, postMessage } from './message-verbs.ts'
import { countOldEdit } from './old-edits.ts'
import { openThreadIn } from './open-thread.ts'
import { isPublicPicture } from './public-picture.ts'
import { type Form, readForm } from './read-form.ts'
import { demandSomething, type MessageBody, readMessageForm } from './read-message-body.ts'
import type { DiscordRoute, RestCall } from './router.ts'
import { demandWebhookName, webhookNameCharsMax } from './webhook-names.ts'
import { webhookByToken } from './webhook-routes.ts'

export const webhookMessageRoutes: readonly DiscordRoute[] = [
  {
    method: 'POST',
    path: '/webhooks/{webhook_id}/{webhook_token}',
    auth: 'none',
    handle(call) {
      const webhook = webhookByToken(call)
      const form = readForm(call.body)
      const body = readMessageForm(call.world, form, call.files)
      const persona = readPersona(form)
      const threadName = form.text('thread_name', { min: 1, max: 100 })
      form.finish()
      demandSomething(body)
      if (call.query['wait'] === 'true') {
        const message = post(call, webhook, body, persona, threadName)
        return { status: 200, body: describeMessage(call.world.state, message) }
      }
      // Nobody waits for whether it was saved, and nobody is told that it was not.
      try {
        if (isPublicPicture(persona.avatarUrl)) post(call, webhook, body, persona, threadName)
      } catch (error) {
        if (!(error instanceof DiscordError)) throw error
      }
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: '/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}',
    auth: 'none',
    handle(call) {
      const { message } = ownMessage(call)
      return { status: 200, body: describeMessage(call.world.state, message) }
    },
  },
  {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}',
    auth: 'none',
    handle(call) {
      const { world } = call
      const { message, channel } = ownMessage(call)
      if (channel.kind === 'thread' && channel.isArchived) throw new DiscordError(50_083)
      const form = readForm(call.body)
      const body = readMessageForm(world, form, call.files, message.attachments)
      form.finish()
      demandSomething({ ...message, ...body })
      countOldEdit(world, message)
      editMessage(world, message, body)
      return { status: 200, body: describeMessage(world.state, message) }
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}',
    auth: 'none',
    handle(call) {
      deleteMessage(call.world, ownMessage(call).message)
      return { status: 204 }
    },
  },
]

interface Persona {
  name: string | undefined
  avatarUrl: string | undefined
}

function readPersona(form: Form): Persona {
  const name = form.text('username', { min: 1, max: webhookNameCharsMax })
  if (name !== undefined) demandWebhookName(form, 'username', name)
  const avatarUrl = form.text('avatar_url', { max: 2_048 })
  if (avatarUrl !== undefined && !/^https?:\/\/[^\s]+$/.test(avatarUrl)) {
    form.fail('avatar_url', 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('http', 'https').")
  }
  return { name, avatarUrl }
}

function post(
  call: RestCall,
  webhook: DiscordWebhook,
  body: MessageBody,
  { name, avatarUrl }: Persona,
  threadName: string | undefined,
): DiscordMessage {
  const channel = targetChannel(call, webhook, threadName)
  demandUnlocked(channel)
  return postMessage(call.world, {
    ...body,
    channelId: channel.id,
    flags: (body.flags ?? 0) & ~MessageFlags.Ephemeral,
    author: {
      kind: 'webhook',
      webhookId: webhook.id,
      name: name?.trim() ?? webhook.name,
      // What cannot be fetched is shown as the picture of the webhook itself.
      ...(avatarUrl !== undefined && isPublicPicture(avatarUrl) && { avatarUrl }),
    },
    ...(webhook.applicationId !== undefined && { applicationId: webhook.applicationId }),
  })
}

/** The webhook's own channel, or a thread in it. */
function targetChannel(
  call: RestCall,
  webhook: DiscordWebhook,
  threadName: string | undefined,
): DiscordChannel {
  const { world } = call
  const own = channelOf(world.state, webhook.channelId)
  const threadId = call.query['thread_id']
  if (threadId !== undefined) return threadIn(call, own, threadId)
  if (own.kind !== 'forum') {
    if (threadName !== undefined) throw new DiscordError(220_003)
    return own
  }
  if (threadName === undefined) throw new DiscordError(220_001)
  return openThreadIn(world, own, { name: threadName, ownerId: webhook.userId })
}

function threadIn({ world }: RestCall, parent: DiscordChannel, threadId: string): DiscordChannel {
  const thread = world.state.channels.get(idOf('thread_id', threadId))
  if (thread?.kind !== 'thread' || thread.parentId !== parent.id) throw new DiscordError(10_003)
  return thread
}

/** Found only where it stands: who forgets to name the thread does not find it. */
function ownMessage(call: RestCall): { message: DiscordMessage; channel: DiscordChannel } {
  const webhook = webhookByToken(call)
  const own = channelOf(call.world.state, webhook.channelId)
  const threadId = call.query['thread_id']
  const channel = threadId === undefined ? own : threadIn(call, own, threadId)
  const message = messageFor(call, channel.id)
  const isOwn = message.author.kind === 'webhook' && message.author.webhookId === webhook.id
  if (!isOwn) throw new DiscordError(10_008)
  return { message, channel }
}

// Which of Discord's own schemas a request and its answer are held against, by route. A test walks the table, so that no
// route of ours is without a judge.

import * as spec from 'discord-api-spec/zod'
import * as z from 'zod/mini'

export interface ExchangeSchemas {
  /** Absent: no body belongs to it. */
  request?: z.ZodMiniType
  /** Absent: nothing may stand behind the question mark. */
  query?: z.ZodMiniType
  /** By status; null: an answer without a body. */
  answers: Readonly<Record<number, z.ZodMiniType | null>>
}

const snowflake = spec.SnowflakeTypeSchema
const yesOrNo = z.literal(['true', 'false'])
const count = (min: number, max: number) =>
  z.string().check(z.refine((text) => /^[0-9]+$/.test(text) && Number(text) >= min && Number(text) <= max))

const anyChannel = z.union([
  spec.GuildChannelResponseSchema,
  spec.PrivateChannelResponseSchema,
  spec.ThreadResponseSchema,
])
const webhook = spec.GuildIncomingWebhookResponseSchema
const webhookName = z.string().check(z.minLength(1), z.maxLength(80))
const picture = z.nullable(z.string())
const message = spec.MessageResponseSchema
const inThread = z.strictObject({ thread_id: z.optional(snowflake), with_components: z.optional(yesOrNo) })
const commands = z.array(spec.ApplicationCommandResponseSchema)
const newCommands = z.array(spec.ApplicationCommandUpdateRequestSchema).check(z.maxLength(130))

/** Written as in Discord's document. */
const table: Readonly<Record<string, ExchangeSchemas>> = {
  'GET /users/@me': { answers: { 200: spec.UserPIIResponseSchema } },
  'GET /users/{user_id}': { answers: { 200: spec.UserResponseSchema } },
  'GET /users/@me/guilds': {
    query: z.strictObject({
      before: z.optional(snowflake),
      after: z.optional(snowflake),
      limit: z.optional(count(1, 200)),
      with_counts: z.optional(yesOrNo),
    }),
    answers: { 200: z.array(spec.MyGuildResponseSchema) },
  },
  'POST /users/@me/channels': {
    request: spec.CreatePrivateChannelRequestSchema,
    answers: { 200: spec.PrivateChannelResponseSchema },
  },
  'GET /applications/@me': { answers: { 200: spec.PrivateApplicationResponseSchema } },
  'GET /gateway': { answers: { 200: spec.GatewayResponseSchema } },
  'GET /gateway/bot': { answers: { 200: spec.GatewayBotResponseSchema } },

  'GET /channels/{channel_id}': { answers: { 200: anyChannel } },
  'PATCH /channels/{channel_id}': {
    request: z.union([spec.UpdateThreadRequestPartialSchema, spec.UpdateGuildChannelRequestPartialSchema]),
    answers: { 200: anyChannel },
  },
  'DELETE /channels/{channel_id}': { answers: { 200: anyChannel } },

  'POST /channels/{channel_id}/messages': {
    request: spec.MessageCreateRequestSchema,
    answers: { 200: message },
  },
  'GET /channels/{channel_id}/messages': {
    query: z.strictObject({
      around: z.optional(snowflake),
      before: z.optional(snowflake),
      after: z.optional(snowflake),
      limit: z.optional(count(1, 100)),
    }),
    answers: { 200: z.array(message) },
  },
  'GET /channels/{channel_id}/messages/{message_id}': { answers: { 200: message } },
  'PATCH /channels/{channel_id}/messages/{message_id}': {
    request: spec.MessageEditRequestPartialSchema,
    answers: { 200: message },
  },
  'DELETE /channels/{channel_id}/messages/{message_id}': { answers: { 204: null } },
  'POST /channels/{channel_id}/typing': { answers: { 204: null } },

  'POST /channels/{channel_id}/messages/{message_id}/threads': {
    request: spec.CreateTextThreadWithMessageRequestSchema,
    answers: { 201: spec.ThreadResponseSchema },
  },
  'POST /channels/{channel_id}/threads': {
    request: spec.CreateTextThreadWithoutMessageRequestSchema,
    answers: { 201: spec.CreatedThreadResponseSchema },
  },
  'GET /guilds/{guild_id}/threads/active': { answers: { 200: spec.ThreadsResponseSchema } },
  'GET /channels/{channel_id}/threads/archived/public': {
    query: z.strictObject({ before: z.optional(z.string()), limit: z.optional(count(2, 100)) }),
    answers: { 200: spec.ThreadsResponseSchema },
  },
  'PUT /channels/{channel_id}/thread-members/@me': { answers: { 204: null } },
  'DELETE /channels/{channel_id}/thread-members/@me': { answers: { 204: null } },

  'POST /channels/{channel_id}/webhooks': {
    request: z.object({ name: webhookName, avatar: z.optional(picture) }),
    answers: { 200: webhook },
  },
  'GET /channels/{channel_id}/webhooks': { answers: { 200: z.array(webhook) } },
  'GET /guilds/{guild_id}/webhooks': { answers: { 200: z.array(webhook) } },
  'GET /webhooks/{webhook_id}': { answers: { 200: webhook } },
  'PATCH /webhooks/{webhook_id}': {
    request: z.object({
      name: z.optional(webhookName),
      avatar: z.optional(picture),
      channel_id: z.optional(z.nullable(snowflake)),
    }),
    answers: { 200: webhook },
  },
  'DELETE /webhooks/{webhook_id}': { answers: { 204: null } },
  'GET /webhooks/{webhook_id}/{webhook_token}': { answers: { 200: webhook } },
  'PATCH /webhooks/{webhook_id}/{webhook_token}': {
    request: z.object({ name: z.optional(webhookName), avatar: z.optional(picture) }),
    answers: { 200: webhook },
  },
  'DELETE /webhooks/{webhook_id}/{webhook_token}': { answers: { 204: null } },
  'POST /webhooks/{webhook_id}/{webhook_token}': {
    request: spec.IncomingWebhookRequestPartialSchema,
    query: z.strictObject({
      wait: z.optional(yesOrNo),
      thread_id: z.optional(snowflake),
      with_components: z.optional(yesOrNo),
    }),
    answers: { 200: message, 204: null },
  },
  'GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': {
    query: z.strictObject({ thread_id: z.optional(snowflake) }),
    answers: { 200: message },
  },
  'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': {
    request: spec.IncomingWebhookUpdateRequestPartialSchema,
    query: inThread,
    answers: { 200: message },
  },
  'DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': {
    query: z.strictObject({ thread_id: z.optional(snowflake) }),
    answers: { 204: null },
  },
  'GET /webhooks/{webhook_id}/{webhook_token}/messages/@original': {
    query: z.strictObject({ thread_id: z.optional(snowflake) }),
    answers: { 200: message },
  },
  'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original': {
    request: spec.IncomingWebhookUpdateRequestPartialSchema,
    query: inThread,
    answers: { 200: message },
  },
  'DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original': {
    query: z.strictObject({ thread_id: z.optional(snowflake) }),
    answers: { 204: null },
  },
  'POST /interactions/{interaction_id}/{interaction_token}/callback': {
    request: z.union([
      spec.ApplicationCommandAutocompleteCallbackRequestSchema,
      spec.CreateMessageInteractionCallbackRequestSchema,
      spec.ModalInteractionCallbackRequestSchema,
      spec.UpdateMessageInteractionCallbackRequestSchema,
    ]),
    query: z.strictObject({ with_response: z.optional(yesOrNo) }),
    answers: { 200: spec.InteractionCallbackResponseSchema, 204: null },
  },

  'GET /guilds/{guild_id}': {
    query: z.strictObject({ with_counts: z.optional(yesOrNo) }),
    answers: { 200: spec.GuildWithCountsResponseSchema },
  },
  'GET /guilds/{guild_id}/roles': { answers: { 200: z.array(spec.GuildRoleResponseSchema) } },
  'GET /guilds/{guild_id}/channels': { answers: { 200: z.array(anyChannel) } },
  'GET /guilds/{guild_id}/members/{user_id}': { answers: { 200: spec.GuildMemberResponseSchema } },

  'GET /applications/{application_id}/commands': {
    query: z.strictObject({ with_localizations: z.optional(yesOrNo) }),
    answers: { 200: commands },
  },
  'PUT /applications/{application_id}/commands': { request: newCommands, answers: { 200: commands } },
  'GET /applications/{application_id}/guilds/{guild_id}/commands': {
    query: z.strictObject({ with_localizations: z.optional(yesOrNo) }),
    answers: { 200: commands },
  },
  'PUT /applications/{application_id}/guilds/{guild_id}/commands': {
    request: newCommands,
    answers: { 200: commands },
  },
}

const byForm = new Map(Object.entries(table).map(([name, schemas]) => [formOf(name), { name, schemas }]))

/** By method and path as the routes write it; what stands in braces may have another name there. */
export function schemasOf(route: string): { name: string; schemas: ExchangeSchemas } | undefined {
  return byForm.get(formOf(route))
}

function formOf(route: string): string {
  return route.replaceAll(/\{[^}]*\}/g, '{}')
}

// Messages as Discord writes them: what of them is read here, by one schema. What is not in it is not looked at.

import { z } from 'zod'
import { snowflake } from './channel-words.ts'

export const userSchema = z.object({
  id: snowflake,
  username: z.string(),
  global_name: z.string().nullish(),
  bot: z.boolean().nullish(),
})

const memberSchema = z.object({ nick: z.string().nullish() })

const attachmentSchema = z.object({
  filename: z.string(),
  title: z.string().nullish(),
  content_type: z.string().nullish(),
  size: z.number(),
  url: z.string(),
})

const embedSchema = z.object({
  title: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string().nullish(),
})

/** What stands in a message and in one that was forwarded alike. For a trinket of a new form no message is lost. */
const contentFields = {
  content: z.string().nullish(),
  attachments: z.array(attachmentSchema).nullish(),
  embeds: z.array(embedSchema).nullish().catch(null),
  sticker_items: z
    .array(z.object({ name: z.string() }))
    .nullish()
    .catch(null),
}

const writtenBySchema = z.object({
  author: userSchema,
  webhook_id: snowflake.nullish(),
  application_id: snowflake.nullish(),
})

/** Whole, so that it can be read as a message; who wrote it is needed also where it cannot. */
const referencedSchema = z.looseObject(writtenBySchema.shape)

const messageSchema = writtenBySchema.extend({
  id: snowflake,
  channel_id: snowflake,
  guild_id: snowflake.nullish(),
  /** Of the channel; events have it, what is asked for has not. */
  channel_type: z.int().nullish(),
  type: z.int(),
  timestamp: z.string(),
  /** Told only to whoever gave it, and not for long. */
  nonce: z.union([z.string(), z.number()]).nullish(),
  member: memberSchema.nullish(),
  mentions: z.array(userSchema.extend({ member: memberSchema.nullish() })).nullish(),
  mention_roles: z.array(snowflake).nullish(),
  referenced_message: referencedSchema.nullish(),
  message_snapshots: z
    .array(z.object({ message: z.object(contentFields) }))
    .nullish()
    .catch(null),
  poll: z
    .object({ question: z.object({ text: z.string().nullish() }) })
    .nullish()
    .catch(null),
  ...contentFields,
})

export type DiscordMessage = z.infer<typeof messageSchema>
export type DiscordUser = z.infer<typeof userSchema>
export type WrittenBy = z.infer<typeof writtenBySchema>
export type MessageContent = Pick<DiscordMessage, keyof typeof contentFields>
export type DiscordAttachment = z.infer<typeof attachmentSchema>

export function parseMessage(value: unknown): DiscordMessage | undefined {
  return messageSchema.safeParse(value).data
}

export function nameOf(user: DiscordUser, member?: z.infer<typeof memberSchema> | null): string {
  return member?.nick || user.global_name || user.username
}

/** Discord takes what is not plain out of the names of files, and keeps what they were called without the ending. */
export function fileNameOf({ filename, title }: Pick<DiscordAttachment, 'filename' | 'title'>): string {
  if (title == null || title === '') return filename
  const ending = /\.[^.]+$/.exec(filename)?.[0] ?? ''
  return title.endsWith(ending) ? title : `${title}${ending}`
}

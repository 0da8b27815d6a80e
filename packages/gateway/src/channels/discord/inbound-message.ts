// What was said on Discord, in the words that routing takes. Pure: whatever had to be asked for is handed in.

import type { ConversationRef } from '@heddle/contract'
import type { InboundAnchor, InboundAuthor, InboundEvent, InboundFile } from '../channel.ts'
import { dmType, groupDmType, isThreadType } from './channel-words.ts'
import type { KnownChannel } from './known-channels.ts'
import { linkTo } from './message-links.ts'
import {
  type DiscordAttachment,
  type DiscordMessage,
  type MessageContent,
  fileNameOf,
  nameOf,
  parseMessage,
  type WrittenBy,
} from './message-words.ts'
import { type NamesInText, readableText } from './readable-text.ts'

export interface InboundAround {
  accountId: string
  /** Of our user there. */
  ownId: string
  applicationId: string
  isOwnWebhook(webhookId: string): boolean
  readFile(attachment: DiscordAttachment, signal: AbortSignal): Promise<Uint8Array>
}

export interface MessageTold {
  message: DiscordMessage
  /** Where it was said. */
  channel: KnownChannel
  /** Handles of members here, by the id of their account there. */
  handles: ReadonlyMap<string, string>
  /** Of the server: what its roles are called, and which of them came with us. */
  roles: ReadonlyMap<string, { name: string; isOwn: boolean }>
  channelName(id: string): string | undefined
  /** Of a thread: what the channel above it is called. */
  aboveName?: string | undefined
  /** The message that a thread was opened from. */
  starter?: DiscordMessage | undefined
}

/** What somebody replies to, as far as it is there and can be read. */
export function repliedIn({ type, referenced_message }: DiscordMessage): DiscordMessage | undefined {
  return type === replyType ? parseMessage(referenced_message) : undefined
}

/** A common message, and a reply. Everything else is said by Discord, not by people. */
const spokenTypes: ReadonlySet<number> = new Set([0, 19])
const replyType = 19

export function isSpoken({ type }: DiscordMessage): boolean {
  return spokenTypes.has(type)
}

export function inboundMessage(around: InboundAround, told: MessageTold): InboundEvent {
  const { message, channel, aboveName, starter } = told
  const replied = repliedIn(message)
  const files = filesOf(around, message)
  return {
    ...inboundPlace(around, channel),
    ...(channel.name !== undefined && { placeName: channel.name }),
    ...(aboveName !== undefined && { aboveName }),
    eventId: message.id,
    author: authorOf(around, message),
    text: textOf(message, namesFor(around, told, message)),
    isAddressed: isAddressed(around, told),
    ...(files.length > 0 && { attachments: files }),
    ...(starter && { anchor: anchorOf(around, told, starter) }),
    ...(replied && { repliedTo: anchorOf(around, told, replied) }),
    link: linkTo(channel, channel.id, message.id),
    writtenAt: Date.parse(message.timestamp) || 0,
  }
}

function anchorOf(around: InboundAround, told: MessageTold, message: DiscordMessage): InboundAnchor {
  return {
    platformId: message.id,
    author: authorOf(around, message),
    text: textOf(message, namesFor(around, told, message)),
    writtenAt: Date.parse(message.timestamp) || 0,
  }
}

export function inboundPlace({ accountId }: Pick<InboundAround, 'accountId'>, channel: KnownChannel) {
  return {
    conversation: conversationRef({ accountId }, channel),
    kind: kindOf(channel),
    ...(channel.guildId !== undefined && { serverId: channel.guildId }),
  }
}

export function conversationRef(
  { accountId }: Pick<InboundAround, 'accountId'>,
  { id, type, parentId }: Pick<KnownChannel, 'id' | 'type' | 'parentId'>,
): ConversationRef {
  return {
    channel: 'discord',
    accountId,
    conversationId: id,
    // Of other channels it is their category, which nobody speaks in.
    ...(isThreadType(type) && parentId !== undefined && { parentConversationId: parentId }),
  }
}

function kindOf({ type, guildId }: KnownChannel): InboundEvent['kind'] {
  if (isThreadType(type)) return 'thread'
  if (guildId !== undefined) return 'channel'
  return type === groupDmType ? 'group' : 'dm'
}

/** Where a message says no server, and nothing else is known. */
export function directChannel(id: string): KnownChannel {
  return { id, type: dmType }
}

/** By recorded ids, under whatever name it was said (CHN3). */
export function isOwn(around: InboundAround, { author, webhook_id, application_id }: WrittenBy): boolean {
  if (author.id === around.ownId || application_id === around.applicationId) return true
  return webhook_id != null && around.isOwnWebhook(webhook_id)
}

function authorOf(around: InboundAround, message: DiscordMessage): InboundAuthor {
  const { author, member, webhook_id } = message
  return {
    platformId: author.id,
    name: nameOf(author, member),
    isBot: author.bot === true || webhook_id != null,
    isOwn: isOwn(around, message),
  }
}

/** Everybody being called calls nobody in particular. */
function isAddressed(around: InboundAround, { message, roles }: MessageTold): boolean {
  if (message.mentions?.some(({ id }) => id === around.ownId)) return true
  if (message.mention_roles?.some((id) => roles.get(id)?.isOwn)) return true
  const { type, referenced_message: before } = message
  return type === replyType && before != null && isOwn(around, before)
}

function namesFor(around: InboundAround, told: MessageTold, message: DiscordMessage): NamesInText {
  const { handles, roles, channelName } = told
  const mentioned = new Map((message.mentions ?? []).map((user) => [user.id, nameOf(user, user.member)]))
  return {
    ownId: around.ownId,
    ownRoleIds: new Set([...roles].filter(([, { isOwn: own }]) => own).map(([id]) => id)),
    user: (id) => handles.get(id) ?? mentioned.get(id),
    role: (id) => roles.get(id)?.name,
    channel: channelName,
  }
}

/** What has no words of its own is named in a line. */
function textOf(message: DiscordMessage, names: NamesInText): string {
  const isByProgram = message.author.bot === true || message.webhook_id != null
  const forwarded = (message.message_snapshots ?? []).flatMap(({ message: snapshot }) => [
    '[Forwarded message]',
    ...linesOf(snapshot, names, true),
  ])
  const poll = message.poll ? [`[Poll: ${message.poll.question.text ?? ''}]`] : []
  return [...linesOf(message, names, isByProgram), ...poll, ...forwarded].join('\n')
}

function linesOf(content: MessageContent, names: NamesInText, withEmbeds: boolean): string[] {
  const text = readableText(content.content ?? '', names)
  const stickers = (content.sticker_items ?? []).map(({ name }) => `[Sticker: ${name}]`)
  // What Discord shows of a link that a person wrote stands in its text already.
  const embeds = withEmbeds ? (content.embeds ?? []).map((embed) => tellEmbed(embed, names)) : []
  return [...(text === '' ? [] : [text]), ...stickers, ...embeds]
}

type Embed = NonNullable<MessageContent['embeds']>[number]

function tellEmbed({ title, description, url }: Embed, names: NamesInText): string {
  const parts = [title, description].filter((part) => part != null && part !== '')
  const text = parts.length > 0 ? parts.join('\n') : (url ?? '')
  return `[Embed: ${readableText(text, names)}]`
}

function filesOf(around: InboundAround, message: DiscordMessage): InboundFile[] {
  const forwarded = (message.message_snapshots ?? []).flatMap(
    ({ message: { attachments } }) => attachments ?? [],
  )
  return [...(message.attachments ?? []), ...forwarded].map((attachment) => ({
    name: fileNameOf(attachment),
    mediaType: attachment.content_type ?? 'application/octet-stream',
    sizeBytes: attachment.size,
    read: (signal) => around.readFile(attachment, signal),
  }))
}

/** Nothing in it, though somebody wrote it: Discord keeps the text from bots that may not read it. */
export function isEmptied(around: InboundAround, message: DiscordMessage): boolean {
  const { content, attachments, embeds, sticker_items, message_snapshots, poll, guild_id } = message
  const { isBot } = authorOf(around, message)
  if (!isSpoken(message) || guild_id == null || isBot || poll) return false
  const parts = [content, attachments, embeds, sticker_items, message_snapshots]
  return parts.every((part) => part == null || part.length === 0)
}

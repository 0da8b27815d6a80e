// What there is on the emulated Discord, in our own words. Discord's words for the same things are made by the files
// `describe-…`, at the moment when they are told.

export interface DiscordUser {
  /** Immutable; names are not. */
  id: string
  username: string
  globalName?: string
  isBot: boolean
  /** Takes no direct messages of programs. */
  refusesDirectMessages?: boolean
}

/** A program. The id of the application is that of its bot's user too, as it is for those made in recent years. */
export interface DiscordApplication {
  id: string
  name: string
  /** The bot's secret. The one who has it is the bot. */
  token: string
  /** Privileged intents that are switched on in the developers' portal. */
  mayReadContent: boolean
  mayReadMembers: boolean
  mayReadPresence: boolean
}

export interface DiscordRole {
  id: string
  name: string
  permissions: bigint
  position: number
  /** Of the role that came with a bot: whose it is. */
  botId?: string
}

export interface DiscordMember {
  userId: string
  roleIds: readonly string[]
  nick?: string
  joinedAt: number
}

export interface DiscordGuild {
  id: string
  name: string
  ownerId: string
  /** The one for everybody has the id of the guild. */
  roles: Map<string, DiscordRole>
  members: Map<string, DiscordMember>
}

export interface PermissionOverwrite {
  /** Of a role or a member. */
  id: string
  kind: 'role' | 'member'
  allow: bigint
  deny: bigint
}

export type GuildChannelKind = 'text' | 'announcement' | 'voice' | 'category' | 'forum'

export interface GuildChannel {
  kind: GuildChannelKind
  id: string
  guildId: string
  name: string
  /** The category that it stands in. */
  parentId?: string
  position: number
  overwrites: PermissionOverwrite[]
}

export interface DirectChannel {
  kind: 'dm'
  id: string
  memberIds: readonly string[]
}

export interface ThreadChannel {
  kind: 'thread'
  /** That of the message it was opened from, if there was one. */
  id: string
  guildId: string
  parentId: string
  name: string
  ownerId: string
  isPrivate: boolean
  isArchived: boolean
  isLocked: boolean
  /** Minutes without a word, then it is archived. */
  autoArchiveMinutes: AutoArchiveMinutes
  archiveChangedAt: number
  createdAt: number
  memberIds: Set<string>
  /** Ever, those that were deleted included. */
  sentCount: number
}

export const autoArchiveMinutes = [60, 1_440, 4_320, 10_080] as const
export type AutoArchiveMinutes = (typeof autoArchiveMinutes)[number]

export type DiscordChannel = GuildChannel | DirectChannel | ThreadChannel

export type MessageAuthor =
  | { kind: 'user'; userId: string }
  /** A name and a picture over the webhook's own. */
  | { kind: 'webhook'; webhookId: string; name: string; avatarUrl?: string }

export interface DiscordAttachment {
  id: string
  /** As Discord keeps it. */
  name: string
  /** What it was called before, without its ending. */
  title?: string
  mediaType?: string
  description?: string
  content: Uint8Array
}

/** Whom the text names, as far as its author wanted them called. */
export interface Pings {
  userIds: readonly string[]
  roleIds: readonly string[]
  isEveryone: boolean
}

export interface DiscordMessage {
  id: string
  channelId: string
  /** Discord's number for the kind of message; 0 is a common one, 19 a reply. */
  type: number
  author: MessageAuthor
  content: string
  embeds: readonly object[]
  components: readonly object[]
  attachments: readonly DiscordAttachment[]
  /** Who was called when it appeared; an edit calls nobody. */
  pings: Pings
  /** What it says of that now. */
  mentioned: Pings
  flags: number
  nonce?: string | number
  replyTo?: { messageId: string; channelId: string }
  /** The program that wrote it. */
  applicationId?: string
  /** Of an answer to a command or a button. */
  interaction?: {
    id: string
    type: number
    userId: string
    name?: string
    messageId?: string
    /** Of a form that was sent: what it was opened by. */
    trigger?: { id: string; type: number }
  }
  /** Only this person sees it, and no program finds it in the history. */
  visibleTo?: string
  createdAt: number
  editedAt?: number
}

export interface DiscordWebhook {
  id: string
  token: string
  channelId: string
  guildId: string
  name: string
  /** As it was given: a data URI. */
  avatar?: string
  /** Who made it. */
  userId: string
  /** Absent: a person made it. */
  applicationId?: string
}

/** As it was registered, with what Discord adds. */
export interface RegisteredCommand {
  id: string
  applicationId: string
  /** Absent: everywhere. */
  guildId?: string
  version: string
  /** The body of the registration, which was looked at. */
  definition: Readonly<Record<string, unknown>> & { readonly name: string; readonly type: number }
}

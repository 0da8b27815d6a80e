// All that is on the emulated Discord, and how its parts are found.

import type {
  DiscordApplication,
  DiscordChannel,
  DiscordGuild,
  DiscordMessage,
  DiscordUser,
  DiscordWebhook,
  RegisteredCommand,
  ThreadChannel,
} from './discord-words.ts'

export interface DiscordState {
  users: Map<string, DiscordUser>
  /** By the id of their bot's user, which is theirs. */
  applications: Map<string, DiscordApplication>
  guilds: Map<string, DiscordGuild>
  /** Threads and direct messages included. */
  channels: Map<string, DiscordChannel>
  /** Those that are there, by id. */
  messages: Map<string, DiscordMessage>
  /** The same by channel, oldest first. */
  messagesByChannel: Map<string, DiscordMessage[]>
  /** What was taken away again, by whomever. */
  deletedMessages: DiscordMessage[]
  webhooks: Map<string, DiscordWebhook>
  commands: Map<string, RegisteredCommand>
  commandCreates: { applicationId: string; at: number }[]
  /** Each time a list of commands was put in the place of another. */
  commandWrites: { applicationId: string; guildId?: string; at: number }[]
  typing: { userId: string; channelId: string; at: number }[]
  /** New sessions of the gateway: each counts for the day's limit of its bot. */
  identifies: { botId: string; at: number }[]
  /** Edits of messages that were old by then. */
  oldEdits: { channelId: string; at: number }[]
  /** Nonces that were enforced, for as long as they are. */
  nonces: { authorId: string; nonce: string; messageId: string; at: number }[]
  /** How much of something there may be; true numbers unless a test sets others. */
  limits: {
    activeThreadsMax: number
    webhooksPerChannelMax: number
    webhooksPerGuildMax: number
    oldEditsMax: number
    /** Of one file; servers of which nobody pays for more have the least. */
    fileBytesMax: number
  }
  /** Where this Discord is reached; links to files begin with it. Set by whoever serves it. */
  origin: string
  /** Where its gateway is reached. */
  gatewayUrl: string
}

export interface DiscordEvent {
  t: string
  d: object
  guildId?: string
  /** Only bots that may see this channel are told. */
  channelId?: string
  /** Only these bots are told; absent: all that may see it. */
  botIds?: readonly string[]
  /** A bot hears of it that asked for one of these intents; 0: every bot. */
  intents: number
}

/** What verbs need: all that is there, the time, and someone to tell. */
export interface DiscordWorld {
  readonly state: DiscordState
  now(): number
  /** Snowflakes: they grow with time, also where the clock stands still. */
  nextId(): string
  /** Not to be guessed; for tokens. */
  nextSecret(): string
  emit(event: DiscordEvent): void
}

export function createDiscordState(): DiscordState {
  return {
    users: new Map(),
    applications: new Map(),
    guilds: new Map(),
    channels: new Map(),
    messages: new Map(),
    messagesByChannel: new Map(),
    deletedMessages: [],
    webhooks: new Map(),
    commands: new Map(),
    commandCreates: [],
    commandWrites: [],
    typing: [],
    identifies: [],
    oldEdits: [],
    nonces: [],
    limits: {
      activeThreadsMax: 1_000,
      webhooksPerChannelMax: 15,
      webhooksPerGuildMax: 1_000,
      oldEditsMax: 30,
      fileBytesMax: 10 * 1_048_576,
    },
    origin: 'http://127.0.0.1',
    gatewayUrl: 'ws://127.0.0.1',
  }
}

/** These throw: whoever names what is not there has a mistake. */
export function channelOf(state: DiscordState, id: string): DiscordChannel {
  return found(state.channels.get(id), 'channel', id)
}

export function threadOf(state: DiscordState, id: string): ThreadChannel {
  const channel = channelOf(state, id)
  if (channel.kind !== 'thread') throw new Error(`${id} is no thread`)
  return channel
}

export function guildOf(state: DiscordState, id: string): DiscordGuild {
  return found(state.guilds.get(id), 'guild', id)
}

export function userOf(state: DiscordState, id: string): DiscordUser {
  return found(state.users.get(id), 'user', id)
}

export function messageOf(state: DiscordState, id: string): DiscordMessage {
  return found(state.messages.get(id), 'message', id)
}

export function applicationOf(state: DiscordState, id: string): DiscordApplication {
  return found(state.applications.get(id), 'application', id)
}

export function webhookOf(state: DiscordState, id: string): DiscordWebhook {
  return found(state.webhooks.get(id), 'webhook', id)
}

/** What programs read there, oldest first: not what only one person sees. */
export function messagesIn(state: DiscordState, channelId: string): DiscordMessage[] {
  return (state.messagesByChannel.get(channelId) ?? []).filter(({ visibleTo }) => visibleTo === undefined)
}

export function threadsUnder(state: DiscordState, parentId: string): ThreadChannel[] {
  return allThreads(state).filter((thread) => thread.parentId === parentId)
}

export function allThreads(state: DiscordState): ThreadChannel[] {
  return [...state.channels.values()].filter((channel) => channel.kind === 'thread')
}

export function guildIdOf(channel: DiscordChannel): string | undefined {
  return channel.kind === 'dm' ? undefined : channel.guildId
}

function found<T>(value: T | undefined, noun: string, id: string): T {
  if (value === undefined) throw new Error(`there is no ${noun} ${id}`)
  return value
}

// All that is on the platform, and how its parts are found. Ids grow with time, as those of messages must.

import type { EventFeed } from './event-feed.ts'
import {
  type MentionedUser,
  type PlatformConversation,
  type PlatformEvent,
  platformFileBytesMax,
  type PlatformMessage,
  type PlatformUser,
} from './platform-words.ts'

export interface Conversation extends PlatformConversation {
  /** Who is in it; undefined: everybody of its server. */
  members?: ReadonlySet<string>
  /** Programs that may not write here. */
  closedTo: Set<string>
  messages: PlatformMessage[]
}

export interface Bot extends PlatformUser {
  token: string
  feed: EventFeed
}

export interface StoredFile {
  name: string
  mediaType: string
  content: Uint8Array
}

export interface PlatformState {
  users: Map<string, PlatformUser>
  bots: Map<string, Bot>
  servers: Map<string, { id: string; name: string }>
  conversations: Map<string, Conversation>
  /** Those that can be seen, by id. */
  messages: Map<string, PlatformMessage>
  files: Map<string, StoredFile>
  /** Of one file; a platform may take less than it says. */
  fileBytesMax: number
  /** What was taken away again, by whomever. */
  removed: PlatformMessage[]
  presses: Map<string, { token: string; answer?: string }>
  typing: { accountId: string; conversationId: string; at: number }[]
  nextId(): string
}

export function createPlatformState(idsFrom = 100_000_000_000): PlatformState {
  let count = idsFrom
  return {
    users: new Map(),
    bots: new Map(),
    servers: new Map(),
    conversations: new Map(),
    messages: new Map(),
    files: new Map(),
    fileBytesMax: platformFileBytesMax,
    removed: [],
    presses: new Map(),
    typing: [],
    nextId: () => String(++count),
  }
}

/** Throws: a test that names what is not there has a mistake. */
export function conversationOf(state: PlatformState, id: string): Conversation {
  const found = state.conversations.get(id)
  if (!found) throw new Error(`there is no conversation ${id}`)
  return found
}

export function userOf(state: PlatformState, id: string): PlatformUser {
  const found = state.users.get(id) ?? state.bots.get(id)
  if (!found) throw new Error(`there is no user ${id}`)
  return found
}

export function isReadableBy(conversation: Conversation, botId: string): boolean {
  if (conversation.members !== undefined) return conversation.members.has(botId)
  return !conversation.closedTo.has(botId)
}

/** What others are told of it. */
export function describeConversation(conversation: Conversation): PlatformConversation {
  const { id, kind, name, serverId, parentId, parentName, isArchived, isLocked } = conversation
  return {
    id,
    kind,
    name,
    ...(serverId !== undefined && { serverId }),
    ...(parentId !== undefined && { parentId }),
    ...(parentName !== undefined && { parentName }),
    isArchived,
    isLocked,
  }
}

/** Whoever the text names as `<@id>`, each once. */
export function idsNamedIn(text: string): string[] {
  return [...new Set([...text.matchAll(/<@([A-Za-z0-9_-]+)>/g)].map(([, id]) => id ?? ''))]
}

export function mentionedIn(state: PlatformState, text: string): MentionedUser[] {
  return idsNamedIn(text).flatMap((id) => {
    const user = state.users.get(id) ?? state.bots.get(id)
    return user ? [{ id, name: user.name }] : []
  })
}

/** Programs hear of what they may read, their own words included. */
export function tellBots(state: PlatformState, conversation: Conversation, event: PlatformEvent): void {
  for (const bot of state.bots.values()) {
    if (isReadableBy(conversation, bot.id)) bot.feed.add(structuredClone(event))
  }
}

// What routing needs of a channel.

import type { ConversationRef } from '@heddle/contract'

export interface HistoryMessage {
  platformId: string
  author: { platformId: string; name: string; isBot: boolean }
  text: string
  writtenAt: number
  /** Mentions us or replies to us; absent where nobody can say. */
  isAddressed?: boolean
}

export interface HistoryReader {
  /**
   * The first message of the conversation and the last ones, in order; bounded. Throws where it cannot be read, with
   * words for people.
   */
  read(
    place: ConversationRef,
    input: { lastMax: number; signal: AbortSignal },
  ): Promise<{ messages: readonly HistoryMessage[]; hasMore: boolean }>
}

export interface HistoryReaders {
  find(channel: string, accountId: string): HistoryReader | undefined
}

/** That somebody is about to write, for some seconds. */
export interface TypingSign {
  show(place: ConversationRef): Promise<void>
}

export interface TypingSigns {
  find(channel: string, accountId: string): TypingSign | undefined
}

/** Something came in from outside. What its channel writes for mentions was turned into handles before. */
export interface InboundEvent {
  conversation: ConversationRef
  kind: 'dm' | 'group' | 'channel' | 'thread'
  /** The server or team that the conversation belongs to; absent for direct messages. */
  serverId?: string
  /** What people there call the conversation, and the one above it; absent where the channel cannot say. */
  placeName?: string
  aboveName?: string
  /** By which its platform knows it. */
  eventId: string
  author: InboundAuthor
  text: string
  /** Mentions us or replies to us. */
  isAddressed: boolean
  attachments?: readonly InboundFile[]
  /** Of the first message that is heard in a platform thread: the one it was opened from. */
  anchor?: InboundAnchor
  /** Where people find it on its platform; absent where the channel cannot say. */
  link?: string
  /** The one that it replies to. */
  repliedTo?: InboundAnchor
  writtenAt: number
}

export interface InboundAnchor {
  /** By which its platform knows it. */
  platformId: string
  author: InboundAuthor
  /** As it stood there when the platform told of it: it may have been redacted since. */
  text: string
  writtenAt: number
}

export interface InboundAuthor {
  /** Immutable. */
  platformId: string
  name: string
  isBot: boolean
  /** We ourselves, known by recorded ids and never by text (CHN3). */
  isOwn: boolean
}

export interface InboundFile {
  name: string
  mediaType: string
  sizeBytes: number
  read(signal: AbortSignal): Promise<Uint8Array>
}

/** A button was pressed. */
export interface InboundPress {
  conversation: ConversationRef
  kind: InboundEvent['kind']
  serverId?: string
  eventId: string
  author: InboundAuthor
  token: string
  /** What they wrote when they were asked for words. */
  words?: string
}

/** Words for whoever pressed, they alone; or what they are asked for first, which comes back as a press with words. */
export type PressAnswer = string | WordsWanted

export interface WordsWanted {
  title: string
  /** What the words are for, in a few. */
  about: string
  charsMax: number
}

/** Somebody is typing a command, and the platform asks what could stand behind its name. */
export interface InboundQuestion {
  conversation: ConversationRef
  kind: InboundEvent['kind']
  serverId?: string
  author: InboundAuthor
  /** Without its slash. */
  command: string
  /** Which of its parts, where it has some: `info` of `/subagents info`. */
  subcommand?: string
  /** What stands there so far. */
  typed: string
}

export interface Suggestion {
  /** As people know it. */
  text: string
  /** What stands behind the command once it is chosen. */
  value: string
}

export type Heard =
  | { kind: 'heard'; sessionId: string; deduped: boolean }
  /** It is taken as soon as what stands before it is. */
  | { kind: 'kept'; deduped: boolean }
  | { kind: 'ignored'; reason: string; deduped: boolean }

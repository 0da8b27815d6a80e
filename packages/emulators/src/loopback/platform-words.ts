// The words of the emulated platform: who is on it, what is said there, and what a program can ask of it.

export interface PlatformUser {
  /** Immutable; names are not. */
  id: string
  name: string
  isBot: boolean
}

export type ConversationKind = 'dm' | 'group' | 'channel' | 'thread'

export interface PlatformConversation {
  id: string
  kind: ConversationKind
  name: string
  serverId?: string
  /** Of a thread: the channel under which it stands. Its id is that of the message it was opened from. */
  parentId?: string
  parentName?: string
  isArchived: boolean
  isLocked: boolean
}

/** Not shown to anybody; whoever reads the history finds it again. */
export interface Marker {
  delivery: string
  part: number
}

export interface PlatformButton {
  token: string
  text: string
  style: string
}

export interface PlatformFile {
  id: string
  name: string
  mediaType: string
  sizeBytes: number
}

export interface PlatformAuthor {
  id: string
  name: string
  isBot: boolean
  /** A name and a picture over the program's own. */
  isPersona: boolean
  avatarUrl?: string
}

export interface PlatformMessage {
  id: string
  conversationId: string
  author: PlatformAuthor
  text: string
  buttons: readonly PlatformButton[]
  attachments: readonly PlatformFile[]
  replyTo?: string
  marker?: Marker
  /** Who was called by it: those whom the text names and whom its author wanted called. */
  called: readonly string[]
  createdAt: number
  editedAt?: number
}

export interface MentionedUser {
  id: string
  name: string
}

interface EventAround {
  conversation: PlatformConversation
}

export type PlatformEvent =
  | (EventAround & {
      kind: 'message'
      message: PlatformMessage
      mentioned: readonly MentionedUser[]
      /** Of what it replies to. */
      repliesTo?: string
      /** Of a thread: the message it was opened from, while that is there. */
      anchor?: PlatformMessage
    })
  | (EventAround & { kind: 'edited'; message: PlatformMessage })
  | (EventAround & { kind: 'removed'; messageId: string })
  | (EventAround & { kind: 'archived' | 'deleted'; by: string })
  | (EventAround & { kind: 'pressed'; pressId: string; user: PlatformUser; messageId: string; token: string })

export type NumberedEvent = PlatformEvent & { seq: number }

/** Where something was said that may not have been told; it all stands behind `after`. */
export interface MissedPlace {
  conversation: PlatformConversation
  after: string
}

export const callKinds = [
  'me',
  'send',
  'edit',
  'delete',
  'history',
  'thread.open',
  'thread.close',
  'dm.open',
  'typing',
  'file',
  'press.answer',
  'events.open',
  'events.poll',
  'events.missed',
] as const
export type CallKind = (typeof callKinds)[number]

export interface PlatformCall {
  kind: CallKind
  token: string
  body: unknown
}

/** What comes back, if anything does. */
export type PlatformReply =
  | { kind: 'answer'; status: number; body: unknown }
  /** An answer that is no JSON. */
  | { kind: 'garbage'; status: number }
  /** The connection breaks in the middle of the answer. */
  | { kind: 'reset' }
  /** Nobody took the request. */
  | { kind: 'unreachable' }
  /** The other side gave up waiting. */
  | { kind: 'left' }

export interface PlatformTrouble {
  code: string
  message: string
  retryAfterMs?: number
  scope?: 'conversation' | 'account'
}

export const platformTextCharsMax = 2_000
/** Of one file, and of all that one request carries. */
export const platformFileBytesMax = 8 * 1_048_576
export const platformRequestBytesMax = 20 * 1_048_576
export const historyPageMax = 100

// What delivery needs of a channel. A channel serves the ports that it can; what it lacks is absent (CHN1).

import type { ConversationRef, DeliveryId } from '@heddle/contract'

/** Name and picture under which an agent speaks. */
export interface Persona {
  name: string
  /** Of a still picture; absent: the channel makes one from the name. */
  avatarUrl?: string
  agentId: string
  /** The account's own agent speaks as the account itself. */
  isAccount: boolean
}

/** Something to press. What it means is the token's, which comes back when it is pressed. */
export interface Button {
  token: string
  text: string
  style: 'plain' | 'good' | 'danger'
  /** Whoever presses it is asked for words before it counts. A channel that cannot ask for words leaves it out. */
  isAsking?: true
}

/** What one request carries. */
export interface OutboundMessage {
  deliveryId: DeliveryId
  part: number
  place: ConversationRef
  /** As the channel writes it: mentions written out, no longer than it may be. */
  text: string
  persona: Persona
  buttons: readonly Button[]
  attachments: readonly OutboundFile[]
  /** Whom it may call; nobody else, whatever stands in the text (DLV6). */
  mentions: readonly string[]
  signal: AbortSignal
}

export interface OutboundFile {
  fileId: string
  name: string
  mediaType: string
  bytes: number
  /** Where people who may read it find it here. */
  link?: string
  /** The same bytes each time. Rejects where they cannot be had any more. */
  read(): Promise<Uint8Array>
}

export type SendOutcome =
  | { kind: 'sent'; platformId: string; link?: string }
  | NotSent
  /** It may be there. */
  | { kind: 'unknown'; detail: string }

/** Proven: nothing became visible. */
export interface NotSent {
  kind: 'not_sent'
  /**
   * `later`: it may go through the next time. `place`: this place will never take it. `message`: this one will not be
   * taken anywhere. `account`: nothing goes through until somebody sees to the account.
   */
  why: 'later' | 'place' | 'message' | 'account'
  detail: string
  /** As the platform states it. */
  retryAfterMs?: number
  /** What `retryAfterMs` is about. */
  scope?: 'place' | 'account'
  /** Counts against the account: the platform refused the request, and notes how often. */
  wasRefused?: boolean
}

/** Where one looks for what may have been sent. */
export interface LookFor {
  deliveryId: DeliveryId
  part: number
  place: ConversationRef
  text: string
  persona: Persona
  /** What it carries, as far as that is still known. */
  attachments: readonly Omit<OutboundFile, 'read'>[]
  /** Nothing before it can be meant. */
  after: string | null
  startedAt: number
  signal: AbortSignal
}

export type Found =
  /** All copies, the oldest first. */
  | { kind: 'found'; copies: readonly { platformId: string; link?: string }[] }
  | { kind: 'absent' }
  | { kind: 'unreadable'; detail: string; retryAfterMs?: number }

export interface MessageSender {
  send(message: OutboundMessage): Promise<SendOutcome>
  /** Absent: what may have been sent stays unknown, and is shown. */
  find?(look: LookFor): Promise<Found>
  /** Idempotent, as removing is. */
  edit?(message: OutboundMessage & { platformId: string }): Promise<SendOutcome>
  remove?(place: ConversationRef, platformId: string, signal: AbortSignal): Promise<SendOutcome>
}

/** Pure: from what is to be said to what each request carries, split after mentions were written out (DLV5). */
export interface MessageRenderer {
  render(input: {
    markdown: string
    /** Whether a handle is somebody's, with an account there or without: who is meant depends on all who are here. */
    isMember(handle: string): boolean
    /** The account there of a member whom the text mentions, by handle. */
    accountOf(handle: string): string | undefined
    /** Stands behind the last part, whatever its length; never split off. */
    footer?: string
    /** What goes with it. Where parts say nothing about it, all of it goes with the last. */
    files?: readonly Omit<OutboundFile, 'read'>[]
    /** Characters that are left free in each part: a line about it may have to go before it when it is sent. */
    spareChars?: number
  }): readonly RenderedPart[]
}

export interface RenderedPart {
  text: string
  mentions: readonly string[]
  /** Ids of those that it carries. What none carries is named in the text. */
  files?: readonly string[]
}

export interface OpenRequest {
  deliveryId: DeliveryId
  /** Under which it is opened. */
  under: ConversationRef
  title: string
  /** Said first, in the conversation above. */
  anchor: string
  persona: Persona
  signal: AbortSignal
}

export type OpenOutcome =
  | { kind: 'opened'; conversation: ConversationRef; anchorId: string; link?: string }
  /** `isBegun`: what is said above it stands there already. */
  | (NotSent & { isBegun?: boolean })
  | { kind: 'unknown'; detail: string }

export interface ConversationOpener {
  /** As far as it is known without asking: false only where there can be none. Absent: everywhere. */
  canOpenUnder?(place: ConversationRef): boolean
  /** The same request again opens no second one. */
  open(request: OpenRequest): Promise<OpenOutcome>
  /** After an answer that did not come: whether it is there. `after`: nothing before it can be meant. */
  findOpened(request: OpenRequest & { startedAt: number; after?: string | null }): Promise<
    /** `copies`: what was said above it once more, by a request that was thought to be lost. */
    | {
        kind: 'found'
        conversation: ConversationRef
        anchorId: string
        link?: string
        copies?: readonly string[]
      }
    /** What is said above it stands there, perhaps more than once, and it is not there itself. */
    | { kind: 'begun'; anchorIds: readonly string[] }
    | { kind: 'absent' }
    | { kind: 'unreadable'; detail: string; retryAfterMs?: number }
  >
  /** Puts it away; what was said in it stays. Idempotent. */
  close(place: ConversationRef, signal: AbortSignal): Promise<SendOutcome>
}

/** The outward side of one account on one channel. */
export interface OutboundChannel {
  readonly channel: string
  readonly renderer: MessageRenderer
  readonly sender: MessageSender
  readonly opener?: ConversationOpener
}

/** Who can be reached right now; read for each call, so that a changed account acts on the next (DLV8). */
export interface OutboundChannels {
  find(channel: string, accountId: string): OutboundChannel | undefined
}

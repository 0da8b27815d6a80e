// The delivery room as others see it: has this text reached that place?
//
// Everything that is to become visible on an outside channel is a row in one outbox, once for its cause, its place and
// its part; there is no second way (DLV1).

import type {
  ConversationRef,
  DeliveryFilter,
  DeliveryId,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
  EventId,
  RunId,
  SessionId,
} from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import type { Button, Persona } from './ports.ts'

export type * from './ports.ts'

export interface Deliveries {
  /** Puts it on record; what is there already for the same cause, place and part stays as it is. */
  enqueue(t: Tx, item: NewDelivery): Promise<DeliveryId[]>
  /** Without a place: it waits, visibly and with why, until somebody wants it sent or dismissed (RTE1). */
  hold(t: Tx, item: Omit<NewMessage, 'place'>, detail?: string): Promise<DeliveryId>
  /** Of what has not left: it will not. What has left is not undone. */
  withdraw(t: Tx, cause: string, why: DeliveryReason): Promise<number>
  /**
   * What was said of this event, or quotes it or the name of this session, can no longer be read from what it left
   * behind: texts go, copies on platforms too.
   */
  redact(t: Tx, id: EventId | SessionId): Promise<void>

  /** Whatever that agent said for this session stands under this name from now on, in what is kept here. */
  renameSpeaker(t: Tx, sessionId: SessionId, speaker: { agentId: string; name: string }): Promise<void>

  read(r: Reader, id: DeliveryId): Promise<Delivery | undefined>
  /** Of a cause, its parts in order. */
  readByCause(r: Reader, cause: string): Promise<Delivery[]>
  list(
    r: Reader,
    input: { state: DeliveryFilter | DeliveryState; sessionId?: SessionId | undefined; seenBy: SeenBy },
    page: PageInput,
  ): Promise<Page<Delivery>>
  /** Into its place, which may be another one than before. Whoever calls has asked for the rights. */
  resend(t: Tx, id: DeliveryId, place: ConversationRef): Promise<Delivery>
  dismiss(t: Tx, id: DeliveryId, by: string, why?: Dismissal): Promise<Delivery>

  /** Whether the channel can open conversations of its own there. */
  canOpen(under: ConversationRef): boolean
  /** Conversations that were opened for this session. */
  listOpened(r: Reader, sessionId: SessionId): Promise<ConversationRef[]>

  /** Whether we wrote the message that this channel calls so, in that place or right above it (CHN3). */
  isOwn(r: Reader, place: ConversationRef, platformId: string): Promise<boolean>
  /** Which event, run or approval a message of ours tells of. */
  findByPlatformId(r: Reader, place: ConversationRef, platformId: string): Promise<Delivery | undefined>

  /** Sends what waits for one place, in order: the body of durable work under its key. */
  drain(job: Job, destination: string): Promise<void>
  /** Looks whether something that was sent again is there twice: the body of a timer. */
  sweepCopies(job: Job, id: DeliveryId): Promise<void>
  /** Lets an account go on that was paused until somebody sees to it; any other pause stays. */
  resumeAccount(t: Tx, channel: string, accountId: string): Promise<void>
  /** Whether the platform has asked for patience there: nothing that can be left out is asked of it meanwhile (I30). */
  isToWait(r: Reader, place: ConversationRef): Promise<boolean>
  /** Deletes what was settled long ago; true if more remains. */
  forgetOld(t: Tx): Promise<boolean>
  figures(): DeliveryFigures
  counts(r: Reader): Promise<{ open: number; unknown: number }>
}

/**
 * `told_elsewhere`: not that nobody wants it, but it is read there. `held_instead`: it waits to be. `place_refused`: its place
 * takes nothing any more, and without that there is nothing to tell.
 */
export type Dismissal = Extract<
  DeliveryReason,
  'dismissed' | 'told_elsewhere' | 'held_instead' | 'place_refused'
>

/** Whose eyes a list is for: an admin sees everything, anybody else what stands in sessions that they may see. */
export type SeenBy = { kind: 'all' } | { kind: 'person'; actor: Actor }

export interface DeliveryFigures {
  /** By `channel outcome`. */
  outcomes: ReadonlyMap<string, number>
}

interface About {
  /** What it is for. */
  cause: string
  sessionId?: SessionId | undefined
  eventId?: EventId | undefined
  runId?: RunId | undefined
}

export interface NewMessage extends About {
  kind: 'message'
  place: ConversationRef
  /** Markdown, as people and agents write it. */
  text: string
  footer?: string | undefined
  persona: Persona
  buttons?: readonly Button[] | undefined
  /** Ids of stored files. */
  attachments?: readonly string[] | undefined
  /** A word of Heddle's own about the place. */
  isNotice?: boolean | undefined
  /** For whoever reads it there and for nobody else: no list shows it, and it is forgotten as soon as it is settled. */
  isSecret?: boolean | undefined
  /** Not said any more after that. */
  expiresAt?: number | undefined
  /** Absent: with waits that double from a second on, as long as it is not too old. */
  retry?: RetryPolicy | undefined
  /** Tries that were made for it before it was put here. */
  triesBefore?: number | undefined
  /** Ids of what it repeats: entries, and sessions whose name it says. Redacted there, it is taken back here. */
  quotes?: readonly string[] | undefined
}

/**
 * What becomes of an edit that is refused for good. `say_anew`: it is said as a message, since somebody waits for it.
 * `let_be`: nobody does. Absent: people are shown it.
 */
export type IfRefused = 'say_anew' | 'let_be'

/** How something is tried again that was proven not to be sent. */
export interface RetryPolicy {
  /** Given up after so many; what the platform asked to wait for is none. */
  attemptsMax: number
  /** After the first; each is twice as long as the one before, up to the longest. */
  firstMs: number
  maxMs: number
  /** So much of a wait is kept whatever chance says, from 0 to 1. */
  leastShare: number
}

export type NewDelivery =
  | NewMessage
  /** Changes what was said for another cause; its parts follow what the text has become. Only the newest counts. */
  | (Omit<NewMessage, 'kind'> & { kind: 'edit'; target: string; ifRefused?: IfRefused | undefined })
  /** Removes what was said for another cause, or above what was opened for it. */
  | (About & { kind: 'delete'; place: ConversationRef; target: string })
  | (About & {
      kind: 'open'
      under: ConversationRef
      title: string
      anchor: string
      persona: Persona
      /** Ids of stored files: said in it, first of all. */
      attachments?: readonly string[] | undefined
      /** Given up after that. */
      expiresAt: number
      /** As of a message. */
      quotes?: readonly string[] | undefined
    })
  | (About & { kind: 'close'; place: ConversationRef })

export interface Delivery {
  id: DeliveryId
  kind: DeliveryKind
  cause: string
  sessionId: SessionId | null
  eventId: EventId | null
  runId: RunId | null
  /** Of what was opened: the conversation itself, once it is there. */
  place: ConversationRef | null
  part: number
  parts: number
  text: string
  persona: Persona | null
  /** Ids of the files that it carries. */
  attachments: readonly string[]
  /** A word of Heddle's own about the place. */
  isNotice: boolean
  state: DeliveryState
  reason: DeliveryReason | null
  detail: string | null
  attempts: number
  /** Of these, those that count for nothing because the platform asked for patience. */
  spared: number
  /** It was sent again after nobody knew what had become of it. */
  isResent: boolean
  /** Somebody may want it sent again. */
  isResendable: boolean
  platformId: string | null
  link: string | null
  createdAt: number
  updatedAt: number
  nextAt: number | null
  sentAt: number | null
}

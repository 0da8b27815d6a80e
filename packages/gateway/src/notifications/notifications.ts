// The notifications room as others see it: who must be told, on which channel, was it seen?

import type {
  ApprovalId,
  DeliveryId,
  EventId,
  Facts,
  NotificationChannel,
  NotificationId,
  NotificationReason,
  NotificationStatus,
  PersonId,
  ReplyId,
  RunId,
  SessionId,
  Suppression,
  ThreadId,
  TurnId,
} from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import type { LogEvent } from '../sessions/sessions.ts'

export type * from './ports.ts'

export interface Notifications extends Inbox {
  /** The reactions to what was said: whoever is to be told gets a row for each channel, once (NTF1). */
  notifyOfSource(t: Tx, sourceEventId: EventId): Promise<void>
  /** Whether there are notifications here at all. */
  isOn(): boolean
  /** For those who run the place: how far notifications have come outside of the web, newest first (NTF3). */
  listOutside(r: Reader, actor: Actor, page: PageInput): Promise<Page<OutsideDelivery>>
  /** The reactions to what was redacted, and to a reply that was deleted: what has not left will not. */
  withdrawSource(t: Tx, sourceEventId: EventId): Promise<void>
  withdrawReply(t: Tx, replyId: ReplyId): Promise<void>
  /** The reactions to the rest (NTF5). */
  notifyOfApproval(t: Tx, id: ApprovalId): Promise<void>
  settleApproval(t: Tx, id: ApprovalId): Promise<void>
  /** When to look again, where whoever asked is about to see it; undefined: it is done. */
  notifyOfTurn(t: Tx, id: TurnId, tookMs: number): Promise<number | undefined>
  notifyOfRun(t: Tx, id: RunId): Promise<void>
  notifyOfDelivery(t: Tx, id: DeliveryId): Promise<void>
  /** Sends what is due outside of the web to one person on one channel: the body of a timer. */
  dispatch(job: Job, to: { personId: PersonId; channel: NotificationChannel }): Promise<void>
  /** Before each try of the outbox: true, and on record, if whoever is told may not know of it any more (NTF2). */
  callOffLost(t: Tx, cause: string): Promise<boolean>
  /** The reaction to what was settled in the outbox: somebody who looks sees it. */
  followDelivery(t: Tx, cause: string): Promise<void>
  /** The reaction to somebody having read further: what stands there is read, and what waits elsewhere does not leave. */
  followRead(t: Tx, mark: Facts['read_moved']): Promise<void>
  /** Whether that could change anything: a look at an index, for every mark that moves. */
  hasUnread(r: Reader, personId: PersonId, sessionId: SessionId): Promise<boolean>
  /** Deletes what was told long ago; true if more remains. */
  forgetOld(t: Tx): Promise<boolean>
  /** What became of them since the start, by `channel outcome`; `retried` is counted for each try after the first. */
  figures(): { outcomes: ReadonlyMap<string, number> }
  /** Of those that are not settled, by `channel status`. */
  counts(r: Reader): Promise<ReadonlyMap<string, number>>
}

export interface Inbox {
  list(
    r: Reader,
    actor: Actor,
    show: 'unread' | 'all',
    page: PageInput,
  ): Promise<Page<Notification> & { unread: number }>
  /** The one count of what is unread: a discussion with several counts once (NTF4). */
  countUnread(r: Reader, personId: PersonId): Promise<number>
  /** One as its person sees it now; undefined for what is not theirs, or not there for them any more. */
  describe(r: Reader, personId: PersonId, id: NotificationId): Promise<Notification | undefined>
  /** With those of the same discussion before it. */
  markRead(t: Tx, actor: Actor, id: string): Promise<{ notification: Notification; unread: number }>
  markUnread(t: Tx, actor: Actor, id: string): Promise<{ notification: Notification; unread: number }>
  markAllRead(
    t: Tx,
    actor: Actor,
    of: { threadId?: string | undefined; sessionId?: string | undefined },
  ): Promise<{ unread: number }>
}

/** What became of a notification outside of the web, and nothing of what it was about. */
export interface OutsideDelivery extends Omit<NotificationDelivery, 'link'> {
  person: { id: PersonId; handle: string; name: string }
}

export interface Notification {
  id: NotificationId
  personId: PersonId
  reason: NotificationReason
  alsoReasons: NotificationReason[]
  sourceEventId: EventId
  causedByEventId: EventId
  sessionId: SessionId
  sessionTitle: string
  threadId: ThreadId | null
  replyId: ReplyId | null
  eventId: EventId
  actor: LogEvent['actor']
  excerpt: string | null
  /** Of what could not be posted, why not; null where nobody knows, and once it was seen to. */
  problem: string | null
  createdAt: number
  readAt: number | null
  deliveries: NotificationDelivery[]
}

export interface NotificationDelivery {
  channel: NotificationChannel
  status: NotificationStatus
  why: Suppression | null
  attempts: number
  lastError: string | null
  link: string | null
  nextAt: number | null
  updatedAt: number
}

/** What is told to whoever looks on as that person. Without a notification: several changed at once, or it is gone. */
export interface NotificationNews {
  notification?: Notification
  unread: number
}

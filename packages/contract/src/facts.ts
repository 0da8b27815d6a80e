// What can have happened. A fact is written in the transaction of its cause, in the past tense, and says only which
// rows to look at.

import type { BindingEnd } from './binding-words.ts'
import type { DeliveryState } from './delivery-words.ts'
import type {
  ApprovalId,
  BindingId,
  DeliveryId,
  EventId,
  GuestId,
  InviteId,
  NotificationId,
  PersonId,
  ReplyId,
  RunId,
  SessionId,
  ThreadId,
  TurnId,
} from './ids.ts'
import type { Role } from './roles.ts'

export interface Facts {
  person_joined: { personId: PersonId; role: Role; inviteId: InviteId | null }
  role_changed: { personId: PersonId; from: Role; to: Role }
  /** A credential or a whole account lost its access. */
  access_revoked: { personId: PersonId; what: 'person' | 'sign_in' | 'token' | 'role'; id: string }
  /** A message waits in the session's inbox for a turn. */
  message_admitted: { sessionId: SessionId; eventId: EventId } & Below
  /** Someone wants a turn to end, whether somebody works on it right now or not. */
  stop_asked: { sessionId: SessionId; turnId: TurnId }
  /** A call of a tool waits for somebody's word. */
  approval_asked: { sessionId: SessionId; approvalId: ApprovalId }
  /** Decided, or no longer asked: what is shown of it elsewhere says so. */
  approval_settled: { sessionId: SessionId; approvalId: ApprovalId }
  approval_decided: { sessionId: SessionId; approvalId: ApprovalId } & Below
  /** Someone wants the past of a session to be put into fewer words, at the next moment at which nothing is said. */
  compaction_asked: { sessionId: SessionId } & Below
  run_started: { runId: RunId; sessionId: SessionId }
  /**
   * A run has ended, and its announcement stands in its parent's log. `sessionId` is the parent's, `childId` its own.
   * `wakes`: it also waits in the parent's inbox. `isAwaited`: the parent's turn stands still until its children have
   * ended.
   */
  run_finished: {
    runId: RunId
    sessionId: SessionId
    childId: SessionId
    wakes: boolean
    isAwaited: boolean
  } & Below
  turn_finished: {
    sessionId: SessionId
    turnId: TurnId
    outcome: 'succeeded' | 'failed' | 'cancelled'
    tookMs: number
    /** Of somebody on another channel, which has the answer. */
    isAskedElsewhere?: true
  }
  /** `hasCopies`: more of them than were redacted along with it. `hadFiles`: it had some, whose bytes may be idle now. */
  event_redacted: { sessionId: SessionId; eventId: EventId; hasCopies?: true; hadFiles?: true }
  session_ended: { sessionId: SessionId; why: 'archived' }
  /** Something came in that needs more than one look: it is taken in the order of its conversation. */
  arrival_kept: { place: string }
  binding_made: { bindingId: BindingId; sessionId: SessionId; channel: string }
  binding_ended: { bindingId: BindingId; sessionId: SessionId; channel: string; why: BindingEnd }
  /** `cause` is what it was made for. */
  delivery_settled: { deliveryId: DeliveryId; cause: string; state: DeliveryState }
  /** Nobody can say whether it is there, and it is not looked for any more by itself. */
  delivery_left_unknown: { deliveryId: DeliveryId; cause: string }
  /** What it said was redacted, or the name that it was said under: what repeats it elsewhere follows. */
  delivery_forgotten: { deliveryId: DeliveryId }
  /** There is no valid place for what is to be told. */
  destination_held: { deliveryId: DeliveryId; sessionId: SessionId | null }
  /** A text of an agent that had begun came to nothing: it no longer stands on the timeline. */
  text_dropped: { sessionId: SessionId; eventId: EventId }
  /** A text was written in a session that may name somebody: it has an @. By a person, a guest or an agent. */
  names_written: { sessionId: SessionId; eventId: EventId }
  reply_posted: { sessionId: SessionId; threadId: ThreadId; replyId: ReplyId; eventId: EventId }
  reply_edited: { sessionId: SessionId; threadId: ThreadId; replyId: ReplyId; eventId: EventId }
  reply_deleted: { sessionId: SessionId; threadId: ThreadId; replyId: ReplyId }
  /** The moment that it is about was redacted. */
  thread_orphaned: { sessionId: SessionId; threadId: ThreadId }
  /** Somebody was named who may be told: the rows are there. */
  mentions_recorded: { sessionId: SessionId; eventId: EventId }
  /** Somebody has read further, in a session's timeline or in one of its threads. */
  read_moved: { personId: PersonId; sessionId: SessionId; threadId: ThreadId | null; seq: number }
  /** Whoever was named in the session, and had not said anything since, said something there. */
  mention_answered: { sessionId: SessionId; personId: PersonId }
  notifications_changed: { notifications: { id: NotificationId; personId: PersonId }[] }
  /** What was said as that guest is the member's from now on. */
  account_linked: { personId: PersonId; guestId: GuestId; channel: string; accountId: string }
  /** The account is theirs no more: they removed it, or it is somebody else's now. */
  account_unlinked: { personId: PersonId; guestId: GuestId; channel: string; accountId: string }
}

/** Of a sub-agent's session: the one above it. They share their slots between those above. */
interface Below {
  parentId?: SessionId
}

export type FactKind = keyof Facts
export type Fact = { [K in FactKind]: { kind: K; payload: Facts[K] } }[FactKind]

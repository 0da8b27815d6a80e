// Bindings as others see them: which session hears what is written in a conversation. One service owns them for every
// channel, and channels keep nothing of the kind themselves (BND2).

import type {
  BindingEnd,
  BindingId,
  BindingStatus,
  BindingTarget,
  ConversationRef,
  PersonId,
  PlaceKind,
  RunId,
  SessionId,
} from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { Actor, Page, PageInput } from '../../people/people.ts'

export interface Binding {
  id: BindingId
  conversation: ConversationRef
  placeKind: PlaceKind
  sessionId: SessionId
  sessionKey: string
  agentId: string
  targetKind: BindingTarget
  status: BindingStatus
  /** Null: nobody did. */
  boundBy: { id: PersonId; name: string } | null
  label: string | null
  runId: RunId | null
  /** Heddle opened the place for it. */
  isOpened: boolean
  boundAt: number
  lastActivityAt: number
  /** How long it lasts without use, and at most; 0 is for ever. When that counts, the two moments say. */
  idleMs: number
  maxAgeMs: number
  /** Null: never. */
  expiresAt: number | null
  maxAgeAt: number | null
  endedAt: number | null
  endReason: BindingEnd | null
  /** The name of who ended it; null where nobody did. */
  endedBy: string | null
}

export interface NewBinding {
  conversation: ConversationRef
  placeKind: PlaceKind
  sessionId: SessionId
  boundBy: { id: PersonId; name: string } | null
  label: string | null
  runId?: RunId | undefined
  /** By whoever binds. What was opened before stays so, whatever they say. */
  isOpened: boolean
  /** 0 is for ever; absent: as the configuration says for this place. */
  idleMs?: number | undefined
  maxAgeMs?: number | undefined
}

export interface BindingFilter {
  sessionId?: SessionId | undefined
  channel?: string | undefined
  conversationId?: string | undefined
  status: 'in_force' | 'ended' | 'all'
  /** Of those that the actor may see, only these. */
  fits?: ((binding: Binding) => Promise<boolean>) | undefined
}

export interface BindingService {
  /** Whoever calls has asked for the rights. What was bound there before is replaced in the same step (BND7). */
  bind(t: Tx, input: NewBinding): Promise<Binding>
  /** The one in force, active or ending. */
  resolveByConversation(r: Reader, place: ConversationRef): Promise<Binding | undefined>
  /** Those in force, the most recently active first. */
  listBySession(r: Reader, sessionId: SessionId): Promise<Binding[]>
  /** A person's admitted message, or a message of the session that was sent (BND12). */
  touch(t: Tx, id: BindingId): Promise<void>
  /** From here on nothing is routed by it; the farewell follows (BND6). False if it had ended before. */
  unbind(t: Tx, id: BindingId, end: { why: BindingEnd; by?: string | undefined }): Promise<boolean>
  /** All that lead to a session, also those that lead nowhere at the moment: where they are off, or do not hold (BND6). */
  endOfSession(t: Tx, sessionId: SessionId, why: BindingEnd): Promise<void>
  /** Of these sessions, which are private from now on, in places that others read as well (CNV5). */
  endWhereOthersRead(t: Tx, sessionIds: readonly SessionId[], by: string): Promise<void>
  /** Its session is over: the next message there revives. */
  letEnd(t: Tx, sessionId: SessionId): Promise<void>
  /** Points it at the session that goes on there. */
  repoint(t: Tx, id: BindingId, to: { sessionId: SessionId; key: string }): Promise<Binding>
  setExpiry(t: Tx, id: BindingId, change: { idleMs?: number; maxAgeMs?: number }): Promise<Binding>
  read(r: Reader, id: BindingId): Promise<Binding | undefined>
  /** As far as the actor may see it, newest first. */
  list(r: Reader, actor: Actor, filter: BindingFilter, page: PageInput): Promise<Page<Binding>>
  /** Ends those whose time is over: the body of the timer that they share. */
  expireDue(job: Job): Promise<void>
  /** Deletes what ended long ago; true if more remains. */
  forgetOld(t: Tx): Promise<boolean>
  /** At most `bindingsCountedMax`. */
  countInForce(r: Reader): Promise<number>
}

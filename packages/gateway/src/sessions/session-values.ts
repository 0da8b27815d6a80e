// What the verbs of this room take and give. Times are integer milliseconds.

import type {
  AttachmentJson,
  EventActor,
  EventId,
  EventKind,
  EventPayloads,
  PersonId,
  SessionId,
  TextState,
  TurnId,
} from '@heddle/contract'
import type { Usage } from '../agents/agents.ts'

export type SessionState = 'idle' | 'running' | 'over' | 'archived'
export type Visibility = 'private' | 'team'

export interface Session {
  id: SessionId
  key: string
  agentId: string
  kind: 'chat' | 'subagent' | 'acp'
  parentId: SessionId | null
  depth: number
  title: string
  state: SessionState
  visibility: Visibility
  createdBy: PersonId | null
  createdAt: number
  updatedAt: number
  activeAt: number
  version: number
  seq: number
  turnId: TurnId | null
  queued: number
  /** Tool calls that wait for somebody's word. */
  openApprovals: number
  usage: UsageTotals
  /** provider/model, instead of the agent's own. */
  model: string | null
  lastOutcome: 'succeeded' | 'failed' | 'cancelled' | null
  /** Null also for whoever may not read what it was forked from. */
  forkedFrom: { sessionId: SessionId; eventId: EventId } | null
  successorId: SessionId | null
  /** The one that ended where this one goes on. */
  continuesId: SessionId | null
}

/** As it stands in somebody's list. */
export interface ListedSession extends Session {
  unread: boolean
  readSeq: number
  /** Tool calls of sub-agents below it that wait for somebody's word. */
  approvalsBelow: number
  /** Sub-agents below it, at any depth, whose runs have not ended. */
  activeBelow: number
}

export interface UsageTotals extends Usage {
  costMicros: number | null
}

export interface SeeingPair {
  personId: PersonId
  sessionId: SessionId
}

export interface Participant {
  id: PersonId
  handle: string
  name: string
}

/** One entry of the log as a reader of the log meets it: text that was completed later stands here only as begun. */
export interface LogEvent {
  seq: number
  eventId: EventId
  kind: EventKind
  place: number
  actor: EventActor
  causedBy: string | null
  turnId: TurnId | null
  createdAt: number
  isRedacted: boolean
  /** Depends on the kind; see EventPayloads in the contract. */
  payload: Record<string, unknown>
}

export interface QueuedMessage {
  messageId: EventId
  seq: number
  position: number
  mode: 'queue' | 'steer'
  author: { id: string | null; name: string }
  text: string
  attachments: AttachmentJson[]
  createdAt: number
}

/** A text that streams right now: what a late subscriber needs to follow it. */
export interface StreamingText {
  eventId: EventId
  kind: 'message.agent' | 'reasoning'
  attempt: number
  /** Where `text` begins in the whole; above 0 only beyond the preview's limit. */
  offset: number
  text: string
}

export interface Stopped {
  turnId: TurnId | null
  cancelled: { messageId: EventId; author: string; text: string }[]
  /** Of everything below it that had something to stop: whether nothing of it runs any more. */
  descendants: { sessionId: SessionId; label: string | null; confirmed: boolean }[]
}

export type PayloadOf<K extends keyof EventPayloads> = EventPayloads[K]
export type { TextState }

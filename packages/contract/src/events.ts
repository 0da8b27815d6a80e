// The entries of a session's log. Timeline kinds are rows that people read; the others only change a row or the state
// around it. A changing thing keeps the place of its first event: what completes or changes it is a later event that
// points at it, so a client that applies them in the order of `seq` always holds what the server holds.

import type { BindingEnd } from './binding-words.ts'
import type { ConversationRef, PlaceKind } from './conversation.ts'
import type { AttachmentJson } from './http/file-shapes.ts'
import type { ReplyJson, ThreadJson } from './http/thread-shapes.ts'
import type { CompletionReason, RunCleanup, RunMode, RunStatus, Thinking } from './run-words.ts'

export const timelineKinds = [
  'message.user',
  'message.agent',
  'reasoning',
  'tool.call',
  'tool.result',
  'turn.started',
  'turn.finished',
  'turn.failed',
  'subagent.spawned',
  'subagent.finished',
  'approval.asked',
  'approval.decided',
  'binding.made',
  'binding.ended',
  'compaction',
  'notice',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** What people say about a moment: no rows of the timeline, but told and resumed like them. */
export const talkKinds = [
  'thread.opened',
  'thread.changed',
  'reply.posted',
  'reply.edited',
  'reply.deleted',
] as const
export type TalkKind = (typeof talkKinds)[number]

export const logOnlyKinds = [
  /** The first text of a `message.agent` or `reasoning` appeared: its id and place are fixed from here on. */
  'text.started',
  /** Queued messages went into the running turn at a step's boundary. */
  'message.taken',
  'message.edited',
  'message.cancelled',
  'queue.reordered',
  'event.redacted',
  'session.changed',
  ...talkKinds,
] as const
export type LogOnlyKind = (typeof logOnlyKinds)[number]
export type EventKind = TimelineKind | LogOnlyKind

/** What happened to a text that an agent wrote. `dropped`: another attempt went a different way; nothing to show. */
export const textStates = ['streaming', 'complete', 'stopped', 'interrupted', 'dropped'] as const
export type TextState = (typeof textStates)[number]

export interface UsageJson {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  /** In millionths of the price list's currency; null when no price is known. */
  costMicros: number | null
}

/** Where something was written outside. Of a direct message or a group, only that it was one: who talks there is theirs. */
export interface WrittenPlace {
  kind: PlaceKind
  accountId?: string
  conversationId?: string
  /** Of a platform thread: the conversation under which it stands. */
  parentConversationId?: string
  /** To the message itself, where its platform has links. */
  link?: string
}

/** What the payload of each kind holds. Later releases may add fields and kinds. */
export interface EventPayloads {
  'message.user': {
    text: string
    handle: string | null
    mode: 'queue' | 'steer' | 'note'
    /** Where it was written. */
    channel: string
    /** The same in full, of what came from outside. */
    place?: WrittenPlace
    clientMessageId?: string
    attachments?: AttachmentJson[]
    /** The message under which it was written on its platform, where the agent does not know that one. */
    quote?: { name: string; text: string; of?: string }
    /** Handed over from this thread: `quote` is the moment that it is about, or all that was said there. */
    threadId?: string
    /** It is this reply, which mentioned the agent. */
    replyId?: string
    edited?: true
    cancelled?: { by: string; why: 'author' | 'admin' | 'stop' }
  }
  'message.agent': AgentText
  reasoning: AgentText
  'tool.call': {
    callId: string
    name: string
    /** JSON as the model wrote it. */
    arguments: string
    step: number
  }
  'tool.result': {
    callId: string
    name: string
    output: string
    isError: boolean
    interrupted?: boolean
    step: number
    /** What a file lost and gained, as a unified diff. */
    diff?: string
    /** Somebody outside wrote it, or may have: it is data, and no instruction. */
    untrusted?: true
    /** From the call to its end. */
    tookMs?: number
    /** What the call sent to people. */
    attachments?: AttachmentJson[]
  }
  /** Stands under its call. Who decided what follows in an `approval.decided` with the same `approvalId`. */
  'approval.asked': {
    approvalId: string
    callId: string
    /** The `tool.call` that it is about. */
    callEventId: string
    name: string
    /** All of it, never shortened: what is not seen is not approved. */
    arguments: string
    /** Of name and arguments; a decision is for exactly these. */
    callHash: string
    why: ApprovalReason
    /** One sentence for people: why this is asked. */
    reason: string
    /** What "for this session" would allow, in words: "exec: npm test". */
    scope: string
    expiresAt: string
  }
  'approval.decided': {
    approvalId: string
    callId: string
    decision: ApprovalOutcome
    note?: string
  }
  /** What was said from one event through another, in fewer words; agents read it instead, people can read both. */
  compaction: {
    text: string
    fromEventId: string
    throughEventId: string
    fromSeq: number
    throughSeq: number
    /** How many turns that were. */
    turns: number
    tokensBefore: number
    tokensAfter: number
    model: string
    isDemo: boolean
    /** The model could not; what was said is cut instead. */
    isPlain?: true
    by: 'window' | 'command'
    usage: UsageJson
  }
  'turn.started': { messages: string[]; model: string; isDemo: boolean }
  'turn.finished': { outcome: 'succeeded' | 'cancelled'; by?: string; usage: UsageJson; steps: number }
  'turn.failed': {
    reason: string
    message: string
    /** When a budget is used up: which one. */
    budget?: BudgetScope
    retryAfterMs?: number
    usage: UsageJson
    steps: number
  }
  /** A sub-agent branches off here. */
  'subagent.spawned': SubagentRef & {
    /** The beginning of it. */
    task: string
    mode: RunMode
    cleanup: RunCleanup
    model: string | null
    thinking: Thinking | null
    timeoutSeconds: number
    askedBy: 'agent' | 'person'
    warnings?: string[]
    /** A reply in this thread mentioned the agent. */
    threadId?: string
  }
  /** And joins back here: its announcement. */
  'subagent.finished': SubagentRef & {
    status: RunStatus
    result: string
    resultFrom: 'text' | 'tool' | 'none'
    notes: string
    runtimeMs: number
    usage: UsageJson
    askedBy: 'agent' | 'person'
    /** Its answer was the word that posts nothing. */
    skipped?: true
    /** It stands here although another session asked for it. */
    toldFor?: { sessionId: string; why: CompletionReason }
    /** Somebody outside wrote some of what it read. */
    untrusted?: true
    /** What its answer carries. */
    attachments?: AttachmentJson[]
  }
  /** On the timeline of the session that hears, and of the one above it. */
  'binding.made': BindingRef & { by: string; expiresAt?: string }
  'binding.ended': BindingRef & { why: BindingEnd; by?: string }
  notice: {
    text: string
    code: string
    level: 'info' | 'warning'
    data?: Record<string, unknown>
    /** What the agent is told, where that is more than people read. */
    told?: string
  }
  'text.started': { kind: 'message.agent' | 'reasoning'; model: string; isDemo: boolean }
  'message.taken': { messages: string[] }
  'message.edited': { messageId: string; text: string }
  'message.cancelled': { messageId: string; by: string; why: 'author' | 'admin' | 'stop' }
  'queue.reordered': { messages: string[] }
  'event.redacted': { targetId: string; targetSeq: number; by: string }
  'session.changed': { fields: string[] }
  'thread.opened': { thread: ThreadJson }
  /** Resolved, reopened, or its anchor is gone. */
  'thread.changed': { thread: ThreadJson }
  /** Emptied of what it said once the reply was edited or deleted: a later entry tells that. */
  'reply.posted': { reply: ReplyJson; thread: ThreadJson }
  'reply.edited': { reply: ReplyJson; thread: ThreadJson }
  'reply.deleted': { replyId: string; reply: ReplyJson; thread: ThreadJson }
}

export interface BindingRef {
  bindingId: string
  /** The session that hears what is written there. */
  sessionId: string
  label: string | null
  /** Its id is empty where it is the page of a chat that not everybody may read who reads this. */
  conversation: ConversationRef
  placeKind: PlaceKind
}

export interface SubagentRef {
  runId: string
  sessionId: string
  sessionKey: string
  agentId: string
  agentName: string
  label: string | null
}

export const approvalReasons = ['policy', 'no_sandbox', 'untrusted'] as const
export type ApprovalReason = (typeof approvalReasons)[number]

/** `withdrawn`: the turn ended before anybody decided. */
export const approvalOutcomes = ['once', 'session', 'deny', 'expired', 'withdrawn'] as const
export type ApprovalOutcome = (typeof approvalOutcomes)[number]

export const budgetScopes = ['run', 'tree', 'member', 'day'] as const
export type BudgetScope = (typeof budgetScopes)[number]

export interface AgentText {
  text: string
  state: TextState
  step: number
  /** Which try of the step this text is from; deltas of another are void. */
  attempt: number
  model: string
  isDemo: boolean
  /** The model that was to answer and could not; `model` answered in its place. */
  insteadOf?: string
  /** Of a message: files that the agent attached to it. */
  attachments?: AttachmentJson[]
  /** Of a message: it answers what was handed over from this thread. */
  threadId?: string
}

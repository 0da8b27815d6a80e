// The entries of a session's log. Timeline kinds are rows that people read; the others only change a row or the state
// around it. A changing thing keeps the place of its first event: what completes or changes it is a later event that
// points at it, so a client that applies them in the order of `seq` always holds what the server holds.

import { z } from 'zod'
import type { AttachmentJson } from './http/file-shapes.ts'
import { time } from './http/times.ts'

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
] as const
export type LogOnlyKind = (typeof logOnlyKinds)[number]
export type EventKind = TimelineKind | LogOnlyKind

export const eventActorShape = z.object({
  kind: z.enum(['person', 'guest', 'agent', 'system']),
  id: z.string().nullable(),
  name: z.string(),
})

/**
 * One event as it travels. `place` is the `seq` under which it stands in the timeline: its own, or that of the event it
 * completes. `payload` depends on the kind; one that was cut is marked, and is read whole by its id.
 */
export const eventShape = z.object({
  seq: z.int(),
  eventId: z.string(),
  kind: z.string(),
  place: z.int(),
  actor: eventActorShape,
  causedBy: z.string().optional(),
  turnId: z.string().optional(),
  createdAt: time,
  redacted: z.boolean().optional(),
  truncated: z.boolean().optional(),
  payload: z.record(z.string(), z.unknown()),
})

export type EventActor = z.infer<typeof eventActorShape>
export type EventJson = z.infer<typeof eventShape>

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

/** What the payload of each kind holds. Later releases may add fields and kinds. */
export interface EventPayloads {
  'message.user': {
    text: string
    handle: string | null
    mode: 'queue' | 'steer' | 'note'
    /** Where it was written. */
    channel: string
    clientMessageId?: string
    attachments?: AttachmentJson[]
    edited?: true
    cancelled?: { by: string; why: 'author' | 'admin' | 'stop' }
  }
  'message.agent': AgentText
  reasoning: AgentText
  'tool.call': { callId: string; name: string; arguments: string; step: number }
  'tool.result': {
    callId: string
    name: string
    output: string
    isError: boolean
    interrupted?: boolean
    step: number
  }
  'turn.started': { messages: string[]; model: string; isDemo: boolean }
  'turn.finished': { outcome: 'succeeded' | 'cancelled'; by?: string; usage: UsageJson; steps: number }
  'turn.failed': {
    reason: string
    message: string
    retryAfterMs?: number
    usage: UsageJson
    steps: number
  }
  notice: { text: string; code: string; level: 'info' | 'warning' }
  'text.started': { kind: 'message.agent' | 'reasoning'; model: string; isDemo: boolean }
  'message.taken': { messages: string[] }
  'message.edited': { messageId: string; text: string }
  'message.cancelled': { messageId: string; by: string; why: 'author' | 'admin' | 'stop' }
  'queue.reordered': { messages: string[] }
  'event.redacted': { targetId: string; targetSeq: number; by: string }
  'session.changed': { fields: string[] }
}

export interface AgentText {
  text: string
  state: TextState
  step: number
  /** Which try of the step this text is from; deltas of another are void. */
  attempt: number
  model: string
  isDemo: boolean
}

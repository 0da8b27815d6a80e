// The frames of the live socket. Durable events carry the `seq` of their log and are never skipped; deltas and
// ephemeral frames may be. A client that sees a hole asks again with the last `seq` it has.

import { z } from 'zod'
import { eventShape } from './event-shapes.ts'
import { decideInput } from './http/approval-shapes.ts'
import { postMessageInput, readMarkInput } from './http/session-shapes.ts'
import { calledAgentShape, postReplyInput, rejectedMentionShape } from './http/thread-shapes.ts'
import { limits } from './limits.ts'

const cid = z.string().min(1).max(64)
/** `s:<session>`, `t:<root session>`, `u:me` or `l:`. A session goes by its id or its key; answers use the id. */
const scope = z
  .string()
  .min(2)
  .max(limits.sessionKeyCharsMax + 2)
const sessionId = z.string().min(1).max(limits.sessionKeyCharsMax)

export const clientFrameShape = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    proto: z.int(),
    client: z.string().max(200).optional(),
  }),
  z.strictObject({
    type: z.literal('sub'),
    scope,
    after: z.int().min(0).optional(),
    /** Of the hello under which `after` was seen; another one means that the log may differ. */
    epoch: z.int().optional(),
  }),
  z.strictObject({ type: z.literal('unsub'), scope }),
  z.strictObject({ type: z.literal('ping') }),
  /** Whether someone sits in front of it. */
  z.strictObject({ type: z.literal('presence'), state: z.enum(['active', 'idle', 'away']) }),
  /** Which thread of a session that is followed stands open in front of whoever sits there; null: none. */
  z.strictObject({ type: z.literal('viewing'), scope, threadId: cid.nullable() }),
  z.looseObject({ type: z.literal('cmd'), cid, op: z.string().min(1).max(32) }),
])

/** The ops of `cmd`: the same bodies as over HTTP, and the session's id or key beside them. */
export const commandOps = {
  message: postMessageInput.safeExtend({ sessionId }),
  stop: z.strictObject({ sessionId }),
  read: readMarkInput.extend({ sessionId }),
  typing: z.strictObject({ sessionId }),
  /** In a thread, which knows its session. */
  reply: postReplyInput.extend({ threadId: cid }),
  /** Of a call that waits, which knows its session too. */
  approve: decideInput.extend({ approvalId: cid }),
} as const

export type CommandOp = keyof typeof commandOps

export const liveEventShape = eventShape.extend({ type: z.literal('ev'), scope })

export const streamingShape = z.object({
  msgId: z.string(),
  kind: z.enum(['message.agent', 'reasoning']),
  att: z.int(),
  /** Where `text` begins, when only the tail is kept. */
  off: z.int(),
  text: z.string(),
})

export const serverFrameShape = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    connId: z.string(),
    epoch: z.int(),
    serverTime: z.string(),
    proto: z.int(),
    limits: z.record(z.string(), z.int()),
  }),
  z.object({
    type: z.literal('snap'),
    scope,
    seq: z.int(),
    state: z.record(z.string(), z.unknown()),
    events: z.array(eventShape),
    /** Give it to the timeline as `before`. */
    older: z.string().optional(),
  }),
  liveEventShape,
  z.object({
    type: z.literal('d'),
    scope,
    msgId: z.string(),
    att: z.int(),
    off: z.int(),
    t: z.string(),
  }),
  z.object({ type: z.literal('dr'), scope, msgId: z.string(), att: z.int() }),
  z.looseObject({ type: z.literal('eph'), scope, kind: z.string() }),
  z.object({
    type: z.literal('ack'),
    cid,
    ok: z.literal(true),
    id: z.string().optional(),
    seq: z.int().optional(),
    deduped: z.boolean().optional(),
    /** Of a message `to: "focus"`: the session that hears it. */
    sessionId: z.string().optional(),
    /** Of a message or a reply that names somebody: who is told, and who is not. */
    mentions: z.array(z.string()).optional(),
    rejectedMentions: z.array(rejectedMentionShape).optional(),
    /** Of a reply: what came of each agent that it mentions. */
    agents: z.array(calledAgentShape).optional(),
  }),
  z.object({
    type: z.literal('nak'),
    /** Absent when the frame could not be read far enough to have one. */
    cid: cid.optional(),
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    nearest: z.string().optional(),
    retryAfterMs: z.int().optional(),
    /** For a `sub` that was refused. */
    scope: scope.optional(),
  }),
  z.object({ type: z.literal('pong') }),
])

export type ClientFrame = z.infer<typeof clientFrameShape>
export type ServerFrame = z.infer<typeof serverFrameShape>
export type LiveEvent = z.infer<typeof liveEventShape>
export type StreamingJson = z.infer<typeof streamingShape>
export type LiveFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

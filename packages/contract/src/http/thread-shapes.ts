// Threads and their replies as JSON: what people say about one moment of a session.

import { z } from 'zod'
import { mentionRejections, threadStates } from '../collaboration-words.ts'
import { eventActorShape } from '../event-shapes.ts'
import { limits } from '../limits.ts'
import { judgeText } from '../message-text.ts'
import { clientMessageId } from './session-shapes.ts'
import { pageQuery } from './shapes.ts'
import { time } from './times.ts'

const id = z.string().min(1).max(64)

/** Who wrote it: a member, by the name of the day. */
export const authorShape = z.object({ id, handle: z.string(), name: z.string() })

/**
 * The moment that a thread is about, as much of it as stands on one card. Without an excerpt where it was redacted, and
 * for whoever may write there and not read.
 */
export const anchorShape = z.object({
  eventId: id,
  kind: z.string(),
  place: z.int(),
  actor: eventActorShape,
  createdAt: time,
  excerpt: z.string().nullable(),
})

export const threadShape = z.object({
  id,
  sessionId: id,
  anchorEventId: id,
  state: z.enum(threadStates),
  resolvedAt: time.optional(),
  resolvedBy: authorShape.optional(),
  createdBy: id,
  createdAt: time,
  updatedAt: time,
  lastReplyAt: time.optional(),
  /** Without those that were deleted. */
  replyCount: z.int(),
  /**
   * Where the log of the session told the newest words in it: of the last reply, or of an edit after it. Whoever has read so
   * far has read all of it. Absent before the first reply.
   */
  lastReplySeq: z.int().optional(),
  /** Where its anchor stands in the timeline. */
  anchorPlace: z.int(),
  /** Grows when it is resolved, reopened or loses its moment. Absent in entries of logs from before there was one. */
  version: z.int().optional(),
  /** Replies that whoever asks has not read; absent where it is told to several people at once. */
  unread: z.int().optional(),
})

export const wholeThreadShape = threadShape.extend({ anchor: anchorShape })

export const threadsQuery = pageQuery.extend({
  /** Only that of one event: none or one. */
  anchorEventId: id.optional(),
  state: z.enum(['open', 'resolved', 'all']).default('all'),
  /** Only about events that stand between these two places of the timeline, as a window of it shows them. */
  afterPlace: z.coerce.number().int().min(0).optional(),
  beforePlace: z.coerce.number().int().min(0).optional(),
})

export const repliesQuery = pageQuery.extend({
  /** `desc`: the newest first, for a discussion that is read from its end. */
  order: z.enum(['asc', 'desc']).default('asc'),
})

/** Up to which entry of the session's log: the `seq` of a reply, or the thread's `lastReplySeq` for all that is there. */
export const readThreadInput = z.strictObject({ seq: z.int().min(0) })

export const threadMarkShape = z.object({
  threadId: id,
  sessionId: id,
  seq: z.int(),
  /** What is left. */
  unread: z.int(),
})

export const openThreadInput = z.strictObject({ anchorEventId: id })

export const changeThreadInput = z.strictObject({ resolved: z.boolean() })

export const replyShape = z.object({
  id,
  threadId: id,
  sessionId: id,
  authorId: id,
  author: authorShape,
  /** Empty when it was deleted. */
  body: z.string(),
  clientMessageId: z.string(),
  mentions: z.array(z.string()),
  createdAt: time,
  editedAt: time.optional(),
  deletedAt: time.optional(),
  /** An agent was handed what it said before its last edit, and has been told nothing of that. */
  handedEarlier: z.boolean().optional(),
  /** The entry of the session's log that told of it. */
  sourceEventId: id,
  /** Its place in that log. */
  seq: z.int(),
  /** Grows with each change of it. Absent in entries of logs from before there was one. */
  version: z.int().optional(),
})

/** What entries of the session's log tell. Of a reply that was changed since then the words are gone; a later entry has them. */
export const threadToldShape = z.object({ thread: threadShape })
export const replyToldShape = z.object({ reply: replyShape, thread: threadShape })
export const replyGoneShape = replyToldShape.partial({ reply: true }).extend({ replyId: id })

const replyBody = z.string().superRefine((text, check) => {
  const complaint = judgeText(text, limits.replyCharsMax)
  if (complaint !== undefined) check.addIssue(complaint)
})

export const postReplyInput = z.strictObject({ body: replyBody, clientMessageId })
export const editReplyInput = z.strictObject({ body: replyBody })

export const rejectedMentionShape = z.object({ handle: z.string(), reason: z.enum(mentionRejections) })

/** An agent that a reply mentions: where it hears of it, or why it does not. The reply stands in either case. */
export const calledAgentShape = z.object({
  handle: z.string(),
  sessionId: id.optional(),
  eventId: id.optional(),
  runId: id.optional(),
  refused: z.object({ code: z.string(), message: z.string() }).optional(),
})

export const postedReplyShape = z.object({
  replyId: id,
  deduped: z.boolean(),
  mentions: z.array(z.string()),
  rejectedMentions: z.array(rejectedMentionShape),
  createdAt: time,
  sourceEventId: id,
  /** Its place in the log of the session. */
  seq: z.int(),
  version: z.int(),
  /** What a mention of an agent set off: a turn here, or a sub-agent. Of several, the first. */
  handedOver: z.object({ sessionId: id, eventId: id, runId: id.optional() }).optional(),
  /** Each agent that was mentioned, in the order of the text, with what came of it; absent where there was none. */
  agents: z.array(calledAgentShape).optional(),
})

export const handOverInput = z.strictObject({
  clientMessageId,
  /** Said to the agent before the quoted thread. */
  note: z
    .string()
    .max(limits.handOverNoteCharsMax)
    .refine((text) => !text.includes('\0'), 'must not contain a null character')
    .optional(),
})

export const handedOverShape = z.object({
  sessionId: id,
  eventId: id,
  seq: z.int(),
  deduped: z.boolean(),
  /** Whom the note names, and who of them is not told. */
  mentions: z.array(z.string()),
  rejectedMentions: z.array(rejectedMentionShape),
})

export type ThreadJson = z.infer<typeof threadShape>
export type WholeThreadJson = z.infer<typeof wholeThreadShape>
export type ReplyJson = z.infer<typeof replyShape>
export type PostedReplyJson = z.infer<typeof postedReplyShape>
export type RejectedMentionJson = z.infer<typeof rejectedMentionShape>
export type CalledAgentJson = z.infer<typeof calledAgentShape>
export type ThreadMarkJson = z.infer<typeof threadMarkShape>
export type AnchorJson = z.infer<typeof anchorShape>

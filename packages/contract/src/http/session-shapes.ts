// Sessions, their timelines and queues as JSON.

import { z } from 'zod'
import { mentionRejections } from '../collaboration-words.ts'
import { eventShape } from '../event-shapes.ts'
import { limits } from '../limits.ts'
import { attachmentIds, attachmentShape } from './file-shapes.ts'
import { judgeText, messageText } from '../message-text.ts'
import { sessionKinds, sessionStates, turnOutcomes, visibilities } from './session-words.ts'
import { time } from './times.ts'

const id = z.string().min(1).max(64)

export const usageShape = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedTokens: z.int(),
  costMicros: z.int().nullable(),
})

export const participantShape = z.object({ id, handle: z.string(), name: z.string() })

export const sessionShape = z.object({
  id,
  key: z.string(),
  agentId: z.string(),
  kind: z.enum(sessionKinds),
  parentId: id.nullable(),
  depth: z.int(),
  title: z.string(),
  state: z.enum(sessionStates),
  visibility: z.enum(visibilities),
  createdBy: id.nullable(),
  createdAt: time,
  updatedAt: time,
  /** When something was last said or done in it. */
  activeAt: time,
  version: z.int(),
  /** The newest entry of its log. */
  seq: z.int(),
  turnId: id.nullable(),
  queued: z.int(),
  /** Tool calls in it that wait for somebody's word. */
  openApprovals: z.int(),
  usage: usageShape,
  /** provider/model, instead of the agent's own; null when nobody chose one. */
  model: z.string().nullable(),
  /** How the last turn that ended did; null before the first. */
  lastOutcome: z.enum(turnOutcomes).nullable(),
  /** What it was forked from, as long as that can be said. */
  forkedFrom: z.object({ sessionId: id, eventId: id }).nullable(),
  /** The session that continues this one, once it has been renewed. */
  successorId: id.nullable(),
  /** The one that ended where this one goes on. */
  continuesId: id.nullable(),
})

/** In a list it also says how it stands with whoever asks. */
export const listedSessionShape = sessionShape.extend({
  /** A turn ended or someone else wrote since they last read it. */
  unread: z.boolean(),
  readSeq: z.int(),
  /** Tool calls of sub-agents below it that wait for somebody's word. */
  approvalsBelow: z.int(),
  /** Sub-agents below it, at any depth, whose runs have not ended. */
  activeBelow: z.int(),
})

/** What whoever asks has focused on the page of a session: their messages `to: "focus"` go there. */
export const focusShape = z.object({
  bindingId: id,
  sessionId: id,
  label: z.string().nullable(),
  agentId: z.string(),
  /** `ending`: it is done, and the next message goes on in a session that takes its place. */
  status: z.enum(['active', 'ending']),
  /** When nobody writes there until then. */
  expiresAt: time.optional(),
})

/** One session by itself also says who takes part: in a team session every member does, and nobody is listed. */
export const wholeSessionShape = sessionShape.extend({
  participants: z.array(participantShape),
  /** Null: nothing. Absent where it is told to several people at once, as on the live socket. */
  focus: focusShape.nullable().optional(),
})

const handles = z.array(z.string().min(1).max(limits.handleCharsMax)).max(limits.participantsMax)
const title = z
  .string()
  .trim()
  .superRefine((text, check) => {
    const complaint = judgeText(text, limits.titleCharsMax)
    if (complaint !== undefined) check.addIssue(complaint)
  })

export const createSessionInput = z.strictObject({
  agentId: z.string().min(1).max(limits.handleCharsMax).default('main'),
  title: title.optional(),
  visibility: z.enum(visibilities).default('private'),
  participants: handles.optional(),
})

export const changeSessionInput = z.strictObject({
  title: title.optional(),
  visibility: z.enum(visibilities).optional(),
  /** All of them, by handle; whoever is not named is no longer in it. */
  participants: handles.optional(),
  /** provider/model; null goes back to the agent's own. */
  model: z.string().trim().min(1).max(300).nullable().optional(),
  /** False takes it out of the archive. */
  archived: z.boolean().optional(),
})

/** What is said may be empty where something is attached. */
function complainAboutBody(body: string, attachments: readonly string[], check: z.RefinementCtx): void {
  const complaint = judgeText(body, limits.messageCharsMax)
  const isMeant = complaint === 'is empty' && attachments.length > 0
  if (complaint !== undefined && !isMeant)
    check.addIssue({ code: 'custom', path: ['body'], message: complaint })
}

export const forkInput = z
  .strictObject({
    /** The last entry that the fork takes along. */
    eventId: id,
    /** Said in the fork instead of the message `eventId`, which is then not taken along. Empty only with files. */
    body: z.string().optional(),
    attachments: attachmentIds.optional(),
  })
  .superRefine(({ body, attachments = [] }, check) => {
    if (body === undefined) {
      const message = 'go with a body: without one nothing is said in the fork'
      if (attachments.length > 0) check.addIssue({ code: 'custom', path: ['attachments'], message })
      return
    }
    complainAboutBody(body, attachments, check)
  })

export const sessionsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(limits.pageItemsMax).default(limits.pageItemsDefault),
  cursor: z.string().max(limits.cursorCharsMax).optional(),
  agent: z.string().max(limits.handleCharsMax).optional(),
  /** Absent: all but the archived. */
  state: z.enum(sessionStates).optional(),
  parent: z.string().max(64).optional(),
  /** Those that wait for whoever asks: a turn failed or finished there and they have not seen it. */
  needs: z.literal('me').optional(),
  text: z.string().max(limits.searchTextCharsMax).optional(),
})

export const clientMessageId = z
  .string()
  .min(1)
  .max(limits.clientMessageIdCharsMax)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')

export const postMessageInput = z
  .strictObject({
    /** May be empty where something is attached. */
    body: z.string(),
    clientMessageId,
    attachments: attachmentIds.default([]),
    mode: z.enum(['queue', 'steer', 'note']).default('queue'),
    /** `focus`: to what its author has focused on this page; the session itself where that is nothing. */
    to: z.enum(['session', 'focus']).default('session'),
    /** Of the binding that its author saw: if another one or none is there by now, the message is refused. */
    focusId: id.optional(),
  })
  .refine(({ to, focusId }) => focusId === undefined || to === 'focus', {
    error: 'goes with to: "focus"',
    path: ['focusId'],
  })
  .superRefine(({ body, attachments }, check) => complainAboutBody(body, attachments, check))

export const postedMessageShape = z.object({
  sessionId: id,
  eventId: id,
  seq: z.int(),
  turnId: id.optional(),
  deduped: z.boolean(),
  mentions: z.array(z.string()),
  rejectedMentions: z.array(z.object({ handle: z.string(), reason: z.enum(mentionRejections) })),
  /** The answer, when the text was a command. */
  command: z.object({ ok: z.boolean(), text: z.string() }).optional(),
})

const seqInQuery = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const timelineQuery = z.strictObject({
  after: seqInQuery.optional(),
  before: seqInQuery.optional(),
  limit: z.coerce.number().int().min(1).max(limits.timelineEventsMax).default(limits.timelineEventsDefault),
})

/** In the order of the timeline. `next`: there is more; give it as `after` if you asked with `after`, else as `before`. */
export const timelineShape = z.object({ items: z.array(eventShape), next: z.string().optional() })

export const stoppedShape = z.object({
  /** The turn that was running, if one was. */
  turnId: id.nullable(),
  /** Messages that waited and were cancelled, with whoever wrote them. */
  cancelled: z.array(z.object({ messageId: id, author: z.string(), text: z.string() })),
  /** Everything below it that had something to stop: whether nothing of it runs any more. */
  descendants: z.array(z.object({ sessionId: id, label: z.string().nullable(), confirmed: z.boolean() })),
})

export const retriedShape = z.object({
  /** The turn that failed. */
  turnId: id,
  /** What it had taken, and what the next one takes. */
  messages: z.array(id),
})

export const queuedShape = z.object({
  messageId: id,
  seq: z.int(),
  position: z.int(),
  mode: z.enum(['queue', 'steer']),
  author: z.object({ id: z.string().nullable(), name: z.string() }),
  text: z.string(),
  attachments: z.array(attachmentShape),
  /** On the live socket only: `text` is a beginning, and the queue read over HTTP has the whole. */
  truncated: z.boolean().optional(),
  createdAt: time,
})

export const queueShape = z.object({ items: z.array(queuedShape) })

export const changeQueuedInput = z
  .strictObject({
    body: messageText.optional(),
    /** Where it shall stand; 0 is next. */
    position: z.int().min(0).max(limits.queuedMessagesMax).optional(),
  })
  .refine((input) => input.body !== undefined || input.position !== undefined, 'needs body or position')

export const commandInput = z.strictObject({
  text: messageText,
  to: z.enum(['session', 'focus']).default('session'),
})

export const commandAnswerShape = z.object({
  ok: z.boolean(),
  text: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})

export const suggestionsQuery = z.strictObject({
  /** What stands in the field so far, such as "/focus lin". */
  text: z.string().max(limits.searchTextCharsMax).default(''),
})

export const suggestionsShape = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      /** What tells it apart from others of that name. */
      about: z.string(),
      /** What stands behind the command once it is chosen. */
      value: z.string(),
    }),
  ),
})

export const readMarkInput = z.strictObject({ seq: z.int().min(0) })
export const readMarkShape = z.object({ sessionId: id, seq: z.int() })

export const agentShape = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  model: z.string(),
  thinking: z.string(),
  isDemo: z.boolean(),
})

export const modelShape = z.object({
  name: z.string(),
  provider: z.string(),
  kind: z.string(),
  contextTokens: z.int().nullable(),
  cost: z.object({ input: z.number(), output: z.number(), cachedInput: z.number() }).nullable(),
  isDemo: z.boolean(),
  /** Whether it can be shown images. */
  vision: z.boolean(),
})

export type SessionJson = z.infer<typeof sessionShape>
export type ListedSessionJson = z.infer<typeof listedSessionShape>
export type WholeSessionJson = z.infer<typeof wholeSessionShape>
export type FocusJson = z.infer<typeof focusShape>
export type PostedMessageJson = z.infer<typeof postedMessageShape>
export type TimelineJson = z.infer<typeof timelineShape>
export type StoppedJson = z.infer<typeof stoppedShape>
export type QueuedJson = z.infer<typeof queuedShape>
export type SuggestionJson = z.infer<typeof suggestionsShape>['items'][number]
export type CommandAnswerJson = z.infer<typeof commandAnswerShape>
export type AgentJson = z.infer<typeof agentShape>
export type ModelJson = z.infer<typeof modelShape>
export type UsageTotalsJson = z.infer<typeof usageShape>

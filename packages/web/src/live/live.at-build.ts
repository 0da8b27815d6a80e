// What comes over the live socket and what this browser kept of it.

import {
  attachmentShape,
  queuedShape,
  runShape,
  serverFrameShape,
  streamingShape,
  wholeSessionShape,
} from '@heddle/contract'
import { z } from 'zod'

export const serverFrame = serverFrameShape

export const sessionOfSnapshot = z.object({ session: wholeSessionShape })
export const queueOfSnapshot = z.object({ queue: z.array(queuedShape) })
export const streamingOfSnapshot = z.object({ streaming: z.array(streamingShape) })

export const attachmentList = z.array(attachmentShape)

/** The files of a draft. */
export const keptFiles = z.object({ at: z.number(), files: attachmentList })

/** Messages that were not confirmed. */
export const keptMessages = z.array(
  z.object({
    cid: z.string(),
    sessionId: z.string(),
    text: z.string(),
    mode: z.enum(['queue', 'steer', 'note']),
    focus: z.object({ bindingId: z.string(), sessionId: z.string().optional() }).optional(),
    attachments: attachmentList.optional(),
    state: z.enum(['sending', 'failed']),
  }),
)

const person = z.object({ id: z.string(), name: z.string() })
const seenPerson = person.extend({ state: z.enum(['active', 'idle', 'away', 'gone']) })
/** `isAll`: whoever is not among them is gone. */
export const presenceChange = z.object({ people: z.array(seenPerson), isAll: z.boolean().optional() })
export const presenceOfSnapshot = z.object({ presence: z.array(seenPerson) })
/** The end of what the call's tool has put out. */
export const progressChange = z.object({ eventId: z.string(), text: z.string() })
export const typingChange = z.object({ person, expiresMs: z.int() })

const mark = z.object({ sessionId: z.string(), seq: z.int() })
export const readMark = mark
export const marksOfSnapshot = z.object({ readMarks: z.array(mark) })

/** `truncated`: there are more than the frame holds. */
export const treeOfSnapshot = z.object({ items: z.array(runShape), truncated: z.boolean().optional() })
export const runsChange = z.object({ items: z.array(runShape), removed: z.array(z.string()) })

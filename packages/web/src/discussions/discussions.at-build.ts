// What the log of a session tells of its discussions, and what this browser kept of replies on their way.

import { replyToldShape, threadShape, threadToldShape } from '@heddle/contract'
import { z } from 'zod'

export const threadTold = threadToldShape
export const replyTold = replyToldShape
export const replyGone = z.object({ replyId: z.string(), thread: threadShape })

/** How far one has read in a discussion, as one's own log says. */
export const threadMark = z.object({ sessionId: z.string(), threadId: z.string(), seq: z.int() })

const reader = z.object({ id: z.string(), name: z.string() })
const readThread = z.object({ threadId: z.string(), people: z.array(reader) })
/** `isAll`: whatever is not among them is open to nobody. */
export const readersChange = z.object({ threads: z.array(readThread), isAll: z.boolean().optional() })
export const readersOfSnapshot = z.object({ threadViewers: z.array(readThread) })

export const keptReplies = z.array(
  z.object({
    cid: z.string(),
    sessionId: z.string(),
    anchorEventId: z.string(),
    body: z.string(),
    state: z.enum(['sending', 'failed']),
  }),
)

// What the server keeps of threads and replies, as the JSON in which they travel: over HTTP and in the entries of the
// log that tell of them, which must not differ.

import type { ThreadState } from './collaboration-words.ts'
import type { ReplyJson, ThreadJson } from './http/thread-shapes.ts'

interface AuthorValues {
  id: string
  handle: string
  name: string
}

/** Times in milliseconds; null for what is not. */
export interface ThreadValues {
  id: string
  sessionId: string
  anchorEventId: string
  anchorPlace: number
  state: ThreadState
  resolvedAt: number | null
  resolvedBy: AuthorValues | null
  createdBy: string
  createdAt: number
  updatedAt: number
  lastReplyAt: number | null
  lastReplySeq: number | null
  replyCount: number
  version: number
}

export interface ReplyValues {
  id: string
  threadId: string
  sessionId: string
  author: AuthorValues
  body: string
  clientMessageId: string
  mentions: readonly string[]
  createdAt: number
  editedAt: number | null
  deletedAt: number | null
  isHandedEarlier: boolean
  sourceEventId: string
  seq: number
  version: number
}

export function threadJson(thread: ThreadValues): ThreadJson {
  const { id, sessionId, anchorEventId, anchorPlace, state, createdBy, replyCount } = thread
  const { resolvedAt, resolvedBy, lastReplyAt, lastReplySeq } = thread
  return {
    id,
    sessionId,
    anchorEventId,
    state,
    ...(resolvedAt !== null && { resolvedAt: iso(resolvedAt) }),
    ...(resolvedBy !== null && { resolvedBy: authorJson(resolvedBy) }),
    createdBy,
    createdAt: iso(thread.createdAt),
    updatedAt: iso(thread.updatedAt),
    ...(lastReplyAt !== null && { lastReplyAt: iso(lastReplyAt) }),
    replyCount,
    ...(lastReplySeq !== null && { lastReplySeq }),
    anchorPlace,
    version: thread.version,
  }
}

export function replyJson(reply: ReplyValues): ReplyJson {
  const { id, threadId, sessionId, author, body, clientMessageId, sourceEventId, seq } = reply
  const { editedAt, deletedAt } = reply
  return {
    id,
    threadId,
    sessionId,
    authorId: author.id,
    author: authorJson(author),
    body,
    clientMessageId,
    mentions: [...reply.mentions],
    createdAt: iso(reply.createdAt),
    ...(editedAt !== null && { editedAt: iso(editedAt) }),
    ...(deletedAt !== null && { deletedAt: iso(deletedAt) }),
    ...(reply.isHandedEarlier && { handedEarlier: true }),
    sourceEventId,
    seq,
    version: reply.version,
  }
}

function authorJson({ id, handle, name }: AuthorValues): AuthorValues {
  return { id, handle, name }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

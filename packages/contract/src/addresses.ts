// The addresses of what stands in a session: its page, one moment of it, a discussion of that moment, one reply in it.
// Whoever writes such a link and whoever reads one do it here, so that a link from anywhere leads to the same place.
//
// `/sessions/<id>?at=<event>&thread=<thread>&reply=<reply>`; each part may be absent, a reply never without its thread.

export interface SessionAddress {
  sessionId: string
  /** The moment at which the page opens: of a discussion, what it is about. */
  eventId?: string | undefined
  threadId?: string | undefined
  /** In that thread. */
  replyId?: string | undefined
}

/** What is longer is no id. */
const idCharsMax = 64
const id = /^[a-z0-9_-]+$/i

/** From the root of the house on, with a leading slash: whoever sends it elsewhere puts the house's own address before. */
export function writeAddress({ sessionId, eventId, threadId, replyId }: SessionAddress): string {
  const query = new URLSearchParams()
  if (eventId !== undefined) query.set('at', eventId)
  if (threadId !== undefined) query.set('thread', threadId)
  if (threadId !== undefined && replyId !== undefined) query.set('reply', replyId)
  const page = `/sessions/${encodeURIComponent(sessionId)}`
  return query.size === 0 ? page : `${page}?${query.toString()}`
}

/** Of the address of a session's page: its query, with or without the question mark. What is no id is not there. */
export function readAddress(search: string): Omit<SessionAddress, 'sessionId'> {
  const query = new URLSearchParams(search)
  const [eventId, threadId, replyId] = ['at', 'thread', 'reply'].map((name) => readId(query.get(name)))
  return {
    ...(eventId !== undefined && { eventId }),
    ...(threadId !== undefined && { threadId }),
    ...(threadId !== undefined && replyId !== undefined && { replyId }),
  }
}

function readId(written: string | null): string | undefined {
  return written !== null && written.length <= idCharsMax && id.test(written) ? written : undefined
}

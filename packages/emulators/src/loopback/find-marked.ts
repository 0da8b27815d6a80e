// Reads a conversation for messages with a marker: forward from what is known to stand before them, or else backward
// from the newest until what is older than they can be.

import { okBody } from './classify-reply.ts'
import { readPage, tellReply, troubleOf } from './loopback-calls.ts'
import { historyPageMax, type Marker, type PlatformMessage } from './platform-words.ts'
import type { Reach } from './reach-platform.ts'

export interface MarkedQuestion {
  conversationId: string
  marker: Marker
  /** Nothing before it can be meant. */
  after: string | null
  notBefore: number
  signal: AbortSignal
}

export type MarkedAnswer =
  /** The oldest first. */
  | { kind: 'found'; messages: readonly PlatformMessage[] }
  | { kind: 'absent' }
  | { kind: 'unreadable'; detail: string; retryAfterMs?: number }

/** Two clocks need not agree. */
const clockSlackMs = 5 * 60_000
const pagesMax = 20

export async function findMarked(reach: Reach, question: MarkedQuestion): Promise<MarkedAnswer> {
  const { conversationId, marker, signal } = question
  const found: PlatformMessage[] = []
  let edge = question.after ?? undefined
  for (let page = 0; page < pagesMax; page++) {
    const where = question.after === null ? { before: edge } : { after: edge }
    const reply = await reach.call('history', { conversationId, ...where, limit: historyPageMax }, signal)
    if (isGone(reply)) return { kind: 'absent' }
    const read = readPage(okBody(reply))
    if (!read) {
      const { retryAfterMs } = reply.kind === 'answer' ? troubleOf(reply.body) : {}
      return {
        kind: 'unreadable',
        detail: tellReply(reply),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      }
    }
    found.push(...read.messages.filter((message) => isMarked(message, marker)))
    const oldest = read.messages[0]
    const isPast = question.after === null && oldest !== undefined && isBefore(oldest, question.notBefore)
    if (!read.hasMore || isPast || oldest === undefined) return told(found)
    edge = question.after === null ? oldest.id : read.messages.at(-1)?.id
  }
  // Whoever has found it need not read on.
  if (found.length > 0) return told(found)
  return { kind: 'unreadable', detail: 'too much was written there since' }
}

function told(found: readonly PlatformMessage[]): MarkedAnswer {
  if (found.length === 0) return { kind: 'absent' }
  return { kind: 'found', messages: found.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

function isMarked({ marker }: PlatformMessage, wanted: Marker): boolean {
  return marker?.delivery === wanted.delivery && marker.part === wanted.part
}

function isBefore({ createdAt }: PlatformMessage, time: number): boolean {
  return createdAt < time - clockSlackMs
}

/** A conversation that is no more has nothing in it. */
function isGone(reply: Awaited<ReturnType<Reach['call']>>): boolean {
  return (
    reply.kind === 'answer' && reply.status === 404 && troubleOf(reply.body).code === 'unknown_conversation'
  )
}

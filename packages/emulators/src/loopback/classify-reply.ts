// What one attempt came to: sent, proven not sent, or unknown. Pure; nothing else decides whether a request may be made
// again (DLV3).

import type { NotSent, SendOutcome } from '@heddle/gateway/channel'
import { heldBack } from './courteous-reach.ts'
import { idOf, tellReply, troubleOf } from './loopback-calls.ts'
import type { Reply } from './reach-platform.ts'

export function classifySend(reply: Reply, linkOf: (id: string) => string): SendOutcome {
  if (!isOk(reply)) return classifyTrouble(reply)
  const id = idOf(okBody(reply))
  if (id === undefined) return { kind: 'unknown', detail: 'an answer without a message' }
  return { kind: 'sent', platformId: id, link: linkOf(id) }
}

export function classifyTrouble(reply: Reply): NotSent | { kind: 'unknown'; detail: string } {
  const detail = tellReply(reply)
  if (reply.kind === 'unreachable') return { kind: 'not_sent', why: 'later', detail }
  if (reply.kind === 'lost') return { kind: 'unknown', detail }
  const { status } = reply
  // Nobody behind the platform's door took the request; any other 5xx may have come halfway through.
  if (status === 502) return { kind: 'not_sent', why: 'later', detail }
  if (status >= 500 || status < 400) return { kind: 'unknown', detail }
  return { kind: 'not_sent', detail, ...refusalOf(status, reply.body) }
}

function refusalOf(status: number, body: unknown): Omit<NotSent, 'kind' | 'detail'> {
  const { code, retryAfterMs, scope } = troubleOf(body)
  switch (status) {
    case 401:
      return { why: 'account', wasRefused: true }
    case 403:
      return { why: code === 'not_yours' ? 'message' : 'place', wasRefused: true }
    case 404:
      return { why: code === 'unknown_conversation' ? 'place' : 'message' }
    case 429:
      return {
        why: 'later',
        // What never left was refused by nobody.
        ...(code !== heldBack && { wasRefused: true }),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
        scope: scope === 'account' ? 'account' : 'place',
      }
    default:
      return { why: code === 'no_threads_here' ? 'place' : 'message' }
  }
}

export function isOk(reply: Reply): boolean {
  return reply.kind === 'answer' && reply.status >= 200 && reply.status < 300
}

/** Of an answer that says yes; undefined where it says nothing else. */
export function okBody(reply: Reply): unknown {
  return reply.kind === 'answer' && isOk(reply) ? reply.body : undefined
}

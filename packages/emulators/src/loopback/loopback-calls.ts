// The platform's answers as its client reads them: `unknown` at the door, looked at once here.

import type { Reply } from './reach-platform.ts'
import type {
  MentionedUser,
  MissedPlace,
  NumberedEvent,
  PlatformConversation,
  PlatformMessage,
  PlatformTrouble,
} from './platform-words.ts'

/** Of an answer that says what is wrong. */
export function troubleOf(body: unknown): Partial<PlatformTrouble> {
  if (typeof body !== 'object' || body === null) return {}
  return {
    ...('code' in body && typeof body.code === 'string' && { code: body.code }),
    ...('message' in body && typeof body.message === 'string' && { message: body.message }),
    ...('retryAfterMs' in body &&
      typeof body.retryAfterMs === 'number' && { retryAfterMs: body.retryAfterMs }),
    ...('scope' in body &&
      (body.scope === 'account' || body.scope === 'conversation') && { scope: body.scope }),
  }
}

/** Undefined: the answer names none. */
export function idOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('id' in body)) return undefined
  return typeof body.id === 'string' && body.id !== '' ? body.id : undefined
}

export interface HistoryPage {
  conversation: PlatformConversation
  messages: readonly PlatformMessage[]
  hasMore: boolean
  /** Whoever is named in the messages. */
  mentioned: readonly MentionedUser[]
  anchor?: PlatformMessage
}

export function readPage(body: unknown): HistoryPage | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if (!('conversation' in body && 'messages' in body && Array.isArray(body.messages) && 'mentioned' in body))
    return undefined
  // The platform stands in this package: what has these keys has the shape.
  return body as HistoryPage
}

export function readEvents(body: unknown): { events: readonly NumberedEvent[]; newest: number } | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if (!('events' in body && Array.isArray(body.events))) return undefined
  if (!('newest' in body && typeof body.newest === 'number')) return undefined
  return { events: body.events as NumberedEvent[], newest: body.newest }
}

export function readMissed(body: unknown): readonly MissedPlace[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if (!('places' in body && Array.isArray(body.places))) return undefined
  return body.places as MissedPlace[]
}

/** For people. */
export function tellReply(reply: Reply): string {
  if (reply.kind !== 'answer') return reply.detail
  const { code, message } = troubleOf(reply.body)
  const said = [message, code === undefined ? undefined : `(${code})`].filter((part) => part !== undefined)
  return [`HTTP ${reply.status}`, ...said].join(' ')
}

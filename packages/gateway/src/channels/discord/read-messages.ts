// Reads a page of what was said in a channel, oldest first.

import { classifyTrouble } from './classify-answer.ts'
import { type DiscordMessage, parseMessage } from './message-words.ts'
import { codeOf, type DiscordRest, isOk, type Reply } from './rest-words.ts'
import { compareIds } from './snowflake-time.ts'

export const pageMax = 100

export interface PageWanted {
  channelId: string
  before?: string | undefined
  after?: string
  limit?: number
  signal: AbortSignal
}

export type Page =
  /** `isWhole`: each of them could be understood. */
  | { kind: 'read'; messages: readonly DiscordMessage[]; hasMore: boolean; isWhole: boolean }
  /** There is no such channel any more. */
  | { kind: 'gone' }
  /** `isForNow`: it may be read later. */
  | { kind: 'unreadable'; detail: string; isForNow: boolean; retryAfterMs?: number }

export async function readMessages(rest: DiscordRest, wanted: PageWanted): Promise<Page> {
  const { channelId, before, after, limit = pageMax, signal } = wanted
  const query = {
    limit: String(limit),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
  const reply = await rest.call({ method: 'GET', path: `/channels/${channelId}/messages`, query, signal })
  if (!isOk(reply)) return codeOf(reply) === 10003 ? { kind: 'gone' } : unreadable(reply)
  if (!Array.isArray(reply.body)) return unreadable(reply)
  const messages = reply.body.map(parseMessage).filter((message) => message !== undefined)
  // Discord tells the newest first, whichever way one reads.
  const ordered = messages.toSorted((a, b) => compareIds(a.id, b.id))
  const isWhole = messages.length === reply.body.length
  return { kind: 'read', messages: ordered, hasMore: reply.body.length >= limit, isWhole }
}

/**
 * Who may not read what was said before is told that nothing was: of an empty page one has to ask once more. A single
 * message is refused to them, be it there or not. Undefined: it is really empty.
 */
export async function askIfReadable(
  rest: DiscordRest,
  channelId: string,
  signal: AbortSignal,
): Promise<Extract<Page, { kind: 'unreadable' }> | undefined> {
  const path = `/channels/${channelId}/messages/${channelId}` as const
  const reply = await rest.call({ method: 'GET', path, signal })
  const isAnswered = isOk(reply) || codeOf(reply) === 10008 || codeOf(reply) === 10003
  return isAnswered ? undefined : unreadable(reply)
}

export function unreadable(reply: Reply): Extract<Page, { kind: 'unreadable' }> {
  const trouble = classifyTrouble(reply)
  const { detail } = trouble
  const isForNow = trouble.kind === 'unknown' || trouble.why === 'later'
  const retryAfterMs = trouble.kind === 'not_sent' ? trouble.retryAfterMs : undefined
  return { kind: 'unreadable', detail, isForNow, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

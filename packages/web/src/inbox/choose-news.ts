// Whether something that came into the inbox is told of, and in which words. Pure. Nothing for what is only caught up
// with, and nothing that somebody else on the page says already.

import type { NotificationJson } from '@heddle/contract'
import { inboxPageStrings } from '../inbox-page-strings.ts'
import { quote } from '../quote.ts'
import { strings } from '../strings.ts'

const freshMs = 20_000

/** Undefined until they are read. */
export type Agents = readonly { id: string; name: string }[] | undefined

export function isFresh(
  { createdAt, readAt }: Pick<NotificationJson, 'createdAt' | 'readAt'>,
  /** By the server's clock. */
  now: number,
): boolean {
  return readAt === undefined && Math.abs(now - Date.parse(createdAt)) <= freshMs
}

/** What the page of a session does not say of itself: that it names the reader, and that it reached nobody elsewhere. */
const saidBetter: readonly NotificationJson['reason'][] = ['mention', 'delivery_gave_up']

/** A call that waits for one's word is said louder; of the session in sight its own page tells what it can. */
export function isSaidHere(
  { reason, sessionId }: Pick<NotificationJson, 'reason' | 'sessionId'>,
  sessionInSight: string | undefined,
): boolean {
  return reason !== 'approval' && (sessionId !== sessionInSight || saidBetter.includes(reason))
}

/** "Bob Okafor mentioned you in Three names for a boat." */
export function sayNews(news: readonly NotificationJson[], agents: Agents): string {
  const words = inboxPageStrings.said
  const first = news[0]
  if (first === undefined) return ''
  const one = words.one(sayWhat(first, agents), titleOf(first))
  return news.length === 1 ? one : words.andMore(one, news.length - 1)
}

/** Who, and why one is told: "Bob Okafor mentioned you". */
export function sayWhat(
  { actor, reason }: Pick<NotificationJson, 'actor' | 'reason'>,
  agents: Agents,
): string {
  return inboxPageStrings.what[reason](nameOf(actor, agents))
}

/** An agent is called as it is called now. */
export function nameOf({ kind, id, name }: NotificationJson['actor'], agents: Agents): string {
  return (kind === 'agent' && agents?.find((agent) => agent.id === id)?.name) || name
}

export function titleOf({ sessionTitle }: Pick<NotificationJson, 'sessionTitle'>): string {
  return quote(sessionTitle) || strings.session.untitled
}

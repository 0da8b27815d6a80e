// What a message of ours is called in the outbox: by the notification that leads it, by what it says, and by the one account
// that it goes to. So one can tell from its name alone whether it is still what is to be said, and to whom.

import type { NotificationReason } from '@heddle/contract'
import type { Link } from '../people/people.ts'

/** What one message says: who did it how often, for which reason, with a link to the newest of them. */
export interface Saying {
  leadId: string
  channel: string
  reason: NotificationReason
  /** How many it tells of; those of a message become fewer, and never others. */
  count: number
}

type Addressed = Pick<Link, 'id' | 'linkedAt'>

const prefix = 'notification:'

/** `own`: an id that no other has. The same may have to be said again after it was called off, and the outbox says nothing twice. */
export function causeOf(saying: Saying, own: string, link: Addressed): string {
  return `${beginOf(saying)}${own}:${addressOf(link)}`
}

export function isSayingStill(cause: string, saying: Saying): boolean {
  return cause.startsWith(beginOf(saying))
}

/** Whether the message of that cause goes to that very account, linked since then without a break. */
export function isAddressedTo(cause: string, link: Addressed): boolean {
  return cause.endsWith(`:${addressOf(link)}`)
}

/** Whether something in the outbox is the message of a notification. */
export function isOwnCause(cause: string): boolean {
  return cause.startsWith(prefix)
}

function beginOf({ leadId, channel, reason, count }: Saying): string {
  return `${prefix}${leadId}:${channel}:${reason}:${count}:`
}

function addressOf({ id, linkedAt }: Addressed): string {
  return `${id}:${linkedAt}`
}

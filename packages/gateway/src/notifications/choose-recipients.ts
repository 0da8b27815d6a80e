// Who is told of what was said, and for which reason. Each is told once, for the strongest reason that holds. Pure.

import { notificationReasons, type NotificationReason, type PersonId } from '@heddle/contract'
import type { Source } from './ports.ts'

export interface Recipient {
  personId: PersonId
  reason: NotificationReason
  /** The others that hold as well, the stronger first. */
  alsoReasons: NotificationReason[]
}

export type Said = Pick<Source, 'actorId' | 'mentioned' | 'anchorAuthorId' | 'takingPart'>

/** What has to be known of somebody; undefined for who is no member, or no longer. */
export type Listeners = ReadonlyMap<PersonId, { mutesChatter: boolean }>

export function chooseRecipients(source: Said, listeners: Listeners): Recipient[] {
  const reasons = new Map<PersonId, Set<NotificationReason>>()
  const add = (personId: PersonId, reason: NotificationReason) => {
    const listener = listeners.get(personId)
    if (listener === undefined || personId === source.actorId) return
    // Who is named is named, whatever they have muted.
    if (reason !== 'mention' && listener.mutesChatter) return
    reasons.set(personId, (reasons.get(personId) ?? new Set()).add(reason))
  }
  for (const id of source.mentioned) add(id, 'mention')
  if (source.anchorAuthorId !== null) add(source.anchorAuthorId, 'reply_to_you')
  for (const id of source.takingPart) add(id, 'reply_in_thread')
  return Array.from(reasons, ([personId, all]) => {
    const [reason, ...alsoReasons] = notificationReasons.filter((one) => all.has(one))
    if (reason === undefined) throw new Error('somebody is told for no reason')
    return { personId, reason, alsoReasons }
  })
}

/** Everybody who may be told, before anything is known of them. */
export function concernedBy({ mentioned, anchorAuthorId, takingPart, actorId }: Said): PersonId[] {
  const all = new Set([...mentioned, ...(anchorAuthorId === null ? [] : [anchorAuthorId]), ...takingPart])
  if (actorId !== null) all.delete(actorId)
  return [...all]
}

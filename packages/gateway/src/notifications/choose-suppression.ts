// Whether something is still to be told outside of the web, at the moment at which it would leave. Pure.

import type { NotificationReason, Suppression } from '@heddle/contract'

export interface Situation {
  /** Notifications are there at all, and the person wants such ones on that channel. */
  isWanted: boolean
  isMember: boolean
  maySee: boolean
  isLinked: boolean
  isRead: boolean
  /** They sit in front of it right now. */
  isPresent: boolean
  reason: NotificationReason
  /** What it is about; `gone`: deleted, redacted, or settled. */
  source: 'stands' | 'gone' | 'not_about_them'
}

/** Undefined: it goes out. What is told first is what says least about a session that they may not see. */
export function chooseSuppression(now: Situation): Suppression | undefined {
  if (!now.isMember) return 'no_longer_a_member'
  if (!now.maySee) return 'may_not_see'
  if (!now.isLinked) return 'not_linked'
  if (!now.isWanted) return 'turned_off'
  if (now.source === 'gone') return 'source_deleted'
  if (now.source === 'not_about_them') return 'no_longer_mentioned'
  if (now.isRead) return 'read'
  if (now.isPresent) return 'present'
  return undefined
}

// Why one cannot write in a session; undefined when one can. The server decides; this only says it beforehand.

import { atLeast, type Role, type SessionJson } from '@heddle/contract'

export type ReadOnlyReason = 'viewer' | 'archived' | 'archivedChild' | 'over'

export function chooseReadOnly(
  role: Role,
  session: Pick<SessionJson, 'state' | 'successorId' | 'kind'>,
  /** What is written on its page is heard, by it or by another session. */
  isHeard = false,
): ReadOnlyReason | undefined {
  if (isHeard) return atLeast(role, 'member') ? undefined : 'viewer'
  if (session.state === 'archived') return session.kind === 'subagent' ? 'archivedChild' : 'archived'
  if (!atLeast(role, 'member')) return 'viewer'
  return session.successorId === null ? undefined : 'over'
}

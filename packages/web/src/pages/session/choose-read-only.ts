// Why one cannot write in a session; undefined when one can. The server decides; this only says it beforehand.

import { atLeast, type Role, type SessionJson } from '@heddle/contract'

export type ReadOnlyReason = 'viewer' | 'archived' | 'over'

export function chooseReadOnly(
  role: Role,
  session: Pick<SessionJson, 'state' | 'successorId'>,
): ReadOnlyReason | undefined {
  if (session.state === 'archived') return 'archived'
  if (!atLeast(role, 'member')) return 'viewer'
  return session.successorId === null ? undefined : 'over'
}

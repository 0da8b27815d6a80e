// What is bound to somebody's direct messages is told to them alone, and answers them alone: it holds only as long as they
// may see its session, and as long as the account there is theirs. Who was removed, from it or from here, must not go on
// reading there what others say in it (SES7).

import type { Reader } from '../../foundation/database/store.ts'
import { isStillTheirs } from '../is-still-theirs.ts'
import type { RoutingDeps } from '../routing-deps.ts'
import type { Binding } from './bindings.ts'

/** Asked at each use, because rights are taken away without a word to bindings. */
export async function stillHolds(
  { people, sessions }: Pick<RoutingDeps, 'people' | 'sessions'>,
  r: Reader,
  { placeKind, boundBy, sessionId, conversation }: Binding,
): Promise<boolean> {
  if (placeKind !== 'dm' || boundBy === null) return true
  if (!(await isStillTheirs({ people }, r, conversation, boundBy.id))) return false
  const { visibility, participants } = await sessions.see(r, { kind: 'system' }, sessionId)
  return visibility === 'team' || participants.some(({ id }) => id === boundBy.id)
}

// What is bound to many sessions, as somebody sees it in a list of them: one query for all, because a tree may have very many.
// Where somebody else's composer points stays theirs (BND2).

import type { SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { webAccount } from '../open-places.ts'
import type { RoutingDeps } from '../routing-deps.ts'
import { bindingOfRow } from './binding-of-row.ts'
import { selectOfSessions } from './binding-store.ts'
import type { Binding } from './bindings.ts'
import { stillHolds } from './still-holds.ts'

/** Those that hold, the most recently active first; a session without any is not named. */
export type BoundBySession = ReadonlyMap<SessionId, readonly Binding[]>

/** Whoever asks may read these sessions. */
export async function listBound(
  deps: Pick<RoutingDeps, 'people' | 'sessions' | 'placeRules'>,
  r: Reader,
  actor: Actor,
  sessionIds: readonly SessionId[],
): Promise<BoundBySession> {
  const found = sessionIds.length === 0 ? [] : (await selectOfSessions(r, sessionIds)).map(bindingOfRow)
  const bound = new Map<SessionId, Binding[]>()
  for (const binding of found.sort(newestFirst)) {
    const { channel, accountId } = binding.conversation
    if (!isShared(binding) && !isOwn(actor, binding)) continue
    if (!deps.placeRules.threadBindings(channel, accountId).enabled) continue
    if (!(await stillHolds(deps, r, binding))) continue
    bound.set(binding.sessionId, [...(bound.get(binding.sessionId) ?? []), binding])
  }
  return bound
}

/** Not the composer of one person. */
export function isShared({ conversation: { channel, accountId } }: Binding): boolean {
  return channel !== 'web' || accountId === webAccount
}

function isOwn(actor: Actor, { conversation }: Binding): boolean {
  return actor.kind === 'person' && conversation.accountId === actor.personId
}

function newestFirst(a: Binding, b: Binding): number {
  return b.lastActivityAt - a.lastActivityAt || (a.id < b.id ? 1 : -1)
}

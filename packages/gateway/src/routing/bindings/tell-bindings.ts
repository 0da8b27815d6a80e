// Where a session can be spoken to, in a word for lists: `thread:<id>` of each place that is bound to it, or `unbound`
// (CMD4). Where somebody else's composer points stays theirs.

import type { SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { isShared, listBound } from './list-bound.ts'

export interface BoundPlacesTold {
  /** `isKept`: for a timeline that others read, so that one's own composer is left out too. */
  of(sessionId: SessionId, isKept: boolean): string
}

export async function tellBindings(
  deps: RoutingRoom,
  r: Reader,
  actor: Actor,
  sessionIds: readonly SessionId[],
): Promise<BoundPlacesTold> {
  const bound = await listBound(deps, r, actor, sessionIds)
  return {
    of(sessionId, isKept) {
      const told = (bound.get(sessionId) ?? []).filter((binding) => !isKept || isShared(binding))
      return told.map(({ conversation }) => `thread:${conversation.conversationId}`).join(', ') || 'unbound'
    },
  }
}

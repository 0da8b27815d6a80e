// Where a session can be spoken to, in a word for lists: `thread:<id>` of each place that is bound to it, or `unbound`
// (CMD4). Where somebody else's composer points stays theirs.

import type { SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { webAccount } from '../open-places.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Binding } from './bindings.ts'

export interface BoundPlacesTold {
  /** `isKept`: for a timeline that others read, so that one's own composer is left out too. */
  of(sessionId: SessionId, isKept: boolean): string
}

export async function tellBindings(
  deps: Pick<RoutingRoom, 'bindings'>,
  r: Reader,
  actor: Actor,
  sessionIds: readonly SessionId[],
): Promise<BoundPlacesTold> {
  const known = new Map<SessionId, Binding[]>()
  for (const id of sessionIds) known.set(id, await deps.bindings.listBySession(r, id))
  const isOwn = ({ conversation }: Binding) =>
    actor.kind === 'person' && conversation.accountId === actor.personId
  return {
    of(sessionId, isKept) {
      const told = (known.get(sessionId) ?? []).filter(
        (binding) => isShared(binding) || (!isKept && isOwn(binding)),
      )
      return told.map(({ conversation }) => `thread:${conversation.conversationId}`).join(', ') || 'unbound'
    },
  }
}

function isShared({ conversation: { channel, accountId } }: Binding): boolean {
  return channel !== 'web' || accountId === webAccount
}

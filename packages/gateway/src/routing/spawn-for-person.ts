// A person's spawn: what it comes to is told once where it was asked for (CMD7, RTE2).

import type { SpawnInput } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { SpawnedFrom, SpawnedRun } from '../sessions/sessions.ts'
import { locateSession } from './locate-session.ts'
import { namePlace } from './name-place.ts'
import type { CommandPlace } from './routing.ts'
import type { RoutingDeps } from './routing-deps.ts'

export async function spawnForPerson(
  deps: RoutingDeps,
  t: Tx,
  actor: Actor,
  place: CommandPlace,
  input: SpawnInput,
  from?: SpawnedFrom,
): Promise<SpawnedRun> {
  const session = await locateSession(deps, t, actor, place.sessionId ?? place.conversation.conversationId)
  return deps.sessions.spawn(t, actor, session.id, input, namePlace(place.conversation, session), from)
}

// The session that someone names outright, by id or key. The personal one is opened on first use (CNV2).

import { personalAgentOf } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { WholeSession } from '../sessions/sessions.ts'
import { openPersonal } from './open-places.ts'
import type { RoutingDeps } from './routing-deps.ts'

export function locateSession(deps: RoutingDeps, t: Tx, actor: Actor, name: string): Promise<WholeSession> {
  const agentId = personalAgentOf(name)
  return agentId === undefined ? deps.sessions.see(t, actor, name) : openPersonal(deps, t, actor, agentId)
}

// Ends a binding by somebody's word: by whoever made it or an admin; what nobody made, by all who take part (CMD3).

import { type BindingId, Refusal, refused } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor, Resource } from '../../people/people.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { isOverseer } from '../is-overseer.ts'
import type { Binding } from './bindings.ts'
import { isOthersComposer } from './choose-seen-place.ts'

export async function endBindingBy(deps: RoutingRoom, t: Tx, actor: Actor, binding: Binding): Promise<void> {
  await permitEnd(deps, t, actor, binding)
  await deps.bindings.unbind(t, binding.id, { why: 'unfocus', by: nameOf(actor) })
}

/** By its id, as far as whoever asks may know of it. */
export async function endBindingById(deps: RoutingRoom, t: Tx, actor: Actor, id: BindingId): Promise<void> {
  const binding = await deps.bindings.read(t, id)
  if (!binding || binding.status === 'ended' || !(await isKnownTo(deps, t, actor, binding))) {
    throw refused('unknown_binding')
  }
  await endBindingBy(deps, t, actor, binding)
}

/** For what else is theirs alone to change: how long it lasts (CMD5). */
export async function permitEnd(deps: RoutingRoom, t: Tx, actor: Actor, binding: Binding): Promise<void> {
  const resource = await resourceOf(deps, t, actor, binding)
  try {
    await deps.people.permit(t, actor, 'binding.end', resource)
  } catch (error) {
    const isTheirs = error instanceof Refusal && error.code === 'not_allowed' && binding.boundBy !== null
    if (!isTheirs || !deps.people.mayTry(actor, 'binding.end').ok) throw error
    throw refused('not_yours', {
      message: `${binding.boundBy?.name} bound this, so only they or an admin may change it.`,
    })
  }
}

export async function mayEnd(deps: RoutingRoom, r: Reader, actor: Actor, binding: Binding): Promise<boolean> {
  if (binding.status === 'ended') return false
  return deps.people.authorize(actor, 'binding.end', await resourceOf(deps, r, actor, binding)).ok
}

async function resourceOf(deps: RoutingRoom, r: Reader, actor: Actor, binding: Binding): Promise<Resource> {
  const { visibility, participants } = await deps.sessions.see(r, { kind: 'system' }, binding.sessionId)
  const personId = actor.kind === 'person' ? actor.personId : undefined
  return {
    kind: 'binding',
    id: binding.id,
    visibility,
    isListed: participants.some((one) => one.id === personId),
    isBinder: personId !== undefined && binding.boundBy?.id === personId,
    isNobodys: binding.boundBy === null,
  }
}

/** One's own, those of sessions that one may see; where a composer of somebody else points is theirs, and admins'. */
async function isKnownTo(deps: RoutingRoom, r: Reader, actor: Actor, binding: Binding): Promise<boolean> {
  const personId = actor.kind === 'person' ? actor.personId : undefined
  if (personId !== undefined && binding.boundBy?.id === personId) return true
  if (isOthersComposer(actor, binding.conversation) && !isOverseer(actor)) return false
  try {
    // Whoever may end it need not be allowed to read.
    await deps.sessions.see(r, actor, binding.sessionId)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false
    throw error
  }
}

function nameOf(actor: Actor): string {
  return 'name' in actor ? actor.name : 'Heddle'
}

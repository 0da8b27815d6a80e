// Asks the one decision on behalf of a verb, and writes what was decided into the audit log, in the transaction of the
// deed itself.

import { type Action, type AuditId, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Ids } from '../foundation/ids.ts'
import { unreachable } from '../foundation/states.ts'
import type { Actor, PersonActor } from './actor.ts'
import { insertAudit } from './audit-store.ts'
import { authorize, isAudited, mayTry } from './authorize.ts'
import { refreshActor } from './credential-actor.ts'
import type { Gate, Resource, Verdict } from './people.ts'

type Detail = Record<string, unknown>

/** The gate with what only this room uses. */
export interface InnerGate extends Gate {
  /** mayTry, or throw: before a verb looks up what the actor may not even know to exist. */
  demandTry(actor: Actor, action: Action): void
  /** The audit row of something that was allowed without asking for an actor: a join, a sign-in. */
  recordAllowed(t: Tx, actor: Actor, action: Action, resource: Resource, detail?: Detail): Promise<void>
}

export function createGate(deps: { ids: Ids }): InnerGate {
  const demand = (actor: Actor, action: Action, resource: Resource) =>
    throwUnless(authorize(actor, action, resource), action)

  async function recordAllowed(t: Tx, actor: Actor, action: Action, resource: Resource, detail: Detail = {}) {
    if (isAudited(action, resource)) await write(t, actor, action, 'allowed', nameOf(resource), detail)
  }

  async function write(
    t: Tx,
    actor: Actor,
    action: string,
    outcome: 'allowed' | 'refused',
    resource: string | null,
    detail: Detail,
  ): Promise<void> {
    const id: AuditId = deps.ids.make('audit')
    await t.run(
      insertAudit({
        id,
        at: t.now,
        ...columnsOf(actor),
        action,
        outcome,
        resource,
        detail: JSON.stringify({ ...detail, ...viaOf(actor) }),
      }),
    )
  }

  return {
    authorize,
    mayTry,
    demand,
    demandTry: (actor, action) => throwUnless(mayTry(actor, action), action),
    recordAllowed,

    async permit(t, actor, action, resource, detail) {
      // The request may have waited for its turn while its credential was revoked or its role taken.
      const now = actor.kind === 'person' ? await currentActor(t, actor) : actor
      demand(now, action, resource)
      await recordAllowed(t, now, action, resource, detail)
    },

    async recordRefusal(t, actor, action, resource) {
      const recognised = actor.kind === 'person' || actor.kind === 'operator'
      if (recognised && isAudited(action)) await write(t, actor, action, 'refused', resource, {})
    },

    recordDeed: (t, deed, resource, detail) =>
      write(t, { kind: 'system' }, deed, 'allowed', resource, detail),
  }
}

/** For verbs that only make sense for someone: the person who asks, or the right "no". */
export function personOf(actor: Actor): PersonActor {
  if (actor.kind === 'person') return actor
  throw refused(actor.kind === 'anonymous' ? 'not_signed_in' : 'not_allowed')
}

function throwUnless(verdict: Verdict, action: Action): void {
  if (verdict.ok) return
  const { code, reason } = verdict
  throw refused(code, reason === '' ? { action } : { message: reason, action })
}

async function currentActor(t: Tx, actor: PersonActor): Promise<PersonActor> {
  const current = await refreshActor(t, actor, t.now)
  if (!current) throw refused('not_signed_in')
  return current
}

function columnsOf(actor: Actor): { actor_kind: string; actor_id: string | null; actor_name: string } {
  switch (actor.kind) {
    case 'person':
      return { actor_kind: 'person', actor_id: actor.personId, actor_name: actor.handle }
    case 'guest':
      return { actor_kind: 'guest', actor_id: actor.guestId, actor_name: actor.name }
    case 'operator':
      return { actor_kind: 'operator', actor_id: null, actor_name: actor.name }
    case 'system':
      return { actor_kind: 'system', actor_id: null, actor_name: 'Heddle' }
    case 'anonymous':
      return { actor_kind: 'anonymous', actor_id: null, actor_name: actor.address }
    default:
      return unreachable(actor)
  }
}

/** Through which sign-in or token: what a stolen one did can be told apart from what its owner did. */
function viaOf(actor: Actor): Detail {
  return actor.kind === 'person' ? { via: actor.credential.id } : {}
}

function nameOf(resource: Resource): string | null {
  switch (resource.kind) {
    case 'place':
      return resource.name ?? null
    case 'person':
    case 'role_change':
    case 'invite':
    case 'session':
    case 'session_part':
    case 'approval':
    case 'binding':
      return resource.id
    case 'new_person':
      return resource.handle
    case 'new_token':
      return resource.personId
    default:
      return resource.id ?? resource.personId
  }
}

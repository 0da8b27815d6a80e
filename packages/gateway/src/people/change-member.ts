// What admins and the operator do to others: name, role, handle, removal. There is always an owner left.

import { atLeast, type PersonId, type Role, refused, roles } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from './actor.ts'
import { claimHandle } from './claim-handle.ts'
import { withdrawInvitesInto, withdrawOwnerLinks } from './invite-store.ts'
import { cleanHandle, cleanName, cleanRole } from './judge-input.ts'
import type { ChangeMemberInput, Members, Person } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { assertVersion, loadActive, loadPerson, searchTextOf } from './person.ts'
import { selectOwners, updatePerson } from './person-store.ts'
import { mayLetIn } from './rules.ts'

export function createMemberChanges(deps: RoomDeps): Pick<Members, 'changeMember' | 'removeMember'> {
  const { gate } = deps

  return {
    async changeMember(t, actor, id, input, ifVersion) {
      gate.demandTry(actor, 'member.change')
      const person = await loadActive(t, id)
      assertVersion(person, ifVersion)
      const next = nextOf(person, input)
      if (next.handle !== person.handle || next.name !== person.name) await rename(t, actor, person, next)
      if (next.role !== person.role) await changeRole(t, actor, person, next.role)
      const changed = next.handle !== person.handle || next.name !== person.name || next.role !== person.role
      if (!changed) return person
      await t.run(updatePerson(id, t.now, { ...next, search_text: searchTextOf(next) }))
      return loadPerson(t, id)
    },

    async removeMember(t, actor, id) {
      gate.demandTry(actor, 'member.remove')
      const person = await loadActive(t, id)
      const { role, handle } = person
      await gate.permit(t, actor, 'member.remove', { kind: 'person', id, role }, { handle, role })
      if (role === 'owner') await assertAnotherOwner(t, id)
      await t.run(updatePerson(id, t.now, { state: 'removed', password_hash: null }))
      await deps.facts.tell(t, 'access_revoked', { personId: id, what: 'person', id })
    },
  }

  async function rename(t: Tx, actor: Actor, person: Person, next: Named): Promise<void> {
    const { id, role } = person
    const detail = { from: namesOf(person), to: namesOf(next) }
    await gate.permit(t, actor, 'member.change', { kind: 'person', id, role }, detail)
    if (next.handle === person.handle) return
    // Everyone else chooses their own: what others wrote to it would turn to another name behind their back.
    if (actor.kind !== 'operator') {
      throw refused('not_allowed', { message: 'Only they can change their handle.' })
    }
    await claimHandle(t, next.handle, id)
  }

  async function changeRole(t: Tx, actor: Actor, person: Person, to: Role): Promise<void> {
    const { id, role: from } = person
    await gate.permit(t, actor, 'member.change_role', { kind: 'role_change', id, from, to }, { from, to })
    if (from === 'owner') await assertAnotherOwner(t, id)
    if (to === 'owner') await t.run(withdrawOwnerLinks(t.now))
    await deps.facts.tell(t, 'role_changed', { personId: id, from, to })
    if (atLeast(to, from)) return
    const beyond = roles.filter((role) => !mayLetIn(to, role))
    await t.run(withdrawInvitesInto(beyond, id, t.now))
    await deps.facts.tell(t, 'access_revoked', { personId: id, what: 'role', id })
  }
}

interface Named {
  handle: string
  name: string
}

function nextOf(person: Person, input: ChangeMemberInput): Named & { role: Role } {
  return {
    handle: input.handle === undefined ? person.handle : cleanHandle(input.handle),
    name: input.name === undefined ? person.name : cleanName(input.name),
    role: input.role === undefined ? person.role : cleanRole(input.role),
  }
}

function namesOf({ handle, name }: Named): Named {
  return { handle, name }
}

async function assertAnotherOwner(t: Tx, id: PersonId): Promise<void> {
  const owners = await t.all(selectOwners())
  if (!owners.some((owner) => owner.id !== id)) throw refused('last_owner')
}

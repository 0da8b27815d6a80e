// Making members and setting their passwords from the command line; everyone else comes in by a link.

import { refused } from '@heddle/contract'
import { endSignInsOf } from './end-credentials.ts'
import { withdrawOwnerLinks } from './invite-store.ts'
import { cleanHandle, cleanName, cleanRole } from './judge-input.ts'
import { judgePassword } from './judge-password.ts'
import type { Members } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { loadActive, makePerson } from './person.ts'
import { selectPassword, updatePerson } from './person-store.ts'
import { prepared } from './prepared.ts'

export function createNewMembers(
  deps: RoomDeps,
): Pick<Members, 'prepareMember' | 'createMember' | 'prepareMemberPassword' | 'setMemberPassword'> {
  const { gate } = deps

  return {
    async prepareMember(input) {
      const handle = cleanHandle(input.handle)
      const name = input.name === undefined ? handle : cleanName(input.name)
      const role = cleanRole(input.role)
      if (input.password === undefined) return prepared<'member'>({ handle, name, role, passwordHash: null })
      judgePassword(input.password, { handle, name })
      const passwordHash = await deps.passwords.hash(input.password)
      return prepared<'member'>({ handle, name, role, passwordHash })
    },

    async createMember(t, actor, ready) {
      const { handle, role } = ready
      const id = deps.ids.make('person')
      await gate.permit(
        t,
        actor,
        'member.create',
        { kind: 'new_person', handle, role },
        { personId: id, role },
      )
      const person = await makePerson(t, { ...ready, id })
      if (role === 'owner') await t.run(withdrawOwnerLinks(t.now))
      await deps.facts.tell(t, 'person_joined', { personId: id, role, inviteId: null })
      return person
    },

    async prepareMemberPassword(id, password) {
      const owner = await deps.read((r) => r.one(selectPassword(id)))
      if (!owner) throw refused('not_found')
      judgePassword(password, owner)
      return prepared<'password'>({ personId: id, passwordHash: await deps.passwords.hash(password) })
    },

    async setMemberPassword(t, actor, { personId, passwordHash }) {
      gate.demandTry(actor, 'member.set_password')
      await loadActive(t, personId)
      await gate.permit(t, actor, 'member.set_password', { kind: 'password', personId })
      await t.run(updatePerson(personId, t.now, { password_hash: passwordHash }))
      await endSignInsOf(t, deps.facts, personId, { except: undefined })
    },
  }
}

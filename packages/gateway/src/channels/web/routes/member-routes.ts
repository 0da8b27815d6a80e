// The members of this place, and the log of what was decided.

import type { PersonId } from '@heddle/contract'
import type { People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'
import { auditJson, pageJson, personJson } from '../to-json.ts'

export type MemberRoutesPeople = Pick<
  People,
  'listMembers' | 'readMember' | 'changeMember' | 'removeMember' | 'listAudit'
>

export function registerMemberRoutes(register: Register, people: MemberRoutesPeople): void {
  register('listMembers', async ({ actor, query, read }) => {
    return answer(pageJson(await read((r) => people.listMembers(r, actor, query)), personJson))
  })

  register('readMember', async ({ actor, path, read }) => {
    return answer(personJson(await read((r) => people.readMember(r, actor, personId(path.id)))))
  })

  register('changeMember', async ({ actor, path, body, ifMatch, commit }) => {
    const changed = await commit((t) => people.changeMember(t, actor, personId(path.id), body, ifMatch))
    return answer(personJson(changed))
  })

  register('removeMember', async ({ actor, path, commit }) => {
    await commit((t) => people.removeMember(t, actor, personId(path.id)))
    return answer(undefined, path.id === actor.personId ? 'ended' : undefined)
  })

  register('listAudit', async ({ actor, query, read }) => {
    return answer(pageJson(await read((r) => people.listAudit(r, actor, query)), auditJson))
  })
}

/** An id from outside is only a text that may name someone; the room finds out whether it does. */
function personId(text: string): PersonId {
  return text as PersonId
}

// Invite links: who may come in, and as what.

import type { InviteId } from '@heddle/contract'
import type { People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'
import { createdInviteJson, inviteJson, pageJson } from '../to-json.ts'

export interface InviteRoutesDeps {
  people: Pick<People, 'listInvites' | 'createInvite' | 'revokeInvite'>
  /** What links begin with, for someone who reached us at `askedAt`. */
  linkBase(askedAt: string): string
}

export function registerInviteRoutes(register: Register, deps: InviteRoutesDeps): void {
  const { people } = deps

  register('listInvites', async ({ actor, query, read, now }) => {
    return answer(pageJson(await read((r) => people.listInvites(r, actor, query, now)), inviteJson))
  })

  register('createInvite', async ({ actor, body, askedAt, commit }) => {
    const base = deps.linkBase(askedAt)
    return commit(async (t) => answer(createdInviteJson(await people.createInvite(t, actor, body), base)))
  })

  register('revokeInvite', async ({ actor, path, commit }) => {
    // An id from outside is only a text that may name something; the room finds out whether it does.
    await commit((t) => people.revokeInvite(t, actor, path.id as InviteId))
    return answer(undefined)
  })
}

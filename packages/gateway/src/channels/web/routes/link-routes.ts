// A member's accounts elsewhere: what is linked, and linking it from this side.

import type { GuestId, LinkJson, OfferedLinkJson } from '@heddle/contract'
import type { Link, OfferedLink, People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'
import { iso, pageJson } from '../to-json.ts'

export type LinkRoutesPeople = Pick<
  People,
  'listLinks' | 'offerLink' | 'prepareLink' | 'link' | 'removeLinks'
>

export function registerLinkRoutes(register: Register, people: LinkRoutesPeople): void {
  register('listLinks', async ({ actor, query, read }) =>
    answer(pageJson(await read((r) => people.listLinks(r, actor, query)), linkJson)),
  )

  register('createLink', async ({ actor, body, address, commit }) => {
    const { code } = body
    if (code === undefined) return commit(async (t) => answer(offeredJson(await people.offerLink(t, actor))))
    const prepared = await people.prepareLink(actor, { code, address })
    return commit(async (t) => answer(linkJson(await people.link(t, actor, prepared))))
  })

  register('removeLinks', async ({ actor, query, commit }) => {
    await commit((t) => people.removeLinks(t, actor, named(query.id)))
    return answer(undefined)
  })

  register('removeLink', async ({ actor, path, commit }) => {
    await commit((t) => people.removeLinks(t, actor, named(path.id)))
    return answer(undefined)
  })
}

function linkJson({ linkedAt, ...link }: Link): LinkJson {
  const { id, channel, accountId, platformId, name } = link
  return { id, channel, accountId, platformId, name, linkedAt: iso(linkedAt) }
}

function offeredJson({ code, expiresAt }: OfferedLink): OfferedLinkJson {
  return { code, say: `/link ${code}`, expiresAt: iso(expiresAt) }
}

/** An id from outside is only a text that may name something; the room finds out whether it does. */
function named(id: string | undefined): { id?: GuestId } {
  return id === undefined ? {} : { id: id as GuestId }
}

// Joins a member with an account on a platform, from either side: a code that one side is shown is said on the other,
// once, within ten minutes (PPL4). Whoever can say it on both sides is the same person.

import { type GuestId, limits, normalizeHandle, type PersonId, Refusal, refused } from '@heddle/contract'
import { decodeCursor, pageOfRows } from '../../foundation/database/cursor.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor, PersonActor } from '../actor.ts'
import { actorOfAccount } from '../credential-actor.ts'
import { personOf } from '../gate.ts'
import type { Linked, Links } from '../people.ts'
import type { RoomDeps } from '../people-deps.ts'
import type { GuestsTable } from '../people-tables.ts'
import type { Link } from '../people-values.ts'
import { loadActive } from '../person.ts'
import { prepared } from '../prepared.ts'
import { hashIfCode, makeCode } from './link-code.ts'
import { codeFits, type LinkSide, sideOf } from './link-side.ts'
import {
  deleteCodesOf,
  deleteCodesOfGuest,
  insertCode,
  linkGuest,
  selectAccountsOf,
  selectCode,
  selectGuest,
  selectLinks,
  selectLinksOfAll,
  takeCode,
  unlinkAllOf,
  unlinkGuest,
} from './link-store.ts'

export function createLinks(deps: RoomDeps): Links {
  const { gate, guesses } = deps

  /** The same account again is no second link; one that was somebody else's becomes theirs. */
  async function join(t: Tx, actor: PersonActor, guestId: GuestId): Promise<Link> {
    const guest = await t.one(selectGuest(guestId))
    if (!guest) throw refused('link_invalid')
    const { personId } = actor
    const { channel, account_id: accountId, platform_id: platformId } = guest
    const resource = { kind: 'links', personId, id: guestId } as const
    await gate.permit(t, actor, 'account.link', resource, { channel, accountId, platformId })
    await assertRoom(t, personId, guestId)
    await t.run(linkGuest(guestId, personId, t.now))
    await deps.facts.tell(t, 'account_linked', { personId, guestId, channel, accountId })
    return linkOfRow({ ...guest, linked_at: t.now })
  }

  async function take(t: Tx, actor: Actor, hash: Uint8Array): Promise<Linked | undefined> {
    const side = sideOf(actor)
    const found = await t.one(selectCode(hash, t.now))
    if (found === undefined || !codeFits(side, found)) return undefined
    await t.run(takeCode(hash))
    const personId = side.kind === 'member' ? side.personId : found.person_id
    const guestId = side.kind === 'account' ? side.guestId : found.guest_id
    if (personId === null || guestId === null) return undefined
    const person = await loadActive(t, personId)
    const before = await t.one(selectGuest(guestId))
    // On a channel nothing but the account vouches for the member, and it is theirs from here on.
    if (side.kind === 'account') await t.run(linkGuest(guestId, personId, t.now))
    const { handle, name, role } = person
    const owner =
      side.kind === 'member'
        ? personOf(actor)
        : actorOfAccount({ id: guestId, person_id: personId, handle, name, role })
    const link = await join(t, owner, guestId)
    if (before && before.person_id !== personId) await tellUnlinked(t, before)
    return { link, person }
  }

  /** Nobody's is lost by nobody. */
  async function tellUnlinked(t: Tx, guest: GuestsTable): Promise<void> {
    const { person_id: personId, id: guestId, channel, account_id: accountId } = guest
    if (personId === null) return
    await deps.facts.tell(t, 'account_unlinked', { personId, guestId, channel, accountId })
  }

  return {
    async offerLink(t, actor) {
      const side = sideOf(actor)
      if (side.kind === 'member') {
        const { personId } = side
        await gate.permit(t, actor, 'account.link', { kind: 'links', personId })
        await assertRoom(t, personId)
        await t.run(deleteCodesOf(personId))
      } else {
        await t.run(deleteCodesOfGuest(side.guestId))
      }
      const code = makeCode(deps.random)
      const expiresAt = t.now + limits.linkCodeMs
      await t.run(
        insertCode({
          code_hash: code.hash,
          person_id: side.kind === 'member' ? side.personId : null,
          guest_id: side.kind === 'account' ? side.guestId : null,
          created_at: t.now,
          expires_at: expiresAt,
        }),
      )
      return { code: code.text, expiresAt }
    },

    async prepareLink(actor, { code, address }) {
      const side = sideOf(actor)
      const attempt = guesses.begin(guesserOf(side), address)
      try {
        const hash = hashIfCode(code)
        const found = hash && (await deps.read((r) => r.one(selectCode(hash, deps.clock.wall()))))
        if (hash === undefined || found === undefined || !codeFits(side, found)) {
          attempt.wrong()
          throw refused('link_invalid')
        }
        attempt.right()
        return prepared<'link'>({ codeHash: hash })
      } finally {
        attempt.withdraw()
      }
    },

    async link(t, actor, { codeHash }) {
      const linked = await take(t, actor, codeHash)
      if (linked === undefined) throw refused('link_invalid')
      return linked.link
    },

    async useCode(t, actor, code) {
      const guesser = guesserOf(sideOf(actor))
      // Nothing but a look, since this may run twice: a wrong one is counted once it is told.
      guesses.begin(guesser, guesser).withdraw()
      const hash = hashIfCode(code)
      return hash && take(t, actor, hash)
    },

    countWrongCode(actor) {
      const guesser = guesserOf(sideOf(actor))
      try {
        guesses.begin(guesser, guesser).wrong()
      } catch (error) {
        // There were so many that this one was not even looked at.
        if (!(error instanceof Refusal)) throw error
      }
    },

    async listLinks(r, actor, page) {
      const { personId } = personOf(actor)
      gate.demand(actor, 'self.read', { kind: 'links', personId })
      const before = decodeCursor('links', page.cursor)
      const rows = await r.all(selectLinks(personId, before, page.limit + 1))
      return pageOfRows(rows, page.limit, 'links', (row) => row.id, linkOfRow)
    },

    async linksOf(r, personId) {
      return (await r.all(selectLinks(personId, undefined, limits.linksPerPersonMax))).map(linkOfRow)
    },

    async linksOfAll(r, people) {
      const all = new Map<PersonId, Link[]>()
      for (const row of people.length === 0 ? [] : await r.all(selectLinksOfAll(people))) {
        if (row.person_id === null) continue
        all.set(row.person_id, [...(all.get(row.person_id) ?? []), linkOfRow(row)])
      }
      return all
    },

    async removeLinks(t, actor, { id }) {
      const { personId } = personOf(actor)
      const resource = { kind: 'links', personId, ...(id !== undefined && { id }) } as const
      await gate.permit(t, actor, 'account.link', resource, { removed: true })
      const held = await t.all(selectLinks(personId, undefined, limits.linksPerPersonMax))
      const removed = held.filter((row) => id === undefined || row.id === id)
      if (id === undefined) await t.run(unlinkAllOf(personId))
      else if ((await t.run(unlinkGuest(id, personId))) === 0) throw refused('not_found')
      for (const guest of removed) await tellUnlinked(t, guest)
    },

    async accountsOf(r, place, handles) {
      if (handles.length === 0) return new Map()
      const rows = await r.all(selectAccountsOf(place, handles.map(normalizeHandle)))
      return new Map(rows.map((row) => [row.handle, row.platform_id]))
    },
  }
}

async function assertRoom(t: Tx, personId: PersonId, besides?: GuestId): Promise<void> {
  const held = await t.all(selectLinks(personId, undefined, limits.linksPerPersonMax + 1))
  if (held.filter(({ id }) => id !== besides).length < limits.linksPerPersonMax) return
  throw refused('limit_reached', {
    message: `There are ${limits.linksPerPersonMax} linked accounts already. Remove some first.`,
  })
}

/** Each guesses for itself: one must not keep the others of its platform from linking. */
function guesserOf(side: LinkSide): string {
  return `link ${side.kind === 'member' ? side.personId : side.guestId}`
}

function linkOfRow(row: GuestsTable): Link {
  return {
    id: row.id,
    channel: row.channel,
    accountId: row.account_id,
    platformId: row.platform_id,
    name: row.name,
    linkedAt: row.linked_at ?? row.created_at,
  }
}

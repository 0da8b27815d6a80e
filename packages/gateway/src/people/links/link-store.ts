// The rows of link codes, and of accounts as members have them.

import type { GuestId, PersonId } from '@heddle/contract'
import { sql } from 'kysely'
import type { Compilable } from '../../foundation/database/query.ts'
import { type GuestsTable, type LinkCodesTable, queries } from '../people-tables.ts'

export function insertCode(row: LinkCodesTable): Compilable<unknown> {
  return queries.insertInto('link_codes').values(row)
}

export function selectCode(hash: Uint8Array, now: number): Compilable<LinkCodesTable> {
  return queries
    .selectFrom('link_codes')
    .selectAll()
    .where('code_hash', '=', hash)
    .where('expires_at', '>', now)
}

export function takeCode(hash: Uint8Array): Compilable<unknown> {
  return queries.deleteFrom('link_codes').where('code_hash', '=', hash)
}

export function deleteCodesOf(personId: PersonId): Compilable<unknown> {
  return queries.deleteFrom('link_codes').where('person_id', '=', personId)
}

export function deleteCodesOfGuest(guestId: GuestId): Compilable<unknown> {
  return queries.deleteFrom('link_codes').where('guest_id', '=', guestId)
}

export function deleteExpiredCodes(now: number, limit: number): Compilable<unknown> {
  const old = queries.selectFrom('link_codes').select('code_hash').where('expires_at', '<=', now).limit(limit)
  return queries.deleteFrom('link_codes').where('code_hash', 'in', old)
}

export function selectGuest(id: GuestId): Compilable<GuestsTable> {
  return queries.selectFrom('guests').selectAll().where('id', '=', id)
}

export function linkGuest(id: GuestId, personId: PersonId, now: number): Compilable<unknown> {
  return queries.updateTable('guests').set({ person_id: personId, linked_at: now }).where('id', '=', id)
}

export function unlinkGuest(id: GuestId, personId: PersonId): Compilable<unknown> {
  return queries
    .updateTable('guests')
    .set({ person_id: null, linked_at: null })
    .where('id', '=', id)
    .where('person_id', '=', personId)
}

export function unlinkAllOf(personId: PersonId): Compilable<unknown> {
  return queries
    .updateTable('guests')
    .set({ person_id: null, linked_at: null })
    .where('person_id', '=', personId)
}

/** Newest first; all of one person are at most limits.linksPerPersonMax. */
export function selectLinksOfAll(people: readonly PersonId[]): Compilable<GuestsTable> {
  const listed = sql<PersonId>`(select value from json_each(${JSON.stringify(people)}))`
  return queries.selectFrom('guests').selectAll().where('person_id', 'in', listed).orderBy('id', 'desc')
}

export function selectLinks(
  personId: PersonId,
  before: string | undefined,
  limit: number,
): Compilable<GuestsTable> {
  let query = queries
    .selectFrom('guests')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('id', '<', before as GuestId)
  return query
}

export function selectAccountsOf(
  place: { channel: string; accountId: string },
  handles: readonly string[],
): Compilable<{ handle: string; platform_id: string }> {
  return queries
    .selectFrom('people')
    .innerJoin('guests', 'guests.person_id', 'people.id')
    .select(['people.handle', 'guests.platform_id'])
    .where('people.state', '=', 'active')
    .where('people.handle', 'in', handles)
    .where('guests.channel', '=', place.channel)
    .where('guests.account_id', '=', place.accountId)
    .orderBy('guests.linked_at')
}

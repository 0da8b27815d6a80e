// The rows of people.

import type { PersonId } from '@heddle/contract'
import { sql, type Updateable } from 'kysely'
import type { Compilable } from '../foundation/database/query.ts'
import { type PeopleTable, queries } from './people-tables.ts'

export type PersonRow = Omit<PeopleTable, 'password_hash' | 'search_text' | 'preferences' | 'swept_at'>

const personColumns = [
  'id',
  'handle',
  'name',
  'role',
  'state',
  'time_zone',
  'version',
  'created_at',
  'updated_at',
] as const

export function insertPerson(row: PeopleTable): Compilable<unknown> {
  return queries.insertInto('people').values(row)
}

export function selectPerson(id: PersonId): Compilable<PersonRow> {
  return queries.selectFrom('people').select(personColumns).where('id', '=', id)
}

export function selectOverseers(limit: number): Compilable<PersonRow> {
  return queries
    .selectFrom('people')
    .select(personColumns)
    .where('state', '=', 'active')
    .where('role', 'in', ['admin', 'owner'])
    .orderBy('handle')
    .limit(limit)
}

export function selectPeople(ids: readonly PersonId[]): Compilable<PersonRow> {
  const listed = sql<PersonId>`(select value from json_each(${JSON.stringify(ids)}))`
  return queries.selectFrom('people').select(personColumns).where('id', 'in', listed)
}

/** Also by handles that they had before. */
export function selectByHandles(handles: readonly string[]): Compilable<PersonRow & { called: string }> {
  const listed = sql<string>`(select value from json_each(${JSON.stringify(handles)}))`
  return queries
    .selectFrom('handles')
    .innerJoin('people', 'people.id', 'handles.owner_id')
    .select(personColumns.map((column) => `people.${column}` as const))
    .select('handles.handle as called')
    .where('handles.handle', 'in', listed)
    .where('handles.owner_kind', '=', 'person')
}

export interface PasswordRow {
  id: PersonId
  handle: string
  name: string
  password_hash: string | null
}

export function selectPasswordByHandle(handle: string): Compilable<PasswordRow> {
  return queries
    .selectFrom('people')
    .select(['id', 'handle', 'name', 'password_hash'])
    .where('state', '=', 'active')
    .where('handle', '=', handle)
}

export function selectPassword(id: PersonId): Compilable<PasswordRow> {
  return queries
    .selectFrom('people')
    .select(['id', 'handle', 'name', 'password_hash'])
    .where('id', '=', id)
    .where('state', '=', 'active')
}

export function updatePerson(
  id: PersonId,
  now: number,
  changes: Pick<
    Updateable<PeopleTable>,
    'handle' | 'name' | 'role' | 'state' | 'time_zone' | 'search_text'
  > & {
    password_hash?: string | null
  },
): Compilable<unknown> {
  return queries
    .updateTable('people')
    .set((e) => ({ ...changes, updated_at: now, version: e('version', '+', 1) }))
    .where('id', '=', id)
}

/** Changes nothing if the password was changed meanwhile. Not a change that anyone sees, so the version stays. */
export function replaceHash(id: PersonId, from: string, to: string): Compilable<unknown> {
  return queries
    .updateTable('people')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
}

export function selectPreferences(id: PersonId): Compilable<{ preferences: string }> {
  return queries.selectFrom('people').select('preferences').where('id', '=', id)
}

export function selectAllPreferences(
  ids: readonly PersonId[],
): Compilable<{ id: PersonId; preferences: string }> {
  const listed = sql<PersonId>`(select value from json_each(${JSON.stringify(ids)}))`
  return queries.selectFrom('people').select(['id', 'preferences']).where('id', 'in', listed)
}

export function updatePreferences(id: PersonId, preferences: string): Compilable<unknown> {
  return queries.updateTable('people').set({ preferences }).where('id', '=', id)
}

/** Marks a removed person as swept; changes nothing for anyone else, nor a second time. */
export function markSwept(id: PersonId, now: number): Compilable<unknown> {
  return queries
    .updateTable('people')
    .set({ swept_at: now })
    .where('id', '=', id)
    .where('state', '=', 'removed')
    .where('swept_at', 'is', null)
}

/** At most two: whether there is one, and whether there is another. */
export function selectOwners(): Compilable<{ id: PersonId }> {
  return queries
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'owner')
    .where('state', '=', 'active')
    .limit(2)
}

export function selectActive(after: string, limit: number): Compilable<PersonRow> {
  return active(after).select(personColumns).limit(limit)
}

/**
 * Those with the text in handle or name, looking at no more than `rowsMax` people. The look stays within the index
 * people_searched; only who is found is fetched.
 */
export function searchActive(
  text: string,
  after: string,
  rowsMax: number,
  limit: number,
): Compilable<PersonRow> {
  const lookedAt = active(after).select(['id', 'handle', 'search_text']).limit(rowsMax).as('looked_at')
  const found = queries
    .selectFrom(lookedAt)
    .select('id')
    .where((e) => e(e.fn<number>('instr', ['search_text', e.val(text)]), '>', 0))
    .orderBy('handle')
    .limit(limit)
  return queries.selectFrom('people').select(personColumns).where('id', 'in', found).orderBy('handle')
}

/** The last of the people that `searchActive` looked at, if it could not look at all. */
export function selectSearchEnd(after: string, rowsMax: number): Compilable<{ handle: string }> {
  return active(after)
    .select('handle')
    .limit(1)
    .offset(rowsMax - 1)
}

function active(after: string) {
  return queries
    .selectFrom('people')
    .where('state', '=', 'active')
    .where('handle', '>', after)
    .orderBy('handle')
}

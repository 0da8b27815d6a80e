// A person as this room writes and reads them.

import { type PersonId, type Role, refused } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { claimHandle } from './claim-handle.ts'
import type { Person } from './people-values.ts'
import { insertPerson, type PersonRow, selectPerson } from './person-store.ts'

export interface NewPerson {
  id: PersonId
  handle: string
  name: string
  role: Role
  passwordHash: string | null
}

export async function makePerson(t: Tx, person: NewPerson): Promise<Person> {
  await claimHandle(t, person.handle, person.id)
  const row: PersonRow = {
    id: person.id,
    handle: person.handle,
    name: person.name,
    role: person.role,
    state: 'active',
    time_zone: null,
    version: 1,
    created_at: t.now,
    updated_at: t.now,
  }
  await t.run(
    insertPerson({
      ...row,
      password_hash: person.passwordHash,
      search_text: searchTextOf(person),
      preferences: '{}',
      swept_at: null,
    }),
  )
  return personOfRow(row)
}

export async function loadPerson(r: Reader, id: PersonId): Promise<Person> {
  const row = await r.one(selectPerson(id))
  if (!row) throw refused('not_found')
  return personOfRow(row)
}

export async function loadActive(r: Reader, id: PersonId): Promise<Person> {
  const person = await loadPerson(r, id)
  if (person.state !== 'active') throw refused('not_found')
  return person
}

export function assertVersion(person: Person, ifVersion: number | undefined): void {
  if (ifVersion !== undefined && ifVersion !== person.version) throw refused('changed_meanwhile')
}

/** The form in which people are searched: what is typed differently but read alike becomes the same. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

export function searchTextOf(person: { handle: string; name: string }): string {
  return `${foldForSearch(person.handle)}\n${foldForSearch(person.name)}`
}

export function personOfRow(row: PersonRow): Person {
  return {
    id: row.id,
    handle: row.handle,
    name: row.name,
    role: row.role,
    state: row.state,
    timeZone: row.time_zone,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

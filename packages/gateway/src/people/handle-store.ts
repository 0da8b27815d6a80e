// The rows of handles, one name space for people and agents.

import type { PersonId } from '@heddle/contract'
import type { Compilable } from '../foundation/database/query.ts'
import { type HandlesTable, queries } from './people-tables.ts'

export function selectHandle(handle: string): Compilable<HandlesTable> {
  return queries.selectFrom('handles').selectAll().where('handle', '=', handle)
}

export function insertHandle(handle: string, personId: PersonId): Compilable<unknown> {
  return queries
    .insertInto('handles')
    .values({ handle, owner_kind: 'person', owner_id: personId })
    .onConflict((conflict) => conflict.column('handle').doNothing())
}

export function countHandles(personId: PersonId): Compilable<{ count: number }> {
  return queries
    .selectFrom('handles')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', personId)
}

// The rows of sign-ins.

import type { PersonId, SignInId } from '@heddle/contract'
import type { Compilable } from '../foundation/database/query.ts'
import { queries, type SignInsTable } from './people-tables.ts'

export type SignInRow = Omit<SignInsTable, 'token_hash'>

export function insertSignIn(row: SignInsTable): Compilable<unknown> {
  return queries.insertInto('sign_ins').values(row)
}

/** Newest first, those that still work. */
export function selectSignIns(
  personId: PersonId,
  now: number,
  before: string | undefined,
  limit: number,
): Compilable<SignInRow> {
  let query = queries
    .selectFrom('sign_ins')
    .select(['id', 'person_id', 'device', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('id', '<', before as SignInId)
  return query
}

/** The ids beyond the newest `keep`, oldest first. */
export function selectSignInsBeyond(personId: PersonId, keep: number): Compilable<{ id: SignInId }> {
  return queries
    .selectFrom('sign_ins')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1_000)
    .offset(keep)
}

export function deleteSignIn(personId: PersonId, id: SignInId): Compilable<{ id: SignInId }> {
  return queries.deleteFrom('sign_ins').where('person_id', '=', personId).where('id', '=', id).returning('id')
}

export function deleteSignIns(
  personId: PersonId,
  except: SignInId | undefined,
): Compilable<{ id: SignInId }> {
  let query = queries.deleteFrom('sign_ins').where('person_id', '=', personId).returning('id')
  if (except !== undefined) query = query.where('id', '!=', except)
  return query
}

export function deleteExpiredSignIns(now: number, limit: number): Compilable<unknown> {
  return queries
    .deleteFrom('sign_ins')
    .where(
      'id',
      'in',
      queries.selectFrom('sign_ins').select('id').where('expires_at', '<=', now).limit(limit),
    )
}

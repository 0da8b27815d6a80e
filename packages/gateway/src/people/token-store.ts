// The rows of API tokens.

import type { PersonId, TokenId } from '@heddle/contract'
import type { Compilable } from '../foundation/database/query.ts'
import { queries, type TokensTable } from './people-tables.ts'

export type TokenRow = Omit<TokensTable, 'token_hash' | 'made_by'>

export function insertToken(row: TokensTable): Compilable<unknown> {
  return queries.insertInto('tokens').values(row)
}

/** Newest first. */
export function selectTokens(
  personId: PersonId,
  before: string | undefined,
  limit: number,
): Compilable<TokenRow> {
  let query = queries
    .selectFrom('tokens')
    .select(['id', 'person_id', 'name', 'scopes', 'created_at', 'last_used_at', 'expires_at'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('id', '<', before as TokenId)
  return query
}

/** All of one person, which is at most limits.tokensPerPersonMax. */
export function selectTokenTree(personId: PersonId): Compilable<Pick<TokensTable, 'id' | 'made_by'>> {
  return queries.selectFrom('tokens').select(['id', 'made_by']).where('person_id', '=', personId)
}

export function selectTokenEnd(id: TokenId): Compilable<Pick<TokensTable, 'expires_at'>> {
  return queries.selectFrom('tokens').select('expires_at').where('id', '=', id)
}

export function deleteTokens(ids: readonly TokenId[]): Compilable<unknown> {
  return queries.deleteFrom('tokens').where('id', 'in', ids)
}

export function deleteTokensOf(personId: PersonId): Compilable<{ id: TokenId }> {
  return queries.deleteFrom('tokens').where('person_id', '=', personId).returning('id')
}

export function deleteTokensEndedBefore(time: number, limit: number): Compilable<unknown> {
  return queries
    .deleteFrom('tokens')
    .where('id', 'in', queries.selectFrom('tokens').select('id').where('expires_at', '<=', time).limit(limit))
}

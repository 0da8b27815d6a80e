// The rows behind Idempotency-Key.

import type { Reader, Tx } from '../../foundation/database/store.ts'
import { queriesOver } from '../../foundation/database/query.ts'

interface Tables {
  idempotency: {
    scope: string
    key: string
    fingerprint: Uint8Array
    sealed_answer: Uint8Array
    created_at: number
  }
}

export interface StoredAnswer {
  fingerprint: Uint8Array
  sealed: Uint8Array
  createdAt: number
}

const queries = queriesOver<Tables>()

export async function findAnswer(r: Reader, scope: string, key: string): Promise<StoredAnswer | undefined> {
  const row = await r.one(
    queries.selectFrom('idempotency').selectAll().where('scope', '=', scope).where('key', '=', key),
  )
  return row && { fingerprint: row.fingerprint, sealed: row.sealed_answer, createdAt: row.created_at }
}

export async function keepAnswer(t: Tx, scope: string, key: string, answer: StoredAnswer): Promise<void> {
  const values = {
    fingerprint: answer.fingerprint,
    sealed_answer: answer.sealed,
    created_at: answer.createdAt,
  }
  await t.run(
    queries
      .insertInto('idempotency')
      .values({ scope, key, ...values })
      // Only one that has expired can still be here; the caller looked in this transaction.
      .onConflict((conflict) => conflict.columns(['scope', 'key']).doUpdateSet(values)),
  )
}

/** Deletes about `most` of those made before; true if more remain. */
export async function deleteAnswersBefore(t: Tx, before: number, most: number): Promise<boolean> {
  const cut = await t.one(
    queries
      .selectFrom('idempotency')
      .select('created_at')
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(1)
      .offset(most - 1),
  )
  const upTo = cut?.created_at ?? before - 1
  await t.run(queries.deleteFrom('idempotency').where('created_at', '<=', upTo))
  return cut !== undefined
}

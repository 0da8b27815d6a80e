// SQL of sealed secrets.

import { queriesOver } from '../database/query.ts'
import type { Reader, Tx } from '../database/store.ts'

interface SecretTables {
  secrets: { name: string; sealed: Uint8Array; key_id: string; updated_at: number }
}

const db = queriesOver<SecretTables>()

export interface StoredSecret {
  name: string
  sealed: Uint8Array
  key_id: string
  updated_at: number
}

export function allSecrets(r: Reader): Promise<StoredSecret[]> {
  return r.all(db.selectFrom('secrets').selectAll().orderBy('name'))
}

export function findSecret(r: Reader, name: string): Promise<StoredSecret | undefined> {
  return r.one(db.selectFrom('secrets').selectAll().where('name', '=', name))
}

export async function putSecret(
  t: Tx,
  secret: { name: string; sealed: Uint8Array; keyId: string },
): Promise<void> {
  const row = { sealed: secret.sealed, key_id: secret.keyId, updated_at: t.now }
  await t.run(
    db
      .insertInto('secrets')
      .values({ name: secret.name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row)),
  )
}

/** The same secret under another key: when it was set does not change. */
export async function resealSecret(
  t: Tx,
  secret: { name: string; sealed: Uint8Array; keyId: string },
): Promise<void> {
  await t.run(
    db
      .updateTable('secrets')
      .set({ sealed: secret.sealed, key_id: secret.keyId })
      .where('name', '=', secret.name),
  )
}

export async function deleteSecret(t: Tx, name: string): Promise<boolean> {
  return (await t.run(db.deleteFrom('secrets').where('name', '=', name))) > 0
}

// SQL of the providers that were set in the web.

import type { addedProviderKinds } from '@heddle/contract'
import { queriesOver } from './foundation/database/query.ts'
import type { Reader, Tx } from './foundation/database/store.ts'

export type AddedKind = (typeof addedProviderKinds)[number]

export interface ProviderRow {
  name: string
  kind: AddedKind
  /** Null: the vendor's own address. */
  base_url: string | null
  models: string
  created_at: number
  updated_at: number
  updated_by: string | null
}

const db = queriesOver<{ model_providers: ProviderRow }>()

/** In the order in which they were added: the first one's first model is what agents run on. */
export function allProviders(r: Reader): Promise<ProviderRow[]> {
  return r.all(db.selectFrom('model_providers').selectAll().orderBy('created_at').orderBy('name'))
}

export async function putProvider(
  t: Tx,
  provider: Pick<ProviderRow, 'name' | 'kind' | 'base_url' | 'models' | 'updated_by'>,
): Promise<void> {
  const { name, ...rest } = provider
  const row = { ...rest, updated_at: t.now }
  await t.run(
    db
      .insertInto('model_providers')
      .values({ name, ...row, created_at: t.now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row)),
  )
}

export async function deleteProvider(t: Tx, name: string): Promise<boolean> {
  return (await t.run(db.deleteFrom('model_providers').where('name', '=', name))) > 0
}

// SQL of the settings that were made in the web.

import { queriesOver } from './foundation/database/query.ts'
import type { Reader, Tx } from './foundation/database/store.ts'

interface SettingTables {
  settings: { key: string; value: string; updated_at: number; updated_by: string | null }
}

const db = queriesOver<SettingTables>()

export function allSettings(r: Reader): Promise<{ key: string; value: string }[]> {
  return r.all(db.selectFrom('settings').select(['key', 'value']))
}

export async function putSetting(t: Tx, key: string, value: string, by: string | null): Promise<void> {
  const row = { value, updated_at: t.now, updated_by: by }
  await t.run(
    db
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row)),
  )
}

export async function deleteSetting(t: Tx, key: string): Promise<void> {
  await t.run(db.deleteFrom('settings').where('key', '=', key))
}

// How many rows each table has: what was refused must not have left one anywhere.

import type { Compilable } from '../src/foundation/database/query.ts'
import type { Store } from '../src/foundation/database/store.ts'

export async function countRows(store: Pick<Store, 'read'>): Promise<Record<string, number>> {
  const tables = await readRows<{ name: string }>(
    store,
    "select name from sqlite_master where type = 'table' order by name",
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await readRows<{ n: number }>(store, `select count(*) as n from "${name}"`)
    counts[name] = row?.n ?? 0
  }
  return counts
}

function readRows<Row>(store: Pick<Store, 'read'>, sql: string): Promise<Row[]> {
  // Text and parameters are all that the connection takes of a query.
  const query = { sql, parameters: [] } as unknown as ReturnType<Compilable<Row>['compile']>
  return store.read((r) => r.all<Row>({ compile: () => query }))
}

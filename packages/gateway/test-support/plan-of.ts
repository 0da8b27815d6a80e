// How SQLite would carry out a query: for tests that nothing reads through what it need not.

import type { Compilable } from '../src/foundation/database/query.ts'
import type { Store } from '../src/foundation/database/store.ts'

export async function planOf(store: Store, query: Compilable<unknown>): Promise<string> {
  const compiled = query.compile()
  const explained = { compile: () => ({ ...compiled, sql: `explain query plan ${compiled.sql}` }) as never }
  const steps = await store.read((r) => r.all<{ detail: string }>(explained))
  return steps.map(({ detail }) => detail).join('\n')
}

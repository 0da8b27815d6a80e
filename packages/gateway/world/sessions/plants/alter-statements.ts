// A store whose transactions leave out or change some of their statements.

import type { Compilable } from '../../../src/foundation/database/query.ts'
import type { Store, Tx } from '../../../src/foundation/database/store.ts'

export interface Alteration {
  /** What a statement that writes does instead; undefined: what it says. */
  run?(sql: string, query: Compilable<unknown>, t: Tx): Promise<number> | undefined
  /** Told of every query. */
  asked?(sql: string): void
  /** What a query for one row gives instead of its answer; it may undo what it did. */
  one?(sql: string, parameters: readonly unknown[], row: unknown, t: Tx): unknown
  /** What a query for rows gives instead of its answer. */
  all?(sql: string, rows: readonly unknown[]): readonly unknown[]
}

/** `make` is called for each transaction. */
export function alterStatements(store: Store, make: () => Alteration): Store {
  return { ...store, tx: (fn) => store.tx((t) => fn(alter(t, make()))) }
}

function alter(t: Tx, alteration: Alteration): Tx {
  return {
    now: t.now,
    beforeCommit: (fn) => t.beforeCommit(fn),
    afterCommit: (fn) => t.afterCommit(fn),
    isRedone: t.isRedone,
    async all<Row>(query: Compilable<Row>) {
      const { sql } = query.compile()
      alteration.asked?.(sql)
      const rows = await t.all(query)
      // The edge: a plant knows which query it lies about.
      return (alteration.all?.(sql, rows) ?? rows) as Row[]
    },
    async one<Row>(query: Compilable<Row>) {
      const row = await t.one(query)
      if (!alteration.one) return row
      const { sql, parameters } = query.compile()
      // The edge: a plant knows which query it lies about.
      return (await alteration.one(sql, parameters, row, t)) as Row | undefined
    },
    run: (query) => alteration.run?.(query.compile().sql, query, t) ?? t.run(query),
  }
}

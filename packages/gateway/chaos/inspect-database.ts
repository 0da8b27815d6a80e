// Looks into a database from outside, as someone would who does not trust the program.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export interface Inspection {
  rows<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  /** How many rows the query has; the query names one column `n`. */
  count(sql: string, ...values: SQLInputValue[]): number
  complaints(): string[]
}

export function inspect<T>(path: string, look: (database: Inspection) => T): T {
  const database = new DatabaseSync(path)
  const rows = <Row>(sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values) as Row[]
  try {
    return look({
      rows,
      count: (sql, ...values) => rows<{ n: number }>(sql, ...values)[0]?.n ?? Number.NaN,
      complaints() {
        const checks = rows<{ integrity_check: string }>('pragma integrity_check').map(
          (row) => row.integrity_check,
        )
        const orphans = rows<{ table: string }>('pragma foreign_key_check').map(
          (row) => `${row.table} points at nothing`,
        )
        return [...checks.filter((text) => text !== 'ok'), ...orphans]
      },
    })
  } finally {
    database.close()
  }
}

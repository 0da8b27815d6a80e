// I15: after each crash the database is whole, points at nothing that is not there, and has an old or a new schema.

import type { Invariant } from './invariant.ts'

export const databaseIsWhole: Invariant = {
  rule: 'I15',
  at: 'start',
  check({ rows, latestSchema }) {
    const complaints = rows<{ integrity_check: string }>('pragma integrity_check(3)')
      .map((row) => row.integrity_check)
      .filter((text) => text !== 'ok')
    const orphans = rows<{ table: string }>('pragma foreign_key_check').map(
      (row) => `a row of ${row.table} points at nothing`,
    )
    const version = rows<{ user_version: number }>('pragma user_version')[0]?.user_version
    const applied = rows<{ count: number }>('select count(*) as count from migrations')[0]?.count
    if (version !== latestSchema || applied !== latestSchema) {
      complaints.push(`the schema says ${version}, ${applied} of ${latestSchema} migrations are recorded`)
    }
    return [...complaints, ...orphans]
  },
}

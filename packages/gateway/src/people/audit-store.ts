// The audit log's rows. They are only ever added.

import type { Compilable } from '../foundation/database/query.ts'
import { type AuditTable, queries } from './people-tables.ts'

export function insertAudit(row: AuditTable): Compilable<unknown> {
  return queries.insertInto('audit').values(row)
}

export function selectAudit(before: string | undefined, limit: number): Compilable<AuditTable> {
  let query = queries.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('id', '<', before as AuditTable['id'])
  return query
}

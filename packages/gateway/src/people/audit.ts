// Reading the audit log.

import { decodeCursor, pageOfRows } from '../foundation/database/cursor.ts'
import { selectAudit } from './audit-store.ts'
import type { InnerGate } from './gate.ts'
import type { AuditEntry, AuditTrail } from './people.ts'
import type { AuditTable } from './people-tables.ts'

export function createAuditTrail(deps: { gate: InnerGate }): AuditTrail {
  return {
    async listAudit(r, actor, page) {
      deps.gate.demand(actor, 'audit.read', { kind: 'place' })
      const rows = await r.all(selectAudit(decodeCursor('audit', page.cursor), page.limit + 1))
      return pageOfRows(rows, page.limit, 'audit', (row) => row.id, entryOf)
    },
  }
}

function entryOf(row: AuditTable): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    outcome: row.outcome,
    resource: row.resource,
    // Written by this room as an object, always.
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  }
}

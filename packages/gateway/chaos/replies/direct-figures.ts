// How often somebody was written to directly in these rounds, and what became of it otherwise.

import type { Inspection } from '../inspect-database.ts'
import type { ReplyLedger } from './reply-ledger.ts'

export interface DirectFigures {
  take(database: Inspection, ledger: ReplyLedger, faults: number): void
  tell(): Record<string, number>
}

export function createDirectFigures(): DirectFigures {
  const figures = {
    'told directly': 0,
    'messages for it': 0,
    'rolled up': 0,
    'suppressed: read': 0,
    'suppressed: source_deleted': 0,
    'suppressed: no_longer_mentioned': 0,
    'suppressed: turned_off': 0,
    'tried again': 0,
    'faults of the platform': 0,
  }
  return {
    take(database, { sessions }, faults) {
      for (const { id } of sessions) {
        const rows = database.rows<{
          status: string
          why: string | null
          cause: string | null
          attempts: number
        }>(
          `select d.status, d.why, d.cause, d.attempts from notification_deliveries d
            join notifications n on n.id = d.notification_id where n.session_id = ? and d.channel = 'loopback'`,
          id,
        )
        const delivered = rows.filter(({ status }) => status === 'delivered')
        const messages = new Set(delivered.map(({ cause }) => cause))
        figures['told directly'] += delivered.length
        figures['messages for it'] += messages.size
        figures['rolled up'] += delivered.length - messages.size
        figures['tried again'] += rows.filter(({ attempts }) => attempts > 1).length
        for (const { status, why } of rows) {
          const name = `suppressed: ${why}`
          if (status === 'suppressed' && name in figures) figures[name as keyof typeof figures]++
        }
      }
      figures['faults of the platform'] = faults
    },
    tell: () => ({ ...figures }),
  }
}

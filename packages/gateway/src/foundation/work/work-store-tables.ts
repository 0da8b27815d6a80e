// The tables of facts and work, as Kysely sees them.

import type { ColumnType } from 'kysely'

/** Given by the database. */
type GeneratedId = ColumnType<number, never, never>

export type WorkState = 'ready' | 'blocked' | 'running' | 'dead'

export interface WorkTables {
  facts: { id: string; kind: string; payload: string; created_at: number }
  work: {
    id: GeneratedId
    kind: string
    lane: string
    key: string
    parent: string
    subject: string
    fact_id: string | null
    name: string | null
    state: WorkState
    due_at: number
    again_at: number | null
    attempts: number
    lease_until: number | null
    fence: number
    last_error: string | null
    created_at: number
  }
}

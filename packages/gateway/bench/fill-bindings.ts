// Bindings by the hundred thousand, written straight into the tables, and the timer that they share.

import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { BindingId, SessionId } from '@heddle/contract'
import type { BindingRow } from '../src/routing/routing-tables.ts'

const dayMs = 24 * 3_600_000

export function fillBindings(
  folder: string,
  plan: { count: number; sessionIds: readonly SessionId[] },
): void {
  const db = new DatabaseSync(join(folder, 'heddle.db'))
  // Nothing of this must survive a crash; what is half filled is thrown away.
  for (const pragma of ['journal_mode=memory', 'synchronous=off', 'cache_size=-200000', 'foreign_keys=off']) {
    db.exec(`pragma ${pragma}`)
  }
  const at = Date.now()
  const columns = Object.keys(bindingRow(0, plan.sessionIds, at))
  const insert = db.prepare(
    `insert into bindings (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  db.exec('begin')
  for (let i = 0; i < plan.count; i++) {
    const row = bindingRow(i, plan.sessionIds, at)
    insert.run(...(Object.values(row) as SQLInputValue[]))
  }
  db.exec(`insert into work (kind, lane, key, parent, subject, name, state, due_at, attempts, fence, created_at)
    values ('routing.expire-bindings', 'timers', 'bindings', '', '', 'bindings', 'ready', ${at + dayMs}, 0, 0, ${at})`)
  db.exec('commit')
  db.exec('pragma journal_mode=wal')
  db.close()
}

function bindingRow(i: number, sessionIds: readonly SessionId[], at: number): BindingRow {
  const number = i.toString(36).padStart(8, '0')
  const sessionId = sessionIds[i % sessionIds.length]
  if (sessionId === undefined) throw new Error('there is no session to bind to')
  return {
    id: `bnd_00000000000000000${number}` as BindingId,
    channel: 'bench',
    account_id: 'a',
    conversation_id: `c${i}`,
    parent_conversation_id: null,
    place_kind: 'thread',
    session_id: sessionId,
    session_key: 'agent:main:web:bench',
    agent_id: 'main',
    target_kind: 'session',
    status: 'active',
    bound_by: null,
    bound_by_name: 'Heddle',
    label: `worker ${i}`,
    run_id: null,
    is_opened: 0,
    idle_ms: dayMs,
    max_age_ms: 0,
    bound_at: at,
    last_activity_at: at,
    ended_at: null,
    end_reason: null,
    ended_by: null,
    look_at: at + dayMs + i,
  }
}

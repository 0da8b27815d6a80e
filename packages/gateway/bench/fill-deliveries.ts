// Deliveries that wait to be sent, written straight into the tables, with the work that sends them.

import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { DeliveryId } from '@heddle/contract'
import { laneKey } from '../src/delivery/deliver-deps.ts'
import type { DeliveryRow } from '../src/delivery/delivery-tables.ts'
import { columnsOf, writeExtra } from '../src/delivery/item.ts'
import { conversationName, placeOf, writeSaid } from './deliveries-scene.ts'

interface FillPlan {
  count: number
  conversations: number
  accounts: number
}

export function fillDeliveries(folder: string, plan: FillPlan): void {
  const db = new DatabaseSync(join(folder, 'heddle.db'))
  const at = Date.now()
  const columns = Object.keys(deliveryRow(0, plan, at))
  const insert = db.prepare(
    `insert into deliveries (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const insertWork = db.prepare(
    `insert into work (kind, lane, key, parent, subject, fact_id, name, due_at, created_at, state, attempts, fence)
     values ('delivery.drain', 'deliveries', ?, '', ?, null, ?, ?, ?, 'ready', 0, 0)`,
  )
  db.exec('begin')
  for (let i = 0; i < plan.count; i++) {
    const row = deliveryRow(i, plan, at)
    // The edge: rows hold nothing but what SQLite takes.
    insert.run(...(Object.values(row) as SQLInputValue[]))
    const key = laneKey(row.destination)
    if (i < plan.conversations) insertWork.run(key, row.destination, key, at, at)
  }
  db.exec('commit')
  db.close()
}

function deliveryRow(i: number, plan: FillPlan, at: number): DeliveryRow {
  const id = `dlv_00000000000000000${i.toString(36).padStart(8, '0')}` as DeliveryId
  const lane = i % plan.conversations
  const number = Math.floor(i / plan.conversations)
  const persona = { name: 'Heddle', agentId: 'main', isAccount: true }
  const said = { persona, buttons: [], attachments: [], mentions: [], isNotice: false }
  return {
    id,
    lead_id: id,
    kind: 'message',
    cause: `bench:${lane}:${number}`,
    ...columnsOf(placeOf(lane, plan)),
    part: 1,
    parts: 1,
    session_id: null,
    event_id: null,
    run_id: null,
    text: writeSaid({ conversation: conversationName(lane), number, at }),
    extra: writeExtra({ kind: 'message', ...said }, {}),
    state: 'queued',
    reason: null,
    detail: null,
    attempts: 0,
    is_resent: 0,
    next_at: at,
    expires_at: null,
    started_at: null,
    platform_id: null,
    link: null,
    created_at: at,
    updated_at: at,
    sent_at: null,
  }
}

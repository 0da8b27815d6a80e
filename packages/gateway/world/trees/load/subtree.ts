// What is below a session, and what of it runs, as the outside reads it in the transaction that ends it: by its own query,
// so that what the program leaves out is not left out here as well.

import type { RunId, SessionId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { queriesOver } from '../../../src/foundation/database/query.ts'
import type { Tx } from '../../../src/foundation/database/store.ts'
import type { SessionsTables } from '../../../src/sessions/sessions-tables.ts'
import type { TreesTruth } from '../trees-truth.ts'

const db = queriesOver<SessionsTables>()

/** Of the session itself too. */
export interface Subtree {
  runs: RunId[]
  turns: TurnId[]
}

interface SubtreeRow {
  run_id: RunId | null
  turn_id: TurnId | null
}

export async function readSubtree(t: Tx, top: SessionId): Promise<Subtree> {
  const query = sql<SubtreeRow>`
    with recursive tree (id) as (
      select ${top} union all select s.id from sessions s join tree on s.parent_id = tree.id)
    select r.id as run_id, s.turn_id from tree join sessions s on s.id = tree.id
    left join runs r on r.session_id = s.id and r.ended_at is null`
  const rows = await t.all({ compile: () => query.compile(db) })
  return {
    runs: rows.flatMap(({ run_id }) => run_id ?? []),
    turns: rows.flatMap(({ turn_id }) => turn_id ?? []),
  }
}

/** What archiving it ends: nothing if that was done before. Who was ended with it may be talked to since. */
export async function readUnarchived(t: Tx, top: SessionId): Promise<Subtree> {
  const row = await t.one(db.selectFrom('sessions').select('state').where('id', '=', top))
  return row?.state === 'archived' ? { runs: [], turns: [] } : readSubtree(t, top)
}

/** From now on nothing of it may begin, and all of it ends as that. */
export function noteCut(truth: TreesTruth, { runs, turns }: Subtree): void {
  for (const id of runs) truth.cut.add(id)
  for (const id of turns) truth.stopped.add(id)
}

// The rows of one binding with its intro, written by hand in one transaction, by the recipe of the raw commits: what is
// left of their rate for whoever has these rows to write, however little stands around it.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SessionId } from '@heddle/contract'
import { nextAckId, type PrepareWrite } from './raw-acks.ts'

type Row = Record<string, SQLInputValue>

/** Where they stand, after somebody was bound, and what tells one from the next. */
const parts: readonly { table: string; where: string; renew(row: Row, name: string, seq: number): Row }[] = [
  {
    table: 'bindings',
    where: "channel = 'bench'",
    renew: (row, name) => ({ ...row, id: `bnd_${name}`, conversation_id: name }),
  },
  {
    table: 'session_events',
    where: "kind = 'binding.made'",
    renew: (row, name, seq) => ({ ...row, id: `evt_${name}`, seq }),
  },
  { table: 'facts', where: "kind = 'binding_made'", renew: (row, name) => ({ ...row, id: `fct_${name}` }) },
  {
    table: 'deliveries',
    where: "cause like 'intro:%'",
    renew: (row, name) => ({
      ...row,
      id: `dlv_${name}`,
      lead_id: `dlv_${name}`,
      cause: `intro:${name}`,
      destination: `bench/a/${name}`,
    }),
  },
  {
    table: 'work',
    where: "name like 'lane:%'",
    renew: (row, name) => ({ ...row, name: `lane:${name}`, key: `lane:${name}`, subject: name }),
  },
]

/** In a store of the product in which one binding was made. */
export function prepareByHand(sessionId: SessionId): PrepareWrite {
  return (db) => {
    const takeSeq = db.prepare('update sessions set seq = seq + 1 where id = ? returning seq')
    const inserts = parts.map(({ table, where, renew }) => {
      const row = readOne(db, table, where)
      const columns = Object.keys(row)
      const places = columns.map(() => '?').join(', ')
      const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
      return (name: string, seq: number) => insert.run(...Object.values(renew(row, name, seq)))
    })
    return () => {
      const name = nextAckId()
      // One row, because there is such a session.
      const { seq } = takeSeq.get(sessionId) as { seq: number }
      for (const insert of inserts) insert(name, seq)
    }
  }
}

function readOne(db: DatabaseSync, table: string, where: string): Row {
  // The edge: what the program itself has written there.
  const row = db.prepare(`select * from ${table} where ${where}`).get() as Row | undefined
  if (!row) throw new Error(`nobody was bound: there is nothing in ${table} where ${where}`)
  // Work is numbered by the database.
  if (table === 'work') delete row['id']
  return { ...row }
}

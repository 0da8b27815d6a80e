// The results of tools in which an agent has read what an entry says, in its own session or another's. What agents then wrote
// about it in their own words is theirs, and stays.

import type { Reader } from '../foundation/database/store.ts'
import { selectQuoting } from './quote-store.ts'
import type { EventRow } from './sessions-tables.ts'
import { selectRunOfSession } from './subagents/run-store.ts'

/** As far as they are not redacted. */
export async function readQuoting(r: Reader, row: EventRow, limit: number): Promise<EventRow[]> {
  return selectQuoting(r, await quotableBy(r, row), limit)
}

export async function isQuoted(r: Reader, row: EventRow): Promise<boolean> {
  return (await readQuoting(r, row, 1)).length > 0
}

/**
 * By its own id and, because a list has no ids of entries, by what it may be listed with: a message may have given its
 * session the title, and of a sub-agent it is the task or the last line.
 */
async function quotableBy(r: Reader, row: EventRow): Promise<string[]> {
  const itself = row.root_id ?? row.id
  if (row.kind !== 'message.user' && row.kind !== 'message.agent') return [itself]
  const run = await r.one(selectRunOfSession({ sessionId: row.session_id }))
  return [
    itself,
    ...(row.kind === 'message.user' ? [row.session_id] : []),
    ...(run === undefined ? [] : [run.id]),
  ]
}

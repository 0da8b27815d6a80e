// What a session may see by its tools: itself, everything below it, and, of a session of people, those other sessions that
// everyone who takes part in it may read anyway. Whatever is told here may be read by all of them, so nothing may come from
// where one of them could not look (SUB14, R7).

import { refused, type SessionId } from '@heddle/contract'
import type { Reader } from '../../../foundation/database/store.ts'
import { listOwnSessions, listTeamSessions } from '../../session-list-store.ts'
import { selectSession, selectSessionByKey } from '../../session-store.ts'
import type { SessionRow } from '../../sessions-tables.ts'
import { selectRunOfSession } from '../run-store.ts'
import { selectOneListed, selectOutsider } from './sight-store.ts'

/** By id or key. What may not be seen is answered as what is not there. */
export async function findSeen(r: Reader, from: SessionRow, idOrKey: string): Promise<SessionRow> {
  const row = idOrKey.includes(':')
    ? await r.one(selectSessionByKey({ key: idOrKey.toLowerCase(), owner: '' }))
    : await r.one(selectSession({ id: idOrKey as SessionId }))
  if (row && (await maySee(r, from, row))) return row
  throw refused('not_found', {
    message: `There is no session "${idOrKey}" that can be seen from here. sessions_list shows those that can.`,
    issues: [{ field: 'session', message: 'is not there, or may not be seen from here' }],
  })
}

async function maySee(r: Reader, from: SessionRow, other: SessionRow): Promise<boolean> {
  if (other.id === from.id || (await isBelow(r, from.id, other))) return true
  if (from.kind === 'subagent') return false
  return other.kind !== 'subagent' && (await isOpenToAll(r, from, other))
}

export async function isBelow(r: Reader, top: SessionId, row: SessionRow): Promise<boolean> {
  let parentId = row.parent_id
  while (parentId !== null) {
    if (parentId === top) return true
    parentId = (await r.one(selectRunOfSession({ sessionId: parentId })))?.parent_id ?? null
  }
  return false
}

/** Whether everyone who reads `from` may read the other one too. Where nobody is listed, nobody's sight is lent (R3). */
export async function isOpenToAll(r: Reader, from: SessionRow, other: SessionRow): Promise<boolean> {
  if (other.visibility === 'team') return true
  if (from.visibility === 'team' || !(await r.one(selectOneListed({ id: from.id })))) return false
  return (await r.one(selectOutsider({ from: from.id, other: other.id }))) === undefined
}

/** The newest of those besides its own tree, of the same agent or another. */
export async function listOthers(r: Reader, from: SessionRow, limit: number): Promise<SessionRow[]> {
  if (from.kind === 'subagent' || limit <= 0) return []
  // What all of them may read is what one of them may, and some of that.
  const one = from.visibility === 'team' ? undefined : await r.one(selectOneListed({ id: from.id }))
  const query = { after: undefined, limit: limit * 4 }
  const looked = [
    ...(await listTeamSessions(r, query)),
    ...(one ? await listOwnSessions(r, one.person_id, query) : []),
  ].sort((a, b) => b.active_at - a.active_at)
  const seen: SessionRow[] = []
  for (const row of looked) {
    if (seen.length >= limit) break
    if (row.id !== from.id && (await isOpenToAll(r, from, row))) seen.push(row)
  }
  return seen
}

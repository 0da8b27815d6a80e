// Reading threads, one or a page of them.

import type { EventId, SessionId } from '@heddle/contract'
import { decodeCursor, pageOfRows } from '../foundation/database/cursor.ts'
import type { Reader } from '../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ThreadRow } from './collaboration-tables.ts'
import type { ThreadFilter, WholeThread } from './collaboration.ts'
import { readPlace, writePlace } from './page-place.ts'
import { assertOn, findFor, wholeOf } from './read-thread.ts'
import { selectThreadOf, selectThreads } from './thread-store.ts'

export async function findThread(
  deps: CollaborationDeps,
  r: Reader,
  actor: Actor,
  threadId: string,
): Promise<WholeThread> {
  const { row, session } = await findFor(deps, r, actor, threadId)
  const [thread] = await wholeOf(deps, r, actor, [row], session.mayRead)
  return thread!
}

export async function listThreads(
  deps: CollaborationDeps,
  r: Reader,
  actor: Actor,
  idOrKey: string,
  filter: ThreadFilter,
  { limit, cursor }: PageInput,
): Promise<Page<WholeThread>> {
  assertOn(deps)
  const { id: sessionId, mayRead } = await deps.sessions.demandTalk(r, actor, idOrKey, 'thread.read')
  const after = readPlace(decodeCursor('threads', cursor))
  const rows =
    filter.anchorEventId === undefined
      ? await selectThreads(r, { sessionId, ...filter, after, limit: limit + 1 })
      : await onlyOf(r, sessionId, filter, filter.anchorEventId)
  const page = pageOfRows(rows, limit, 'threads', writePlace, (row) => row)
  return { ...page, items: await wholeOf(deps, r, actor, page.items, mayRead) }
}

/** There is one for each event, or none. */
async function onlyOf(
  r: Reader,
  sessionId: SessionId,
  { state, afterPlace = -1, beforePlace = Number.MAX_SAFE_INTEGER }: ThreadFilter,
  anchorEventId: string,
): Promise<ThreadRow[]> {
  // The edge: whatever it is, there is an event of that id or none.
  const row = await r.one(selectThreadOf({ anchorEventId: anchorEventId as EventId }))
  if (row?.session_id !== sessionId) return []
  const isAsked = state === 'all' || (state === 'resolved') === (row.resolved_at !== null)
  return isAsked && row.anchor_place > afterPlace && row.anchor_place < beforePlace ? [row] : []
}

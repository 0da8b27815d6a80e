// Reading the replies of a thread.

import { decodeCursor, pageOfRows } from '../foundation/database/cursor.ts'
import type { Reader } from '../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { Reply } from './collaboration.ts'
import { readPlace, writePlace } from './page-place.ts'
import { findFor } from './read-thread.ts'
import { selectReplies } from './reply-store.ts'
import { readHandedEarlier, replyOf } from './reply-values.ts'

export async function listReplies(
  deps: CollaborationDeps,
  r: Reader,
  actor: Actor,
  threadId: string,
  order: 'asc' | 'desc',
  { limit, cursor }: PageInput,
): Promise<Page<Reply>> {
  const { row } = await findFor(deps, r, actor, threadId)
  // A cursor of one direction means another page in the other.
  const list = `replies ${order}`
  const after = readPlace(decodeCursor(list, cursor))
  const rows = await selectReplies(r, { threadId: row.id, order, after, limit: limit + 1 })
  const people = await deps.people.readPeople(r, [...new Set(rows.map(({ author_id }) => author_id))])
  const handed = await readHandedEarlier(deps, r, rows)
  return pageOfRows(rows, limit, list, writePlace, (reply) =>
    replyOf(deps, reply, people, handed.has(reply.event_id)),
  )
}

// SQL of threads and of how far people have read in them.

import type { EventId, PersonId, SessionId, ThreadId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { queries as db, type ThreadMarkRow, type ThreadRow } from './collaboration-tables.ts'

export const insertThread = compileOnce<ThreadRow, unknown>((row) =>
  db.insertInto('threads').values({
    id: row('id'),
    session_id: row('session_id'),
    anchor_event_id: row('anchor_event_id'),
    anchor_place: row('anchor_place'),
    anchor_author_id: row('anchor_author_id'),
    state: row('state'),
    resolved_at: row('resolved_at'),
    resolved_by: row('resolved_by'),
    created_by: row('created_by'),
    created_at: row('created_at'),
    updated_at: row('updated_at'),
    last_reply_at: row('last_reply_at'),
    reply_count: row('reply_count'),
    last_reply_seq: row('last_reply_seq'),
    event_id: row('event_id'),
    version: row('version'),
  }),
)

export const selectThread = compileOnce<{ id: ThreadId }, ThreadRow>((given) =>
  db.selectFrom('threads').selectAll().where('id', '=', given('id')),
)

export const selectThreadOf = compileOnce<{ anchorEventId: EventId }, ThreadRow>((given) =>
  db.selectFrom('threads').selectAll().where('anchor_event_id', '=', given('anchorEventId')),
)

/** One row if there are as many already. */
export const selectNthThread = compileOnce<{ sessionId: SessionId; n: number }, { id: ThreadId }>((given) =>
  db
    .selectFrom('threads')
    .select('id')
    .where('session_id', '=', given('sessionId'))
    .orderBy('created_at')
    .limit(1)
    .offset(given('n')),
)

export interface ThreadsAsked {
  sessionId: SessionId
  state: 'open' | 'resolved' | 'all'
  afterPlace?: number | undefined
  beforePlace?: number | undefined
  after: { createdAt: number; id: string } | undefined
  limit: number
}

/** By (created_at, id). */
export function selectThreads(r: Reader, asked: ThreadsAsked): Promise<ThreadRow[]> {
  const { sessionId, state, afterPlace, beforePlace, after, limit } = asked
  let query = db.selectFrom('threads').selectAll().where('session_id', '=', sessionId)
  if (state === 'open') query = query.where('resolved_at', 'is', null)
  if (state === 'resolved') query = query.where('resolved_at', 'is not', null)
  if (afterPlace !== undefined) query = query.where('anchor_place', '>', afterPlace)
  if (beforePlace !== undefined) query = query.where('anchor_place', '<', beforePlace)
  if (after !== undefined) {
    query = query.where(sql<boolean>`(created_at, id) > (${after.createdAt}, ${after.id})`)
  }
  return r.all(query.orderBy('created_at').orderBy('id').limit(limit))
}

export async function updateThread(
  t: Tx,
  id: ThreadId,
  changes: Partial<
    Pick<
      ThreadRow,
      'state' | 'resolved_at' | 'resolved_by' | 'last_reply_at' | 'last_reply_seq' | 'reply_count' | 'version'
    >
  >,
): Promise<void> {
  await t.run(
    db
      .updateTable('threads')
      .set({ ...changes, updated_at: t.now })
      .where('id', '=', id),
  )
}

/** On the way of every reply, so compiled once. */
export const noteReply = compileOnce<
  Pick<ThreadRow, 'id' | 'reply_count' | 'last_reply_at' | 'last_reply_seq' | 'updated_at'>,
  unknown
>((row) =>
  db
    .updateTable('threads')
    .set({
      reply_count: row('reply_count'),
      last_reply_at: row('last_reply_at'),
      last_reply_seq: row('last_reply_seq'),
      updated_at: row('updated_at'),
    })
    .where('id', '=', row('id')),
)

export const selectMark = compileOnce<{ personId: PersonId; threadId: ThreadId }, { seq: number }>((given) =>
  db
    .selectFrom('thread_marks')
    .select('seq')
    .where('person_id', '=', given('personId'))
    .where('thread_id', '=', given('threadId')),
)

/** How far these have read in it; `people` is a list in JSON. */
export const selectMarksOf = compileOnce<
  { threadId: ThreadId; people: string },
  { person_id: PersonId; seq: number }
>((given) =>
  db
    .selectFrom('thread_marks')
    .select(['person_id', 'seq'])
    .where('person_id', 'in', sql<PersonId>`(select value from json_each(${given('people')}))`)
    .where('thread_id', '=', given('threadId')),
)

export function selectMarks(
  r: Reader,
  personId: PersonId,
  threads: readonly ThreadId[],
): Promise<Pick<ThreadMarkRow, 'thread_id' | 'seq'>[]> {
  const listed = sql<ThreadId>`(select value from json_each(${JSON.stringify(threads)}))`
  return r.all(
    db
      .selectFrom('thread_marks')
      .select(['thread_id', 'seq'])
      .where('person_id', '=', personId)
      .where('thread_id', 'in', listed),
  )
}

export const putMark = compileOnce<ThreadMarkRow, unknown>((row) =>
  db
    .insertInto('thread_marks')
    .values({
      person_id: row('person_id'),
      thread_id: row('thread_id'),
      seq: row('seq'),
      updated_at: row('updated_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'thread_id'])
        .doUpdateSet({ seq: row('seq'), updated_at: row('updated_at') }),
    ),
)

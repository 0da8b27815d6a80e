// SQL of replies and of what was handed over.

import type { EventId, PersonId, ReplyId, ThreadId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type HandOverRow, queries as db, type ReplyRow } from './collaboration-tables.ts'

export const insertReply = compileOnce<ReplyRow, unknown>((row) =>
  db.insertInto('replies').values({
    id: row('id'),
    thread_id: row('thread_id'),
    session_id: row('session_id'),
    author_id: row('author_id'),
    body: row('body'),
    client_message_id: row('client_message_id'),
    fingerprint: row('fingerprint'),
    mentions: row('mentions'),
    rejected: row('rejected'),
    handed_over: row('handed_over'),
    answer: row('answer'),
    created_at: row('created_at'),
    edited_at: row('edited_at'),
    deleted_at: row('deleted_at'),
    event_id: row('event_id'),
    seq: row('seq'),
    words_event_id: row('words_event_id'),
    version: row('version'),
  }),
)

export const selectReply = compileOnce<{ id: ReplyId }, ReplyRow>((given) =>
  db.selectFrom('replies').selectAll().where('id', '=', given('id')),
)

export const selectReplyOf = compileOnce<{ eventId: EventId }, ReplyRow>((given) =>
  db.selectFrom('replies').selectAll().where('event_id', '=', given('eventId')),
)

export const selectPosted = compileOnce<
  { threadId: ThreadId; authorId: PersonId; clientMessageId: string },
  ReplyRow
>((given) =>
  db
    .selectFrom('replies')
    .selectAll()
    .where('thread_id', '=', given('threadId'))
    .where('author_id', '=', given('authorId'))
    .where('client_message_id', '=', given('clientMessageId')),
)

export interface RepliesAsked {
  threadId: ThreadId
  order: 'asc' | 'desc'
  after: { createdAt: number; id: string } | undefined
  limit: number
}

/** By (created_at, id). */
export function selectReplies(
  r: Reader,
  { threadId, order, after, limit }: RepliesAsked,
): Promise<ReplyRow[]> {
  let query = db.selectFrom('replies').selectAll().where('thread_id', '=', threadId)
  if (after !== undefined) {
    const place = sql`(${after.createdAt}, ${after.id})`
    query = query.where(
      order === 'asc' ? sql<boolean>`(created_at, id) > ${place}` : sql<boolean>`(created_at, id) < ${place}`,
    )
  }
  return r.all(query.orderBy('created_at', order).orderBy('id', order).limit(limit))
}

/** One row if there are as many already, deleted ones among them. */
export const selectNthReply = compileOnce<{ threadId: ThreadId; n: number }, { id: ReplyId }>((given) =>
  db
    .selectFrom('replies')
    .select('id')
    .where('thread_id', '=', given('threadId'))
    .orderBy('created_at')
    .limit(1)
    .offset(given('n')),
)

/** By others, after a place in the log; no more than `most` are counted. */
export const countUnread = compileOnce<
  { threadId: ThreadId; after: number; reader: PersonId; most: number },
  { count: number }
>((given) =>
  db
    .selectFrom(
      db
        .selectFrom('replies')
        .select('seq')
        .where('thread_id', '=', given('threadId'))
        .where('seq', '>', given('after'))
        .where('author_id', '<>', given('reader'))
        .where('deleted_at', 'is', null)
        .limit(given('most'))
        .as('unread'),
    )
    .select((e) => e.fn.countAll<number>().as('count')),
)

export async function updateReply(
  t: Tx,
  id: ReplyId,
  changes: Partial<Omit<ReplyRow, 'id' | 'thread_id' | 'session_id' | 'author_id'>>,
): Promise<void> {
  await t.run(db.updateTable('replies').set(changes).where('id', '=', id))
}

/**
 * Who wrote in it before that place of the log. Each new reply asks, so it steps from one author to the next along the index,
 * and does not visit all that they wrote.
 */
export const selectWriters = compileOnce<{ threadId: ThreadId; before: number }, { author_id: PersonId }>(
  (given) => ({
    compile: () =>
      sql<{ author_id: PersonId }>`
        with recursive writer (author_id) as (
          select (
            select author_id from replies indexed by replies_of_author
            where thread_id = ${given('threadId')} and deleted_at is null and seq < ${given('before')}
            order by author_id limit 1
          )
          union all
          select (
            select author_id from replies indexed by replies_of_author
            where thread_id = ${given('threadId')} and deleted_at is null and seq < ${given('before')}
              and replies.author_id > writer.author_id
            order by author_id limit 1
          ) from writer where writer.author_id is not null
        )
        select author_id from writer where author_id is not null`.compile(db),
  }),
)

export const selectHandOver = compileOnce<
  { threadId: ThreadId; actorId: PersonId; clientMessageId: string },
  HandOverRow
>((given) =>
  db
    .selectFrom('hand_overs')
    .selectAll()
    .where('thread_id', '=', given('threadId'))
    .where('actor_id', '=', given('actorId'))
    .where('client_message_id', '=', given('clientMessageId')),
)

export const insertHandOver = compileOnce<HandOverRow, unknown>((row) =>
  db.insertInto('hand_overs').values({
    thread_id: row('thread_id'),
    actor_id: row('actor_id'),
    client_message_id: row('client_message_id'),
    fingerprint: row('fingerprint'),
    session_id: row('session_id'),
    event_id: row('event_id'),
    seq: row('seq'),
    created_at: row('created_at'),
  }),
)

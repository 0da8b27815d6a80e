// SQL of notifications.

import type { EventId, NotificationId, PersonId, ReplyId, SessionId, ThreadId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type NotificationRow, queries as db } from './notifications-tables.ts'

// A literal lets SQLite use the partial indexes; a parameter would not.
const isShown = sql<boolean>`in_inbox = 1`

/** False if its person was told of the same source before. */
export async function insertNotification(t: Tx, row: NotificationRow): Promise<boolean> {
  return (await t.run(insert(row))) > 0
}

const insert = compileOnce<NotificationRow, unknown>((row) =>
  db
    .insertInto('notifications')
    .values({
      id: row('id'),
      source_event_id: row('source_event_id'),
      caused_by_event_id: row('caused_by_event_id'),
      person_id: row('person_id'),
      session_id: row('session_id'),
      thread_id: row('thread_id'),
      reply_id: row('reply_id'),
      event_id: row('event_id'),
      seq: row('seq'),
      reason: row('reason'),
      also_reasons: row('also_reasons'),
      in_inbox: row('in_inbox'),
      actor_kind: row('actor_kind'),
      actor_id: row('actor_id'),
      actor_name: row('actor_name'),
      created_at: row('created_at'),
      read_at: row('read_at'),
    })
    .onConflict((conflict) => conflict.columns(['source_event_id', 'person_id']).doNothing()),
)

export const selectNotification = compileOnce<{ id: NotificationId }, NotificationRow>((given) =>
  db.selectFrom('notifications').selectAll().where('id', '=', given('id')),
)

export const selectOfSource = compileOnce<{ sourceEventId: EventId }, NotificationRow>((given) =>
  db.selectFrom('notifications').selectAll().where('source_event_id', '=', given('sourceEventId')),
)

export const selectOfReply = compileOnce<{ replyId: ReplyId }, NotificationRow>((given) =>
  db.selectFrom('notifications').selectAll().where('reply_id', '=', given('replyId')),
)

export interface InboxQuestion {
  personId: PersonId
  show: 'unread' | 'all'
  before: string | undefined
  limit: number
}

/** Newest first. */
export async function selectInbox(r: Reader, question: InboxQuestion): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notifications')
    .selectAll()
    .where('person_id', '=', question.personId)
    .where(isShown)
    .orderBy('id', 'desc')
    .limit(question.limit)
  if (question.show === 'unread') query = query.where('read_at', 'is', null)
  if (question.before !== undefined) query = query.where('id', '<', question.before as NotificationId)
  return r.all(query)
}

/** By session: of what is unread, each discussion once and everything else one by one. */
export const countBySession = compileOnce<
  { personId: PersonId; limit: number },
  { session_id: SessionId; count: number }
>((given) => unreadBySession(given('personId')).limit(given('limit')))

/** The same where there are no discussions. */
export const countOutsideThreads = compileOnce<
  { personId: PersonId; limit: number },
  { session_id: SessionId; count: number }
>((given) => unreadBySession(given('personId')).where('thread_id', 'is', null).limit(given('limit')))

function unreadBySession(personId: PersonId) {
  return db
    .selectFrom('notifications')
    .select(['session_id', sql<number>`count(distinct coalesce(thread_id, id))`.as('count')])
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where(isShown)
    .groupBy('session_id')
}

/** What of it is unread, and would be read with it. */
export interface ReadSpan {
  personId: PersonId
  sessionId?: SessionId | undefined
  threadId?: ThreadId | undefined
  /** Only what stands outside of threads. */
  isOutsideThreads?: boolean
  upTo?: number | undefined
  /** What has to be done does not go away by having been seen. */
  besidesApprovals?: boolean
  limit: number
}

export const selectAnyUnread = compileOnce<
  { personId: PersonId; sessionId: SessionId },
  { id: NotificationId }
>((given) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', given('personId'))
    .where('session_id', '=', given('sessionId'))
    .where(sql<boolean>`read_at is null`)
    .limit(1),
)

export async function selectUnread(r: Reader, span: ReadSpan): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notifications')
    .selectAll()
    .where('person_id', '=', span.personId)
    .where('read_at', 'is', null)
    .limit(span.limit)
  if (span.sessionId !== undefined) query = query.where('session_id', '=', span.sessionId)
  if (span.threadId !== undefined) query = query.where('thread_id', '=', span.threadId)
  if (span.isOutsideThreads) query = query.where('thread_id', 'is', null)
  if (span.upTo !== undefined) query = query.where('seq', '<=', span.upTo)
  if (span.besidesApprovals) query = query.where('reason', '!=', 'approval')
  return r.all(query)
}

export async function setReadAt(t: Tx, ids: readonly NotificationId[], readAt: number | null): Promise<void> {
  await t.run(
    db
      .updateTable('notifications')
      .set({ read_at: readAt })
      .where('id', 'in', sql<NotificationId>`(select value from json_each(${JSON.stringify(ids)}))`),
  )
}

export async function deleteBefore(t: Tx, before: number, limit: number): Promise<number> {
  const old = await t.all(
    db
      .selectFrom('notifications')
      .select('id')
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(limit),
  )
  if (old.length === 0) return 0
  const ids = JSON.stringify(old.map(({ id }) => id))
  const these = sql<NotificationId>`(select value from json_each(${ids}))`
  await t.run(db.deleteFrom('notification_deliveries').where('notification_id', 'in', these))
  await t.run(db.deleteFrom('notifications').where('id', 'in', these))
  return old.length
}

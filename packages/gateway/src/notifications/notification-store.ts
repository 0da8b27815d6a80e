// SQL of notifications.

import type { EventId, NotificationId, PersonId, ReplyId, SessionId, ThreadId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type NotificationRow, queries as db } from './notifications-tables.ts'

// A literal lets SQLite use the partial indexes; a parameter would not.
const isShown = sql<boolean>`in_inbox = 1`

/** What differs between those who are told of one thing. */
const personal = ['id', 'person_id', 'reason', 'also_reasons', 'in_inbox', 'read_at', 'seq'] as const
/** What does not: it is given to the store once. */
const common = [
  'source_event_id',
  'caused_by_event_id',
  'session_id',
  'thread_id',
  'reply_id',
  'event_id',
  'actor_kind',
  'actor_id',
  'actor_name',
  'created_at',
] as const

/** All of one source. Those that are new: whoever was told of it before has theirs already. One statement, however many. */
export async function insertNotifications(
  t: Tx,
  rows: readonly NotificationRow[],
): Promise<ReadonlySet<NotificationId>> {
  const [first] = rows
  if (!first) return new Set()
  const each = JSON.stringify(rows.map((row) => personal.map((column) => row[column])))
  const inserted = await t.all(insertAll({ ...first, each }))
  return new Set(inserted.map(({ id }) => id))
}

const insertAll = compileOnce<Pick<NotificationRow, (typeof common)[number]> & { each: string }, Inserted>(
  (given) => {
    const values = [
      ...personal.map((_, i) => sql`value ->> ${sql.lit(i)}`),
      ...common.map((column) => sql`${given(column)}`),
    ]
    return (
      db
        .insertInto('notifications')
        .columns([...personal, ...common])
        // Without a condition SQLite would take `on conflict` for that of a join.
        .expression(
          () => sql<NotificationRow>`select ${sql.join(values)} from json_each(${given('each')}) where true`,
        )
        .onConflict((conflict) => conflict.columns(['source_event_id', 'person_id']).doNothing())
        .returning('id')
    )
  },
)

type Inserted = Pick<NotificationRow, 'id'>

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

export async function updateNotification(
  t: Tx,
  id: NotificationId,
  change: Pick<NotificationRow, 'reason' | 'also_reasons' | 'seq' | 'in_inbox' | 'read_at'>,
): Promise<void> {
  await t.run(db.updateTable('notifications').set(change).where('id', '=', id))
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

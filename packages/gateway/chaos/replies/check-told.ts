// Holds whom the replies were told to against whom they name, in a database at rest: each once, nobody forgotten, and
// nobody of what they wrote themselves.

import type { Inspection } from '../inspect-database.ts'
import { namedIn } from './check-replies.ts'
import type { ReplyLedger } from './reply-ledger.ts'

interface ToldRow {
  id: string
  handle: string
  reason: string
  in_inbox: number
  announced: number
}

interface StandingRow {
  event_id: string
  body: string
  author: string
  anchor_author: string | null
}

export function checkTold(database: Inspection, { sessions, muted }: ReplyLedger): string[] {
  return sessions.flatMap(({ id }) => [...checkStanding(database, id, muted), ...checkOwn(database, id)])
}

function checkStanding(database: Inspection, sessionId: string, muted: ReadonlySet<string>): string[] {
  const standing = database.rows<StandingRow>(
    `select r.event_id, r.body, a.handle author, w.handle anchor_author
      from replies r
      join threads t on t.id = r.thread_id
      join people a on a.id = r.author_id
      left join people w on w.id = t.anchor_author_id
      where r.session_id = ? and r.deleted_at is null`,
    sessionId,
  )
  return standing.flatMap((reply) => {
    const told = toldOf(database, reply.event_id)
    const { anchor_author: anchorAuthor } = reply
    const due = new Set(namedIn(reply.body))
    if (anchorAuthor !== null && !muted.has(anchorAuthor)) due.add(anchorAuthor)
    due.delete(reply.author)
    return [
      ...[...due].flatMap((handle) => {
        const count = told.filter((row) => row.handle === handle).length
        return count === 1 ? [] : [`"${reply.body}" was told ${count} times to ${handle}`]
      }),
      ...told.flatMap((row) => {
        return row.announced === row.in_inbox
          ? []
          : [`${row.id} was announced ${row.announced} times to ${row.handle}`]
      }),
    ]
  })
}

function toldOf(database: Inspection, sourceEventId: string): ToldRow[] {
  return database.rows<ToldRow>(
    `select n.id, p.handle, n.reason, n.in_inbox,
        (select count(*) from person_events e where e.person_id = n.person_id and e.kind = 'notification.created'
          and e.payload ->> '$.notificationId' = n.id) announced
      from notifications n join people p on p.id = n.person_id where n.source_event_id = ?`,
    sourceEventId,
  )
}

function checkOwn(database: Inspection, sessionId: string): string[] {
  const own = database.count(
    `select count(*) n from notifications n where n.session_id = ? and n.person_id = n.actor_id`,
    sessionId,
  )
  return own === 0 ? [] : [`${own} people were told of what they wrote themselves`]
}

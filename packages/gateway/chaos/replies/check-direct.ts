// Holds who was written to directly against whom something was told to: whoever has an account there has a status for each
// notification, which is an end; what is delivered can be seen there, and what is not says why. Whether each message that is
// said to be there is there once, the outbox is asked elsewhere.

import type { Inspection } from '../inspect-database.ts'
import type { ReplyLedger } from './reply-ledger.ts'

interface DirectRow {
  id: string
  handle: string
  reason: string
  isDeleted: number
  isEdited: number
  read_at: number | null
  status: string | null
  why: string | null
  attempts: number
  last_error: string | null
  state: string | null
  destination: string | null
}

export interface Direct {
  /** Who has an account there. */
  linked: ReadonlySet<string>
  /** Who has turned replies off, for a while at least. */
  muted: ReadonlySet<string>
  /** How a conversation with somebody is called in the outbox. */
  placeOf(handle: string): string | undefined
  attemptsMax: number
}

export function checkDirect(database: Inspection, { sessions }: ReplyLedger, direct: Direct): string[] {
  return sessions.flatMap(({ id }) => {
    const rows = database.rows<DirectRow>(selectDirect, id)
    return [
      ...rows.flatMap((row) => checkRow(row, direct).map((text) => `${row.id} for ${row.handle} ${text}`)),
      ...checkStray(database, id),
    ]
  })
}

const selectDirect = `
  select n.id, p.handle, n.read_at, d.status, d.why, coalesce(d.attempts, 0) attempts, d.last_error, o.state, o.destination,
    n.reason, (r.deleted_at is not null) isDeleted, (r.edited_at is not null) isEdited
  from notifications n
  join people p on p.id = n.person_id
  left join replies r on r.id = n.reply_id
  left join notification_deliveries d on d.notification_id = n.id and d.channel = 'loopback'
  left join deliveries o on o.cause = d.cause and o.kind = 'message'
  where n.session_id = ?`

function checkRow(row: DirectRow, direct: Direct): string[] {
  const { status, handle } = row
  if (!direct.linked.has(handle)) return status === null ? [] : ['has a status where they have no account']
  switch (status) {
    case null:
      return ['[NTF1] has no status there']
    case 'delivered':
      return [
        ...(row.state === 'sent' ? [] : [`[NTF3] is delivered, and its message is ${row.state}`]),
        ...(row.destination === direct.placeOf(handle) ? [] : [`[I17] was written to ${row.destination}`]),
      ]
    case 'suppressed':
      return isSo(row, direct) ? [] : [`[NTF2] is suppressed because of ${row.why}, which is not so`]
    case 'failed':
      return hasFailed(row, direct)
        ? []
        : [`[NTF3] has failed after ${row.attempts} tries: ${row.last_error}`]
    case 'unknown':
    case 'pending':
      // Nobody could read whether it is there; people see that, and say what becomes of it.
      return row.state === 'unknown' ? [] : [`[I49] is ${status}, and its message is ${row.state}`]
    default:
      return [`[I49] is ${status} for ever`]
  }
}

function isSo({ why, reason, isDeleted, isEdited, ...row }: DirectRow, { muted }: Direct): boolean {
  switch (why) {
    case 'source_deleted':
      return isDeleted === 1
    case 'no_longer_mentioned':
      // Or they took part by a reply that is deleted by now.
      return isEdited === 1 || reason === 'reply_in_thread'
    case 'read':
      return row.read_at !== null
    case 'turned_off':
      return muted.has(row.handle)
    default:
      return false
  }
}

function hasFailed({ state, attempts }: DirectRow, { attemptsMax }: Direct): boolean {
  return state === 'rejected' || attempts >= attemptsMax
}

/** What was sent for nobody: somebody was told in one message what another one has told, or what had been called off. */
function checkStray(database: Inspection, sessionId: string): string[] {
  return database
    .rows<{ cause: string; state: string }>(
      `select o.cause, o.state from deliveries o
        where o.cause like 'notification:%' and o.kind = 'message' and o.state = 'sent'
          and o.event_id in (select id from session_events where session_id = ? and kind like 'reply.%')
          and not exists (select 1 from notification_deliveries d where d.cause = o.cause and d.status = 'delivered')`,
      sessionId,
    )
    .map(({ cause }) => `[I25] ${cause} was sent, and tells nobody of anything`)
}

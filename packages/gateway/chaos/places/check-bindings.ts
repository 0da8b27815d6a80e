// Holds bindings against what is on the platform: one in force for a conversation, nothing routed by one that has ended, one
// farewell, one session that goes on, and for each conversation that was opened one message above it and one thread.

import type { Platform } from '@heddle/emulators/loopback/platform'
import type { Inspection } from '../inspect-database.ts'
import type { PlaceLedger } from './place-ledger.ts'

export function checkBindings(
  database: Inspection,
  platform: Platform,
  { startedAt }: PlaceLedger,
): string[] {
  return [
    ...checkBindingRows(database, startedAt, 'loopback'),
    ...database.rows<OpenedRow>(selectOpened, startedAt).flatMap((row) => checkOpened(row, platform)),
  ]
}

/** What the gateway has on record about them, wherever they are. */
export function checkBindingRows(database: Inspection, startedAt: number, channel: string): string[] {
  const tell = (sql: string, words: (row: { id: string; n: number }) => string) =>
    database.rows<{ id: string; n: number }>(sql, startedAt).map(words)
  return [
    ...tell(selectDouble, ({ id, n }) => `[I16] ${id} has ${n} bindings in force`),
    ...tell(selectRevivedTwice, ({ id, n }) => `[I19] ${id} is continued by ${n} sessions`),
    ...tell(selectFarewells, ({ id, n }) => `[BND5] ${id} was said ${n} times`),
    ...checkInForce(database, startedAt, channel),
  ]
}

const selectDouble = `
  select channel || '/' || account_id || '/' || conversation_id as id, count(*) n from bindings
  where bound_at >= ? and status <> 'ended' group by channel, account_id, conversation_id having n > 1`

const selectRevivedTwice = `
  select continues_id as id, count(*) n from sessions where created_at >= ? and continues_id is not null
  group by continues_id, key having n > 1`

const selectFarewells = `
  select cause as id, count(*) n from deliveries where created_at >= ? and cause like 'farewell:%' and part = 1
  group by cause having n > 1`

interface Routed {
  id: string
  place: string
  at: number
  how: string
}

/** From the commit of the cause of its end, nothing is routed by a binding. */
function checkInForce(database: Inspection, startedAt: number, channel: string): string[] {
  const bindings = Map.groupBy(
    database.rows<{ id: string; place: string; ended_at: number | null }>(selectBindings, channel),
    ({ place }) => place,
  )
  const isInForce = ({ place, at }: Routed) =>
    bindings.get(place)?.some(({ id, ended_at }) => timeOf(id) <= at && (ended_at ?? at) >= at)
  return database
    .rows<Routed>(selectRouted, startedAt, channel, startedAt, channel)
    .filter((routed) => !isInForce(routed))
    .map(({ id, how, place }) => `[I20] ${id} was ${how} by a binding that was not in force in ${place}`)
}

const selectBindings = `
  select id, channel || '/' || account_id || '/' || conversation_id as place, ended_at from bindings
  where channel = ?`

const selectRouted = `
  select event_id as id, channel || '/' || account_id || '/' || conversation_id as place,
      coalesce((select e.created_at from session_events e where e.id = message_id), created_at) as at, 'heard' as how
    from arrivals where created_at >= ? and reason = 'bound' and channel = ?
  union all select turn_id, conversation, created_at, 'answered'
    from turn_replies where created_at >= ? and destination = 'bound' and conversation like ? || '/%'`

/** When it was made: one that goes on with another session counts anew from then. */
function timeOf(id: string): number {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz'
  const time = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11)
  return Array.from(time).reduce((ms, char) => ms * 32 + digits.indexOf(char), 0)
}

interface OpenedRow {
  id: string
  cause: string
  state: string
  platform_id: string | null
  conversation_id: string | null
  bindings: number
  undone: number
  started_at: number | null
  story: string
}

const selectOpened = `
  select d.id, d.cause, d.state, d.platform_id, d.conversation_id, d.started_at,
    d.attempts || ' attempts, ' || d.is_resent || ', ' || coalesce(d.reason, '') || ', ' || coalesce(d.detail, '') || ', ' ||
      json_extract(d.extra, '$.tracks') || (select coalesce(group_concat('; ' || u.kind || ' ' || u.state || ' ' ||
        coalesce(u.platform_id, '')), '') from deliveries u where u.cause like '%' || d.id || '%') as story,
    (select count(*) from bindings b where b.conversation_id = d.conversation_id and b.is_opened = 1) as bindings,
    (select count(*) from deliveries u where u.cause = 'undo:' || d.id) as undone
  from deliveries d where d.created_at >= ? and d.kind = 'open'`

function checkOpened(row: OpenedRow, platform: Platform): string[] {
  const { id, cause, state, platform_id, bindings, undone } = row
  const anchors = platform.visible().filter(({ marker }) => marker?.delivery === id && marker.part === 0)
  const threads = anchors.filter((anchor) => platform.state.conversations.has(anchor.id))
  // Whoever writes there opens it again.
  const open = threads.filter((anchor) => {
    const thread = platform.state.conversations.get(anchor.id)
    return thread?.isArchived === false && thread.messages.every(({ author }) => author.isBot)
  })
  const complaints: string[] = []
  if (anchors.length > 1) complaints.push(`[F13] has ${anchors.length} messages above it`)
  // An agent's own wish for a thread binds nothing.
  const isWanted = bindings > 0 || cause.startsWith('tool:')
  if (state === 'sent' && isWanted) {
    const isThere = platform.state.messages.has(platform_id ?? '')
    if (isThere && anchors[0]?.id !== platform_id) complaints.push('[F13] stands under another message')
  } else {
    // Whoever it was for may be gone by then.
    if (state === 'sent' && undone === 0) complaints.push('[BND10] is bound to nothing, and was not undone')
    if (anchors.length > 0) complaints.push(`[BND10] is ${state}, and its message stands there`)
    if (open.length > 0) complaints.push(`[BND10] is ${state}, and its thread is open`)
  }
  const stands = anchors.map(
    (anchor) => `${anchor.id} ${anchor.createdAt - (row.started_at ?? 0)} ms after it was asked for`,
  )
  const story = [...stands, row.story].join('; ')
  return complaints.map((text) => `what was opened for ${cause} (${id}) ${text} (${story})`)
}

// Holds what came in against what people wrote: each message is there once and was taken by one turn, in the order in which
// it was written; of whoever may not speak nothing is kept.

import type { Inspection } from '../inspect-database.ts'
import type { PlaceLedger, SaidThere } from './place-ledger.ts'

interface Arrived {
  conversation_id: string
  event_id: string
  session_id: string | null
  message_id: string | null
  message_seq: number | null
  reason: string
  answer: string | null
}

interface Places {
  /** What is there still. */
  state: { conversations: { has(id: string): boolean } }
  /** The platform tells by itself that something was said there, also where nobody was heard yet. Absent: nowhere. */
  isTold?(conversationId: string): boolean
}

export function checkArrivals(
  database: Inspection,
  platform: Places,
  ledger: PlaceLedger,
  channel = 'loopback',
): string[] {
  const arrivals = new Map(
    database
      .rows<Arrived>(
        'select * from arrivals where created_at >= ? and channel = ?',
        ledger.startedAt,
        channel,
      )
      .map((row) => [row.event_id, row]),
  )
  const taken = countTaken(database, ledger)
  const manners = [...(ledger.hasSwaps ? ['swaps'] : []), ...(ledger.lossAt.length > 0 ? ['losses'] : [])]
  return [
    ...ledger.said.flatMap((said) => {
      const arrived = arrivals.get(said.id)
      return checkOne(said, arrived, mayBeMissed(database, said, platform, { ...ledger, channel })).map(
        (text) =>
          `"${said.text}" of ${said.author} (${[said.id, said.conversationId, ...manners].join(', ')}) ${text}`,
      )
    }),
    ...[...arrivals.values()].flatMap(({ message_id }) => {
      const times = message_id === null ? 1 : (taken.get(message_id) ?? 0)
      return times === 1 ? [] : [`[I10] ${message_id} was taken or cancelled ${times} times`]
    }),
    ...(ledger.hasSwaps ? [] : checkOrder(arrivals)),
    ...checkTwice(database, ledger),
  ]
}

/** What came first in a place that nobody knew of cannot be asked for; nor what is gone with its place. */
function mayBeMissed(
  database: Inspection,
  said: SaidThere,
  platform: Places,
  { lossAt, hasSwaps, namesMissed, closed, channel }: PlaceLedger & { channel: string },
): boolean {
  if (lossAt.length === 0) return false
  const { id, conversationId, at } = said
  if (!platform.state.conversations.has(conversationId) || closed.has(conversationId)) return true
  if (namesMissed) return false
  // Behind something newer that came before it, nobody looks for it.
  if (hasSwaps) return true
  if (platform.isTold?.(conversationId)) return false
  return database.count(selectKnown, channel, conversationId, id, channel, conversationId, at) === 0
}

/** Where somebody was heard before, or something was bound. What was pressed says nothing of what was written. */
const selectKnown = `
  select (select count(*) from arrivals
      where channel = ? and conversation_id = ? and event_id < ? and reason <> 'pressed')
    + (select count(*) from bindings where channel = ? and conversation_id = ? and bound_at <= ?) as n`

function checkOne(said: SaidThere, arrived: Arrived | undefined, mayBeMissed: boolean): string[] {
  if (said.fate === 'anything') return []
  if (said.fate === 'nothing') return arrived ? [`[I18] came in, as ${arrived.reason}`] : []
  if (!arrived) return mayBeMissed ? [] : ['[I1] never came in']
  if (arrived.reason === 'kept') return ['[I49] is still kept']
  if (said.fate === 'noted_or_heard') return []
  const isHeard = arrived.message_id !== null || arrived.answer !== null
  return isHeard || refusals.has(arrived.reason) ? [] : [`was not heard: ${arrived.reason}`]
}

/** A "no" that was said in the place. */
const refusals: ReadonlySet<string> = new Set([
  'not_allowed',
  'not_bound',
  'not_yours',
  'bad_input',
  'not_found',
  'bound_here',
  'limit_reached',
  'no_threads_here',
  'session_archived',
  'unknown_run',
])

function countTaken(database: Inspection, { startedAt }: PlaceLedger): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (id: unknown) => counts.set(String(id), (counts.get(String(id)) ?? 0) + 1)
  const events = database.rows<{ kind: string; payload: string }>(
    `select kind, payload from session_events where created_at >= ?
       and kind in ('turn.started', 'message.taken', 'message.cancelled')`,
    startedAt,
  )
  for (const { kind, payload } of events) {
    // The edge: written by the gateway, by the contract.
    const told = JSON.parse(payload) as { messages?: string[]; messageId?: string }
    if (kind === 'message.cancelled') add(told.messageId)
    else for (const id of told.messages ?? []) add(id)
  }
  return counts
}

/** Within one place and one session. */
function checkOrder(arrivals: ReadonlyMap<string, Arrived>): string[] {
  const heard = [...arrivals.values()].filter(({ message_seq }) => message_seq !== null)
  const places = Map.groupBy(
    heard,
    ({ conversation_id, session_id }) => `${conversation_id} in ${session_id}`,
  )
  return [...places].flatMap(([name, list]) => {
    const written = list.toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))
    return written.flatMap(({ message_seq, event_id }, i) =>
      (written[i - 1]?.message_seq ?? 0) < (message_seq ?? 0)
        ? []
        : [`[REV4] ${event_id} came too early (${name})`],
    )
  })
}

/** One event of the platform, one entry in one log. */
function checkTwice(database: Inspection, { startedAt }: PlaceLedger): string[] {
  return database
    .rows<{ message_id: string; n: number }>(
      `select message_id, count(*) n from arrivals where created_at >= ? and message_id is not null
         group by message_id having n > 1`,
      startedAt,
    )
    .map(({ message_id, n }) => `[I10] ${message_id} stands for ${n} events`)
}

// Holds what can be seen on the platform against the outbox: each part that was sent is there once, in its place and in
// order; what was not sent is nowhere; and every end of a run that was to be told there was.

import type { Platform } from '@heddle/emulators/loopback/platform'
import type { PlatformMessage } from '@heddle/emulators/loopback/platform-words'
import { announceSkip, placeName } from '@heddle/contract'
import { overtakenLine } from '../../src/delivery/write-label.ts'
import type { Inspection } from '../inspect-database.ts'
import type { PlaceLedger } from './place-ledger.ts'

interface SentRow {
  id: string
  lead_id: string
  kind: string
  cause: string
  destination: string
  part: number
  parts: number
  conversation_id: string | null
  session_id: string | null
  text: string
  state: string
  reason: string | null
  platform_id: string | null
  /** It was said for a part of another text that could be changed no more. */
  is_instead: number
}

export function checkDeliveries(database: Inspection, platform: Platform, ledger: PlaceLedger): string[] {
  const rows = database.rows<SentRow>(selectRows, ledger.startedAt)
  const visible = Map.groupBy(
    platform.visible().filter(({ author, createdAt }) => author.isBot && createdAt >= ledger.startedAt),
    ({ marker }) => (marker === undefined ? 'unmarked' : `${marker.delivery}/${marker.part}`),
  )
  return [
    ...rows
      .filter(({ kind }) => kind === 'message')
      .flatMap((row) => checkVisible(row, visible, platform, ledger)),
    ...checkStrays(database, visible),
    ...checkParts(rows, platform),
    ...checkOrder(rows, ledger, platform),
    ...checkTurns(database, ledger, 'loopback'),
    ...checkCompletions(database, ledger, 'loopback'),
  ]
}

const selectRows = `select *, extra ->> '$.tracks.insteadOf' is not null as is_instead from deliveries
  where created_at >= ? order by destination, lead_id, part`

type Visible = ReadonlyMap<string, readonly PlatformMessage[]>

function checkVisible(row: SentRow, visible: Visible, platform: Platform, { closed }: PlaceLedger): string[] {
  const copies = visible.get(`${row.id}/${row.part}`) ?? []
  const name = `${row.cause}, part ${row.part} (${row.id})`
  const place = platform.state.conversations.get(row.conversation_id ?? '')
  if (row.state === 'unknown') {
    if (copies.length > 0) return [`[I6] ${name} was left unknown, and can be seen`]
    // What can be read by now is known by now (DLV3).
    const wasReadable = place !== undefined && !closed.has(place.id)
    return wasReadable ? [`[I6] ${name} was left unknown, and its place could be read`] : []
  }
  // Somebody let it be while nobody knew whether it is there.
  if (row.reason === 'dismissed' && copies.length === 1) return []
  const expected = row.state === 'sent' && place !== undefined ? 1 : 0
  if (copies.length !== expected) {
    return [`[I6] ${name} is ${row.state} (${row.reason}), and can be seen ${copies.length} times`]
  }
  const [copy] = copies
  if (!copy) return []
  return [
    ...(copy.id === row.platform_id
      ? []
      : [`[DLV7] ${name} is known as ${row.platform_id}, and is ${copy.id}`]),
    ...(copy.conversationId === row.conversation_id
      ? []
      : [`[I17] ${name} stands in ${copy.conversationId}, and belongs into ${row.conversation_id}`]),
    ...(copy.text.endsWith(row.text) ? [] : [`[I9] ${name} has another text`]),
  ]
}

/** What stands there and nobody has on record. Part 0 is the message above a thread. */
function checkStrays(database: Inspection, visible: Visible): string[] {
  return [...visible].flatMap(([name, copies]) => {
    const [id = '', part = ''] = name.split('/')
    const n = database.count(
      `select count(*) n from deliveries where id = ? and (part = ? or (kind = 'open' and ? = 0))`,
      id,
      Number(part),
      Number(part),
    )
    return n === 1
      ? []
      : [`[DLV1] nobody sent ${name}: ${copies.map(({ text }) => text.slice(0, 60)).join(' | ')}`]
  })
}

/** In order; and if one is missing, those behind it say so. */
function checkParts(rows: readonly SentRow[], platform: Platform): string[] {
  const groups = Map.groupBy(
    rows.filter((row) => row.kind === 'message' && row.destination !== '' && !row.is_instead),
    ({ lead_id }) => lead_id,
  )
  return [...groups.values()].flatMap((found) => {
    // Somebody may have sent one of them to another place.
    const parts = found.toSorted((a, b) => a.part - b.part)
    const [first] = parts
    if (!first) return []
    if (parts.length !== first.parts || parts.some(({ part }, i) => part !== i + 1)) {
      return [`[I9] ${first.cause} has ${parts.length} of ${first.parts} parts`]
    }
    const missing = parts.findIndex(({ state }) => state !== 'sent')
    return missing === -1
      ? []
      : parts
          .slice(missing + 1)
          .filter(({ platform_id, text }) => platform.state.messages.get(platform_id ?? '')?.text === text)
          .map(({ part }) => `[I9] part ${part} of ${first.cause} does not say that one is missing before it`)
  })
}

/** What came back when others had been said already says so. */
function checkOrder(rows: readonly SentRow[], { resentByHand }: PlaceLedger, platform: Platform): string[] {
  const saysSo = ({ platform_id }: SentRow) =>
    platform.state.messages.get(platform_id ?? '')?.text.includes(overtakenLine) === true
  const lanes = Map.groupBy(
    rows.filter(
      (row) => row.kind === 'message' && row.state === 'sent' && !resentByHand.has(row.id) && !saysSo(row),
    ),
    ({ destination }) => destination,
  )
  return [...lanes].flatMap(([destination, sent]) =>
    sent.flatMap((row, i) => {
      const before = sent[i - 1]?.platform_id ?? ''
      return before < (row.platform_id ?? '')
        ? []
        : [`[DLV2] ${row.cause} stands too early in ${destination}`]
    }),
  )
}

/** An answer stands where its turn was asked, in its session's name. What was begun elsewhere is taken back by then. */
export function checkTurns(
  database: Inspection,
  { startedAt }: Pick<PlaceLedger, 'startedAt'>,
  channel: string,
): string[] {
  const wrong = database.rows<{ cause: string; destination: string; conversation: string }>(
    `select d.cause, d.destination, r.conversation from deliveries d
       join turn_replies r on d.cause = 'turn:' || r.turn_id
       where d.created_at >= ? and d.kind = 'message' and
         (d.destination <> '' and d.destination <> r.conversation and d.state <> 'withdrawn'
           or d.session_id is not r.session_id)`,
    startedAt,
  )
  return [
    ...wrong.map(({ cause, destination }) => `[I17] ${cause} went to ${destination}, which is another's`),
    ...database.rows<Answered>(selectAnswered, startedAt, channel).flatMap(checkAnswered),
  ]
}

interface Answered {
  turn_id: string
  conversation: string
  answer: string
  /** What the outbox has of it there, part by part. */
  told: string | null
}

/** To its last words: what was only begun is told in part. */
function checkAnswered({ turn_id, conversation, answer, told }: Answered): string[] {
  if (told === null) return [`[I3] ${turn_id} was to be answered in ${conversation}`]
  const end = bareOf(answer).slice(-endChars)
  return bareOf(told).includes(end) ? [] : [`[I3] ${turn_id} is told in part in ${conversation}`]
}

const endChars = 24

/** As every channel writes it. */
function bareOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Said, or for people to see and to send; what they let be is theirs as well. Nothing else that is withdrawn is told. */
const isCarried = `(d.kind = 'message' and d.state <> 'withdrawn' or d.state in ('rejected', 'gave_up')
  or d.reason in ('dismissed', 'told_elsewhere', 'held_instead'))`

const selectAnswered = `
  select p.turn_id, p.conversation, e.payload ->> '$.text' as answer,
    (select group_concat(d.text, ' ' order by d.part) from deliveries d where d.destination = p.conversation and ${isCarried}
      and (d.cause in ('turn:' || p.turn_id, 'turn:' || p.turn_id || ':whole')
        or d.cause in (select 'completion:' || r.id from runs r where r.last_turn_id = p.turn_id))) as told
  from turn_replies p join turns t on t.id = p.turn_id
  join session_events e on e.session_id = p.session_id and e.turn_id = p.turn_id and e.kind = 'message.agent'
  where p.created_at >= ? and p.conversation like ? || '/%' and t.state = 'succeeded'
    and e.redacted_at is null and trim(coalesce(e.payload ->> '$.text', '')) not in ('', '${announceSkip}')
    and not exists (select 1 from session_events l where l.session_id = e.session_id and l.turn_id = e.turn_id
      and l.seq > e.seq and l.kind in ('message.agent', 'tool.result'))`

interface ToldRun {
  id: string
  is_skipped: number
  ended_at: number | null
  completions: number
  destination: string | null
  place: string | null
  told: number
  held: number
  /** By the place of its own in which it is to be told. */
  refused: number
}

/** 0 lost, and each told once. */
export function checkCompletions(
  database: Inspection,
  { startedAt }: Pick<PlaceLedger, 'startedAt'>,
  channel: string,
): string[] {
  const prefix = placeName({ channel, accountId: 'main', conversationId: '' })
  return database.rows<ToldRun>(selectCompletions, startedAt).flatMap((run) => {
    if (run.ended_at === null) return [`${run.id} has not ended`]
    if (run.completions !== 1) return [`[I2] ${run.id} has ${run.completions} destinations`]
    if (run.is_skipped === 1) return []
    if (run.destination === 'hold') return run.held === 1 ? [] : [`[I3] ${run.id} is held ${run.held} times`]
    if (!run.place?.startsWith(prefix)) return []
    if (run.refused > 0) return [`[RTE7] ${run.id} was refused in ${run.place}, and was not decided again`]
    return run.told === 1 ? [] : [`[I3] ${run.id} was told ${run.told} times in ${run.place}`]
  })
}

/** As a message of its own, or in what its last turn had begun there. What is withdrawn is told nowhere, unless somebody let it be. */
const isThere = `d.destination = c.place and d.part = 1 and (d.state <> 'withdrawn' or d.reason = 'dismissed')`
const isInTurn = `exists (select 1 from deliveries d where d.cause = 'completion:' || r.id and d.destination = c.place
    and d.part = 1 and d.kind = 'edit')
  and exists (select 1 from deliveries d where ${isThere} and (d.cause = 'completion:' || r.id
    or d.kind = 'message' and d.cause in ('turn:' || r.last_turn_id, 'turn:' || r.last_turn_id || ':whole')))`

const selectCompletions = `
  select r.id, r.is_skipped, r.ended_at, c.destination, c.place,
    (select count(*) from completions n where n.run_id = r.id) as completions,
    coalesce((select nullif(count(*), 0) from deliveries d where ${isThere} and d.kind = 'message'
      and d.cause in ('completion:' || r.id, 'completion-again:' || r.id)), ${isInTurn}) as told,
    (select count(*) from deliveries d where d.part = 1 and d.cause = 'completion-again:' || r.id
      and (d.state <> 'withdrawn' or d.reason = 'dismissed')) as held,
    (select count(*) from deliveries d where c.destination = 'bound' and d.destination = c.place
      and d.state = 'rejected' and d.reason = 'place_refused' and d.cause in
        ('completion:' || r.id, 'turn:' || r.last_turn_id, 'turn:' || r.last_turn_id || ':whole')) as refused
  from runs r left join completions c on c.run_id = r.id
  where exists (select 1 from session_events e where e.id = r.spawned_event_id and e.created_at >= ?)`

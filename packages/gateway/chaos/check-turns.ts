// Holds what is left in a database at rest against what the clients of the rounds were told.

import type { EventJson, LiveEvent } from '@heddle/contract'
import type { Inspection } from './inspect-database.ts'
import type { LogFollower } from './log-follower.ts'
import type { SaidMessage, TurnLedger } from './turn-ledger.ts'

interface EventRow {
  session_id: string
  seq: number
  id: string
  kind: string
  turn_id: string | null
  target_seq: number | null
  completed_seq: number | null
  payload: string
}

interface Log {
  rows: EventRow[]
  /** Of each message: the entries that say that a turn took it. */
  taken: Map<string, string[]>
  cancelled: Map<string, string>
}

/** All sessions of the ledger. `wholeAnswer` is what the model says when it comes to its end. */
export function checkTurns(database: Inspection, ledger: TurnLedger, wholeAnswer: string): string[] {
  return ledger.sessions.flatMap(({ id, isStopAsked }) => {
    const log = readLog(database, id)
    const said = ledger.said.filter((message) => message.sessionId === id)
    return [
      ...checkMessages(log, said, ledger),
      ...checkOrder(said),
      ...checkTurnEnds(log, isStopAsked, wholeAnswer),
      ...(isStopAsked ? [] : [...log.cancelled.values()].filter((why) => why === 'stop')).map(
        () => 'a message was cancelled by a stop that nobody asked for',
      ),
    ].map((text) => `${id}: ${text}`)
  })
}

/** What must hold of the whole store when nothing runs in it. */
export function checkRest(database: Inspection): string[] {
  const none = (what: string, sql: string) => {
    const n = database.count(sql)
    return n === 0 ? [] : [`${n} ${what}`]
  }
  return [
    ...none('drafts were left', 'select count(*) n from session_drafts'),
    ...none(
      'turns are still running',
      `select count(*) n from turns where ended_at is null or state in ('running', 'waiting')`,
    ),
    ...none(
      'sessions have a turn, a queue or a state that says so',
      `select count(*) n from sessions where turn_id is not null or queued <> 0 or state = 'running'`,
    ),
    ...none('messages wait', 'select count(*) n from session_inbox where is_quiet = 0'),
    ...none(
      `pieces of work were left`,
      // Those that come later would have looked after a turn that waited, and ended before its time.
      `select count(*) n from work
        where lane in ('turns', 'subagent') and due_at <= ${Date.now()} or kind = 'sessions.end-late-run'`,
    ),
    ...none('pieces of work were given up', `select count(*) n from work where state = 'dead'`),
    ...none(
      'logs have a hole',
      `select count(*) n from sessions s where s.seq <> (select count(*) from session_events e where e.session_id = s.id)
        or s.seq <> (select coalesce(max(seq), 0) from session_events e where e.session_id = s.id)`,
    ),
    ...none(
      'sessions do not add up what their turns used',
      `select count(*) n from sessions s
        where s.output_tokens <> (select coalesce(sum(output_tokens), 0) from turns t where t.session_id = s.id)`,
    ),
    ...database.complaints().map((text) => `[I15] ${text}`),
  ]
}

/** The follower against one who reads the log from its beginning. */
export function checkFollower(follower: LogFollower, whole: readonly LiveEvent[]): string[] {
  const bySeq = new Map(whole.map((event) => [event.seq, event]))
  const rowIds = new Map(whole.map((event) => [event.eventId, event.place]))
  const wrong = follower.held.filter((event) => {
    const known = bySeq.get(event.seq)
    return known === undefined || sameEntry(event) !== sameEntry(known)
  })
  const strange = follower.rows.filter((row: EventJson) => rowIds.get(row.eventId) !== row.place)
  return [
    ...follower.complaints.map((text) => `a follower: ${text}`),
    ...wrong.map((event) => `a follower holds another ${event.seq} (${event.kind}) than the log`),
    ...strange.map((row) => `a snapshot had ${row.eventId} (${row.kind}), which the log has not there`),
  ]
}

/** What a message or a reply says may be edited later, and whoever reads it later reads that. */
const changing = new Set(['message.user', 'message.edited', 'reply.posted', 'reply.edited'])

function sameEntry({ seq, eventId, kind, place, turnId, payload }: LiveEvent): string {
  return JSON.stringify([seq, eventId, kind, place, turnId, changing.has(kind) ? null : payload])
}

function readLog(database: Inspection, sessionId: string): Log {
  const rows = database.rows<EventRow>(
    'select * from session_events where session_id = ? order by seq',
    sessionId,
  )
  const log: Log = { rows, taken: new Map(), cancelled: new Map() }
  for (const row of rows) {
    const payload = payloadOf(row)
    if (row.kind === 'turn.started' || row.kind === 'message.taken') {
      for (const id of payload['messages'] as string[]) {
        log.taken.set(id, [...(log.taken.get(id) ?? []), row.turn_id ?? ''])
      }
    }
    if (row.kind === 'message.cancelled') {
      log.cancelled.set(String(payload['messageId']), String(payload['why']))
    }
  }
  return log
}

function payloadOf(row: EventRow): Record<string, unknown> {
  return JSON.parse(row.payload) as Record<string, unknown>
}

function checkMessages(log: Log, said: readonly SaidMessage[], ledger: TurnLedger): string[] {
  const byClientId = new Map<string, EventRow[]>()
  for (const row of log.rows.filter(({ kind }) => kind === 'message.user')) {
    const id = String(payloadOf(row)['clientMessageId'])
    byClientId.set(id, [...(byClientId.get(id) ?? []), row])
  }
  const unknown = [...byClientId.keys()].filter(
    (id) => !said.some(({ clientMessageId }) => clientMessageId === id),
  )
  return [
    ...unknown.map((id) => `nobody said ${id}`),
    ...said.flatMap((message) => {
      const found = byClientId.get(message.clientMessageId) ?? []
      return checkMessage(log, message, found, ledger).map((text) => `"${message.body}" ${text}`)
    }),
  ]
}

function checkMessage(
  log: Log,
  message: SaidMessage,
  found: readonly EventRow[],
  ledger: TurnLedger,
): string[] {
  const { acknowledged } = message
  const [row] = found
  if (!acknowledged) return ['was never acknowledged, though the gateway came back']
  if (!row || found.length > 1) return [`[I1] is there ${found.length} times`]
  if (row.id !== acknowledged.eventId || row.seq !== acknowledged.seq) return ['is not where it was told']
  const breaches: string[] = []
  const body = String(payloadOf(row)['text'])
  if (!message.bodies.has(body)) breaches.push(`says "${body}"`)
  const taken = log.taken.get(row.id) ?? []
  const why = log.cancelled.get(row.id)
  if (message.mode === 'note') {
    if (taken.length > 0 || why !== undefined) breaches.push('is a note, and was taken or cancelled')
    return breaches
  }
  if (taken.length + (why === undefined ? 0 : 1) !== 1) {
    breaches.push(`was taken by ${taken.length} turns and ${why === undefined ? 'not ' : ''}cancelled`)
  }
  if (ledger.toldCancelled.has(row.id) && why === undefined) breaches.push('[I1] is not cancelled any more')
  if (why === 'author' && !message.isCancelAsked) breaches.push('was cancelled, though nobody asked')
  if ((payloadOf(row)['cancelled'] !== undefined) !== (why !== undefined)) {
    breaches.push('does not say itself whether it was cancelled')
  }
  return breaches
}

function checkOrder(said: readonly SaidMessage[]): string[] {
  const last = new Map<string, number>()
  return said.flatMap(({ author, acknowledged, body }) => {
    if (!acknowledged) return []
    const before = last.get(author) ?? 0
    last.set(author, acknowledged.seq)
    return acknowledged.seq > before ? [] : [`"${body}" stands before what ${author} had said earlier`]
  })
}

function checkTurnEnds({ rows }: Log, isStopAsked: boolean, wholeAnswer: string): string[] {
  const turns = new Map<string, EventRow[]>()
  for (const row of rows) {
    if (row.turn_id !== null) turns.set(row.turn_id, [...(turns.get(row.turn_id) ?? []), row])
  }
  return [...turns].flatMap(([id, events]) => {
    const of = (...kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind))
    const ends = of('turn.finished', 'turn.failed')
    const [end] = ends
    if (of('turn.started').length !== 1) return [`${id} began ${of('turn.started').length} times`]
    if (!end || ends.length > 1) return [`${id} has ${ends.length} ends`]
    return [
      ...checkEnd(payloadOf(end), of('message.agent'), isStopAsked, wholeAnswer),
      ...(events.at(-1) === end ? [] : ['goes on after its end']),
      ...(events.some((event) => event.completed_seq === 0) ? ['has a text without an end'] : []),
    ].map((text) => `${id} ${text}`)
  })
}

function checkEnd(
  end: Record<string, unknown>,
  answers: readonly EventRow[],
  isStopAsked: boolean,
  wholeAnswer: string,
): string[] {
  if (end['outcome'] === 'cancelled') {
    return isStopAsked ? [] : ['was stopped, though nobody asked']
  }
  // Killed too often it is given up, and says so; every other failure is a breach.
  if (end['reason'] !== undefined)
    return end['reason'] === 'crashed' ? [] : [`failed: ${String(end['message'])}`]
  // An entry that only completes another is not a text of its own.
  const texts = answers.filter((row) => row.target_seq === null).map(payloadOf)
  const whole = texts.filter(({ state, text }) => state === 'complete' && text === wholeAnswer)
  return whole.length === end['steps'] && texts.length === whole.length
    ? []
    : [`took ${String(end['steps'])} steps and has these answers: ${texts.map(describeText).join(', ')}`]
}

function describeText({ state, step, attempt, text }: Record<string, unknown>): string {
  return `${String(state)} in step ${String(step)}, attempt ${String(attempt)}, ${String(text).length} characters`
}

// A store as it looks after years: thousands of sessions with their logs, turns and arrivals, written straight into the
// tables, because talking them into being would take hours.

import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Insertable } from 'kysely'
import type { EventId, PersonId, SessionId, TurnId } from '@heddle/contract'
import type { RoutingTables } from '../src/routing/routing-tables.ts'
import type { EventRow, SessionsTables } from '../src/sessions/sessions-tables.ts'

export interface FillPlan {
  sessions: number
  /** In all of them together, besides the long one. */
  events: number
  /** Of one session that is much longer than the others. */
  longEvents: number
  /** Takes part in some of the private ones, and in the long one. */
  personId: PersonId
  otherPersonIds: readonly PersonId[]
}

export interface Filled {
  longSessionId: string
  /** One that the person takes part in, of ordinary length. */
  sessionId: string
}

/** What one message leaves in the log. */
const eventsOfMessage = 5
const dayMs = 24 * 3_600_000
const question =
  'Could you look at why the nightly build fails on the second machine, and tell me what changed? '
const answer =
  'The build fails because the cache of the second machine still holds the old compiler. I cleared it and ran the build again: all tests pass. Two things are left to do. '

export function fillSessions(folder: string, plan: FillPlan): Filled {
  const db = new DatabaseSync(join(folder, 'heddle.db'))
  // Nothing of this must survive a crash; what is half filled is thrown away.
  for (const pragma of ['journal_mode=memory', 'synchronous=off', 'cache_size=-200000', 'foreign_keys=off']) {
    db.exec(`pragma ${pragma}`)
  }
  const insert = createInsert(db)
  const each = Math.floor(plan.events / plan.sessions / eventsOfMessage)
  db.exec('begin')
  const put = (i: number, messages: number) => putSession(insert, plan, i, messages)
  for (let i = 0; i < plan.sessions; i++) put(i, each)
  const long = put(plan.sessions, Math.floor(plan.longEvents / eventsOfMessage))
  db.exec('commit')
  db.exec('pragma journal_mode=wal')
  db.close()
  // Every tenth private one is the person's, and the first of them has number 1.
  return { longSessionId: long, sessionId: idOf('ses', 1, 0) }
}

type Tables = SessionsTables & Pick<RoutingTables, 'arrivals' | 'conversations'>
type Insert = <Name extends keyof Tables>(table: Name, row: Insertable<Tables[Name]>) => void

/** By the types of the rooms, so that a new column is missed here before it is missed by the database. */
function createInsert(db: DatabaseSync): Insert {
  const statements = new Map<string, StatementSync>()
  return (table, row) => {
    const columns = Object.keys(row)
    let statement = statements.get(table)
    if (statement === undefined) {
      const places = columns.map(() => '?').join(', ')
      statement = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
      statements.set(table, statement)
    }
    // The edge: rows hold nothing but what SQLite takes.
    statement.run(...(Object.values(row) as SQLInputValue[]))
  }
}

interface Talk {
  session: SessionId
  /** Its number. */
  i: number
  person: PersonId
  at: number
}

function putSession(insert: Insert, plan: FillPlan, i: number, messages: number): SessionId {
  const isLong = i === plan.sessions
  const id = idOf<SessionId>('ses', i, 0)
  const at = Date.now() - dayMs - (plan.sessions - i) * 60_000
  const others = plan.otherPersonIds
  const person = isLong || i % 10 === 1 ? plan.personId : (others[i % others.length] ?? plan.personId)
  const title = `${question.slice(0, 50)} ${i}`
  insert('sessions', {
    id,
    key: `agent:main:web:${i}`,
    key_owner: '',
    is_current: 1,
    agent_id: 'main',
    kind: 'chat',
    parent_id: null,
    depth: 0,
    state: 'idle',
    title,
    title_from: 'first_message',
    search_text: title.toLowerCase(),
    visibility: !isLong && i % 3 === 0 ? 'team' : 'private',
    created_by: person,
    successor_id: null,
    seq: messages * eventsOfMessage,
    turn_id: null,
    queued: 0,
    input_tokens: messages * 100,
    output_tokens: messages * 40,
    cached_tokens: 0,
    cost_micros: null,
    version: 1,
    created_at: at,
    updated_at: at,
    active_at: at,
    model: null,
    is_model_missed: 0,
    last_outcome: 'succeeded',
    forked_from: null,
    forked_at_event: null,
    ended_seq: messages * eventsOfMessage,
    news_seq: messages * eventsOfMessage,
    said_seq: messages * eventsOfMessage - eventsOfMessage + 1,
    said_by: person,
    said_before_seq: 0,
    is_tainted: 0,
    open_approvals: 0,
    open_below: 0,
    compacted_through_seq: 0,
    compaction_seq: 0,
    is_compaction_asked: 0,
    continues_id: null,
    rights: null,
    // What is years old was taken into the search long ago.
    search_seq: messages * eventsOfMessage,
    search_from: 0,
    is_behind: 0,
  })
  insert('session_participants', { session_id: id, person_id: person, active_at: at, is_below: 0 })
  insert('session_attendance', { session_id: id, person_id: person, waits_since: i % 2 === 0 ? null : at })
  insert('conversations', {
    channel: 'web',
    account_id: 'web',
    conversation_id: id,
    parent_conversation_id: null,
    kind: 'web',
    agent_id: 'main',
    session_id: id,
    created_at: at,
    platform_id: null,
  })
  for (let n = 0; n < messages; n++) putMessage(insert, { session: id, i, person, at }, n)
  return id
}

function putMessage(insert: Insert, talk: Talk, n: number): void {
  const { session, i, person, at } = talk
  const first = n * eventsOfMessage + 1
  const turn = idOf<TurnId>('trn', i, n)
  const message = idOf<EventId>('evt', i, n * eventsOfMessage)
  const clientMessageId = `m${i}-${n}`
  putEvents(insert, talk, n, { turn, message, clientMessageId })
  insert('turns', {
    id: turn,
    session_id: session,
    state: 'succeeded',
    is_attempted: 0,
    crashes: 0,
    troubles: 0,
    failures: 0,
    retry_at: null,
    step: 1,
    started_seq: first + 1,
    conversation: `web/web/${session}`,
    stop_asked_by: null,
    stop_asked_at: null,
    model: 'bench/instant',
    input_tokens: 100,
    output_tokens: 40,
    cached_tokens: 0,
    cost_micros: null,
    reason: null,
    started_at: at,
    is_tainted: 0,
    waits_for: null,
    fallback_model: null,
    requester_id: null,
    stop_why: 'stop',
    ended_at: at,
  })
  insert('arrivals', {
    channel: 'web',
    account_id: person,
    conversation_id: session,
    event_id: clientMessageId,
    fingerprint: new Uint8Array(32).fill(n % 256),
    session_id: session,
    message_id: message,
    message_seq: first,
    reason: 'named',
    answer: null,
    created_at: at,
  })
}

function putEvents(
  insert: Insert,
  { session, i, person, at }: Talk,
  n: number,
  { turn, message, clientMessageId }: { turn: TurnId; message: EventId; clientMessageId: string },
): void {
  const first = n * eventsOfMessage + 1
  const put = (k: number, kind: EventRow['kind'], payload: object, more: Partial<EventRow> = {}) =>
    insert('session_events', {
      session_id: session,
      seq: first + k,
      id: idOf<EventId>('evt', i, n * eventsOfMessage + k),
      kind,
      is_row: 1,
      actor_kind: 'system',
      actor_id: null,
      actor_name: 'Heddle',
      caused_by: null,
      turn_id: turn,
      target_seq: null,
      completed_seq: null,
      payload: JSON.stringify(payload),
      redacted_at: null,
      created_at: at,
      root_id: null,
      ...more,
    })
  const asked = { text: question.repeat(1 + (n % 3)), handle: 'someone', mode: 'queue', channel: 'web' }
  const author = { actor_kind: 'person', actor_id: person, actor_name: 'Someone', turn_id: null } as const
  const agent = { actor_kind: 'agent', actor_id: 'main', actor_name: 'main' } as const
  const said = { text: answer.repeat(1 + (n % 6)), state: 'complete', step: 1, attempt: 1, isDemo: false }
  const usage = { inputTokens: 100, outputTokens: 40, cachedTokens: 0, costMicros: null }
  put(0, 'message.user', { ...asked, clientMessageId }, author)
  put(1, 'turn.started', { messages: [message], model: 'bench/instant', isDemo: false })
  put(2, 'message.agent', { ...said, model: 'bench/instant' }, { ...agent, completed_seq: first + 3 })
  put(3, 'message.agent', {}, { ...agent, is_row: 0, target_seq: first + 2 })
  put(4, 'turn.finished', { outcome: 'succeeded', usage, steps: 1 })
}

/** Ascending, as the product's own are; the caller says of which kind. */
function idOf<Id extends string>(prefix: string, i: number, n: number): Id {
  return `${prefix}_01aaaa${String(i).padStart(8, '0')}${String(n).padStart(12, '0')}` as Id
}

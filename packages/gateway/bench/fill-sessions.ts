// A store as it looks after years: thousands of sessions with their logs, turns and arrivals, written straight into the
// tables, because talking them into being would take hours.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FillPlan {
  sessions: number
  /** In all of them together, besides the long one. */
  events: number
  /** Of one session that is much longer than the others. */
  longEvents: number
  /** Takes part in some of the private ones, and in the long one. */
  personId: string
  otherPersonIds: readonly string[]
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
  const rows = prepareRows(db)
  const each = Math.floor(plan.events / plan.sessions / eventsOfMessage)
  db.exec('begin')
  const put = (i: number, messages: number) => putSession(rows, plan, i, messages)
  for (let i = 0; i < plan.sessions; i++) put(i, each)
  const long = put(plan.sessions, Math.floor(plan.longEvents / eventsOfMessage))
  db.exec('commit')
  db.exec('pragma journal_mode=wal')
  db.close()
  // Every tenth private one is the person's, and the first of them has number 1.
  return { longSessionId: long, sessionId: idOf('ses', 1, 0) }
}

type Rows = ReturnType<typeof prepareRows>

function prepareRows(db: DatabaseSync) {
  const insert = (table: string, columns: readonly string[]) =>
    db.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `:${name}`).join(', ')})`,
    )
  return {
    session:
      db.prepare(`insert into sessions (id, key, key_owner, is_current, agent_id, kind, parent_id, depth, state,
      title, title_from, search_text, visibility, created_by, successor_id, seq, turn_id, queued, input_tokens,
      output_tokens, cached_tokens, cost_micros, version, created_at, updated_at, active_at)
      values (:id, :key, '', 1, 'main', 'chat', null, 0, 'idle', :title, 'first_message', :search, :visibility, :person,
      null, :seq, null, 0, 5000, 2000, 0, null, 1, :at, :at, :at)`),
    participant: insert('session_participants', ['session_id', 'person_id', 'active_at']),
    event:
      db.prepare(`insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_id, actor_name,
      caused_by, turn_id, target_seq, completed_seq, payload, redacted_at, created_at)
      values (:session, :seq, :id, :kind, :row, :actor, :actorId, :actorName, null, :turn, :target, :completed, :payload,
      null, :at)`),
    turn: db.prepare(`insert into turns (id, session_id, state, is_attempted, crashes, step, started_seq, conversation,
      stop_asked_by, stop_asked_at, model, input_tokens, output_tokens, cached_tokens, cost_micros, reason, started_at,
      ended_at) values (:id, :session, 'succeeded', 0, 0, 1, :seq, :place, null, null, 'bench/instant', 100, 40, 0, null,
      null, :at, :at)`),
    arrival:
      db.prepare(`insert into arrivals (channel, account_id, conversation_id, event_id, fingerprint, session_id,
      message_id, message_seq, reason, answer, created_at) values ('web', :person, :session, :client, :print, :session,
      :id, :seq, 'named', null, :at)`),
    conversation:
      db.prepare(`insert into conversations (channel, account_id, conversation_id, parent_conversation_id,
      kind, agent_id, session_id, created_at) values ('web', 'web', :session, null, 'web', 'main', :session, :at)`),
  }
}

function putSession(rows: Rows, plan: FillPlan, i: number, messages: number): string {
  const isLong = i === plan.sessions
  const id = idOf('ses', i, 0)
  const at = Date.now() - dayMs - (plan.sessions - i) * 60_000
  const others = plan.otherPersonIds
  const person = isLong || i % 10 === 1 ? plan.personId : (others[i % others.length] ?? plan.personId)
  const title = `${question.slice(0, 50)} ${i}`
  rows.session.run({
    id,
    key: `agent:main:web:${i}`,
    title,
    search: title.toLowerCase(),
    visibility: !isLong && i % 3 === 0 ? 'team' : 'private',
    person,
    seq: messages * eventsOfMessage,
    at,
  })
  rows.participant.run({ session_id: id, person_id: person, active_at: at })
  rows.conversation.run({ session: id, at })
  for (let n = 0; n < messages; n++) putMessage(rows, { session: id, i, n, person, at })
  return id
}

function putMessage(
  rows: Rows,
  { session, i, n, person, at }: { session: string; i: number; n: number; person: string; at: number },
): void {
  const first = n * eventsOfMessage + 1
  const turn = idOf('trn', i, n)
  const ofMessage = (k: number) => idOf('evt', i, n * eventsOfMessage + k)
  const client = `m${i}-${n}`
  const put = (
    k: number,
    kind: string,
    payload: object,
    more: Partial<Record<string, string | number>> = {},
  ) =>
    rows.event.run({
      session,
      seq: first + k,
      id: ofMessage(k),
      kind,
      row: 1,
      actor: 'system',
      actorId: null,
      actorName: 'Heddle',
      turn,
      target: null,
      completed: null,
      payload: JSON.stringify(payload),
      at,
      ...more,
    })
  const asked = { text: question.repeat(1 + (n % 3)), handle: 'someone', mode: 'queue', channel: 'web' }
  const author = { actor: 'person', actorId: person, actorName: 'Someone' }
  const agent = { actor: 'agent', actorId: 'main', actorName: 'main' }
  const said = { text: answer.repeat(1 + (n % 6)), state: 'complete', step: 1, attempt: 1, isDemo: false }
  const usage = { inputTokens: 100, outputTokens: 40, cachedTokens: 0, costMicros: null }
  put(0, 'message.user', { ...asked, clientMessageId: client }, author)
  put(1, 'turn.started', { messages: [ofMessage(0)], model: 'bench/instant', isDemo: false })
  put(2, 'message.agent', { ...said, model: 'bench/instant' }, { ...agent, completed: first + 3 })
  put(3, 'message.agent', {}, { ...agent, row: 0, target: first + 2 })
  put(4, 'turn.finished', { outcome: 'succeeded', usage, steps: 1 })
  rows.turn.run({ id: turn, session, seq: first + 1, place: `web/web/${session}`, at })
  const print = new Uint8Array(32).fill(n % 256)
  rows.arrival.run({ person, session, client, print, id: ofMessage(0), seq: first, at })
}

/** Ascending, as the product's own are. */
function idOf(prefix: string, i: number, n: number): string {
  return `${prefix}_01aaaa${String(i).padStart(8, '0')}${String(n).padStart(12, '0')}`
}

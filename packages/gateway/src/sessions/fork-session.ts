// A fork: a session of one's own that begins with a copy of another's past. Each copied entry knows the one that was
// written first, so that redaction reaches them all; nothing else ties the two sessions together but the right to show
// what was private there (disclose-session.ts).

import { badField, type EventId, refused, type TurnId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { newRow, unknownAgent, wholeOf } from './catalogue.ts'
import { chooseFork, chooseForkTitle, type ForkChoice, takenBy } from './choose-fork.ts'
import { foldTitle } from './choose-title.ts'
import { copySummary, findForkedSummary, forkedPast, withSummary } from './compaction/fork-summary.ts'
import { insertEvent, selectEventById } from './event-store.ts'
import { type Copy, copyEventFiles, copyEvents } from './fork-store.ts'
import { payloadOf, systemActor } from './log.ts'
import { findEnd, readPast } from './read-past.ts'
import { permitOn } from './session.ts'
import { addParticipant, insertSession } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { NewFork, WholeSession } from './sessions.ts'
import type { EventRow, SessionRow } from './sessions-tables.ts'

export async function forkSession(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  idOrKey: string,
  input: NewFork,
): Promise<WholeSession> {
  const source = await permitOn(t, deps.people, actor, idOrKey, 'session.read')
  await deps.people.permit(t, actor, 'session.create', { kind: 'place' })
  if (!deps.agents.find(source.agent_id)) throw unknownAgent(deps, source.agent_id)
  const at = await findPoint(t, source, input)
  const { before, replaced } = input.isReplaced ? await findEnd(t, at) : { before: at.seq + 1 }
  const past = await readPast(t, source.id, before)
  const whole = chooseFork({ ...past, runningTurn: source.turn_id, replaced })
  const summary = await findForkedSummary(t, source, before)
  const chosen = { ...whole, rows: withSummary(whole.rows, summary) }
  const { title, title_from } = chooseForkTitle(source, chosen.rows)
  const base = newRow(deps, t, actor, { agentId: source.agent_id, key: input.key, visibility: 'private' })
  const row: SessionRow = {
    ...base,
    title,
    title_from,
    search_text: foldTitle(title),
    model: source.model,
    // What nobody here wrote comes along with the past.
    is_tainted: source.is_tainted,
    forked_from: source.id,
    forked_at_event: at.id,
  }
  const { own, copies } = planEvents(deps, t, row, chosen, past.isCut)
  row.seq = own.length + copies.length
  Object.assign(row, forkedPast(copies, summary))
  await insertSession(t, row)
  if (actor.kind === 'person') await addParticipant(t, row.id, actor.personId, t.now)
  for (const event of own) await t.run(insertEvent(event))
  const copied = copies.length === 0 ? 0 : await copyEvents(t, source.id, row.id, copies)
  if (copied !== copies.length) throw new Error(`of ${copies.length} entries ${copied} were copied`)
  const withFiles = copies.filter(({ from }) => mayHaveFiles(from))
  if (withFiles.length > 0) await copyEventFiles(t, row.id, withFiles)
  t.afterCommit(() => deps.feed.listed(row.id))
  return wholeOf(deps, t, actor, row)
}

/** Of what people said the outline says it; of what agents say, whether there are any stands with the files alone. */
function mayHaveFiles({ kind, payload }: Copy['from']): boolean {
  return carriers.has(kind) || payload.includes('"attachments":[')
}

const carriers: ReadonlySet<EventRow['kind']> = new Set([
  'message.agent',
  'tool.call',
  'tool.result',
  'subagent.finished',
])

async function findPoint(r: Reader, source: SessionRow, input: NewFork): Promise<EventRow> {
  // The edge: whatever it is, there is an event of that id or none.
  const row = await r.one(selectEventById({ id: input.eventId as EventId }))
  if (!row || row.session_id !== source.id || row.is_row === 0) {
    throw refused('not_found', {
      message: 'There is no such entry on this timeline.',
      issues: [{ field: 'eventId', message: 'is no entry of this session’s timeline' }],
    })
  }
  if (input.isReplaced && row.kind !== 'message.user') {
    throw badField('eventId', 'must be a message that somebody wrote, to be said in other words')
  }
  return row
}

/** Ids and numbers in the order of the log: the house's own, the copies, and what the agent hears of besides. */
function planEvents(
  deps: RoomDeps,
  t: Tx,
  fork: SessionRow,
  { rows, untaken }: ForkChoice,
  isCut: boolean,
): { own: EventRow[]; copies: Copy[] } {
  const own: EventRow[] = []
  const copies: Copy[] = []
  const nextSeq = () => own.length + copies.length + 1
  // The house's own stand before the oldest entry, and time does not go back in a log.
  const begin = rows[0]?.created_at ?? t.now
  const say = (event: HouseEvent) => {
    own.push({ ...event, session_id: fork.id, seq: nextSeq(), id: deps.ids.make('event') })
  }
  say(houseEvent('notice', { text: forked, code: 'forked', level: 'info' }, begin))
  if (isCut) say(houseEvent('notice', { text: leftOut, code: 'fork_cut', level: 'info' }, begin))
  const ids = new Map<string, EventId>()
  const turns = new Map<TurnId, TurnId>()
  for (const from of rows) {
    const id = deps.ids.make('event')
    copies.push({
      from,
      seq: nextSeq(),
      id,
      causedBy: (from.caused_by !== null && ids.get(from.caused_by)) || null,
      turnId: from.turn_id && turnOf(deps, turns, from.turn_id),
      payload: copyPayload(from, ids, copies, id),
    })
    ids.set(from.id, id)
  }
  if (untaken.length > 0) {
    const messages = untaken.map((id) => ids.get(id))
    say({ ...houseEvent('message.taken', { messages }, t.now), is_row: 0 })
  }
  return { own, copies }
}

const forked = 'This session is a fork: what follows was said in another one, up to where it was forked.'
const leftOut = 'Only the newest part of the other session was taken along; what is older was left out.'

type HouseEvent = Omit<EventRow, 'session_id' | 'seq' | 'id'>

function houseEvent(kind: 'notice' | 'message.taken', payload: object, createdAt: number): HouseEvent {
  const { kind: actor_kind, id: actor_id, name: actor_name } = systemActor
  return {
    kind,
    is_row: 1,
    actor_kind,
    actor_id,
    actor_name,
    caused_by: null,
    turn_id: null,
    target_seq: null,
    completed_seq: null,
    payload: JSON.stringify(payload),
    redacted_at: null,
    created_at: createdAt,
    root_id: null,
  }
}

/** A turn of its own name: nothing that looks for the other session's turn finds this one. */
function turnOf(deps: Pick<RoomDeps, 'ids'>, turns: Map<TurnId, TurnId>, id: TurnId): TurnId {
  const known = turns.get(id) ?? deps.ids.make('turn')
  turns.set(id, known)
  return known
}

/** What points at other entries points at their copies. Null: it is copied as it is. */
function copyPayload(
  row: Copy['from'],
  ids: ReadonlyMap<string, EventId>,
  copies: readonly Copy[],
  id: EventId,
): string | null {
  if (row.kind === 'compaction') return copySummary(row, ids, copies, id)
  if (row.kind !== 'turn.started' && row.kind !== 'message.taken') return null
  const messages = takenBy(row)
    .map((id) => ids.get(id))
    .filter((id) => id !== undefined)
  return JSON.stringify({ ...payloadOf(row), messages })
}

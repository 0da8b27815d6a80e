// The log of a session: appending to it in a transaction, and what its rows look like to a reader of the log.
//
// A text that streams gets its id and place with the first of it (`text.started`), and is completed by a later entry
// that says the whole of it again under the same id. To the log's reader the first entry stays what it was when it was
// written, so whoever resumes from any `seq` reads what everyone else has read.

import type { AttachmentJson, EventActor, EventId, EventKind, SessionId, TurnId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Ids } from '../foundation/ids.ts'
import { insertEvent, insertEvents } from './event-store.ts'
import type { Feed } from './feed.ts'
import type { EventRow } from './sessions-tables.ts'
import { letTakeIn, takeSeqs } from './session-store.ts'
import type { LogEvent } from './session-values.ts'

export interface NewEvent {
  kind: EventKind
  actor: EventActor
  payload: object
  /** Instead of the payload, where it says which entry it is itself. */
  payloadAt?: (at: EntryPlace) => object
  causedBy?: string | undefined
  turnId?: TurnId | undefined
  /** Log only: it changes a row instead of being one. */
  isRow?: false
  /** The entry whose content it repeats: redacted there, it is redacted here. */
  rootId?: EventId | null
  /** The entry that it completes or changes. */
  target?: EventRow
  /** It is only begun: another entry will complete it. */
  isBegun?: true
}

export interface EntryPlace {
  eventId: EventId
  seq: number
}

export interface LogDeps {
  ids: Ids
  feed: Feed
}

/** Numbers them without a hole and tells the feed after the commit. */
export async function append(
  deps: LogDeps,
  t: Tx,
  sessionId: SessionId,
  events: readonly NewEvent[],
): Promise<LogEvent[]> {
  return events.length === 0 ? [] : (await appendTo(deps, t, sessionId, events)).appended
}

/** The same; says also whose child the session is, which is known by then. */
export async function appendTo(
  deps: LogDeps,
  t: Tx,
  sessionId: SessionId,
  events: readonly NewEvent[],
): Promise<{ appended: LogEvent[]; parentId: SessionId | null }> {
  const news = events.findLastIndex(({ kind }) => newsKinds.has(kind)) + 1
  const taken = await t.one(takeSeqs({ id: sessionId, count: events.length, news }))
  if (!taken) throw new Error(`there is no session ${sessionId} to append to`)
  if (taken.is_behind === 0) await t.run(letTakeIn({ id: sessionId }))
  const appended: LogEvent[] = []
  for (const [i, event] of events.entries()) {
    const row = rowOf(deps, t, sessionId, taken.seq - events.length + 1 + i, event)
    await t.run(insertEvent(row))
    appended.push(logEventOf(row, event.target))
  }
  t.afterCommit(() => deps.feed.appended(sessionId, appended))
  return { appended, parentId: taken.parent_id }
}

/** The same entry in the logs of several, whose next number was taken: by one statement however many they are. */
export async function appendAt(
  deps: LogDeps,
  t: Tx,
  places: readonly { id: SessionId; seq: number }[],
  event: NewEvent,
): Promise<void> {
  if (places.length === 0) return
  const rows = places.map(({ id, seq }) => rowOf(deps, t, id, seq, event))
  await insertEvents(t, rows)
  t.afterCommit(() => {
    for (const row of rows) deps.feed.appended(row.session_id, [logEventOf(row)])
  })
}

/** What is news to whoever has not read it; what people say is news too, but not to its author. */
const newsKinds: ReadonlySet<EventKind> = new Set(['message.agent', 'turn.finished', 'turn.failed'])

function rowOf(deps: LogDeps, t: Tx, sessionId: SessionId, seq: number, event: NewEvent): EventRow {
  const id = deps.ids.make('event')
  const payload = event.payloadAt?.({ eventId: id, seq }) ?? event.payload
  return {
    session_id: sessionId,
    seq,
    id,
    kind: event.kind,
    is_row: event.isRow === false ? 0 : 1,
    actor_kind: event.actor.kind,
    actor_id: event.actor.id,
    actor_name: event.actor.name,
    caused_by: event.causedBy ?? null,
    turn_id: event.turnId ?? null,
    target_seq: event.target?.seq ?? null,
    completed_seq: event.isBegun ? 0 : null,
    payload: JSON.stringify(payload),
    redacted_at: null,
    created_at: t.now,
    root_id: event.rootId ?? null,
  }
}

/** As an entry of the log. `target` is the entry that it points at, as it is now. */
export function logEventOf(row: EventRow, target?: EventRow): LogEvent {
  if (row.completed_seq !== null) return begunEvent(row)
  if (target === undefined || row.target_seq === null) return rowEvent(row)
  if (isText(row.kind)) {
    const { eventId, isRedacted, payload, actor } = rowEvent(target)
    return { ...rowEvent(row), eventId, actor, isRedacted, payload, place: target.seq }
  }
  const event = rowEvent(row)
  if (row.kind !== 'message.edited') return event
  // The text stands in the message alone, so that redacting that one leaves none behind.
  return { ...event, payload: { ...event.payload, text: rowEvent(target).payload['text'] ?? '' } }
}

function begunEvent(row: EventRow): LogEvent {
  const { model, isDemo } = payloadOf(row)
  return { ...rowEvent(row), kind: 'text.started', payload: { kind: row.kind, model, isDemo } }
}

/** As a row of the timeline: whole, as it is now. */
export function rowEvent(row: EventRow): LogEvent {
  return {
    seq: row.seq,
    eventId: row.id,
    kind: row.kind,
    place: row.seq,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    causedBy: row.caused_by,
    turnId: row.turn_id,
    createdAt: row.created_at,
    isRedacted: row.redacted_at !== null,
    payload: payloadOf(row),
  }
}

export function payloadOf(row: Pick<EventRow, 'payload'>): Record<string, unknown> {
  // Written by this room as an object, always.
  return JSON.parse(row.payload) as Record<string, unknown>
}

/** The files of a message; none once it was redacted. */
export function attachmentsIn(row: EventRow): AttachmentJson[] {
  // Written by this room, of its own files, when the message was admitted.
  return (payloadOf(row)['attachments'] ?? []) as AttachmentJson[]
}

export function isText(kind: EventKind): kind is 'message.agent' | 'reasoning' {
  return kind === 'message.agent' || kind === 'reasoning'
}

export const systemActor: EventActor = { kind: 'system', id: null, name: 'Heddle' }

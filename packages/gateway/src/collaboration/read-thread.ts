// Threads as their readers get them: with the moment that each is about and what is new to whoever asks.

import {
  type EventId,
  limits,
  type PersonId,
  Refusal,
  refused,
  type RefusalCode,
  type ThreadId,
} from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor, Person, PersonActor } from '../people/people.ts'
import type { Entry, TalkedOf } from '../sessions/sessions.ts'
import { chooseExcerpt } from './choose-excerpt.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ThreadRow } from './collaboration-tables.ts'
import type { Author, Thread, WholeThread } from './collaboration.ts'
import { countUnread } from './reply-store.ts'
import { selectMarks, selectThread } from './thread-store.ts'

export interface FoundThread {
  row: ThreadRow
  session: TalkedOf
}

/** For what only reads. Who may not see its session is told the same as if there were none. */
export async function findFor(
  deps: CollaborationDeps,
  r: Reader,
  actor: Actor,
  threadId: string,
): Promise<FoundThread> {
  const row = await loadThread(deps, r, threadId)
  const asked = deps.sessions.demandTalk(r, actor, row.session_id, 'thread.read')
  return { row, session: await asIfAbsent(asked, 'unknown_thread') }
}

/** For what writes. */
export async function permitFor(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  threadId: string,
  action: 'thread.read' | 'thread.change' | 'thread.hand_over' | 'reply.post',
): Promise<FoundThread & { person: PersonActor }> {
  const row = await loadThread(deps, t, threadId)
  const asked = deps.sessions.permitTalk(t, actor, row.session_id, action)
  return { row, session: await asIfAbsent(asked, 'unknown_thread'), person: personOf(actor) }
}

export async function loadThread(deps: CollaborationDeps, r: Reader, id: string): Promise<ThreadRow> {
  assertOn(deps)
  // The edge: whatever it is, there is a thread of that id or none.
  const row = await r.one(selectThread({ id: id as ThreadId }))
  if (!row) throw refused('unknown_thread')
  return row
}

/** Turned off is as if it had never been (COL1). */
export function assertOn(deps: Pick<CollaborationDeps, 'flags'>): void {
  if (!deps.flags().threads) throw refused('not_found')
}

export async function asIfAbsent<T>(asked: Promise<T>, code: RefusalCode): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof Refusal && error.code === 'not_found' ? refused(code) : error
  }
}

/** What people say is said by people. */
export function personOf(actor: Actor): PersonActor {
  if (actor.kind !== 'person') throw refused('not_allowed')
  return actor
}

export async function wholeOf(
  deps: CollaborationDeps,
  r: Reader,
  actor: Actor,
  rows: readonly ThreadRow[],
  mayRead: boolean,
): Promise<WholeThread[]> {
  const ids: EventId[] = rows.map((row) => row.anchor_event_id)
  const anchors = new Map((await deps.sessions.readEntries(r, ids)).map((entry) => [entry.eventId, entry]))
  const resolvers = rows.flatMap((row) => row.resolved_by ?? [])
  const people = await deps.people.readPeople(r, resolvers)
  const unread = await unreadOf(r, actor, rows)
  return rows.map((row) => {
    const anchor = anchors.get(row.anchor_event_id)
    if (!anchor) throw new Error(`the thread ${row.id} is about an entry that is not there`)
    return {
      ...threadOf(row, people),
      anchor: anchorOf(row, anchor, mayRead),
      unread: unread.get(row.id) ?? 0,
    }
  })
}

export function threadOf(row: ThreadRow, people: ReadonlyMap<PersonId, Person>): Thread {
  return {
    id: row.id,
    sessionId: row.session_id,
    anchorEventId: row.anchor_event_id,
    anchorPlace: row.anchor_place,
    state: row.state,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by === null ? null : authorOf(row.resolved_by, people),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastReplyAt: row.last_reply_at,
    lastReplySeq: row.last_reply_seq === 0 ? null : row.last_reply_seq,
    replyCount: row.reply_count,
    version: row.version,
  }
}

export function authorOf(id: PersonId, people: ReadonlyMap<PersonId, Person>): Author {
  const person = people.get(id)
  if (!person) throw new Error(`there is no person ${id}`)
  return { id, handle: person.handle, name: person.name }
}

/** Of one person: replies by others that come after their mark, as far as they are counted. */
export async function countNew(
  r: Reader,
  personId: PersonId,
  row: Pick<ThreadRow, 'id' | 'last_reply_seq'>,
  mark: number,
): Promise<number> {
  if (mark >= row.last_reply_seq) return 0
  const most = limits.unreadRepliesCountedMax
  return (await r.one(countUnread({ threadId: row.id, after: mark, reader: personId, most })))?.count ?? 0
}

async function unreadOf(
  r: Reader,
  actor: Actor,
  rows: readonly ThreadRow[],
): Promise<ReadonlyMap<ThreadId, number>> {
  const unread = new Map<ThreadId, number>()
  if (actor.kind !== 'person') return unread
  const { personId } = actor
  const threads = rows.map(({ id }) => id)
  const marks = new Map((await selectMarks(r, personId, threads)).map((mark) => [mark.thread_id, mark.seq]))
  for (const row of rows) unread.set(row.id, await countNew(r, personId, row, marks.get(row.id) ?? 0))
  return unread
}

function anchorOf(row: ThreadRow, anchor: Entry, mayRead: boolean): WholeThread['anchor'] {
  const { eventId, kind, place, actor, createdAt, payload } = anchor
  // The row follows a redaction a moment later.
  const isThere = row.state === 'active' && !anchor.isRedacted && anchor.isRow
  const excerpt = isThere && mayRead ? chooseExcerpt(kind, payload) : null
  return { eventId, kind, place, actor, createdAt, excerpt }
}

// Resolving a thread, reopening it, losing what it is about, and how far people have read in it.

import { type EventId, refused, threadJson } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ThreadRow } from './collaboration-tables.ts'
import type { ThreadMark, WholeThread } from './collaboration.ts'
import { deleteMentions } from './mention-store.ts'
import { countNew, permitFor, threadOf, wholeOf } from './read-thread.ts'
import { putMark, selectMark, selectThreadOf, updateThread } from './thread-store.ts'

export async function resolveThread(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  threadId: string,
  resolved: boolean,
  ifVersion?: number,
): Promise<WholeThread> {
  const { row, session, person } = await permitFor(deps, t, actor, threadId, 'thread.change')
  if (ifVersion !== undefined && ifVersion !== row.version) throw refused('changed_meanwhile')
  const changed: ThreadRow = {
    ...row,
    resolved_at: resolved ? t.now : null,
    resolved_by: resolved ? person.personId : null,
    updated_at: t.now,
    version: row.version + 1,
  }
  const isChange = resolved !== (row.resolved_at !== null)
  if (isChange) await putChange(deps, t, actor, changed)
  const [thread] = await wholeOf(deps, t, actor, [isChange ? changed : row], session.mayRead)
  return thread!
}

/** The reaction to what no longer stands on the timeline: a redacted entry, a text that came to nothing. */
export async function orphanThread(deps: CollaborationDeps, t: Tx, eventId: EventId): Promise<void> {
  // Whom it named, it names no longer.
  await deleteMentions(t, eventId, [])
  const row = await t.one(selectThreadOf({ anchorEventId: eventId }))
  if (!row || row.state === 'orphaned_anchor') return
  const version = row.version + 1
  const orphaned: ThreadRow = { ...row, state: 'orphaned_anchor', updated_at: t.now, version }
  // Turned off, nothing is told; turned on again, it is as it should be.
  if (!deps.flags().threads) return updateThread(t, row.id, { state: orphaned.state, version })
  await putChange(deps, t, { kind: 'system' }, orphaned)
  await deps.facts.tell(t, 'thread_orphaned', { sessionId: row.session_id, threadId: row.id })
}

async function putChange(deps: CollaborationDeps, t: Tx, actor: Actor, row: ThreadRow): Promise<void> {
  const { id, state, resolved_at, resolved_by, version } = row
  await updateThread(t, id, { state, resolved_at, resolved_by, version })
  const people = await deps.people.readPeople(t, resolved_by === null ? [] : [resolved_by])
  await deps.sessions.recordTalk(t, actor, row.session_id, {
    kind: 'thread.changed',
    payload: () => ({ thread: threadJson(threadOf(row, people)) }),
    causedBy: row.anchor_event_id,
  })
}

export async function markThreadRead(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  threadId: string,
  seq: number,
): Promise<ThreadMark> {
  const { row, person } = await permitFor(deps, t, actor, threadId, 'thread.read')
  const { personId } = person
  const { id, session_id: sessionId } = row
  const before = (await t.one(selectMark({ personId, threadId: id })))?.seq ?? 0
  // What is not written yet has not been read.
  const after = Math.max(before, Math.min(seq, row.last_reply_seq))
  if (after > before) {
    await t.run(putMark({ person_id: personId, thread_id: id, seq: after, updated_at: t.now }))
    await deps.sessions.tellPerson(t, personId, 'read.changed', { sessionId, threadId: id, seq: after })
    await deps.facts.tell(t, 'read_moved', { personId, sessionId, threadId: id, seq: after })
  }
  return { threadId: id, sessionId, seq: after, unread: await countNew(t, personId, row, after) }
}

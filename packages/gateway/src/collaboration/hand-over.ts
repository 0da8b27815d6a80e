// Giving a whole discussion to the session's agent: the moment and the replies, quoted, as one instruction of whoever
// does it. Once for each id that their client gave it.

import { type EventId, limits, refused, type ThreadId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { readAnchor } from './call-agents.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { HandedOver, HandOver } from './collaboration.ts'
import { permitFor } from './read-thread.ts'
import { insertHandOver, selectHandOver, selectReplies } from './reply-store.ts'
import { assertNotTooMany, resolveMentions } from './resolve-mentions.ts'
import { handedWithoutNote, quoteThread, type SaidInThread } from './write-hand-over.ts'

/** Shorter ones than this are rare; more of them would not fit anyway. */
const repliesReadMax = Math.ceil(limits.handOverCharsMax / 40)

export async function handOver(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  threadId: string,
  { clientMessageId, note = '' }: HandOver,
): Promise<HandedOver> {
  const { row: thread, session, person } = await permitFor(deps, t, actor, threadId, 'thread.hand_over')
  const { personId: actorId } = person
  const fingerprint = deps.fingerprint(note)
  const resolved = await resolveMentions(deps, t, session.id, note)
  const names = { mentions: resolved.mentions, rejectedMentions: resolved.rejected }
  const before = await t.one(selectHandOver({ threadId: thread.id, actorId, clientMessageId }))
  if (before) {
    if (!before.fingerprint.every((byte, i) => byte === fingerprint[i])) throw conflict()
    const { session_id: sessionId, event_id: eventId, seq } = before
    return { sessionId, eventId, seq, deduped: true, ...names }
  }
  assertNotTooMany(resolved, 'note')
  const { moment, isForeign } = await readAnchor(deps, t, thread)
  const { said, eventIds, hasMore } = await readReplies(deps, t, thread.id)
  const { eventId, seq } = await deps.agentCalls.hand(t, actor, {
    sessionId: session.id,
    threadId: thread.id,
    text: note.trim() === '' ? handedWithoutNote : note,
    quote: { ...quoteThread(moment, said, hasMore), isForeign },
  })
  await deps.sessions.noteQuotes(t, eventId, [thread.anchor_event_id, ...eventIds])
  await t.run(
    insertHandOver({
      thread_id: thread.id,
      actor_id: actorId,
      client_message_id: clientMessageId,
      fingerprint,
      session_id: session.id,
      event_id: eventId,
      seq,
      created_at: t.now,
    }),
  )
  return { sessionId: session.id, eventId, seq, deduped: false, ...names }
}

async function readReplies(
  deps: CollaborationDeps,
  t: Tx,
  threadId: ThreadId,
): Promise<{ said: SaidInThread[]; eventIds: EventId[]; hasMore: boolean }> {
  const newest = await selectReplies(t, {
    threadId,
    order: 'desc',
    after: undefined,
    limit: repliesReadMax + 1,
  })
  const rows = newest
    .slice(0, repliesReadMax)
    .reverse()
    .filter((row) => row.deleted_at === null)
  const people = await deps.people.readPeople(t, [...new Set(rows.map((row) => row.author_id))])
  const said = rows.map((row) => ({
    name: people.get(row.author_id)?.name ?? '',
    at: row.created_at,
    text: row.body,
  }))
  return { said, eventIds: rows.map((row) => row.event_id), hasMore: newest.length > repliesReadMax }
}

function conflict() {
  return refused('message_conflict', {
    issues: [{ field: 'clientMessageId', message: 'was used before with another note' }],
  })
}

// A reply: written once for each id that its author's client gave it, told in the session's log, with whom it names.

import { limits, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { callAgents } from './call-agents.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ReplyRow, ThreadRow } from './collaboration-tables.ts'
import type { NewReply, PostedReply } from './collaboration.ts'
import { permitFor } from './read-thread.ts'
import { addMentions } from './record-mentions.ts'
import { insertReply, selectNthReply, selectPosted, updateReply } from './reply-store.ts'
import { type KeptAnswer, peopleIn, postedOf, tellReply } from './reply-values.ts'
import { assertNotTooMany, resolveMentions } from './resolve-mentions.ts'
import { noteReply } from './thread-store.ts'

export async function postReply(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  threadId: string,
  { body, clientMessageId }: NewReply,
): Promise<PostedReply> {
  const { row: thread, session, person } = await permitFor(deps, t, actor, threadId, 'reply.post')
  const { personId: authorId } = person
  const fingerprint = deps.fingerprint(body)
  const before = await t.one(selectPosted({ threadId: thread.id, authorId, clientMessageId }))
  if (before) return repeat(deps, before, fingerprint)
  await assertRoom(t, thread)
  const resolved = await resolveMentions(deps, t, session.id, body)
  assertNotTooMany(resolved, 'body')
  const names = { mentions: resolved.mentions, rejected: resolved.rejected }
  const draft: Omit<ReplyRow, 'event_id' | 'words_event_id' | 'seq'> = {
    id: deps.ids.make('reply'),
    thread_id: thread.id,
    session_id: session.id,
    author_id: authorId,
    body,
    client_message_id: clientMessageId,
    fingerprint,
    mentions: JSON.stringify(resolved.mentions),
    rejected: JSON.stringify(resolved.rejected),
    handed_over: '[]',
    answer: JSON.stringify({ ...names, agents: [] } satisfies KeptAnswer),
    created_at: t.now,
    edited_at: null,
    deleted_at: null,
    version: 1,
  }
  const row = await putReply(deps, t, actor, thread, draft)
  const { id: replyId, event_id: eventId } = row
  const source = { eventId, sessionId: session.id, threadId: thread.id, actorId: authorId, turnId: null }
  await addMentions(t, source, resolved.people)
  deps.measures.countRejected(t, resolved.rejected.length)
  await deps.facts.tell(t, 'reply_posted', { sessionId: session.id, threadId: thread.id, replyId, eventId })
  const agents = await callAgents(deps, t, actor, { session, thread, reply: row }, resolved.agents)
  const kept: KeptAnswer = { ...names, agents }
  // Most replies call nobody, and stand as they were written.
  if (agents.length > 0) {
    await updateReply(t, replyId, {
      answer: JSON.stringify(kept),
      handed_over: JSON.stringify(agents.filter(({ called }) => called !== undefined)),
    })
  }
  return postedOf(deps, row, kept, false)
}

/** What was answered then, whatever became of the reply since. */
function repeat(deps: CollaborationDeps, before: ReplyRow, fingerprint: Uint8Array): PostedReply {
  // Nothing to compare with any more once it was deleted.
  const isSame = before.fingerprint.length === 0 || areEqual(before.fingerprint, fingerprint)
  if (!isSame) {
    throw refused('reply_conflict', {
      issues: [{ field: 'clientMessageId', message: 'was used before with another text' }],
    })
  }
  // Written by this file.
  return postedOf(deps, before, JSON.parse(before.answer) as KeptAnswer, true)
}

async function assertRoom(t: Tx, thread: ThreadRow): Promise<void> {
  // Each has a place of its own in the log: where that is short, they need not be counted.
  if (thread.last_reply_seq < limits.repliesPerThreadMax) return
  if (!(await t.one(selectNthReply({ threadId: thread.id, n: limits.repliesPerThreadMax - 1 })))) return
  throw refused('limit_reached', {
    message: `There are ${limits.repliesPerThreadMax} replies in this discussion, and that is as many as one may have.`,
  })
}

async function putReply(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  thread: ThreadRow,
  draft: Omit<ReplyRow, 'event_id' | 'words_event_id' | 'seq'>,
): Promise<ReplyRow> {
  const people = await deps.people.readPeople(t, peopleIn(thread, draft.author_id))
  const threadAt = (seq: number): ThreadRow => ({
    ...thread,
    reply_count: thread.reply_count + 1,
    last_reply_at: t.now,
    last_reply_seq: seq,
    updated_at: t.now,
  })
  const event = await deps.sessions.recordTalk(t, actor, thread.session_id, {
    kind: 'reply.posted',
    payload: ({ eventId, seq }) =>
      tellReply(deps, { ...draft, event_id: eventId, words_event_id: eventId, seq }, threadAt(seq), people),
    causedBy: thread.anchor_event_id,
  })
  const { eventId, seq } = event
  const row = { ...draft, event_id: eventId, words_event_id: eventId, seq }
  await t.run(insertReply(row))
  await t.run(noteReply(threadAt(seq)))
  return row
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

// A reply: written once for each id that its author's client gave it, told in the session's log, with whom it names.

import { limits, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { callAgents } from './call-agents.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ReplyRow, ThreadRow } from './collaboration-tables.ts'
import type { NewReply, PostedReply } from './collaboration.ts'
import { permitFor } from './read-thread.ts'
import { putMentions } from './record-mentions.ts'
import { insertReply, selectNthReply, selectPosted, updateReply } from './reply-store.ts'
import { type KeptAnswer, peopleIn, postedOf, tellReply } from './reply-values.ts'
import { assertNotTooMany, resolveMentions } from './resolve-mentions.ts'
import { updateThread } from './thread-store.ts'

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
    answer: '{}',
    created_at: t.now,
    edited_at: null,
    deleted_at: null,
    version: 1,
  }
  const row = await putReply(deps, t, actor, thread, draft)
  const { id: replyId, event_id: eventId } = row
  const source = { eventId, sessionId: session.id, threadId: thread.id, actorId: authorId, turnId: null }
  await putMentions(t, source, resolved.people)
  deps.measures.countRejected(t, resolved.rejected.length)
  await deps.facts.tell(t, 'reply_posted', { sessionId: session.id, threadId: thread.id, replyId, eventId })
  const agents = await callAgents(deps, t, actor, { session, thread, reply: row }, resolved.agents)
  const kept: KeptAnswer = { mentions: resolved.mentions, rejected: resolved.rejected, agents }
  await updateReply(t, replyId, {
    answer: JSON.stringify(kept),
    handed_over: JSON.stringify(agents.filter(({ called }) => called !== undefined)),
  })
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
  const { reply_count, last_reply_at, last_reply_seq } = threadAt(seq)
  await updateThread(t, thread.id, { reply_count, last_reply_at, last_reply_seq })
  return row
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

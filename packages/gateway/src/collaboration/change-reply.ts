// Saying a reply in other words, and taking it back. What it said before stands nowhere any more: the entry that held it
// is emptied, and a new one tells how it is now.

import { type ReplyId, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { TalkedOf } from '../sessions/sessions.ts'
import { callAgents } from './call-agents.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ReplyRow, ThreadRow } from './collaboration-tables.ts'
import type { CalledAgent, PostedReply, RejectedMention } from './collaboration.ts'
import { deleteMentions } from './mention-store.ts'
import { asIfAbsent, assertOn, loadThread } from './read-thread.ts'
import { putMentions } from './record-mentions.ts'
import { selectReply, updateReply } from './reply-store.ts'
import { peopleIn, postedOf, readHandedEarlier, tellReply } from './reply-values.ts'
import { assertNotTooMany, resolveMentions } from './resolve-mentions.ts'
import { updateThread } from './thread-store.ts'

export async function editReply(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  replyId: string,
  body: string,
  ifVersion?: number,
): Promise<PostedReply> {
  const { row, thread, session } = await permitPart(deps, t, actor, replyId, 'reply.edit')
  if (row.deleted_at !== null) throw refused('reply_deleted')
  if (ifVersion !== undefined && ifVersion !== row.version) throw refused('changed_meanwhile')
  // Written by this room.
  const called = JSON.parse(row.handed_over) as CalledAgent[]
  if (row.body === body) {
    const mentions = JSON.parse(row.mentions) as string[]
    const rejected = JSON.parse(row.rejected) as RejectedMention[]
    return postedOf(deps, row, { mentions, rejected, agents: called }, false)
  }
  const resolved = await resolveMentions(deps, t, session.id, body)
  assertNotTooMany(resolved, 'body')
  const edited: ReplyRow = {
    ...row,
    body,
    mentions: JSON.stringify(resolved.mentions),
    rejected: JSON.stringify(resolved.rejected),
    edited_at: t.now,
    version: row.version + 1,
  }
  await emptyWords(deps, t, row)
  const people = await deps.people.readPeople(t, peopleIn(thread, row.author_id))
  const isHanded = (await readHandedEarlier(deps, t, [edited])).has(row.event_id)
  const event = await deps.sessions.recordTalk(t, actor, session.id, {
    kind: 'reply.edited',
    payload: ({ seq }) =>
      tellReply(deps, edited, { ...thread, last_reply_seq: seq, updated_at: t.now }, people, isHanded),
    causedBy: row.event_id,
  })
  const { id, event_id: eventId, author_id: actorId } = row
  await putMentions(
    t,
    { eventId, sessionId: session.id, threadId: thread.id, actorId, turnId: null },
    resolved.people,
  )
  await deps.facts.tell(t, 'reply_edited', {
    sessionId: session.id,
    threadId: thread.id,
    replyId: id,
    eventId,
  })
  const isNew = (agentId: string) => !called.some(({ handle }) => handle === agentId)
  const news = await callAgents(
    deps,
    t,
    actor,
    { session, thread, reply: edited },
    resolved.agents.filter(isNew),
  )
  const agents = [...called, ...news]
  await updateReply(t, id, {
    body,
    mentions: edited.mentions,
    rejected: edited.rejected,
    edited_at: t.now,
    version: edited.version,
    words_event_id: event.eventId,
    handed_over: JSON.stringify(agents.filter((agent) => agent.called !== undefined)),
  })
  // Whoever reads on from here has this to read, should it name them.
  await updateThread(t, thread.id, { last_reply_seq: event.seq })
  return postedOf(deps, edited, { mentions: resolved.mentions, rejected: resolved.rejected, agents }, false)
}

export async function deleteReply(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  replyId: string,
): Promise<void> {
  const { row, thread, session } = await permitPart(deps, t, actor, replyId, 'reply.delete')
  if (row.deleted_at !== null) return
  await emptyWords(deps, t, row)
  const { id, event_id: eventId } = row
  const left: ThreadRow = { ...thread, reply_count: thread.reply_count - 1, updated_at: t.now }
  const gone: ReplyRow = {
    ...row,
    body: '',
    mentions: '[]',
    rejected: '[]',
    deleted_at: t.now,
    version: row.version + 1,
  }
  const people = await deps.people.readPeople(t, peopleIn(thread, row.author_id))
  const { reply, thread: told } = tellReply(deps, gone, left, people)
  await deps.sessions.recordTalk(t, actor, session.id, {
    kind: 'reply.deleted',
    payload: () => ({ replyId: id, reply, thread: told }),
    causedBy: eventId,
  })
  await updateReply(t, id, {
    body: '',
    mentions: '[]',
    rejected: '[]',
    answer: JSON.stringify({ mentions: [], rejected: [], agents: [] }),
    fingerprint: new Uint8Array(),
    deleted_at: t.now,
    version: gone.version,
  })
  await updateThread(t, thread.id, { reply_count: left.reply_count })
  await deleteMentions(t, eventId, [])
  // What an agent was handed of it goes too.
  await deps.sessions.redactQuotesOf(t, eventId)
  await deps.facts.tell(t, 'reply_deleted', { sessionId: session.id, threadId: thread.id, replyId: id })
}

async function permitPart(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  replyId: string,
  action: 'reply.edit' | 'reply.delete',
): Promise<{ row: ReplyRow; thread: ThreadRow; session: TalkedOf }> {
  assertOn(deps)
  // The edge: whatever it is, there is a reply of that id or none.
  const row = await t.one(selectReply({ id: replyId as ReplyId }))
  if (!row) throw refused('unknown_reply')
  const part = { id: row.id, authorId: row.author_id }
  const session = await asIfAbsent(
    deps.sessions.permitTalk(t, actor, row.session_id, action, part),
    'unknown_reply',
  )
  return { row, session, thread: await loadThread(deps, t, row.thread_id) }
}

/** Of the entry that holds its words now. Whoever reads the log from there finds the later one further on. */
async function emptyWords(deps: CollaborationDeps, t: Tx, row: ReplyRow): Promise<void> {
  const [entry] = await deps.sessions.readEntries(t, [row.words_event_id])
  if (!entry) throw new Error(`the words of ${row.id} stand in no log`)
  const { reply } = entry.payload
  // Written by this room, as a reply.
  const emptied = { ...(reply as object), body: '', mentions: [] }
  await deps.sessions.rewriteTalk(t, row.words_event_id, { ...entry.payload, reply: emptied })
}

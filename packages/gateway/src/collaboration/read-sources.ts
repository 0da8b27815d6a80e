// What somebody may be told of, for whoever tells it: a message or a reply as it is now, with whom it concerns.

import type { EventId, PersonId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { Entry } from '../sessions/sessions.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ReplyRow } from './collaboration-tables.ts'
import type { Source, Sources } from './collaboration.ts'
import { selectMentioned } from './mention-store.ts'
import { selectReplyOf, selectWriters } from './reply-store.ts'
import { selectMarksOf, selectThread } from './thread-store.ts'

export function createSources(deps: CollaborationDeps): Sources {
  return {
    async read(r, sourceEventId) {
      const [entry] = await deps.sessions.readEntries(r, [sourceEventId])
      if (!entry) return undefined
      const reply = await r.one(selectReplyOf({ eventId: sourceEventId }))
      return reply ? readReply(deps, r, entry, reply) : readMessage(deps, r, entry)
    },

    async readText(r, sourceEventId) {
      const reply = await r.one(selectReplyOf({ eventId: sourceEventId }))
      if (reply) return reply.deleted_at === null ? reply.body : null
      const [entry] = await deps.sessions.readEntries(r, [sourceEventId])
      return entry ? textOf(entry) : null
    },

    async readUpTo(r, people, threadId) {
      const rows = await r.all(selectMarksOf({ threadId, people: JSON.stringify(people) }))
      return new Map(rows.map((row) => [row.person_id, row.seq]))
    },
  }
}

async function readMessage(deps: CollaborationDeps, r: Reader, entry: Entry): Promise<Source> {
  const text = textOf(entry)
  // What was taken out of the queue stands on the timeline, and calls nobody any more.
  const isSaid = text !== null && entry.payload['cancelled'] === undefined
  const mentioned = isSaid ? await mentionedIn(r, entry.eventId) : []
  return {
    ...common(entry),
    namedSeq: await namedSeqOf(deps, r, entry, mentioned, entry.eventId),
    threadId: null,
    replyId: null,
    eventId: entry.eventId,
    text,
    mentioned,
    anchorAuthorId: null,
    takingPart: [],
  }
}

async function readReply(deps: CollaborationDeps, r: Reader, entry: Entry, reply: ReplyRow): Promise<Source> {
  const thread = await r.one(selectThread({ id: reply.thread_id }))
  if (!thread) throw new Error(`the reply ${reply.id} belongs to no thread`)
  const [anchor] = await deps.sessions.readEntries(r, [thread.anchor_event_id])
  const writers = await r.all(selectWriters({ threadId: thread.id, before: reply.seq }))
  const takingPart = new Set<PersonId>([thread.created_by, ...writers.map((row) => row.author_id)])
  const mentioned = await mentionedIn(r, entry.eventId)
  return {
    ...common(entry),
    namedSeq: await namedSeqOf(deps, r, entry, mentioned, reply.words_event_id),
    threadId: thread.id,
    replyId: reply.id,
    eventId: thread.anchor_event_id,
    text: reply.deleted_at === null ? reply.body : null,
    mentioned,
    // As it is now: a guest may have turned out to be a member.
    anchorAuthorId: anchor === undefined ? thread.anchor_author_id : memberIn(anchor),
    takingPart: [...takingPart],
  }
}

/** Of a message. */
function textOf({ isRedacted, isRow, payload }: Entry): string | null {
  return isRedacted || !isRow ? null : String(payload['text'] ?? '')
}

function common(entry: Entry) {
  const { eventId, sessionId, actor, createdAt, seq } = entry
  return { sourceEventId: eventId, sessionId, actor, actorId: memberIn(entry), createdAt, seq }
}

async function namedSeqOf(
  deps: CollaborationDeps,
  r: Reader,
  { seq }: Entry,
  mentioned: readonly PersonId[],
  wordsEventId: EventId,
): Promise<number> {
  if (mentioned.length === 0) return seq
  return (await deps.sessions.readWordsSeq(r, wordsEventId)) ?? seq
}

/** An event by a person has a person's id. */
function memberIn({ actor }: Entry): PersonId | null {
  return actor.kind === 'person' ? (actor.id as PersonId) : null
}

async function mentionedIn(r: Reader, sourceEventId: EventId): Promise<PersonId[]> {
  return (await r.all(selectMentioned({ sourceEventId }))).map((row) => row.person_id)
}

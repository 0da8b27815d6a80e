// Putting on record who is named in what. The rows say who is named now: an edit takes people out and adds others.

import { type EventId, limits, type PersonId, type SessionId, type ThreadId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Entry } from '../sessions/sessions.ts'
import { chooseNamedInTurn } from './choose-mentions.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { MentionRow } from './collaboration-tables.ts'
import { deleteMentions, insertMention, selectMentionedInTurn } from './mention-store.ts'
import { resolveMentions } from './resolve-mentions.ts'

/** The reaction to a text with an @ (MEN1). */
export async function recordMentions(deps: CollaborationDeps, t: Tx, eventId: EventId): Promise<void> {
  if (!deps.flags().mentions) return
  const [entry] = await deps.sessions.readEntries(t, [eventId])
  if (!entry) return
  const people = await findPeople(deps, t, entry)
  const { sessionId, turnId, actor } = entry
  const source = {
    eventId,
    sessionId,
    threadId: null,
    turnId: actor.kind === 'agent' ? turnId : null,
    // An event by a person has a person's id.
    actorId: actor.kind === 'person' ? (actor.id as PersonId) : null,
  }
  if (await putMentions(t, source, people)) {
    await deps.facts.tell(t, 'mentions_recorded', { sessionId, eventId })
  }
}

/** Whom it names, as far as they are told. Nobody, once it was redacted or taken out of the queue. */
async function findPeople(deps: CollaborationDeps, t: Tx, entry: Entry): Promise<PersonId[]> {
  const { kind, sessionId, payload, turnId, actor } = entry
  if (kind !== 'message.user' && kind !== 'message.agent') return []
  if (entry.isRedacted || !entry.isRow || payload['cancelled'] !== undefined) return []
  const { people, rejected } = await resolveMentions(deps, t, sessionId, String(payload['text'] ?? ''))
  if (payload['edited'] === undefined) deps.measures.countRejected(t, rejected.length)
  if (actor.kind !== 'agent' || turnId === null) return people.slice(0, limits.mentionsPerTextMax)
  const others = (await t.all(selectMentionedInTurn({ turnId }))).filter(
    (row) => row.source_event_id !== entry.eventId,
  )
  const before = others.map((row) => row.person_id)
  return chooseNamedInTurn(people, before, limits.mentionsPerTurnMax)
}

export interface MentionSource {
  eventId: EventId
  sessionId: SessionId
  threadId: ThreadId | null
  actorId: PersonId | null
  turnId: MentionRow['turn_id']
}

/** Says whether somebody was added. */
export async function putMentions(
  t: Tx,
  source: MentionSource,
  people: readonly PersonId[],
): Promise<boolean> {
  await deleteMentions(t, source.eventId, people)
  return (await addMentions(t, source, people)) > 0
}

/** Those who are not named there yet; says how many. */
export async function addMentions(
  t: Tx,
  source: MentionSource,
  people: readonly PersonId[],
): Promise<number> {
  let added = 0
  for (const personId of people) {
    added += await t.run(
      insertMention({
        source_event_id: source.eventId,
        person_id: personId,
        session_id: source.sessionId,
        thread_id: source.threadId,
        actor_id: source.actorId,
        turn_id: source.turnId,
        created_at: t.now,
        answered_at: null,
      }),
    )
  }
  return added
}

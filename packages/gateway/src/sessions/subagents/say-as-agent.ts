// What one agent says to the session of another: a message like any, by an agent and without a place.

import { type EventActor, type EventId, limits, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { selectSaidFor } from '../event-store.ts'
import { insertWaiting } from '../inbox-store.ts'
import { append } from '../log.ts'
import { insertQuotes } from '../quote-store.ts'
import { assertOpen } from '../session.ts'
import { noteAdmitted, updateSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { SessionRow } from '../sessions-tables.ts'
import { endChildrenWait } from '../turns/turn-store.ts'
import { below, type Origin } from './origin.ts'

export interface AgentWords {
  to: SessionRow
  actor: EventActor
  text: string
  mode: 'queue' | 'steer'
  origin: Origin
  /** Of the `tool.call`: said once for it, however often it is made. */
  callEventId: EventId
  /** Somebody outside may have had a part in these words. */
  isTainted: boolean
  /** How many agents have spoken in turn since a person did. */
  hops: number
}

export async function sayAsAgent(deps: RoomDeps, t: Tx, words: AgentWords): Promise<{ eventId: EventId }> {
  const { to, mode, callEventId } = words
  const before = await t.one(selectSaidFor({ sessionId: to.id, callEventId, after: to.seq - lookedBack }))
  if (before) return { eventId: before.id }
  await assertOpen(t, to)
  if (to.queued >= limits.queuedMessagesMax) {
    throw refused('limit_reached', { message: `${limits.queuedMessagesMax} messages wait there already.` })
  }
  const payload = { text: words.text, handle: null, mode, channel: 'agent', hops: words.hops }
  const [event] = await append(deps, t, to.id, [
    { kind: 'message.user', actor: words.actor, payload, causedBy: callEventId },
  ])
  if (!event) throw new Error('a message was not appended')
  // What its call says it says again, and goes with it (SES6).
  await insertQuotes(t, event.eventId, [callEventId])
  await t.run(
    insertWaiting({
      session_id: to.id,
      event_id: event.eventId,
      seq: event.seq,
      position: event.seq,
      mode,
      author_id: words.origin.personId,
      // What steers a turn has to come from where its messages came from; a sub-agent's task came from nowhere.
      conversation: '',
      created_at: t.now,
      is_quiet: 0,
    }),
  )
  // With an author who is no person: from now on its agent is told who says what.
  await t.run(
    noteAdmitted({
      id: to.id,
      queued: 1,
      title: to.title,
      titleFrom: to.title_from,
      searchText: to.search_text,
      seq: event.seq,
      author: `agent:${words.actor.id}`,
      now: t.now,
    }),
  )
  if (words.isTainted && to.is_tainted === 0) await updateSession(t, to.id, { is_tainted: 1 })
  if (mode === 'steer') await endChildrenWait(t, to.turn_id)
  await deps.facts.tell(t, 'message_admitted', { sessionId: to.id, eventId: event.eventId, ...below(to) })
  t.afterCommit(() => deps.feed.listed(to.id))
  return { eventId: event.eventId }
}

/** A call that is made again after a crash is made soon. */
const lookedBack = 1_000

// Trying a failed turn again: what it had taken waits once more, before everything that was said since.

import { type EventId, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { selectEventById, selectTurnEvents } from './event-store.ts'
import { insertWaiting, selectOneWaiting } from './inbox-store.ts'
import { payloadOf } from './log.ts'
import { assertOpen, permitOn } from './session.ts'
import { changeQueued } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { Retried } from './sessions.ts'
import type { EventRow, TurnRow } from './sessions-tables.ts'
import { below } from './subagents/origin.ts'
import { selectLastTurn } from './turns/turn-store.ts'

export async function retryTurn(deps: RoomDeps, t: Tx, actor: Actor, idOrKey: string): Promise<Retried> {
  const row = await permitOn(t, deps.people, actor, idOrKey, 'session.write')
  await assertOpen(t, row)
  const turn = await t.one(selectLastTurn({ sessionId: row.id }))
  if (turn?.state !== 'failed') throw refused('nothing_to_retry')
  const messages = await messagesOf(t, turn)
  const [first] = messages
  if (!first) throw refused('nothing_to_retry', { message: 'What it was about was redacted.' })
  for (const message of messages) {
    if (await t.one(selectOneWaiting({ eventId: message.id }))) {
      throw refused('nothing_to_retry', { message: 'It waits to be tried again already.' })
    }
    await t.run(
      insertWaiting({
        session_id: row.id,
        event_id: message.id,
        seq: message.seq,
        // Older than whatever waits, and so before it.
        position: message.seq,
        mode: 'queue',
        author_id: message.actor_id,
        conversation: turn.conversation ?? '',
        created_at: t.now,
        is_quiet: 0,
      }),
    )
  }
  await changeQueued(t, row.id, messages.length)
  await deps.facts.tell(t, 'message_admitted', { sessionId: row.id, eventId: first.id, ...below(row) })
  t.afterCommit(() => deps.feed.listed(row.id))
  return { turnId: turn.id, messages: messages.map(({ id }) => id) }
}

/** In the order in which it took them, those that steered it too. */
async function messagesOf(t: Tx, turn: TurnRow): Promise<EventRow[]> {
  const messages: EventRow[] = []
  for (const row of await selectTurnEvents(t, turn.session_id, turn.id, turn.started_seq)) {
    if (row.kind !== 'turn.started' && row.kind !== 'message.taken') continue
    // The edge: this room wrote the ids of messages there.
    for (const id of payloadOf(row)['messages'] as EventId[]) {
      const message = await t.one(selectEventById({ id }))
      if (message?.redacted_at === null) messages.push(message)
    }
  }
  return messages
}

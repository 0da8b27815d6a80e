// Stopping one session: what waits is cancelled, and the running turn is asked to end.

import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { eventActor, nameOf } from './event-actor.ts'
import { selectEventAt, updatePayload } from './event-store.ts'
import { deleteWaiting, quietWaiting, selectWaiting } from './inbox-store.ts'
import { append, type NewEvent, payloadOf } from './log.ts'
import { changeQueued } from './session-store.ts'
import { type RoomDeps, turnKey } from './sessions-deps.ts'
import type { Stopped } from './sessions.ts'
import type { EventRow, SessionRow, StopWhy } from './sessions-tables.ts'
import { askToStop } from './turns/turn-store.ts'

export type Cancellation = 'author' | 'admin' | 'stop'

/** Cancels what waits and has the running turn end, which is aborted once this is committed. */
export async function stopSession(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  row: SessionRow,
  why: StopWhy = 'stop',
): Promise<Pick<Stopped, 'turnId' | 'cancelled'>> {
  const messages: EventRow[] = []
  for (const waiting of await t.all(selectWaiting({ sessionId: row.id }))) {
    const message = await t.one(selectEventAt({ sessionId: row.id, seq: waiting.seq }))
    if (message?.kind === 'message.user') {
      if (mayCancel(actor, row, message)) messages.push(message)
    }
    // What sub-agents announced is not undone: the next turn hears of it, whatever begins that.
    else if (waiting.is_quiet === 0 && (await t.run(quietWaiting({ eventId: waiting.event_id }))) > 0) {
      await changeQueued(t, row.id, -1)
    }
  }
  await cancelWaiting(deps, t, actor, row, messages, 'stop')
  if (row.turn_id !== null) {
    await askToStop(t, row.turn_id, nameOf(actor), why)
    // Whoever has it in hand is told at once. Perhaps nobody has, or they die before they could end it.
    await deps.facts.tell(t, 'stop_asked', { sessionId: row.id, turnId: row.turn_id })
    t.afterCommit(() => deps.interrupt(turnKey(row.id), new Error('the turn was stopped')))
  }
  const cancelled = messages.map((message) => ({
    messageId: message.id,
    author: message.actor_name,
    text: String(payloadOf(message)['text'] ?? ''),
  }))
  return { turnId: row.turn_id, cancelled }
}

/** What others said where a guest is heard is not theirs to cancel (CNV6). */
function mayCancel(actor: Actor, { id }: SessionRow, message: EventRow): boolean {
  if (actor.kind !== 'guest' || actor.admitted?.heardBy !== id) return true
  return message.actor_id === actor.guestId
}

export async function cancelWaiting(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  row: SessionRow,
  messages: readonly EventRow[],
  why: Cancellation,
): Promise<void> {
  const by = nameOf(actor)
  const events: NewEvent[] = []
  for (const message of messages) {
    await t.run(deleteWaiting({ eventId: message.id }))
    const payload = { ...payloadOf(message), cancelled: { by, why } }
    await updatePayload(t, row.id, message.seq, JSON.stringify(payload))
    const target = { messageId: message.id, by, why }
    events.push({ kind: 'message.cancelled', actor: eventActor(actor), payload: target, isRow: false })
  }
  await changeQueued(t, row.id, -messages.length)
  await append(deps, t, row.id, events)
  if (messages.length > 0) t.afterCommit(() => deps.feed.listed(row.id))
}

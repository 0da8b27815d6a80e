// SQL of tool calls on their way: a row stands here from the answer that asks for the call until its result.

import type { ApprovalId, EventId, TurnId } from '@heddle/contract'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { type CallRow, type EventRow, queries as db } from '../sessions-tables.ts'

export const insertCall = compileOnce<CallRow, unknown>((place) =>
  db.insertInto('tool_calls').values({
    event_id: place('event_id'),
    session_id: place('session_id'),
    turn_id: place('turn_id'),
    seq: place('seq'),
    step: place('step'),
    call_id: place('call_id'),
    state: place('state'),
    approval_id: place('approval_id'),
    started_at: place('started_at'),
  }),
)

export type OpenCall = CallRow & Pick<EventRow, 'payload' | 'redacted_at' | 'created_at'>

const selectOpen = compileOnce<{ turnId: TurnId }, OpenCall>((place) =>
  db
    .selectFrom('tool_calls')
    .innerJoin('session_events', 'session_events.id', 'tool_calls.event_id')
    .selectAll('tool_calls')
    .select(['session_events.payload', 'session_events.redacted_at', 'session_events.created_at'])
    .where('tool_calls.turn_id', '=', place('turnId'))
    .orderBy('tool_calls.seq'),
)

/** In the order in which the model asked for them. */
export function selectOpenCalls(r: Reader, turnId: TurnId): Promise<OpenCall[]> {
  return r.all(selectOpen({ turnId }))
}

export const startCall = compileOnce<{ eventId: EventId; now: number }, unknown>((place) =>
  db
    .updateTable('tool_calls')
    .set({ state: 'running', started_at: place('now') })
    .where('event_id', '=', place('eventId')),
)

/** It has no outcome yet, and is made again. */
export const reopenCall = compileOnce<{ eventId: EventId }, unknown>((place) =>
  db
    .updateTable('tool_calls')
    .set({ state: 'open', started_at: null })
    .where('event_id', '=', place('eventId')),
)

export async function setCallApproval(t: Tx, eventId: EventId, approvalId: ApprovalId): Promise<void> {
  await t.run(db.updateTable('tool_calls').set({ approval_id: approvalId }).where('event_id', '=', eventId))
}

/** Nobody is asked about it any more. */
export async function clearCallApproval(t: Tx, eventId: EventId): Promise<void> {
  await t.run(db.updateTable('tool_calls').set({ approval_id: null }).where('event_id', '=', eventId))
}

export const deleteCall = compileOnce<{ eventId: EventId }, unknown>((place) =>
  db.deleteFrom('tool_calls').where('event_id', '=', place('eventId')),
)

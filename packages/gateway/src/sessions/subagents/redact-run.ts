// What repeats a task or an answer of a sub-agent somewhere else, and goes with it when it is redacted. What it announced
// needs nothing here: an announcement is a copy of the entry that it was found in.

import type { EventActor, EventId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { selectEventById, selectFirstMessage } from '../event-store.ts'
import { payloadOf } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { EventRow, RunRow } from '../sessions-tables.ts'
import { forgetLabel } from './forget-label.ts'
import { lastLineOf } from './last-line.ts'
import { forgetLine, forgetTask, selectRun, selectRunOfCall, selectRunOfSession } from './run-store.ts'

/** A task stands in the call that gave it, where it branches off, and as the first message of its own session. */
export async function findTaskTraces(
  deps: RoomDeps,
  t: Tx,
  row: EventRow,
  by: EventActor,
): Promise<EventRow[]> {
  const run = await findGivenRun(t, row)
  if (run === undefined) return callOf(t, row)
  await t.run(forgetTask({ id: run.id }))
  await forgetLabel(deps, t, run, by)
  const ids = [run.call_event_id, run.spawned_event_id].filter((id) => id !== null)
  const events = [await t.one(selectFirstMessage({ sessionId: run.session_id }))]
  for (const id of ids) events.push(await t.one(selectEventById({ id })))
  return events.filter((event) => event !== undefined)
}

/** The run whose task this entry says, in one of the three places or in a fork of one. */
async function findGivenRun(r: Reader, row: EventRow): Promise<RunRow | undefined> {
  const id = row.root_id ?? row.id
  // This room wrote the id there.
  if (row.kind === 'subagent.spawned')
    return r.one(selectRun({ id: payloadOf(row)['runId'] as RunRow['id'] }))
  if (row.kind === 'tool.call') return r.one(selectRunOfCall({ callEventId: id }))
  if (row.kind !== 'message.user' || payloadOf(row)['channel'] !== 'task') return undefined
  const first = row.root_id === null ? row : await r.one(selectEventById({ id }))
  return first && r.one(selectRunOfSession({ sessionId: first.session_id }))
}

/** What one agent said to another stands in its own call too. */
async function callOf(r: Reader, row: EventRow): Promise<EventRow[]> {
  if (row.kind !== 'message.user' || row.actor_kind !== 'agent' || row.caused_by === null) return []
  // This room wrote the id of the call there.
  const call = await r.one(selectEventById({ id: row.caused_by as EventId }))
  return call?.kind === 'tool.call' ? [call] : []
}

/** `row` as it was before it was emptied. */
export async function forgetLastLine(t: Tx, row: EventRow): Promise<void> {
  if (row.kind !== 'message.agent') return
  const line = lastLineOf(String(payloadOf(row)['text'] ?? ''))
  await t.run(forgetLine({ sessionId: row.session_id, line }))
}

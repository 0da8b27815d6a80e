// That a conversation was bound to a session, or is no longer: told on its timeline and on that of the one above it, which
// is to know (SUB15). What went on where a sub-agent ended is nobody's child; its end is told where its beginning was, too.

import type { BindingEnd, BindingRef, RunId, SessionId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { selectBindingMade } from './event-store.ts'
import { append, appendTo, payloadOf, systemActor } from './log.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { BindingEvent } from './sessions.ts'
import { selectRun } from './subagents/run-store.ts'

export async function recordBinding(
  deps: RoomDeps,
  t: Tx,
  id: SessionId,
  { kind, payload }: BindingEvent,
  runId: RunId | null,
): Promise<void> {
  const event = { kind, actor: systemActor, payload: { ...payload } }
  const { parentId } = await appendTo(deps, t, id, [event])
  if (parentId !== null) await append(deps, t, parentId, [event])
  if (kind === 'binding.ended' && parentId === null && runId !== null) {
    await tellWhereBegun(deps, t, id, payload, runId)
  }
}

async function tellWhereBegun(
  deps: RoomDeps,
  t: Tx,
  id: SessionId,
  payload: BindingRef & { why: BindingEnd; by?: string },
  runId: RunId,
): Promise<void> {
  const run = await t.one(selectRun({ id: runId }))
  const told = run ? [run.session_id, run.parent_id] : []
  for (const sessionId of told.filter((one) => one !== id)) {
    const made = await t.one(selectBindingMade({ sessionId, bindingId: payload.bindingId }))
    if (!made) continue
    // As it was called there: who reads that one knows that place, and the one that ended.
    const { sessionId: heard, conversation } = payloadOf(made)
    const ended = { ...payload, sessionId: heard, conversation }
    await append(deps, t, sessionId, [{ kind: 'binding.ended', actor: systemActor, payload: ended }])
  }
}

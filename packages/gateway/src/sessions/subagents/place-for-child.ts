// A conversation of a sub-agent's own (BND10). Where it is and how it is had, routing knows; the run waits for it and
// holds no slot meanwhile.

import { limits, type RunId, type SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { putAway } from '../put-away.ts'
import { selectWaiting } from '../inbox-store.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { stopSession } from '../stop-session.ts'
import { below, type Origin, originOf } from './origin.ts'
import { foretellFailure, selectRun, setOver, setPlace } from './run-store.ts'
import { settleRun } from './settle-run.ts'

export interface PlaceAsk {
  /** Where all of it was asked for. */
  origin: Origin
  /** Who asks. */
  parentId: SessionId
  visibility: 'private' | 'team'
}

export interface ChildToPlace extends PlaceAsk {
  runId: RunId
  sessionId: SessionId
  agentId: string
  label: string | null
  /** Its label, or the first words of its task. */
  title: string
  task: string
}

export interface PlaceForChild {
  /** Before anything is written: throws where none can be had, with the reason and the setting. */
  judge(t: Tx, ask: PlaceAsk): Promise<void>
  /** `given`: it is bound. `coming`: `giveChildPlace` or `failChildPlace` follows. */
  ask(t: Tx, child: ChildToPlace): Promise<'given' | 'coming'>
}

/** Undefined if it waits for none, or no longer. */
export async function readChildToPlace(r: Reader, runId: RunId): Promise<ChildToPlace | undefined> {
  const run = await r.one(selectRun({ id: runId }))
  if (run?.place !== 'wanted' || run.ended_at !== null) return undefined
  const session = await r.one(selectSession({ id: run.session_id }))
  if (!session) return undefined
  return {
    runId,
    sessionId: run.session_id,
    parentId: run.parent_id,
    origin: originOf(run),
    visibility: session.visibility,
    agentId: run.agent_id,
    label: run.label,
    title: session.title,
    task: run.task,
  }
}

/** The place is there and bound: the run begins. False if it no longer waits for one. */
export async function giveChildPlace(deps: RoomDeps, t: Tx, runId: RunId): Promise<boolean> {
  const run = await t.one(selectRun({ id: runId }))
  if (run?.place !== 'wanted' || run.ended_at !== null) return false
  await setPlace(t, runId, 'given')
  const session = await t.one(selectSession({ id: run.session_id }))
  const [task] = await t.all(selectWaiting({ sessionId: run.session_id }))
  if (!session || !task) return false
  await deps.facts.tell(t, 'message_admitted', {
    sessionId: session.id,
    eventId: task.event_id,
    ...below(session),
  })
  t.afterCommit(() => deps.feed.listed(session.id))
  return true
}

/** None can be had: the run ends as failed, announced like any end, and its session is put away. */
export async function failChildPlace(deps: RoomDeps, t: Tx, runId: RunId, detail: string): Promise<boolean> {
  const run = await t.one(selectRun({ id: runId }))
  if (run?.place !== 'wanted' || run.ended_at !== null) return false
  await setPlace(t, runId, null)
  await foretellFailure(t, runId, 'no_place', detail.slice(0, limits.announceNotesCharsMax))
  await setOver(t, runId)
  const session = await t.one(selectSession({ id: run.session_id }))
  if (!session) return false
  await stopSession(deps, t, { kind: 'system' }, session)
  await settleRun(deps, t, session.id)
  const after = await t.one(selectSession({ id: session.id }))
  if (after && after.state !== 'archived') await putAway(deps, t, { kind: 'system' }, after)
  return true
}

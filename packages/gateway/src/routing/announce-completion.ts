// Puts on record where the completion of a run is told. On the web, the row in a timeline is the delivery, and it was written
// with the end of the run; what is decided here is said of it, and decided anew where the parent could not tell it.

import type { RunId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Turn } from '../sessions/sessions.ts'
import { type CompletionChoice, chooseCompletionPlace } from './choose-completion-place.ts'
import type { RoutingDeps } from './routing-deps.ts'
import { selectCompletion, upsertCompletion } from './routing-store.ts'

export async function announceCompletion(deps: RoutingDeps, t: Tx, runId: RunId): Promise<void> {
  // Done again, or late, it undoes nothing that was decided since.
  if (!(await t.one(selectCompletion({ runId })))) await decide(deps, t, runId, false)
  // What it had asked for and did not hear before it was stopped has nobody left to tell it.
  for (const unheard of await deps.sessions.readUnheardBelow(t, runId)) {
    await deps.sessions.tellAtRoot(t, unheard, 'parent_gone')
    await decide(deps, t, unheard, false)
  }
}

/** The turn that had taken announcements failed for good, or was stopped: they are told at the root, once. */
export async function tellFailedHearing(
  deps: RoutingDeps,
  t: Tx,
  { id, state }: Pick<Turn, 'id' | 'state'>,
): Promise<void> {
  const hasFailed = state !== 'cancelled'
  for (const runId of await deps.sessions.readFailedHearing(t, id)) {
    await deps.sessions.tellAtRoot(t, runId, hasFailed ? 'parent_failed' : 'parent_gone')
    await decide(deps, t, runId, hasFailed)
  }
}

async function decide(deps: RoutingDeps, t: Tx, runId: RunId, hasParentFailed: boolean): Promise<void> {
  const outcome = await deps.sessions.readOutcome(t, runId)
  if (!outcome) return
  const choice = chooseCompletionPlace({ ...outcome, hasParentFailed })
  const places: Record<CompletionChoice['at'], string | null> = {
    parent: outcome.parentId,
    root: outcome.rootId,
    nowhere: null,
  }
  const { destination, reason, at } = choice
  await t.run(upsertCompletion({ run_id: runId, destination, reason, place: places[at], created_at: t.now }))
}

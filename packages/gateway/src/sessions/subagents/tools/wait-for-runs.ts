// Waiting for sub-agents without holding anything up: the turn is given out of the hand, and each one that ends brings it
// back to look again.

import { type EventId, limits, type SessionId } from '@heddle/contract'
import type { ToolOutcome, ToolPlace } from '../../../agents/tools.ts'
import type { Reader } from '../../../foundation/database/store.ts'
import { findSteering } from '../../inbox-store.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import { findAmong } from '../find-run.ts'
import { type ListedRunRow, selectChildrenAt } from '../run-list-store.ts'
import { runOfRow } from '../run-values.ts'
import { selectUnheard } from '../unheard-store.ts'
import { loadCaller, tell } from './tool-caller.ts'

export async function waitForRuns(
  deps: RoomDeps,
  place: ToolPlace,
  ids: readonly string[] | undefined,
  { calledAt, until }: { calledAt: number; until: number },
): Promise<ToolOutcome> {
  return deps.store.read(async (r) => {
    const { session, turn } = await loadCaller(deps, r, place)
    const runs = await findWaitedFor(r, session.id, ids, calledAt)
    const open = runs.filter(({ ended_at }) => ended_at === null)
    const isCalled = (await findSteering(r, turn)).length > 0
    if (open.length > 0 && !isCalled && deps.store.now() < until) {
      return { output: '', isError: false, waitsFor: { runIds: open.map(({ id }) => id), until } }
    }
    return tellEnds(r, session.id, runs, open, isCalled)
  })
}

/** Looked for each time anew, and yet always the same: names mean what they meant when the call was made. */
async function findWaitedFor(
  r: Reader,
  parentId: SessionId,
  ids: readonly string[] | undefined,
  calledAt: number,
): Promise<ListedRunRow[]> {
  const children = await r.all(selectChildrenAt({ parentId, at: calledAt, limit: limits.runsListMax }))
  if (ids !== undefined) return [...new Set(ids.map((id) => findAmong(children, id)))]
  const unheard = new Set(await selectUnheard(r, parentId))
  // Those that had not ended, and those that had without anybody having heard of it.
  return children.filter(({ id, ended_at }) => ended_at === null || ended_at >= calledAt || unheard.has(id))
}

async function tellEnds(
  r: Reader,
  parentId: SessionId,
  runs: readonly ListedRunRow[],
  open: readonly ListedRunRow[],
  isCalled: boolean,
): Promise<ToolOutcome> {
  const waiting = new Set(await selectUnheard(r, parentId))
  const ended = runs.filter(({ ended_at }) => ended_at !== null)
  const takes = ended
    .filter(({ id }) => waiting.has(id))
    .map(({ finished_event_id: id }) => id)
    .filter((id): id is EventId => id !== null)
  const name = (row: ListedRunRow) => ({ runId: row.id, label: row.label })
  const told = {
    ended: ended.map((row) => ({
      ...name(row),
      status: runOfRow(row).status,
      skipped: row.is_skipped === 1,
    })),
    stillRunning: open.map(name),
    note: isCalled
      ? 'Somebody has something to say to you, so the wait ended early.'
      : open.length > 0
        ? 'The time to wait is over; these still run, and their results will come to you as messages.'
        : runs.length === 0
          ? 'There is nothing to wait for.'
          : 'What they came to follows as messages, unless you have heard it before.',
  }
  return { ...tell(told), takes, quotes: runs.map(({ id }) => id) }
}

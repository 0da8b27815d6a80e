// Stopping a session with everything below it: the tree is walked in the store, the deepest first, in one transaction; what
// runs is aborted once that is committed (SUB12).

import type { SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { nameOf } from '../event-actor.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { Stopped } from '../sessions.ts'
import type { RunRow, SessionRow } from '../sessions-tables.ts'
import { stopSession } from '../stop-session.ts'
import { type BelowRow, foretellEnd, selectBelow, selectRunOfSession, setOver } from './run-store.ts'
import { settleRun } from './settle-run.ts'

/** Aborts what runs, cancels what waits; persistent sub-agents stay, without what they were doing (SUB16). */
export function stopTree(deps: RoomDeps, t: Tx, actor: Actor, row: SessionRow): Promise<Stopped> {
  return endTree(deps, t, actor, row, { ending: 'cancelled', isQuiet: false })
}

/** The same, and none of them goes on, persistent or not. */
export function killTree(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  row: SessionRow,
  how: { byParent?: boolean } = {},
): Promise<Stopped> {
  const isOwn = how.byParent === true
  return endTree(deps, t, actor, row, {
    ending: 'cancelled',
    isQuiet: isOwn,
    isOver: true,
    ...(isOwn && { by: 'its parent', isByParent: true }),
  })
}

export interface TreeEnd {
  ending: NonNullable<RunRow['ending']>
  /** Whether the end of the topmost wakes nobody; those below it never do. */
  isQuiet: boolean
  isOver?: boolean
  by?: string
  /** The topmost is ended by whoever spawned it. */
  isByParent?: boolean
}

export async function endTree(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  row: SessionRow,
  how: TreeEnd,
): Promise<Stopped> {
  const by = how.by ?? nameOf(actor)
  const below = (await selectBelow(t, row.id)).filter(
    (one) => isAlive(one) || (how.isOver === true && one.mode === 'session'),
  )
  // Those above first: what ends below them then wakes nobody.
  const own = await t.one(selectRunOfSession({ sessionId: row.id }))
  if (own !== undefined) {
    const { ending, isQuiet, isByParent = false } = how
    await foretellEnd(t, own.id, { ending, by, isQuiet, isByParent })
    if (how.isOver) await endForGood(deps, t, own.id, row.id)
  }
  const stopped = await stopSession(deps, t, actor, row, how.ending === 'timed_out' ? 'timed_out' : 'stop')
  for (const one of below) {
    await foretellEnd(t, one.run_id, { ending: 'cancelled', by, isQuiet: true })
    if (how.isOver) await endForGood(deps, t, one.run_id, one.session_id)
    if (isBusy(one)) await stopOne(deps, t, actor, one.session_id)
  }
  for (const one of below) await settleRun(deps, t, one.session_id)
  await settleRun(deps, t, row.id)
  return { ...stopped, descendants: await readBelow(t, below) }
}

async function endForGood(deps: RoomDeps, t: Tx, runId: RunRow['id'], sessionId: SessionId): Promise<void> {
  await setOver(t, runId)
  await deps.boundPlaces.followOver(t, sessionId, 'killed')
}

/** Of all that were ever spawned below it most have long ended. */
const isAlive = (one: BelowRow) => one.ended_at === null || isBusy(one)
const isBusy = ({ turn_id, queued }: BelowRow) => turn_id !== null || queued > 0

async function stopOne(deps: RoomDeps, t: Tx, actor: Actor, id: SessionId): Promise<void> {
  const session = await t.one(selectSession({ id }))
  if (session) await stopSession(deps, t, actor, session)
}

/** Of those that had anything to stop: whether nothing of it runs any more. */
async function readBelow(t: Tx, below: readonly BelowRow[]): Promise<Stopped['descendants']> {
  const told: Stopped['descendants'] = []
  for (const one of below) {
    if (!isAlive(one)) continue
    const session = await t.one(selectSession({ id: one.session_id }))
    told.push({ sessionId: one.session_id, label: one.label, confirmed: session?.turn_id == null })
  }
  return told.reverse()
}

// What a run is ended or put away by when its time has come: a row that fires once, also after a restart (SUB4, SUB13).

import type { RunId } from '@heddle/contract'
import type { Job } from '../../foundation/work/job.ts'
import { append, systemActor } from '../log.ts'
import { putAway } from '../put-away.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { hasActiveChildren, selectRun, setArchiveAt } from './run-store.ts'
import { endTree } from './stop-tree.ts'

/** The time that it was given is over: it ends as that, with everything below it. */
export async function endLateRun(deps: RoomDeps, job: Job, runId: RunId): Promise<void> {
  await job.commit(async (t) => {
    const run = await t.one(selectRun({ id: runId }))
    if (run === undefined || run.ended_at !== null) return
    const session = await t.one(selectSession({ id: run.session_id }))
    if (session) await endTree(deps, t, { kind: 'system' }, session, { ending: 'timed_out', isQuiet: false })
  })
}

/** Somebody may be talking to it, or it may have sub-agents again: then it stays as long once more. */
export async function archiveOldRun(deps: RoomDeps, job: Job, runId: RunId): Promise<void> {
  await job.commit(async (t) => {
    const run = await t.one(selectRun({ id: runId }))
    const session = run && (await t.one(selectSession({ id: run.session_id })))
    if (run?.archive_at == null || session === undefined || session.state === 'archived') return
    const isBusy = session.turn_id !== null || session.queued > 0 || (await hasActiveChildren(t, session.id))
    const afterMs = deps.agents.subagentRules(run.agent_id).archiveAfterMinutes * 60_000
    const at = isBusy ? t.now + afterMs : session.active_at + afterMs
    if (isBusy || at > t.now) {
      await setArchiveAt(t, run.id, at)
      return job.again(t, at)
    }
    await deps.boundPlaces.followOver(t, session.id, 'done')
    await putAway(deps, t, { kind: 'system' }, session)
    await append(deps, t, session.id, [
      { kind: 'session.changed', actor: systemActor, payload: { fields: ['state'] }, isRow: false },
    ])
  })
}

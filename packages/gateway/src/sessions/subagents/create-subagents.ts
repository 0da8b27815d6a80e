// The verbs about sub-agents, for people and for routing.

import { type EventId, type RunEnd, type RunId, refused, type TurnId } from '@heddle/contract'
import { decodeCursor, pageOfRows } from '../../foundation/database/cursor.ts'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { eventActor } from '../event-actor.ts'
import { selectEventById, selectTurnEvents } from '../event-store.ts'
import { payloadOf } from '../log.ts'
import { loadFor, loadSeen, permitOn } from '../session.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { RunRow } from '../sessions-tables.ts'
import { selectTurn } from '../turns/turn-store.ts'
import { findChild } from './find-run.ts'
import { originOf } from './origin.ts'
import { selectRun, selectRunOfSession } from './run-store.ts'
import {
  type ListedRunRow,
  selectAliveBelow,
  selectListedRun,
  selectListedRuns,
  selectListedRunOfSession,
  selectTree,
} from './run-list-store.ts'
import { confirmStopped } from './confirm-stopped.ts'
import { endStopped } from './end-stopped.ts'
import { failChildPlace, giveChildPlace, readChildToPlace } from './place-for-child.ts'
import { archiveOldRun, endLateRun } from './run-timers.ts'
import { runOfRow } from './run-values.ts'
import { spawnRun } from './spawn-run.ts'
import { readAnnouncement, readSource, tellAtRoot } from './tell-at-root.ts'
import { selectUnheard } from './unheard-store.ts'
import { killTree } from './stop-tree.ts'
import type { SubagentVerbs, WholeRun } from './subagents.ts'
import { writeAnnouncement } from './write-announcement.ts'

export function createSubagents(deps: RoomDeps): SubagentVerbs {
  const { people } = deps

  async function load(r: Reader, actor: Actor, id: string): Promise<ListedRunRow> {
    const row =
      (await r.one(selectListedRun({ id: id as RunId }))) ??
      // The page of a sub-agent knows itself, and not its run.
      (await r.one(selectListedRunOfSession({ sessionId: id as RunRow['session_id'] })))
    if (!row) throw refused('not_found')
    await loadFor(r, people, actor, row.session_id, 'session.read')
    return row
  }

  return {
    async spawn(t, actor, idOrKey, input, conversation, from) {
      const session = await permitOn(t, people, actor, idOrKey, 'subagent.spawn')
      const run = await t.one(selectRunOfSession({ sessionId: session.id }))
      const agent = deps.agents.find(session.agent_id)
      const personId = actor.kind === 'person' ? actor.personId : null
      return spawnRun(deps, t, {
        caller: {
          session,
          run,
          model: session.model ?? agent?.model ?? '',
          thinking: run?.thinking ?? agent?.thinking ?? 'off',
        },
        input,
        askedBy: 'person',
        actor: eventActor(actor),
        origin: { conversation, personId },
        from,
      })
    },

    async listRuns(r, actor, idOrKey, of, page) {
      const session = await loadFor(r, people, actor, idOrKey, 'session.read')
      const list = of === 'children' ? 'own subagents' : 'subagents'
      const own = await r.one(selectRunOfSession({ sessionId: session.id }))
      const rows = await selectTree(r, {
        rootId: own?.root_id ?? session.id,
        topId: session.id,
        of,
        after: readCursor(decodeCursor(list, page.cursor)),
        limit: page.limit + 1,
      })
      const cursorOf = (row: ListedRunRow) => `${row.ended_at === null ? 0 : 1}${row.id}`
      return pageOfRows(rows, page.limit, list, cursorOf, runOfRow)
    },

    listAlive: async (r, rootIds, limit) => (await selectAliveBelow(r, rootIds, limit)).map(runOfRow),

    readRun: async (r, actor, id) => wholeRun(r, await load(r, actor, id)),

    readRuns: async (r, ids) => (await selectListedRuns(r, ids)).map(runOfRow),

    async runOfSession(r, sessionId) {
      const row = await r.one(selectListedRunOfSession({ sessionId }))
      return row && runOfRow(row)
    },

    async findRun(r, actor, idOrKey, name) {
      const session = await loadFor(r, people, actor, idOrKey, 'session.read')
      return wholeRun(r, await findChild(r, session.id, name))
    },

    async kill(t, actor, runId) {
      const row = await t.one(selectRun({ id: runId as RunId }))
      if (!row) throw refused('unknown_run')
      await loadSeen(t, actor, row.session_id)
      const session = await permitOn(t, people, actor, row.session_id, 'subagent.kill')
      return killTree(deps, t, actor, session)
    },

    confirmStopped: (stopped) => confirmStopped(deps, stopped),

    async readOutcome(r, id) {
      const row = await r.one(selectRun({ id }))
      if (row?.ended_at == null) return undefined
      const parent = await r.one(selectSession({ id: row.parent_id }))
      return {
        id,
        parentId: row.parent_id,
        rootId: row.root_id,
        askedBy: row.asked_by,
        // It has ended.
        state: row.state as RunEnd,
        isSkipped: row.is_skipped === 1,
        isQuiet: row.is_quiet === 1,
        isEndedByParent: row.is_by_parent === 1,
        // Decided when it ended; only the root itself, once it is put away, has it nowhere else.
        isParentGone:
          row.root_event_id !== null || (row.parent_id === row.root_id && parent?.state === 'archived'),
        origin: originOf(row).conversation,
        requesterId: originOf(row).personId,
        sessionId: row.session_id,
        mode: row.mode,
        boundId: row.bound_id,
        lastTurnId: row.last_turn_id,
        sourceId: await readSource(r, row),
        told: await readAnnouncement(r, row),
      }
    },

    async readSpawn(r, sessionId) {
      const row = await r.one(selectRunOfSession({ sessionId }))
      if (row === undefined) return undefined
      const isPlacedByAgent = row.place === 'given' && row.call_event_id !== null
      return {
        runId: row.id,
        origin: originOf(row).conversation,
        boundId: row.bound_id,
        isPlacedByAgent,
      }
    },

    readFailedHearing: (r, turnId) => readFailedHearing(r, turnId as TurnId),

    async tellAtRoot(t, id, why) {
      const row = await t.one(selectRun({ id }))
      return row !== undefined && tellAtRoot(deps, t, row, why)
    },

    readUnheardBelow: (r, id) => readUnheardBelow(r, id),

    giveChildPlace: (t, id) => giveChildPlace(deps, t, id),
    readChildToPlace: (r, id) => readChildToPlace(r, id),
    failChildPlace: (t, id, detail) => failChildPlace(deps, t, id, detail),

    endLateRun: (job, id) => endLateRun(deps, job, id),
    archiveOldRun: (job, id) => archiveOldRun(deps, job, id),
    endStopped: (job, sessionId) => endStopped(deps, job, sessionId),
  }
}

async function wholeRun(r: Reader, row: ListedRunRow): Promise<WholeRun> {
  const told = await readAnnouncement(r, row)
  return { ...runOfRow(row), announcement: told && { ...told, text: writeAnnouncement(told) } }
}

/** Of a turn that did not come to its end: the runs whose announcements it had taken. Who stops a root reads them there. */
async function readFailedHearing(r: Reader, turnId: TurnId): Promise<RunId[]> {
  const turn = await r.one(selectTurn({ id: turnId }))
  const session = turn && (await r.one(selectSession({ id: turn.session_id })))
  const isBelow = session?.parent_id != null
  if (!turn || !(turn.state === 'failed' || (isBelow && ['timed_out', 'cancelled'].includes(turn.state))))
    return []
  const runs: RunId[] = []
  for (const row of await selectTurnEvents(r, turn.session_id, turn.id, turn.started_seq)) {
    if (row.kind !== 'turn.started' && row.kind !== 'message.taken') continue
    // This room wrote the ids of entries there.
    for (const id of payloadOf(row)['messages'] as EventId[]) {
      const event = await r.one(selectEventById({ id }))
      if (event?.kind === 'subagent.finished') runs.push(payloadOf(event)['runId'] as RunId)
    }
  }
  return runs
}

/** What waits unheard in the inbox of a run that is over, of what its agent had asked for. */
async function readUnheardBelow(r: Reader, id: RunId): Promise<RunId[]> {
  const run = await r.one(selectRun({ id }))
  if (run?.ended_at == null || run.is_over === 0) return []
  const unheard: RunId[] = []
  for (const childId of await selectUnheard(r, run.session_id)) {
    const child = await r.one(selectRun({ id: childId }))
    if (child?.asked_by === 'agent' && child.is_quiet === 0) unheard.push(childId)
  }
  return unheard
}

function readCursor(text: string | undefined): { ended: 0 | 1; id: string } | undefined {
  if (text === undefined) return undefined
  return { ended: text.startsWith('1') ? 1 : 0, id: text.slice(1) }
}

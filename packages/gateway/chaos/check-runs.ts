// Holds the runs of a database at rest against what was asked for: whoever was accepted has one end, which stands once in
// the log of its parent and was heard there once, and no call has two sub-agents.

import { type RunEnd, statusOfEnd } from '@heddle/contract'
import type { Inspection } from './inspect-database.ts'
import { plannedBelow, type SpawnLedger } from './spawn-ledger.ts'
import type { PlannedEnd, PlannedSpawn } from './spawn-plan.ts'

interface RunState {
  id: string
  session_id: string
  parent_id: string
  depth: number
  label: string
  mode: string
  asked_by: string
  call_event_id: string | null
  state: RunEnd
  ended_at: number | null
  is_skipped: number
  finished_event_id: string | null
  root_event_id: string | null
  session_state: string
  /** Of the run above it; null for those below a root. */
  above: RunEnd | null
  /** Whether its announcement waits in its parent's inbox. */
  waiting: number
  completions: number
  archive_timers: number
}

interface EventState {
  id: string
  kind: string
  caused_by: string | null
  payload: string
}

/** What a log tells of runs. */
interface RunLog {
  spawned: Map<string, number>
  /** Of each run: the entries that say that it has ended; not those that stand in for another's log. */
  finished: Map<string, { eventId: string; status: string }[]>
  stoodIn: Map<string, number>
  /** Of each entry: how many turns took it. */
  taken: Map<string, number>
  /** Of each call that was told that it has a sub-agent: which. */
  accepted: Map<string, string>
}

export function checkRuns(database: Inspection, ledger: SpawnLedger): string[] {
  return ledger.roots.flatMap(({ id: rootId, isStopAsked }) => {
    const runs = database.rows<RunState>(selectRuns, rootId)
    const planned = plannedBelow(ledger, rootId)
    const logs = new Map(
      [rootId, ...runs.map(({ session_id }) => session_id)].map((id) => [id, readLog(database, id)]),
    )
    return [
      ...runs.flatMap((run) => checkRun(run, planned.get(run.label), logs, rootId, isStopAsked)),
      ...checkOnce(runs),
      ...checkAccepted(runs, logs, ledger, rootId),
    ].map((text) => `${rootId}: ${text}`)
  })
}

const selectRuns = `
  select r.*, s.state as session_state,
    (select a.state from runs a where a.session_id = r.parent_id) as above,
    (select count(*) from session_inbox i where i.event_id = r.finished_event_id) as waiting,
    (select count(*) from completions c where c.run_id = r.id) as completions,
    (select count(*) from work w where w.kind = 'sessions.archive-subagent' and w.subject = r.id) as archive_timers
  from runs r join sessions s on s.id = r.session_id where r.root_id = ? order by r.id`

function readLog(database: Inspection, sessionId: string): RunLog {
  const log: RunLog = {
    spawned: new Map(),
    finished: new Map(),
    stoodIn: new Map(),
    taken: new Map(),
    accepted: new Map(),
  }
  const add = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const { id, kind, caused_by, payload } of database.rows<EventState>(selectEvents, sessionId)) {
    // The edge: written by the gateway, by the contract.
    const told = JSON.parse(payload) as Record<string, unknown>
    const runId = String(told['runId'])
    if (kind === 'subagent.spawned') add(log.spawned, runId)
    else if (kind === 'subagent.finished' && told['toldFor'] !== undefined) add(log.stoodIn, runId)
    else if (kind === 'subagent.finished') {
      const one = { eventId: id, status: String(told['status']) }
      log.finished.set(runId, [...(log.finished.get(runId) ?? []), one])
    } else if (kind === 'tool.result') {
      const accepted = /"status": "accepted",\s*"runId": "(\w+)"/.exec(String(told['output']))?.[1]
      if (accepted !== undefined && caused_by !== null) log.accepted.set(caused_by, accepted)
    } else for (const taken of told['messages'] as string[]) add(log.taken, taken)
  }
  return log
}

const selectEvents = `
  select id, kind, caused_by, payload from session_events where session_id = ? and kind in
    ('subagent.spawned', 'subagent.finished', 'tool.result', 'turn.started', 'message.taken') order by seq`

function checkRun(
  run: RunState,
  planned: PlannedSpawn | undefined,
  logs: ReadonlyMap<string, RunLog>,
  rootId: string,
  isStopAsked: boolean,
): string[] {
  const log = logs.get(run.parent_id)
  const finished = log?.finished.get(run.id) ?? []
  const [told] = finished
  const complaints: string[] = []
  if (planned === undefined) complaints.push('was asked for by nobody')
  if (run.ended_at === null) complaints.push(`is still ${run.state}`)
  if (log?.spawned.get(run.id) !== 1) {
    complaints.push(`branches off ${log?.spawned.get(run.id) ?? 0} times`)
  }
  if (finished.length !== 1) complaints.push(`[I2] was announced ${finished.length} times`)
  if (told && told.eventId !== run.finished_event_id) complaints.push('[I2] was announced by another entry')
  if (told && told.status !== statusOfEnd[run.state]) {
    complaints.push(`[I12] is ${run.state}, and was announced as ${told.status}`)
  }
  if (run.completions !== 1) complaints.push(`has ${run.completions} destinations`)
  const stoodIn = logs.get(rootId)?.stoodIn.get(run.id) ?? 0
  if (stoodIn !== (run.root_event_id === null ? 0 : 1))
    complaints.push(`was told ${stoodIn} times at the root`)
  if (planned && !mayEnd(run, planned.end, isStopAsked)) {
    complaints.push(`[I12] ended as ${run.state}, and ${planned.end}`)
  }
  return [
    ...complaints,
    ...checkHeard(run, log?.taken.get(run.finished_event_id ?? '') ?? 0),
    ...checkClosed(run),
  ].map((text) => `${run.id} (${run.label}) ${text}`)
}

const endOf: Readonly<Record<PlannedEnd, RunEnd>> = {
  says: 'succeeded',
  skips: 'succeeded',
  fails: 'failed',
  is_late: 'timed_out',
}

/** Killed too often it is given up, and says so. */
function mayEnd({ state }: RunState, planned: PlannedEnd, isStopAsked: boolean): boolean {
  if (state === 'interrupted') return true
  return state === endOf[planned] || (isStopAsked && state === 'cancelled')
}

/** Who was stopped hears of it when somebody talks to them again, which nobody does here. */
function checkHeard({ is_skipped, above, waiting }: RunState, times: number): string[] {
  const mayWait = above === 'cancelled' && waiting === 1
  const expected = is_skipped === 1 || mayWait ? 0 : 1
  return times === expected ? [] : [`[SUB10] was heard ${times} times`]
}

function checkClosed({ mode, session_state, archive_timers }: RunState): string[] {
  const isOpen = session_state !== 'over' && session_state !== 'archived'
  if (mode === 'session' && isOpen) return []
  if (isOpen) return [`has ended, and its session is ${session_state}`]
  const timers = session_state === 'over' ? 1 : 0
  return archive_timers === timers ? [] : [`[I13] has ${archive_timers} archive timers`]
}

/** One for each that was planned, and one for each call. */
function checkOnce(runs: readonly RunState[]): string[] {
  const count = (values: readonly (string | null)[]) => {
    const counts = new Map<string, number>()
    for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    return [...counts].filter(([, times]) => times > 1)
  }
  return [
    ...count(runs.map(({ label }) => label)).map(([id, times]) => `${id} was spawned ${times} times`),
    ...count(runs.map(({ call_event_id }) => call_event_id)).map(
      ([id, times]) => `the call ${id} has ${times} sub-agents`,
    ),
  ]
}

/** What was accepted is there, and is what it was accepted for. */
function checkAccepted(
  runs: readonly RunState[],
  logs: ReadonlyMap<string, RunLog>,
  { asked }: SpawnLedger,
  rootId: string,
): string[] {
  const byId = new Map(runs.map((run) => [run.id, run]))
  const byCall = [...logs.values()].flatMap(({ accepted }) => [...accepted])
  const byPeople = asked.filter(({ sessionId }) => sessionId === rootId)
  return [
    ...byCall
      .filter(([callId, runId]) => byId.get(runId)?.call_event_id !== callId)
      .map(([callId, runId]) => `[I1] ${runId} was accepted for ${callId}, and is not there`),
    ...byPeople
      .filter(({ runId, spawn }) => runId === undefined || byId.get(runId)?.label !== spawn.id)
      .map(({ runId, spawn }) => `[I1] ${spawn.id} was accepted as ${runId}, and is not there`),
  ]
}

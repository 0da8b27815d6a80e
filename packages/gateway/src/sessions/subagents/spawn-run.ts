// Starting a sub-agent, whoever asks: a tool call, a command, a request. In one transaction there are its session, its
// rights, its task in its inbox and the row in its parent's timeline; it begins by itself after that.

import {
  type EventActor,
  type EventId,
  limits,
  type RunId,
  refused,
  type SessionId,
  type SpawnInput,
  type ThreadId,
} from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { makeUuid } from '../../foundation/uuid.ts'
import { newRow } from '../catalogue.ts'
import { chooseTitle, foldTitle } from '../choose-title.ts'
import { selectEventById } from '../event-store.ts'
import { insertWaiting } from '../inbox-store.ts'
import { append, payloadOf } from '../log.ts'
import { assertOpen } from '../session.ts'
import { insertSession, selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { RunRow, SessionRow, TurnRow } from '../sessions-tables.ts'
import { type JudgedSpawn, judgeSpawn, type SpawnCaller, spawnDepthMax } from './judge-spawn.ts'
import { below, type Origin } from './origin.ts'
import type { PlaceAsk } from './place-for-child.ts'
import { copyParticipants, countActive, insertRun, selectRunOfCall, setPlace } from './run-store.ts'
import { refOf } from './settle-run.ts'

export interface SpawnAsk {
  caller: SpawnCaller
  input: SpawnInput
  askedBy: RunRow['asked_by']
  /** Who stands on the timeline for it. */
  actor: EventActor
  origin: Origin
  /** Of a tool call: the same one again finds what it spawned before. */
  call?: { eventId: EventId; turn: TurnRow }
  from?: SpawnedFrom | undefined
}

/** What people said about a moment, and what that quotes. */
export interface SpawnedFrom {
  threadId: ThreadId
  /** Somebody outside wrote what the task quotes, or may have. */
  isForeign: boolean
}

export interface SpawnedRun {
  runId: RunId
  sessionId: SessionId
  sessionKey: string
  warnings: string[]
  /** Where it branches off, on the timeline of its parent. */
  spawnedEventId: EventId
}

export async function spawnRun(deps: RoomDeps, t: Tx, ask: SpawnAsk): Promise<SpawnedRun> {
  const { caller, call, input } = ask
  const before = call && (await t.one(selectRunOfCall({ callEventId: call.eventId })))
  if (before) return tellAgain(t, before)
  await assertOpen(t, caller.session)
  const judged = judgeSpawn(deps, caller, input)
  await judgeRoom(deps, t, caller)
  const { id: parentId, visibility } = caller.session
  const placeAsk = { origin: ask.origin, parentId, visibility }
  if (input.thread === true) await deps.placeForChild.judge(t, placeAsk)
  const session = sessionRow(deps, t, ask, judged)
  await insertSession(t, session)
  await t.run(copyParticipants({ from: caller.session.id, to: session.id, now: t.now }))
  const run = runRow(deps, t, ask, judged, session)
  const spawnedEventId = await putSpawned(deps, t, ask, judged, run, session)
  await t.run(insertRun({ ...run, spawned_event_id: spawnedEventId }))
  const place = input.thread !== true ? 'given' : await askPlace(deps, t, placeAsk, run)
  await putTask(deps, t, ask, session, place)
  t.afterCommit(() => {
    deps.feed.listed(session.id)
    deps.feed.listed(caller.session.id)
    if (run.root_id !== caller.session.id) deps.feed.listed(run.root_id)
  })
  const { warnings } = judged
  return { runId: run.id, sessionId: session.id, sessionKey: session.key, warnings, spawnedEventId }
}

/** Bound before it begins (BND10). */
async function askPlace(
  deps: RoomDeps,
  t: Tx,
  ask: PlaceAsk,
  run: Omit<RunRow, 'spawned_event_id'>,
): Promise<'given' | 'coming'> {
  const { id: runId, session_id: sessionId, agent_id: agentId, label, task } = run
  const title = label ?? chooseTitle(task)
  const place = await deps.placeForChild.ask(t, { ...ask, runId, sessionId, agentId, label, title, task })
  await setPlace(t, runId, place === 'given' ? 'given' : 'wanted')
  return place
}

async function tellAgain(t: Tx, run: RunRow): Promise<SpawnedRun> {
  const session = await t.one(selectSession({ id: run.session_id }))
  const spawned = await t.one(selectEventById({ id: run.spawned_event_id }))
  // Written there by this file, if there were any; redacted with what they are about.
  const warnings = ((spawned && payloadOf(spawned)['warnings']) ?? []) as string[]
  const { id: runId, session_id: sessionId, spawned_event_id: spawnedEventId } = run
  return { runId, sessionId, sessionKey: session?.key ?? '', warnings, spawnedEventId }
}

/** In the transaction that writes, so that two at once cannot both be the last that fits (I23). */
async function judgeRoom(deps: RoomDeps, t: Tx, caller: SpawnCaller): Promise<void> {
  const { session } = caller
  const depthMax = spawnDepthMax(deps, caller)
  if (session.depth + 1 > depthMax) {
    throw refused('too_deep', {
      message: `Sub-agents may be ${depthMax} deep here, and this session stands at ${session.depth}. The setting is subagents.maxSpawnDepth.`,
    })
  }
  const { maxChildrenPerAgent } = deps.agents.subagentRules(session.agent_id)
  const { active = 0 } = (await t.one(countActive({ parentId: session.id }))) ?? {}
  if (active < maxChildrenPerAgent) return
  throw refused('too_many_children', {
    message: `${active} sub-agents of this session are active, and that is as many as it may have. Wait for one to end, or stop one. The setting is subagents.maxChildrenPerAgent.`,
  })
}

function sessionRow(
  deps: RoomDeps,
  t: Tx,
  { caller, input, call, from }: SpawnAsk,
  judged: JudgedSpawn,
): SessionRow {
  const parent = caller.session
  const isTainted = parent.is_tainted === 1 || call?.turn.is_tainted === 1 || from?.isForeign === true
  const title = input.label ?? chooseTitle(input.task)
  const key = childKey(parent, judged.agent.id, makeUuid(deps.random))
  const { visibility } = parent
  const fresh = newRow(deps, t, { kind: 'system' }, { agentId: judged.agent.id, key, title, visibility })
  return {
    ...fresh,
    kind: 'subagent',
    parent_id: parent.id,
    depth: parent.depth + 1,
    title_from: input.label === undefined ? 'first_message' : 'person',
    search_text: foldTitle(title),
    created_by: parent.created_by,
    queued: 1,
    model: judged.model,
    // The task was written by whoever read that text, or quotes it.
    is_tainted: isTainted ? 1 : 0,
  }
}

/** `agent:<id>:subagent:<uuid>`, below a sub-agent with that one's names before it (CNV1). */
function childKey(parent: SessionRow, agentId: string, uuid: string): string {
  const above = parent.kind === 'subagent' ? parent.key.slice(parent.key.indexOf(':subagent:')) : ''
  return `agent:${agentId}${above}:subagent:${uuid}`
}

function runRow(
  deps: RoomDeps,
  t: Tx,
  { caller, input, askedBy, actor, origin, call }: SpawnAsk,
  judged: JudgedSpawn,
  session: SessionRow,
): Omit<RunRow, 'spawned_event_id'> {
  return {
    id: deps.ids.make('run'),
    session_id: session.id,
    parent_id: caller.session.id,
    root_id: caller.run?.root_id ?? caller.session.id,
    depth: session.depth,
    depth_max: judged.depthMax,
    asked_by: askedBy,
    asker_name: actor.name,
    call_event_id: call?.eventId ?? null,
    agent_id: judged.agent.id,
    label: input.label ?? null,
    task: input.task,
    mode: input.mode ?? (input.thread === true ? 'session' : 'run'),
    cleanup: input.cleanup ?? 'keep',
    model: judged.model,
    thinking: judged.thinking,
    timeout_ms: judged.timeoutMs,
    origin: JSON.stringify(origin),
    rights: JSON.stringify(judged.rights),
    state: 'queued',
    ending: null,
    ending_by: null,
    is_quiet: 0,
    is_by_parent: 0,
    reason: null,
    is_skipped: 0,
    is_over: 0,
    last_line: '',
    finished_event_id: null,
    root_event_id: null,
    created_at: t.now,
    started_at: null,
    deadline_at: null,
    ended_at: null,
    archive_at: null,
    place: null,
    tools: input.tools === undefined ? null : JSON.stringify(input.tools),
    last_turn_id: null,
    bound_id: null,
  }
}

/** Here it branches off. */
async function putSpawned(
  deps: RoomDeps,
  t: Tx,
  { caller, input, askedBy, actor, call, from }: SpawnAsk,
  { warnings }: JudgedSpawn,
  run: Omit<RunRow, 'spawned_event_id'>,
  session: SessionRow,
): Promise<EventId> {
  const payload = {
    ...refOf(deps, run, session),
    task: input.task.slice(0, limits.runTaskShownCharsMax),
    mode: run.mode,
    cleanup: run.cleanup,
    model: run.model,
    thinking: run.thinking,
    timeoutSeconds: run.timeout_ms / 1_000,
    askedBy,
    ...(warnings.length > 0 && { warnings }),
    ...(from !== undefined && { threadId: from.threadId }),
  }
  const cause = call && { causedBy: call.eventId, turnId: call.turn.id }
  const [event] = await append(deps, t, caller.session.id, [
    { kind: 'subagent.spawned', actor, payload, ...cause },
  ])
  if (!event) throw new Error('a spawn was not appended')
  return event.eventId
}

async function putTask(
  deps: RoomDeps,
  t: Tx,
  { input, actor, origin }: SpawnAsk,
  session: SessionRow,
  place: 'given' | 'coming',
) {
  const payload = { text: input.task, handle: null, mode: 'queue', channel: 'task' }
  const [event] = await append(deps, t, session.id, [{ kind: 'message.user', actor, payload }])
  if (!event) throw new Error('a task was not appended')
  await t.run(
    insertWaiting({
      session_id: session.id,
      event_id: event.eventId,
      seq: event.seq,
      position: event.seq,
      mode: 'queue',
      // Whoever all of it is done for: budgets and approvals go by that.
      author_id: origin.personId,
      conversation: '',
      created_at: t.now,
      is_quiet: 0,
    }),
  )
  if (place === 'coming') return
  await deps.facts.tell(t, 'message_admitted', {
    sessionId: session.id,
    eventId: event.eventId,
    ...below(session),
  })
}

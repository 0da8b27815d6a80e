// The end of a run: found whenever a turn, a queue or a child below it has come to an end. One transaction puts on record
// how it ended, what it came to, and that its parent has to hear of it (SUB8, SUB10): whatever crashes after it, that
// stands, and before it nothing does.

import { limits, noResult, type RunEnd, type SessionId, statusOfEnd } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { linkAttachments } from '../files/attach-files.ts'
import { insertWaiting } from '../inbox-store.ts'
import { append, systemActor } from '../log.ts'
import { putAway } from '../put-away.ts'
import { changeQueued, selectSession, updateSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { RunRow, SessionRow } from '../sessions-tables.ts'
import { endChildrenWait, selectLastTurn } from '../turns/turn-store.ts'
import { chooseHearing, type Hearing } from './choose-hearing.ts'
import { chooseRunEnd, type ChosenEnd } from './choose-run-end.ts'
import { findResult } from './find-result.ts'
import { below, originOf } from './origin.ts'
import { archiveTimer, deadlineTimer } from './run-timer-names.ts'
import { endRun, hasActiveChildren, selectRunOfSession, setArchiveAt } from './run-store.ts'
import { wakeForWaiting } from './wake-for-waiting.ts'
import { type Announcement, fitResult, isSkip } from './write-announcement.ts'

/** Ends the run of this session if nothing in it or below it is left to do; then the one above it, if it was the last. */
export async function settleRun(deps: RoomDeps, t: Tx, sessionId: SessionId): Promise<void> {
  const run = await t.one(selectRunOfSession({ sessionId }))
  if (run === undefined) return
  const session = await loadSession(t, sessionId)
  if (run.ended_at !== null) return stayOver(deps, t, run, session)
  if (session.turn_id !== null) return
  // What was said to one that was asked to end is no part of it any more.
  if (session.queued > 0 && run.ending === null) return
  if (await hasActiveChildren(t, sessionId)) return
  const last = await t.one(selectLastTurn({ sessionId }))
  await finishRun(deps, t, run, session, { ...chooseRunEnd(run, last), lastTurnId: last?.id ?? null })
}

/** Somebody went on talking after the end: that is no run, and the session is as over as it was, or as it was made since. */
async function stayOver(deps: RoomDeps, t: Tx, run: RunRow, session: SessionRow): Promise<void> {
  if (run.is_over === 0 || session.state !== 'idle') return
  t.afterCommit(() => deps.feed.listed(session.id))
  // A persistent one that was ended after its task: what follows an end follows now.
  if (run.archive_at === null) return close(deps, t, run, session)
  await updateSession(t, session.id, { state: 'over' })
}

async function finishRun(
  deps: RoomDeps,
  t: Tx,
  run: RunRow,
  session: SessionRow,
  end: ChosenEnd & { lastTurnId: RunRow['last_turn_id'] },
): Promise<void> {
  const found = await findResult(t, session.id, end.state === 'succeeded')
  const saidSkip = found.from === 'text' && isSkip(found.text)
  const skipped = end.state === 'succeeded' && saidSkip
  const told: Announcement = {
    ...refOf(deps, run, session),
    status: statusOfEnd[end.state],
    // That nothing shall be told is no result of what failed after it.
    result: skipped ? '' : saidSkip ? noResult : fitResult(found),
    resultFrom: found.from,
    notes: writeNotes(run, end, found.failure),
    runtimeMs: t.now - (run.started_at ?? run.created_at),
    usage: {
      inputTokens: session.input_tokens,
      outputTokens: session.output_tokens,
      cachedTokens: session.cached_tokens,
      costMicros: session.cost_micros,
    },
    askedBy: run.asked_by,
    ...(skipped && { skipped: true as const }),
    ...(session.is_tainted === 1 && { untrusted: true as const }),
    ...(!skipped && found.attachments.length > 0 && { attachments: [...found.attachments] }),
  }
  const parent = await loadSession(t, run.parent_id)
  const above = await t.one(selectRunOfSession({ sessionId: parent.id }))
  const isGone = isParentGone(parent, above)
  // Before anything that is bound to it ends together with it.
  const boundId = skipped
    ? undefined
    : await deps.boundPlaces.chooseFor(t, session.id, originOf(run).conversation)
  const isBound = boundId !== undefined
  const isBelowRun = above !== undefined && above.ended_at === null
  const hearing = chooseHearing(run, { isSkipped: skipped, isGone, isBound, isBelowRun })
  // What is redacted where it was said is redacted here too.
  const source = { rootId: found.eventId, causedBy: run.spawned_event_id }
  const [event] = await append(deps, t, parent.id, [
    { kind: 'subagent.finished', actor: systemActor, payload: told, ...source },
  ])
  if (!event) throw new Error('the end of a run was not appended')
  await linkAttachments(t, parent.id, event.eventId, told.attachments)
  const rootEvent = await tellRoot(deps, t, run, parent, told, source, {
    isGone: isGone && !isBound,
    skipped,
  })
  const isOver = run.mode === 'run' || run.is_over === 1
  await endRun(t, run.id, {
    state: end.state,
    reason: end.reason,
    isSkipped: skipped,
    isOver,
    finishedEventId: event.eventId,
    rootEventId: rootEvent,
    lastTurnId: end.lastTurnId,
    boundId: boundId ?? null,
  })
  if (run.deadline_at !== null) await deps.timers.cancel(t, deadlineTimer(run.id))
  await hear(t, run, parent, event, hearing)
  if (hearing !== 'nothing' && session.is_tainted === 1) await updateSession(t, parent.id, { is_tainted: 1 })
  const isAwaited = await endChildrenWait(t, parent.turn_id)
  await deps.facts.tell(t, 'run_finished', {
    runId: run.id,
    sessionId: parent.id,
    childId: session.id,
    wakes: hearing === 'wakes',
    isAwaited,
    ...below(parent),
  })
  if (isOver) await close(deps, t, run, session)
  if (run.ending !== null) await wakeForWaiting(deps, t, session)
  t.afterCommit(() => {
    deps.feed.listed(session.id)
    deps.feed.listed(run.root_id)
  })
  // It may have been the last thing that the one above waited for.
  await settleRun(deps, t, parent.id)
}

export function refOf(
  deps: Pick<RoomDeps, 'agents'>,
  run: Pick<RunRow, 'id' | 'agent_id' | 'label'>,
  session: Pick<SessionRow, 'id' | 'key'>,
) {
  return {
    runId: run.id,
    sessionId: session.id,
    sessionKey: session.key,
    agentId: run.agent_id,
    agentName: deps.agents.find(run.agent_id)?.name ?? run.agent_id,
    label: run.label,
  }
}

/** It was archived, or it is a sub-agent itself whose run has ended: it will tell nobody. */
function isParentGone(parent: SessionRow, above: RunRow | undefined): boolean {
  if (parent.state === 'archived') return true
  return above?.ended_at != null && above.is_over === 1 && parent.turn_id === null
}

async function hear(
  t: Tx,
  run: RunRow,
  parent: SessionRow,
  event: { eventId: RunRow['spawned_event_id']; seq: number },
  hearing: Hearing,
): Promise<void> {
  if (hearing === 'nothing') return
  const origin = originOf(run)
  await t.run(
    insertWaiting({
      session_id: parent.id,
      event_id: event.eventId,
      seq: event.seq,
      position: event.seq,
      mode: 'queue',
      author_id: origin.personId,
      // A sub-agent's turn has no place; a root's answer goes to where all of it was asked for.
      conversation: parent.parent_id === null ? origin.conversation : '',
      created_at: t.now,
      is_quiet: hearing === 'wakes' ? 0 : 1,
    }),
  )
  if (hearing === 'wakes') await changeQueued(t, parent.id, 1)
}

/** Where the parent is gone it is told at the root, once (RTE2). A parent that is the root has it on its page already. */
async function tellRoot(
  deps: RoomDeps,
  t: Tx,
  run: RunRow,
  parent: SessionRow,
  told: Announcement,
  source: { rootId: RunRow['spawned_event_id'] | null; causedBy: string },
  { isGone, skipped }: { isGone: boolean; skipped: boolean },
): Promise<RunRow['root_event_id']> {
  if (!isGone || skipped || run.is_quiet === 1 || parent.id === run.root_id) return null
  // A person asked on that very page, and reads it there as long as it is not put away (CMD7).
  if (run.asked_by === 'person' && parent.state !== 'archived') return null
  const payload: Announcement = { ...told, toldFor: { sessionId: parent.id, why: 'parent_gone' } }
  const [event] = await append(deps, t, run.root_id, [
    { kind: 'subagent.finished', actor: systemActor, payload, ...source },
  ])
  if (event) await linkAttachments(t, run.root_id, event.eventId, told.attachments)
  return event?.eventId ?? null
}

const endNotes: Readonly<Partial<Record<RunEnd, string>>> = {
  timed_out: 'The time that it was given is over.',
  interrupted: `The program stopped ${limits.turnCrashesMax} times while it worked on this.`,
  unknown: 'How it ended was not put on record.',
}

function writeNotes(run: RunRow, { state, reason }: ChosenEnd, failure: string): string {
  if (state === 'cancelled') return run.ending_by === null ? '' : `Stopped by ${run.ending_by}.`
  if (state !== 'failed') return endNotes[state] ?? ''
  // It never began, and somebody else says why.
  if (run.ending === 'failed') return `${reason}: ${run.ending_by}`
  return [reason ?? '', failure]
    .filter((text) => text !== '')
    .join(': ')
    .slice(0, limits.announceNotesCharsMax)
}

async function close(deps: RoomDeps, t: Tx, run: RunRow, before: SessionRow): Promise<void> {
  const session = await loadSession(t, before.id)
  if (session.state === 'archived') return
  await deps.boundPlaces.followOver(t, session.id, run.cleanup === 'delete' ? 'deleted' : 'done')
  if (run.cleanup === 'delete') {
    await setArchiveAt(t, run.id, t.now)
    return putAway(deps, t, { kind: 'system' }, session)
  }
  await updateSession(t, session.id, { state: 'over' })
  const { archiveAfterMinutes } = deps.agents.subagentRules(run.agent_id)
  const at = t.now + archiveAfterMinutes * 60_000
  await setArchiveAt(t, run.id, at)
  await deps.timers.schedule(t, archiveTimer(run.id), {
    kind: 'sessions.archive-subagent',
    lane: 'timers',
    key: `archive:${run.id}`,
    subject: run.id,
    dueAt: at,
  })
}

async function loadSession(t: Tx, id: SessionId): Promise<SessionRow> {
  const session = await t.one(selectSession({ id }))
  if (!session) throw new Error(`there is no session ${id}`)
  return session
}

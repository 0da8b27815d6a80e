// A session that goes on where a sub-agent's ended: an ordinary one, for the same agent and the same people, with what
// there is to know of the past as its first entry (REV1, REV3).

import type { SessionId } from '@heddle/contract'
import type { ToolRights } from '../agents/tools.ts'
import { narrowRights } from '../agents/tools/tool-rights.ts'
import type { Tx } from '../foundation/database/store.ts'
import { newRow, wholeOf } from './catalogue.ts'
import { foldTitle } from './choose-title.ts'
import { letKnow } from './let-know.ts'
import { systemActor } from './log.ts'
import { insertQuotes } from './quote-store.ts'
import {
  addParticipant,
  insertSession,
  selectListedBeyond,
  selectParticipants,
  selectSession,
  selectSessionByKey,
  updateSession,
} from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { ContinuedSession, Continuing } from './sessions.ts'
import type { RunRow, SessionRow } from './sessions-tables.ts'
import { selectRunOfSession } from './subagents/run-store.ts'
import { readSource } from './subagents/tell-at-root.ts'

export async function continueSession(deps: RoomDeps, t: Tx, input: Continuing): Promise<ContinuedSession> {
  const old = await load(t, input.sessionId)
  const run = await t.one(selectRunOfSession({ sessionId: old.id }))
  const { key, taken } = await choosePlace(t, input, old)
  const row = taken ?? (await open(deps, t, { ...input, key }, old, run))
  if (taken && input.isForeign) await updateSession(t, taken.id, { is_tainted: 1 })
  // Somebody else who was heard by the one before comes along: it knows already, and so does the parent (REV6).
  if (!taken || !isKnownTo(taken, old)) {
    await tellPast(deps, t, row, run, input)
    if (run && run.parent_id !== row.id) await tellParent(deps, t, run, row, { by: input.by, isNew: !taken })
  }
  if (old.successor_id === null) await updateSession(t, old.id, { successor_id: row.id })
  t.afterCommit(() => {
    deps.feed.listed(old.id)
    deps.feed.listed(row.id)
  })
  return { session: await wholeOf(deps, t, { kind: 'system' }, await load(t, row.id)), isNew: !taken }
}

/**
 * Under the place's key, unless a session has that which others read than the one that ended: what was said in private would
 * stand on its timeline (SES7). That one stays as it is, and what goes on has a key beside it.
 */
async function choosePlace(
  t: Tx,
  { key, keyBeside }: Continuing,
  old: SessionRow,
): Promise<{ key: string; taken: SessionRow | undefined }> {
  const present = await findOpen(t, key)
  if (!present || (await mayHear(t, present, old))) return { key, taken: present }
  const beside = await findOpen(t, keyBeside)
  return { key: keyBeside, taken: beside && (await mayHear(t, beside, old)) ? beside : undefined }
}

async function findOpen(t: Tx, key: string): Promise<SessionRow | undefined> {
  const row = await t.one(selectSessionByKey({ key: key.toLowerCase(), owner: '' }))
  return row?.state === 'archived' ? undefined : row
}

/** It knows already, or whoever may read it may read the one that ended. */
async function mayHear(t: Tx, row: SessionRow, old: SessionRow): Promise<boolean> {
  if (old.visibility === 'team' || isKnownTo(row, old)) return true
  if (row.visibility === 'team') return false
  return (await t.one(selectListedBeyond({ id: row.id, other: old.id }))) === undefined
}

function isKnownTo(row: SessionRow, old: SessionRow): boolean {
  return row.continues_id === old.id || old.successor_id === row.id
}

async function open(
  deps: RoomDeps,
  t: Tx,
  { key, title, isForeign, rights }: Continuing,
  old: SessionRow,
  run: RunRow | undefined,
): Promise<SessionRow> {
  const fresh = newRow(
    deps,
    t,
    { kind: 'system' },
    { agentId: old.agent_id, key, visibility: old.visibility },
  )
  const row: SessionRow = {
    ...fresh,
    title,
    title_from: 'person',
    search_text: foldTitle(title),
    created_by: old.created_by,
    continues_id: old.id,
    rights: chooseRights(run?.rights ?? old.rights, rights),
    is_tainted: old.is_tainted === 1 || isForeign ? 1 : 0,
  }
  // One key names one session at a time.
  const before = await t.one(selectSessionByKey({ key: row.key, owner: '' }))
  if (before) await updateSession(t, before.id, { is_current: 0 })
  await insertSession(t, row)
  for (const { id } of await t.all(selectParticipants({ id: old.id }))) {
    await addParticipant(t, row.id, id, t.now)
  }
  return row
}

/** What the one before might not use, by its own spawn or by one above, this one may not either; nor what its speaker may not. */
function chooseRights(before: string | null, speakers: ToolRights): string | null {
  if (speakers.length === 0) return before
  // Written by this room, always.
  const above = before === null ? [] : (JSON.parse(before) as ToolRights)
  return JSON.stringify(narrowRights(above, speakers))
}

/** It repeats what was said, asked for and found, and goes with any of these once it is redacted (SES6). */
async function tellPast(
  deps: RoomDeps,
  t: Tx,
  row: SessionRow,
  run: RunRow | undefined,
  { preamble, quotes }: Pick<Continuing, 'preamble' | 'quotes'>,
): Promise<void> {
  const payload = {
    text: 'This session goes on where a sub-agent ended. Its agent was told the task, what it came to and what was last said.',
    code: 'preamble',
    level: 'info' as const,
    told: preamble,
  }
  const eventId = await letKnow(deps, t, row, { kind: 'notice', actor: systemActor, payload })
  const found = run ? [run.id, run.finished_event_id, await readSource(t, run)] : []
  await insertQuotes(t, eventId, [...found.filter((id) => id !== null), ...quotes])
}

/** Once: it is told in the transaction that opens what goes on (REV6). */
async function tellParent(
  deps: RoomDeps,
  t: Tx,
  run: RunRow,
  row: SessionRow,
  { by, isNew }: { by: string; isNew: boolean },
): Promise<void> {
  const parent = await t.one(selectSession({ id: run.parent_id }))
  if (!parent || parent.state === 'archived') return
  const name = run.label === null ? `the sub-agent ${run.id}` : `the sub-agent "${run.label}"`
  const told = `Somebody goes on talking where ${name} had ended. What is said there now belongs to the session ${row.key} (${row.id}), and is no run of yours.`
  const text = `${by} goes on with ${run.label ?? 'a sub-agent'} in ${isNew ? 'a new' : 'another'} session.`
  const payload = { text, code: 'thread_went_on', level: 'info' as const, told, data: { sessionId: row.id } }
  const eventId = await letKnow(deps, t, parent, {
    kind: 'notice',
    actor: systemActor,
    payload,
    causedBy: run.spawned_event_id,
  })
  // It says its name, which was given with its task.
  if (run.label !== null) await insertQuotes(t, eventId, [run.spawned_event_id])
}

async function load(t: Tx, id: SessionId): Promise<SessionRow> {
  const row = await t.one(selectSession({ id }))
  if (!row) throw new Error(`there is no session ${id}`)
  return row
}

// Taking back what was said or done: the content of one entry, and of every copy of it in forks, is gone; the places stay.

import { type ApprovalId, type EventActor, type EventId, type EventKind, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import type { Actor } from '../people/people.ts'
import { forgetNote, selectApproval, selectApprovalsOfCall } from './approvals/approval-store.ts'
import { forgetApproval } from './approvals/settle-approvals.ts'
import { dropQuote, quoteIn } from './change-quotes.ts'
import { copiesAtOnce, emptyCopy, emptyWithCopies } from './empty-entry.ts'
import { eventActor } from './event-actor.ts'
import { selectEventById, selectResultOf } from './event-store.ts'
import { mayTakeBack } from './files/attach-files.ts'
import { attachmentsIn, isText, payloadOf, systemActor } from './log.ts'
import { readCopies } from './read-copies.ts'
import { readQuoting } from './read-quoting.ts'
import { loadSeen, partOf } from './session.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { ApprovalRow, EventRow } from './sessions-tables.ts'
import { findTaskTraces } from './subagents/redact-run.ts'

export async function redactEvent(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  idOrKey: string,
  eventId: string,
): Promise<void> {
  const seen = await loadSeen(t, actor, idOrKey)
  // The edge: whatever it is, there is an event of that id or none.
  const row = await t.one(selectEventById({ id: eventId as EventId }))
  if (!row || row.session_id !== seen.row.id) throw refused('not_found')
  const authorId = row.actor_kind === 'person' ? row.actor_id : null
  await deps.people.permit(t, actor, 'session.redact', partOf(actor, seen, { id: row.id, authorId }))
  if (row.is_row === 0) throw refused('not_found')
  if (!isRedactable(row)) {
    throw refused('not_allowed', { message: 'Only what was said or done can be redacted.' })
  }
  if (row.redacted_at !== null) throw refused('already_redacted')
  // Its turn would go on to complete it with what it has in memory.
  if (isText(row.kind) && row.completed_seq === 0) {
    throw refused('busy', { message: 'This is still being written. Stop it first, then redact it.' })
  }
  const by = eventActor(actor)
  await emptyWithCopies(deps, t, row, by, (file) => mayTakeBack(actor, file))
  await emptyQuoting(deps, t, row, by)
}

/** What repeats it may be repeated itself. */
async function emptyQuoting(deps: RoomDeps, t: Tx, row: EventRow, by: EventActor): Promise<void> {
  const open = [row]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const { id } of await findQuoting(deps, t, one, by)) {
      const quoting = await t.one(selectEventById({ id }))
      if (quoting === undefined || quoting.redacted_at !== null) continue
      await emptyWithCopies(deps, t, quoting, by, () => false)
      open.push(quoting)
    }
  }
}

/**
 * What repeats an entry and goes with it: the card that asks for a call, because nobody can approve what they cannot
 * read, the result that tells a model what was said when its call was denied, the call whose result shows what it sent,
 * because what it said elsewhere is known by that, and the task of a sub-agent wherever it stands.
 */
async function findQuoting(deps: RoomDeps, t: Tx, row: EventRow, by: EventActor): Promise<EventRow[]> {
  const found: (EventRow | undefined)[] = await findTaskTraces(deps, t, row, by)
  if (row.kind === 'tool.call') {
    // Also if this is the call of a fork: people were asked where it was first made.
    for (const approval of await t.all(selectApprovalsOfCall({ callEventId: row.root_id ?? row.id }))) {
      await forgetApproval(deps, t, approval)
      found.push(await t.one(selectEventById({ id: approval.event_id })))
    }
  }
  if (row.kind === 'tool.result' && row.caused_by !== null && attachmentsIn(row).length > 0) {
    // The edge: a result is caused by its call.
    found.push(await t.one(selectEventById({ id: row.caused_by as EventId })))
  }
  if (row.kind === 'approval.decided') {
    // The edge: this room wrote the id there.
    const approval = await t.one(selectApproval({ id: payloadOf(row)['approvalId'] as ApprovalId }))
    if (approval) {
      await forgetNote(t, approval.id)
      found.push(await findDenial(t, approval))
    }
  }
  return found.filter((event) => event !== undefined)
}

async function findDenial(t: Tx, approval: ApprovalRow): Promise<EventRow | undefined> {
  const asked = await t.one(selectEventById({ id: approval.event_id }))
  if (!asked || approval.state !== 'deny') return undefined
  const { session_id: sessionId, call_event_id: causedBy } = approval
  return t.one(selectResultOf({ sessionId, after: asked.seq, causedBy }))
}

/**
 * Copies, and what tools have repeated of it, until none is left. One that is forked or read meanwhile is found by a later
 * look.
 */
export async function redactCopies(deps: RoomDeps, job: Job, eventId: EventId): Promise<void> {
  for (;;) {
    const found = await job.step(async (t) => {
      const row = await t.one(selectEventById({ id: eventId }))
      const copies = row ? await readCopies(t, row, copiesAtOnce) : []
      for (const copy of copies) await emptyCopy(deps, t, copy, systemActor)
      const quoting = row ? await readQuoting(t, row, copiesAtOnce) : []
      // Each may be quoted itself, and says so with a fact of its own.
      for (const one of quoting) {
        const quotedId = row?.root_id ?? eventId
        if (quoteIn(one, quotedId)) {
          await dropQuote(deps, t, one, quotedId, systemActor)
          continue
        }
        await emptyWithCopies(deps, t, one, systemActor, () => false)
        await emptyQuoting(deps, t, one, systemActor)
      }
      return Math.max(copies.length, quoting.length)
    })
    if (found < copiesAtOnce) return job.commit(async () => undefined)
  }
}

/** The rest says when something happened, not what somebody said. */
const redactable: ReadonlySet<EventKind> = new Set([
  'message.user',
  'message.agent',
  'reasoning',
  'tool.call',
  'tool.result',
  'subagent.spawned',
  'subagent.finished',
  'compaction',
  'notice',
])

function isRedactable(row: EventRow): boolean {
  return redactable.has(row.kind) || (row.kind === 'approval.decided' && 'note' in payloadOf(row))
}

// SQL of approvals and of what they allow beyond one call.

import type { ApprovalId, ApprovalState, EventId, PersonId, SessionId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { type ApprovalRow, type GrantRow, queries as db } from '../sessions-tables.ts'

export async function insertApproval(t: Tx, row: ApprovalRow): Promise<void> {
  await t.run(db.insertInto('approvals').values(row))
  await changeOpen(t, row.session_id, 1)
}

export const selectApproval = compileOnce<{ id: ApprovalId }, ApprovalRow>((place) =>
  db.selectFrom('approvals').selectAll().where('id', '=', place('id')),
)

export const selectPendingOfTurn = compileOnce<{ turnId: TurnId }, ApprovalRow>((place) =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where('turn_id', '=', place('turnId'))
    .where('state', '=', sql.lit<'pending'>('pending'))
    .orderBy('id'),
)

export const selectWaitingIn = compileOnce<{ sessionId: SessionId }, Pick<ApprovalRow, 'id'>>((place) =>
  db
    .selectFrom('approvals')
    .select('id')
    // Few wait in the whole place, and a session may have had very many.
    .where('state', '=', sql.lit<'pending'>('pending'))
    .where('session_id', '=', place('sessionId'))
    .orderBy('id'),
)

export interface Decided {
  state: Exclude<ApprovalState, 'pending'>
  by: string | null
  name: string | null
  note: string | null
}

/** False if it was not pending any more. */
export async function settleApproval(t: Tx, row: ApprovalRow, how: Decided): Promise<boolean> {
  const changed = await t.run(
    db
      .updateTable('approvals')
      .set({
        state: how.state,
        decided_by: how.by,
        decided_name: how.name,
        note: how.note,
        decided_at: t.now,
      })
      .where('id', '=', row.id)
      .where('state', '=', 'pending'),
  )
  if (changed === 0) return false
  await changeOpen(t, row.session_id, -1)
  return true
}

export const selectApprovalsOfCall = compileOnce<{ callEventId: EventId }, ApprovalRow>((place) =>
  db.selectFrom('approvals').selectAll().where('call_event_id', '=', place('callEventId')),
)

/** What it quotes of its call, and what it allows beyond it, which is named by that. */
export async function forgetCall(t: Tx, { id, session_id: sessionId }: ApprovalRow): Promise<void> {
  await t.run(
    db.updateTable('approvals').set({ arguments: '', scope_key: '', scope_label: '' }).where('id', '=', id),
  )
  await t.run(
    db.deleteFrom('approval_grants').where('session_id', '=', sessionId).where('approval_id', '=', id),
  )
}

export async function forgetNote(t: Tx, id: ApprovalId): Promise<void> {
  await t.run(db.updateTable('approvals').set({ note: null }).where('id', '=', id))
}

/** The one call that it allows is being made. False if it was made before. */
export async function useApproval(t: Tx, id: ApprovalId): Promise<boolean> {
  const changed = await t.run(
    db.updateTable('approvals').set({ used_at: t.now }).where('id', '=', id).where('used_at', 'is', null),
  )
  return changed > 0
}

async function changeOpen(t: Tx, id: SessionId, by: 1 | -1): Promise<void> {
  await t.run(
    db
      .updateTable('sessions')
      .set((e) => ({ open_approvals: e('open_approvals', '+', by), updated_at: t.now }))
      .where('id', '=', id),
  )
  await t.run(
    db
      .updateTable('sessions')
      .set((e) => ({ open_below: e('open_below', '+', by) }))
      .where('id', '=', db.selectFrom('runs').select('root_id').where('session_id', '=', id)),
  )
}

export async function insertGrant(t: Tx, row: GrantRow): Promise<void> {
  await t.run(
    db
      .insertInto('approval_grants')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Those that were for one turn. */
export const deleteTurnGrants = compileOnce<{ sessionId: SessionId; turnId: TurnId }, unknown>((place) =>
  db
    .deleteFrom('approval_grants')
    .where('session_id', '=', place('sessionId'))
    .where('turn_id', '=', place('turnId')),
)

const selectGrant = compileOnce<
  { sessionId: SessionId; key: string; turnId: TurnId },
  Pick<GrantRow, 'approval_id'>
>((place) =>
  db
    .selectFrom('approval_grants')
    .select('approval_id')
    .where('session_id', '=', place('sessionId'))
    .where('key', '=', place('key'))
    .where('turn_id', 'in', [sql.lit<''>(''), place('turnId')])
    .limit(1),
)

export async function isGranted(
  r: Reader,
  about: { sessionId: SessionId; key: string; turnId: TurnId },
): Promise<boolean> {
  return (await r.one(selectGrant(about))) !== undefined
}

/** Newest first: those that wait, or those that do not any more, in the sessions that this person may see, or in all. */
export function selectApprovals(filter: {
  personId: PersonId | undefined
  sessionId: SessionId | undefined
  isPending: boolean
  before: string | undefined
  limit: number
}) {
  const { personId, sessionId, before } = filter
  let query = db
    .selectFrom('approvals')
    .innerJoin('sessions', 'sessions.id', 'approvals.session_id')
    .selectAll('approvals')
    // As a literal, or the index of those that wait would not do.
    .where('approvals.state', filter.isPending ? '=' : '!=', sql.lit<'pending'>('pending'))
    .orderBy('approvals.id', 'desc')
    .limit(filter.limit)
  if (sessionId !== undefined) query = query.where('approvals.session_id', '=', sessionId)
  if (before !== undefined) query = query.where('approvals.id', '<', before as ApprovalId)
  if (personId === undefined) return query
  return query.where((e) =>
    e.or([
      e('sessions.visibility', '=', 'team'),
      e.exists(
        e
          .selectFrom('session_participants')
          .select('person_id')
          .whereRef('session_participants.session_id', '=', 'sessions.id')
          .where('session_participants.person_id', '=', personId),
      ),
    ]),
  )
}

// SQL of turns and of the texts that they are writing.

import type { EventId, SessionId, TurnId } from '@heddle/contract'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { type DraftRow, queries as db, type StopWhy, type TurnRow } from '../sessions-tables.ts'
import type { UsageTotals } from '../session-values.ts'
import type { TurnState } from './turn-states.ts'

export const insertTurn = compileOnce<TurnRow, unknown>((place) =>
  db.insertInto('turns').values({
    id: place('id'),
    session_id: place('session_id'),
    state: place('state'),
    is_attempted: place('is_attempted'),
    crashes: place('crashes'),
    troubles: place('troubles'),
    failures: place('failures'),
    retry_at: place('retry_at'),
    step: place('step'),
    started_seq: place('started_seq'),
    conversation: place('conversation'),
    stop_asked_by: place('stop_asked_by'),
    stop_asked_at: place('stop_asked_at'),
    model: place('model'),
    input_tokens: place('input_tokens'),
    output_tokens: place('output_tokens'),
    cached_tokens: place('cached_tokens'),
    cost_micros: place('cost_micros'),
    reason: place('reason'),
    started_at: place('started_at'),
    ended_at: place('ended_at'),
    is_tainted: place('is_tainted'),
    waits_for: place('waits_for'),
    fallback_model: place('fallback_model'),
    requester_id: place('requester_id'),
    stop_why: place('stop_why'),
  }),
)

export const selectTurn = compileOnce<{ id: TurnId }, TurnRow>((place) =>
  db.selectFrom('turns').selectAll().where('id', '=', place('id')),
)

export const selectLastTurn = compileOnce<{ sessionId: SessionId }, TurnRow>((place) =>
  db
    .selectFrom('turns')
    .selectAll()
    .where('session_id', '=', place('sessionId'))
    .orderBy('id', 'desc')
    .limit(1),
)

export async function noteAttempt(t: Tx, id: TurnId, change: { isAttempted: 0 | 1; crashes: number }) {
  await t.run(
    db
      .updateTable('turns')
      .set({
        state: 'running',
        retry_at: null,
        waits_for: null,
        is_attempted: change.isAttempted,
        crashes: change.crashes,
      })
      .where('id', '=', id),
  )
}

/** Waits for a model without holding anything; work comes back at that time. */
export async function noteWait(t: Tx, id: TurnId, wait: { failures: number; retryAt: number }) {
  await t.run(
    db
      .updateTable('turns')
      .set({
        state: 'waiting',
        waits_for: 'model',
        is_attempted: 0,
        failures: wait.failures,
        retry_at: wait.retryAt,
      })
      .where('id', '=', id),
  )
}

/** From the next step on that model is asked, as often as any before it is given up. */
export async function noteFallback(t: Tx, id: TurnId, model: string): Promise<void> {
  await t.run(
    db
      .updateTable('turns')
      .set({
        state: 'waiting',
        waits_for: 'model',
        is_attempted: 0,
        failures: 0,
        retry_at: t.now,
        fallback_model: model,
      })
      .where('id', '=', id),
  )
}

/** Waits for somebody's word, or for its children, and at most until then. */
export async function noteCallsWait(
  t: Tx,
  id: TurnId,
  wait: { waitsFor: 'approval' | 'children'; until: number },
): Promise<void> {
  await t.run(
    db
      .updateTable('turns')
      .set({ state: 'waiting', waits_for: wait.waitsFor, is_attempted: 0, retry_at: wait.until })
      .where('id', '=', id),
  )
}

/** One of its children has ended, or somebody says something. False if it does not wait for them. */
export async function endChildrenWait(t: Tx, id: TurnId | null): Promise<boolean> {
  if (id === null) return false
  const changed = await t.run(
    db
      .updateTable('turns')
      .set({ retry_at: t.now })
      .where('id', '=', id)
      // It may wait for both.
      .where('waits_for', 'in', ['children', 'approval']),
  )
  return changed > 0
}

/** Whoever looks at it next need not wait any longer. */
export async function endApprovalWait(t: Tx, id: TurnId): Promise<void> {
  await t.run(
    db.updateTable('turns').set({ retry_at: t.now }).where('id', '=', id).where('waits_for', '=', 'approval'),
  )
}

/** Somebody else's words are in what the model of this session reads, from now on. */
export async function noteTaint(t: Tx, turn: Pick<TurnRow, 'id' | 'session_id'>): Promise<void> {
  await t.run(db.updateTable('turns').set({ is_tainted: 1 }).where('id', '=', turn.id))
  await t.run(db.updateTable('sessions').set({ is_tainted: 1 }).where('id', '=', turn.session_id))
}

/** How often by now. */
export async function noteTrouble(t: Tx, id: TurnId): Promise<number> {
  const row = await t.one(
    db
      .updateTable('turns')
      .set((e) => ({ is_attempted: 0, troubles: e('troubles', '+', 1) }))
      .where('id', '=', id)
      .returning('troubles'),
  )
  return row?.troubles ?? 0
}

export async function askToStop(t: Tx, id: TurnId, by: string, why: StopWhy): Promise<void> {
  await t.run(
    db
      .updateTable('turns')
      .set({ stop_asked_by: by, stop_asked_at: t.now, stop_why: why })
      .where('id', '=', id)
      .where('stop_asked_at', 'is', null),
  )
}

/** One step is on record; what it used is added up. */
export async function noteStep(t: Tx, id: TurnId, step: number, usage: UsageTotals): Promise<void> {
  await t.run(
    addStep({
      id,
      step,
      input: usage.inputTokens,
      output: usage.outputTokens,
      cached: usage.cachedTokens,
      cost: usage.costMicros,
    }),
  )
}

const addStep = compileOnce<
  { id: TurnId; step: number; input: number; output: number; cached: number; cost: number | null },
  unknown
>((place) =>
  db
    .updateTable('turns')
    .set((e) => ({
      step: place('step'),
      failures: 0,
      input_tokens: e('input_tokens', '+', place('input')),
      output_tokens: e('output_tokens', '+', place('output')),
      cached_tokens: e('cached_tokens', '+', place('cached')),
      cost_micros: e.fn.coalesce(
        e(e.ref('cost_micros'), '+', place('cost')),
        e.ref('cost_micros'),
        e.val(place('cost')),
      ),
    }))
    .where('id', '=', place('id')),
)

export const setTurnEnd = compileOnce<
  { id: TurnId; state: TurnState; reason: string | null; now: number },
  unknown
>((place) =>
  db
    .updateTable('turns')
    .set({ state: place('state'), reason: place('reason'), ended_at: place('now'), is_attempted: 0 })
    .where('id', '=', place('id')),
)

export const insertDraft = compileOnce<DraftRow, unknown>((place) =>
  db.insertInto('session_drafts').values({
    event_id: place('event_id'),
    session_id: place('session_id'),
    turn_id: place('turn_id'),
    seq: place('seq'),
    kind: place('kind'),
    step: place('step'),
    attempt: place('attempt'),
    text: place('text'),
    updated_at: place('updated_at'),
  }),
)

export const saveDraft = compileOnce<
  { eventId: EventId; attempt: number; text: string; now: number },
  unknown
>((place) =>
  db
    .updateTable('session_drafts')
    .set({ attempt: place('attempt'), text: place('text'), updated_at: place('now') })
    .where('event_id', '=', place('eventId')),
)

export const selectDrafts = compileOnce<{ turnId: TurnId }, DraftRow>((place) =>
  db.selectFrom('session_drafts').selectAll().where('turn_id', '=', place('turnId')).orderBy('seq'),
)

export const selectDraft = compileOnce<{ eventId: EventId }, DraftRow>((place) =>
  db.selectFrom('session_drafts').selectAll().where('event_id', '=', place('eventId')),
)

export const deleteDraft = compileOnce<{ eventId: EventId }, unknown>((place) =>
  db.deleteFrom('session_drafts').where('event_id', '=', place('eventId')),
)

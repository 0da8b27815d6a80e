import assert from 'node:assert/strict'
import { test } from 'node:test'
import { event } from '../../gallery/sample-sessions.ts'
import { callOfEvent, settledOfEvent } from './asked-call.ts'
import { chooseApprovalStanding } from './choose-approval-state.ts'

const at = Date.parse('2026-03-12T15:20:00.000Z')
const call = { askedAt: '2026-03-12T15:20:00.000Z', expiresAt: '2026-03-12T15:50:00.000Z' }

test('[UIA2] a card waits until it is settled, its time is over, or its turn is', () => {
  const settled = { outcome: 'deny', by: 'Bob', note: '' } as const
  assert.deepEqual(chooseApprovalStanding(call, undefined, false, at), { kind: 'waiting', leftMs: 1_800_000 })
  assert.deepEqual(chooseApprovalStanding(call, undefined, false, at + 1_800_000), { kind: 'late' })
  assert.deepEqual(chooseApprovalStanding(call, undefined, true, at), { kind: 'ended' })
  assert.deepEqual(chooseApprovalStanding(call, settled, true, at), { kind: 'settled', settled })
})

test('[UIA1] a clock that is behind gives nobody more time than there was', () => {
  assert.deepEqual(chooseApprovalStanding(call, undefined, false, at - 5_000), {
    kind: 'waiting',
    leftMs: 1_800_000,
  })
})

test('[UIA2] without a time it waits for as long as its turn', () => {
  assert.deepEqual(chooseApprovalStanding({ ...call, expiresAt: '' }, undefined, false, at), {
    kind: 'waiting',
    leftMs: undefined,
  })
})

test('[UIA2] a decision of a kind that this page does not know does not read as allowed', () => {
  const decided = event(2, 'approval.decided', { decision: 'maybe', note: 'later' })
  assert.deepEqual(settledOfEvent(decided), { outcome: 'withdrawn', by: 'Main', note: 'later' })
})

test('[UIA1] an event that came cut is a call that is not all here', () => {
  const asked = event(1, 'approval.asked', { name: 'exec', arguments: '{"a' }, { truncated: true })
  assert.equal(callOfEvent(asked).isCut, true)
})

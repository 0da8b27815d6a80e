import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { judgeAccount } from './accounts.ts'
import type { AccountRow } from './delivery-tables.ts'
import { forGood } from './judge-outcome.ts'

const now = 1_000_000_000
const account = (given: Partial<AccountRow> = {}): AccountRow => ({
  channel: 'chat',
  account_id: 'bot',
  paused_until: null,
  paused_why: null,
  resumed_at: 0,
  window_at: now,
  refused: 0,
  ...given,
})

test('[I30] refused requests are counted in a window; at the limit the account pauses until it ends', () => {
  let row = account()
  for (let i = 1; i < limits.refusedRequestsMax; i++) row = judgeAccount(row, { wasRefused: true }, now + i)
  assert.equal(row.paused_until, null)
  row = judgeAccount(row, { wasRefused: true }, now + 500)
  assert.equal(row.paused_until, now + limits.refusedRequestsWindowMs)
  const next = judgeAccount(row, { wasRefused: true }, now + limits.refusedRequestsWindowMs)
  assert.deepEqual([next.refused, next.window_at], [1, now + limits.refusedRequestsWindowMs])
})

test('[I31] a longer pause is never shortened by another one', () => {
  const paused = judgeAccount(account(), { wasRefused: true, pause: { until: forGood, why: '401' } }, now)
  const after = judgeAccount(paused, { wasRefused: false, pause: { until: now + 10, why: '429' } }, now)
  assert.deepEqual([after.paused_until, after.paused_why], [forGood, '401'])
})

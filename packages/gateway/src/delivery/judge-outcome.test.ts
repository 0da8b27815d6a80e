import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseWait } from './choose-wait.ts'
import { forGood, judgeOutcome, type RequestEnd } from './judge-outcome.ts'
import type { NotSent, SendOutcome } from './ports.ts'

const now = 5_000_000
const startedAt = now - 200
const judge = (outcome: SendOutcome, given: Partial<RequestEnd> = {}) =>
  judgeOutcome({
    kind: 'message',
    outcome,
    now,
    startedAt,
    attempts: 1,
    chance: 0.5,
    unwanted: undefined,
    settleMs: limits.deliverySettleMs,
    ...given,
  })
const notSent = (why: NotSent['why'], more: Partial<NotSent> = {}): NotSent => ({
  kind: 'not_sent',
  why,
  detail: 'no',
  ...more,
})

test('[DLV3] sent is sent', () => {
  assert.deepEqual(judge({ kind: 'sent', platformId: 'm1' }).verdict, {
    kind: 'sent',
    platformId: 'm1',
    link: null,
  })
})

test('[DLV3] only what is proven not to be sent is tried again without a look', () => {
  const unknown: SendOutcome = { kind: 'unknown', detail: 'reset' }
  assert.deepEqual(judge(unknown).verdict, {
    kind: 'doubt',
    detail: 'reset',
    lookAt: startedAt + limits.deliverySettleMs,
  })
  for (const kind of ['edit', 'delete', 'close'] as const) {
    assert.equal(judge(unknown, { kind }).verdict.kind, 'wait', kind)
  }
  assert.deepEqual(judge(unknown, { kind: 'open' }).verdict, { kind: 'doubt', detail: 'reset', lookAt: now })
  assert.equal(judge(notSent('later')).verdict.kind, 'wait')
})

test('[F27] [I30] a stated wait is kept; of the account, it holds the account', () => {
  const ofPlace = judge(notSent('later', { retryAfterMs: 700, scope: 'place', wasRefused: true }))
  assert.deepEqual(ofPlace, {
    verdict: { kind: 'wait', reason: 'rate_limited', detail: 'no', until: now + 700 },
    account: { wasRefused: true },
  })
  const ofAccount = judge(notSent('later', { retryAfterMs: 700, scope: 'account' }))
  assert.deepEqual(ofAccount.account, { wasRefused: false, pause: { until: now + 700, why: 'no' } })
})

test('[F30] [I31] the place, the message, the account: what is refused for good is told apart', () => {
  assert.deepEqual(judge(notSent('place')).verdict, { kind: 'reject', reason: 'place_refused', detail: 'no' })
  assert.deepEqual(judge(notSent('message')).verdict, { kind: 'reject', reason: 'refused', detail: 'no' })
  const account = judge(notSent('account', { wasRefused: true }))
  assert.deepEqual(account.account, { wasRefused: true, pause: { until: forGood, why: 'no' } })
  assert.equal(account.verdict.kind, 'wait')
})

test('what nobody wants any more is not tried again', () => {
  const given = { unwanted: 'redacted' } as const
  assert.deepEqual(judge(notSent('later'), given).verdict, {
    kind: 'withdraw',
    reason: 'redacted',
    detail: 'no',
  })
  assert.equal(
    judge({ kind: 'unknown', detail: '' }, given).verdict.kind,
    'doubt',
    'it may have to be removed',
  )
})

test('[DLV4] waits double with full jitter up to five minutes, and are never below what is stated', () => {
  assert.equal(chooseWait({ attempts: 1, chance: 0.999 }), 999)
  assert.equal(chooseWait({ attempts: 4, chance: 0.5 }), 4_000)
  assert.equal(chooseWait({ attempts: 60, chance: 0.9999999 }), limits.deliveryBackoffMaxMs)
  assert.ok(chooseWait({ attempts: 9, chance: 0 }) > 0)
  assert.equal(chooseWait({ attempts: 1, chance: 0.9, retryAfterMs: 300 }), 300)
  assert.equal(chooseWait({ attempts: 2, chance: 0.9, retryAfterMs: 0.4 }), 1)
  assert.equal(chooseWait({ attempts: 3, chance: 0.9, retryAfterMs: 3_600_000 }), 3_600_000)
})

test('[F27] a platform that keeps stating waits that are too short is asked less and less often', () => {
  assert.equal(chooseWait({ attempts: 9, chance: 0.5, retryAfterMs: 10 }), 16_000)
  assert.equal(chooseWait({ attempts: 9, chance: 0.01, retryAfterMs: 5_000 }), 5_000)
  for (const wrong of [0, -5, Number.NaN]) {
    assert.equal(chooseWait({ attempts: 1, chance: 0.5, retryAfterMs: wrong }), 500)
  }
})

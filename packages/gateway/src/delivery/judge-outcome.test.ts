import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseWait } from './choose-wait.ts'
import type { RetryPolicy } from './delivery.ts'
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
    timeoutMs: limits.deliveryTimeoutMs,
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
  // One that carried much took longer than others may: what came of it can be read a moment after it was given up.
  assert.deepEqual(judge(unknown, { startedAt: now - 90_000 }).verdict, {
    kind: 'doubt',
    detail: 'reset',
    lookAt: now + limits.deliverySettleMs - limits.deliveryTimeoutMs,
  })
  for (const kind of ['edit', 'delete', 'close'] as const) {
    assert.equal(judge(unknown, { kind }).verdict.kind, 'wait', kind)
  }
  const edit = judge(unknown, { kind: 'edit' }).verdict
  assert.equal(edit.kind === 'wait' && edit.until, startedAt + limits.deliverySettleMs)
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

const few: RetryPolicy = { attemptsMax: 6, firstMs: 2_000, maxMs: 300_000, leastShare: 0.5 }

test('[DLV4] [NTF3] what brings its own policy waits by that: from its first wait on, doubled, never less than its share', () => {
  const waits = (chance: number, retryAfterMs?: number) =>
    [1, 2, 3, 8, 60].map((attempts) => chooseWait({ attempts, chance, retryAfterMs, retry: few }))
  assert.deepEqual(waits(0), [1_000, 2_000, 4_000, 128_000, 150_000])
  assert.deepEqual(waits(1), [2_000, 4_000, 8_000, 256_000, 300_000])
  // Whichever is longer, however often it was stated.
  assert.deepEqual(waits(1, 5_000), [5_000, 5_000, 8_000, 256_000, 300_000])
})

test('[NTF3] [F27] to be told to wait is no try, and lets later waits grow no further', () => {
  const limited = notSent('later', { retryAfterMs: 500, scope: 'place' })
  const untilOf = (given: Partial<RequestEnd>) => {
    const { verdict } = judge(limited, { retry: few, chance: 1, ...given })
    return verdict.kind === 'wait' ? verdict.until - now : undefined
  }
  assert.equal(untilOf({ attempts: 1 }), 2_000)
  assert.equal(untilOf({ attempts: 5, spared: 4 }), 2_000)
  assert.equal(untilOf({ attempts: 5, spared: 1 }), 8_000)
  const later = judge(notSent('later'), { retry: few, chance: 1, attempts: 6, spared: 4 }).verdict
  assert.equal(later.kind === 'wait' && later.until - now, 4_000)
})

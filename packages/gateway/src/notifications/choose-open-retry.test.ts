import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseOpenRetry } from './choose-open-retry.ts'

const at = (more: Partial<Parameters<typeof chooseOpenRetry>[1]> = {}) => ({
  now: 1_000_000,
  triedAt: 1_000_000,
  attempts: 0,
  chance: 0.5,
  ...more,
})
const later = { kind: 'later', detail: 'no answer' } as const

test('[NTF3] a conversation that could not be opened is tried again with growing waits and jitter, six times at most', () => {
  for (let attempts = 0; attempts < limits.notifyAttemptsMax - 1; attempts++) {
    const verdict = chooseOpenRetry(later, at({ attempts }))
    assert.equal(verdict.kind, 'again')
    assert.equal(verdict.attempts, attempts + 1)
    for (const chance of [0, 0.999]) {
      const again = chooseOpenRetry(later, at({ attempts, chance }))
      const waitMs = again.kind === 'again' ? again.dueAt - 1_000_000 : 0
      const whole = Math.min(limits.notifyBackoffMaxMs, limits.notifyBackoffFirstMs * 2 ** attempts)
      assert.ok(waitMs >= whole / 2 && waitMs <= whole, `${waitMs} of ${whole}`)
    }
  }
  assert.equal(chooseOpenRetry(later, at({ attempts: limits.notifyAttemptsMax - 1 })).kind, 'fail')
})

test('[NTF3] to be told to wait, or to find nobody connected, uses up no try; six hours end it', () => {
  const told = { ...later, retryAfterMs: 90_000 }
  assert.deepEqual(chooseOpenRetry(told, at({ attempts: 2 })), {
    kind: 'again',
    detail: 'no answer',
    attempts: 2,
    dueAt: 1_090_000,
  })
  const absent = { kind: 'absent', detail: 'not connected' } as const
  assert.equal(chooseOpenRetry(absent, at({ attempts: 2 })).attempts, 2)
  const old = at({ triedAt: 1_000_000 - limits.notifyExpiresMs })
  assert.equal(chooseOpenRetry(told, old).kind, 'fail')
  assert.equal(chooseOpenRetry(absent, old).kind, 'fail')
})

test('[NTF3] the six hours count from the first try, and are not waited past', () => {
  const told = { ...later, retryAfterMs: 3_600_000 }
  const triedAt = 1_000_000 - limits.notifyExpiresMs + 60_000
  const verdict = chooseOpenRetry(told, at({ triedAt }))
  assert.equal(verdict.kind === 'again' && verdict.dueAt, 1_060_000)
})

test('[NTF3] a refusal is final at once', () => {
  const verdict = chooseOpenRetry({ kind: 'refused', detail: 'They take none.' }, at())
  assert.deepEqual(verdict, { kind: 'fail', detail: 'They take none.', attempts: 1 })
})

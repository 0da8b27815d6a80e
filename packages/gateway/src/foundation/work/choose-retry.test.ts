import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseRetry } from './choose-retry.ts'

test('waits double from the first, stay under the longest, and are never zero', () => {
  const wait = (attempts: number, chance: number) => {
    const choice = chooseRetry({ attempts, attemptsMax: 99, chance })
    return choice.kind === 'retry' ? choice.waitMs : -1
  }
  assert.equal(wait(1, 0), limits.workBackoffFirstMs / 2)
  assert.equal(wait(3, 0), limits.workBackoffFirstMs * 2)
  assert.ok(wait(50, 0.999) <= limits.workBackoffMaxMs)
})

test('after the last attempt it is given up', () => {
  assert.deepEqual(chooseRetry({ attempts: 3, attemptsMax: 3, chance: 0.5 }), {
    kind: 'give_up',
    reason: 'attempts_used_up',
  })
})

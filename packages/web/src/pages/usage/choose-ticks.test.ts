import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLabels, chooseTicks } from './choose-ticks.ts'

test('[UIU4] days are labelled evenly, no more than fit, and the last one always', () => {
  assert.deepEqual(chooseTicks(7, 10), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(chooseTicks(30, 5), [5, 11, 17, 23, 29])
  assert.deepEqual(chooseTicks(366, 0), [365])
  assert.deepEqual(chooseTicks(0, 4), [])
  for (const count of [1, 7, 30, 90, 366])
    for (const max of [1, 3, 8]) assert.ok(chooseTicks(count, max).length <= max, `${count} in ${max}`)
})

test('[UIU4] no two lines of the scale read the same', () => {
  const whole = (value: number) => String(Math.round(value))
  assert.deepEqual(chooseLabels([0, 0.4, 0.8, 1.2, 1.6], whole), ['0', null, '1', null, '2'])
  assert.deepEqual(chooseLabels([], whole), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDuration, writeDuration } from './read-duration.ts'

test('[CMD5] a length of time is a number with its unit, or off', () => {
  const read = ['90s', '30m', '24H', ' 7d ', 'off', 'OFF', '0s'].map(readDuration)
  assert.deepEqual(read, [90_000, 1_800_000, 86_400_000, 604_800_000, 0, 0, 0])
  for (const text of ['', '90', 's', '-1h', '1.5h', '1h30m', 'never', '1w', '9999999999s', '٣s']) {
    assert.equal(readDuration(text), undefined, text)
  }
})

test('[CMD5] it is told in the largest unit that comes out even', () => {
  const told = [0, 90_000, 1_800_000, 86_400_000, 7 * 86_400_000, 5_400_000].map(writeDuration)
  assert.deepEqual(told, ['off', '90s', '30m', '1d', '7d', '90m'])
})

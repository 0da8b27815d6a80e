import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedsToFind } from './likely-finders.ts'

test('[REP11] each seed has its turn once, the likely one first', () => {
  const name = 'acknowledged-before-sync'
  assert.deepEqual(seedsToFind({ name: 'unheard of', foundWithinSeeds: 3 }), [1, 2, 3])
  const [first, ...others] = seedsToFind({ name, foundWithinSeeds: 20 })
  assert.notEqual(first, 1)
  assert.deepEqual(
    [first, ...others].sort((a = 0, b = 0) => a - b),
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
})

test('[REP11] a seed beyond those that a plant has is not tried', () => {
  assert.deepEqual(seedsToFind({ name: 'acknowledged-before-sync', foundWithinSeeds: 2 }), [1, 2])
})

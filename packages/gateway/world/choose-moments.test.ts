import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMoments } from './choose-moments.ts'
import { createSeededRandom } from './time/seeded-random.ts'

const migration = (count: number) => [
  'pragma user_version',
  'begin immediate',
  ...Array.from({ length: count }, (_, i) => `create table t${i} (x)`),
  'commit',
  'begin immediate',
  'create table of the next',
  'commit',
]
const chosen = (statements: string[], seed = 1) => chooseMoments(statements, createSeededRandom(seed))

test('[I15] a migration is ended before and after its beginning and its commit, whatever is drawn', () => {
  for (let seed = 0; seed < 50; seed++) {
    const moments = chosen(migration(40), seed)
    for (const moment of [1, 2, 3, 42, 43, 44]) assert.ok(moments.includes(moment))
    assert.ok(moments.every((moment) => moment >= 1 && moment <= 44))
  }
})

test('[I15] every statement in between is drawn by some seed, and the same seed draws the same', () => {
  const drawn = new Set(Array.from({ length: 400 }, (_, seed) => chosen(migration(20), seed)).flat())
  assert.deepEqual(
    [...drawn].sort((a, b) => a - b),
    Array.from({ length: 24 }, (_, i) => i + 1),
  )
  assert.deepEqual(chosen(migration(20), 7), chosen(migration(20), 7))
})

test('[I15] a migration of one statement is ended at each place that it has, once', () => {
  assert.deepEqual(chosen(migration(1)), [1, 2, 3, 4, 5])
})

test('[I15] a start without a migration has nothing to choose from', () => {
  assert.throws(() => chosen(['pragma user_version', 'select 1']), /no migration/)
})

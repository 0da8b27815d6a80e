import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIds } from './ids.ts'
import { createRealRandom } from './real-random.ts'

function idsAt(wall: () => number) {
  const clock = { wall, mono: wall, timer: () => () => {}, soon: () => {} }
  return createIds({ clock, random: createRealRandom() })
}

test('ids carry their kind and sort by the time they were made', () => {
  let now = 1_700_000_000_000
  const ids = idsAt(() => now)
  const made: string[] = []
  for (let i = 0; i < 2_000; i++) {
    if (i % 7 === 0) now += 1
    made.push(ids.make('person'))
  }
  assert.ok(made.every((id) => /^per_[0-9a-hjkmnp-tv-z]{26}$/.test(id)))
  assert.deepEqual(made.toSorted(), made)
  assert.equal(new Set(made).size, made.length)
})

test('a clock that is set back does not make ids that sort before older ones', () => {
  let now = 1_700_000_000_000
  const ids = idsAt(() => now)
  const before = ids.make('fact')
  now -= 3_600_000
  assert.ok(ids.make('fact') > before)
})

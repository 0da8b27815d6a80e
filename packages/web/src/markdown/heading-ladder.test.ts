import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { climb, type HeadingLadder } from './heading-ladder.ts'

function shown(written: readonly number[]): number[] {
  let ladder: HeadingLadder = { rungs: [] }
  return written.map((level) => {
    const step = climb(ladder, level)
    ladder = step.ladder
    return step.level
  })
}

test('[UIM3] the first heading is an h2, deeper ones follow one by one', () => {
  assert.deepEqual(shown([1, 2, 3]), [2, 3, 4])
  assert.deepEqual(shown([3, 3, 6, 4, 1]), [2, 2, 3, 3, 2])
  assert.deepEqual(shown([1, 2, 3, 4, 5, 6]), [2, 3, 4, 5, 6, 6])
})

test('[UIM3] no heading is more than one level deeper than the one before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 })), (written) => {
      let before = 1
      for (const level of shown(written)) {
        assert.ok(level >= 2 && level <= before + 1)
        before = level
      }
    }),
  )
})

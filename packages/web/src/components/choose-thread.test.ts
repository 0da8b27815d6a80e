import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseThread } from './choose-thread.ts'

test('[A11Y1] an agent keeps its colour, and all eight are given out', () => {
  assert.equal(chooseThread('main'), chooseThread('main'))
  const given = new Set(Array.from({ length: 200 }, (_, i) => chooseThread(`agent-${i}`)))
  assert.deepEqual(
    [...given].toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
})

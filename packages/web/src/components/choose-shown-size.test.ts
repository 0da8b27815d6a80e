import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseShownSize } from './choose-shown-size.ts'

const box = { width: 320, height: 240 }

test('[UIC5] a picture keeps its proportions within its box and is never enlarged', () => {
  assert.deepEqual(chooseShownSize({ width: 3_200, height: 1_200 }, box), { width: 320, height: 120 })
  assert.deepEqual(chooseShownSize({ width: 1_000, height: 2_000 }, box), { width: 120, height: 240 })
  assert.deepEqual(chooseShownSize({ width: 64, height: 48 }, box), { width: 64, height: 48 })
})

test('[UIC5] one that does not say its size, or has none to speak of, can still be pressed', () => {
  assert.deepEqual(chooseShownSize({}, box), { width: 240, height: 240 })
  assert.deepEqual(chooseShownSize({ width: 4_000, height: 1 }, box), { width: 320, height: 24 })
})

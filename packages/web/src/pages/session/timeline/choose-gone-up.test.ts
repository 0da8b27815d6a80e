import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasGoneUp } from './choose-gone-up.ts'

const before = { top: 1_000, height: 1_800 }

test('[UIS1] going up is told from a list that only gets shorter', () => {
  assert.equal(hasGoneUp(before, { top: 900, height: 1_800 }), true)
  assert.equal(hasGoneUp(before, { top: 900, height: 1_900 }), true)
  assert.equal(hasGoneUp(before, { top: 900, height: 1_700 }), false)
  assert.equal(hasGoneUp(before, { top: 880, height: 1_700 }), true)
})

test('[UIS1] what grows, and the fraction of a pixel, is nobody’s going up', () => {
  assert.equal(hasGoneUp(before, { top: 1_000, height: 2_400 }), false)
  assert.equal(hasGoneUp(before, { top: 999.5, height: 1_800 }), false)
  assert.equal(hasGoneUp(before, { top: 1_200, height: 2_000 }), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSideWidth, chooseWidthByKey, sideWidths } from './choose-side-width.ts'

test('[UID2] the panel is as wide as it was pulled, within what leaves room to read', () => {
  assert.equal(chooseSideWidth(412.4), 412)
  assert.equal(chooseSideWidth(10), sideWidths.least)
  assert.equal(chooseSideWidth(5_000), sideWidths.most)
  // What was kept may be no number any more.
  assert.equal(chooseSideWidth(Number.NaN), sideWidths.usual)
})

test('[UID2] the arrows pull its edge, in the direction in which it moves', () => {
  assert.equal(chooseWidthByKey('ArrowLeft', 380, false), 396)
  assert.equal(chooseWidthByKey('ArrowRight', 380, false), 364)
  assert.equal(chooseWidthByKey('ArrowRight', 380, true), 396)
  assert.equal(chooseWidthByKey('Home', 380, false), sideWidths.least)
  assert.equal(chooseWidthByKey('End', 380, false), sideWidths.most)
  assert.equal(chooseWidthByKey('Enter', 380, false), undefined)
})

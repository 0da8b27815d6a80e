import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseScroll } from './choose-scroll.ts'

const view = { top: 1_000, height: 600 }

test('[A11Y2] a row that is in sight moves nothing; one above or below comes just into sight', () => {
  assert.equal(chooseScroll('nearest', { row: { top: 1_100, height: 100 }, view }), 1_000)
  assert.equal(chooseScroll('nearest', { row: { top: 900, height: 100 }, view }), 900)
  assert.equal(chooseScroll('nearest', { row: { top: 1_700, height: 100 }, view }), 1_200)
})

test('[A11Y2] going up, a row that is higher than the window is shown from its beginning', () => {
  assert.equal(chooseScroll('nearest', { row: { top: 200, height: 2_000 }, view }), 200)
})

test('[UIT4] what an address leads to comes into the middle', () => {
  assert.equal(chooseScroll('center', { row: { top: 3_000, height: 100 }, view }), 2_750)
})

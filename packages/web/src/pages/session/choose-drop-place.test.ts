import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseDropPlace } from './choose-drop-place.ts'

const rows = [0, 40, 80, 120].map((top) => ({ top, bottom: top + 40 }))

test('[UIC7] a row that is let go where it was stays; past the middle of another it changes places', () => {
  assert.equal(chooseDropPlace(rows, 1, 60), 1)
  assert.equal(chooseDropPlace(rows, 1, 99), 1)
  assert.equal(chooseDropPlace(rows, 1, 101), 2)
  assert.equal(chooseDropPlace(rows, 1, 19), 0)
})

test('[UIC7] far above or below the list it goes to the end of it', () => {
  assert.equal(chooseDropPlace(rows, 2, -500), 0)
  assert.equal(chooseDropPlace(rows, 0, 5_000), 3)
})

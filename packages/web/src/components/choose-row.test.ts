import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRows } from './choose-row.ts'

test('[A11Y1] the focus stays in its row, else goes to the next one, else to the one before', () => {
  assert.deepEqual(chooseRows(['a', 'b', 'c', 'd'], 'b'), ['b', 'c', 'd', 'a'])
  assert.deepEqual(chooseRows(['a', 'b', 'c'], 'c'), ['c', 'b', 'a'])
  assert.deepEqual(chooseRows(['a'], 'a'), ['a'])
  assert.deepEqual(chooseRows(['a'], 'x'), ['x'])
})

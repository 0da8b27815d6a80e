import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseListPlace, chooseRegion, isKeyboardOpen } from './choose-layout.ts'

test('[UIL6] the list stands beside a session at a desk, over it elsewhere, and is a page of its own without one', () => {
  assert.equal(chooseListPlace('desk', true), 'beside')
  assert.equal(chooseListPlace('desk', false), 'beside')
  assert.equal(chooseListPlace('tablet', true), 'over')
  assert.equal(chooseListPlace('phone', true), 'over')
  assert.equal(chooseListPlace('tablet', false), 'page')
  assert.equal(chooseListPlace('phone', false), 'page')
})

test('[UIK3] F6 goes from list to timeline to panel to composer and round, past what is not there', () => {
  const there = ['composer', 'list', 'timeline'] as const
  assert.equal(chooseRegion(there, 'list', 1), 'timeline')
  assert.equal(chooseRegion(there, 'timeline', 1), 'composer')
  assert.equal(chooseRegion(there, 'composer', 1), 'list')
  assert.equal(chooseRegion(there, 'list', -1), 'composer')
  assert.equal(chooseRegion(there, undefined, 1), 'list')
  assert.equal(chooseRegion(there, undefined, -1), 'composer')
  assert.equal(chooseRegion([], undefined, 1), undefined)
})

test('[UIL7] the keyboard of a phone is open when a field has the focus and the height went with it', () => {
  assert.equal(isKeyboardOpen(400, 800, true), true)
  assert.equal(isKeyboardOpen(400, 800, false), false)
  assert.equal(isKeyboardOpen(760, 800, true), false)
})

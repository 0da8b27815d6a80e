import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeRaise, raiseOf } from './raise-draft.ts'

const both = { tokensMax: 100, microsMax: 5 }
const tokensOnly = { tokensMax: 100, microsMax: null }

test('[UIA7] what is added is read with its grouping, and only what the budget has limits in', () => {
  assert.deepEqual(raiseOf({ tokens: '1,000 000', money: '2.5' }, both), { tokens: 1_000_000, money: 2.5 })
  assert.deepEqual(raiseOf({ tokens: '', money: '2.5' }, tokensOnly), {})
  assert.deepEqual(judgeRaise({ tokens: '10', money: '' }, both), {})
})

test('[UIA7] what cannot be added is said at its field', () => {
  assert.deepEqual(Object.keys(judgeRaise({ tokens: '', money: '' }, both)), ['tokens'])
  assert.deepEqual(Object.keys(judgeRaise({ tokens: '', money: '' }, { tokensMax: null, microsMax: 5 })), [
    'money',
  ])
  assert.deepEqual(Object.keys(judgeRaise({ tokens: '1.5', money: '-1' }, both)), ['tokens', 'money'])
  assert.deepEqual(Object.keys(judgeRaise({ tokens: 'many', money: '' }, both)), ['tokens'])
})

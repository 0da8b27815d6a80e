import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEnter, type PressedKey } from './choose-enter.ts'

const enter = (over: Partial<PressedKey> = {}): PressedKey => ({
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 13,
  ...over,
})

test('[SES4] Enter sends, Ctrl or ⌘ with it steers, Shift begins a new line', () => {
  assert.equal(chooseEnter(enter()), 'send')
  assert.equal(chooseEnter(enter({ ctrlKey: true })), 'steer')
  assert.equal(chooseEnter(enter({ metaKey: true })), 'steer')
  assert.equal(chooseEnter(enter({ shiftKey: true })), undefined)
  assert.equal(chooseEnter(enter({ key: 'a' })), undefined)
})

test('[I18N1] the Enter that takes a word from an input method sends nothing', () => {
  assert.equal(chooseEnter(enter({ isComposing: true })), undefined)
  assert.equal(chooseEnter(enter({ keyCode: 229 })), undefined)
})

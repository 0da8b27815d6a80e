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
  assert.equal(chooseEnter(enter(), false), 'send')
  assert.equal(chooseEnter(enter({ ctrlKey: true }), false), 'steer')
  assert.equal(chooseEnter(enter({ metaKey: true }), false), 'steer')
  assert.equal(chooseEnter(enter({ shiftKey: true }), false), undefined)
  assert.equal(chooseEnter(enter({ key: 'a' }), false), undefined)
})

test('[I18N1] the Enter that takes a word from an input method sends nothing', () => {
  assert.equal(chooseEnter(enter({ isComposing: true }), false), undefined)
  assert.equal(chooseEnter(enter({ keyCode: 229 }), false), undefined)
})

test('[UIC9] on a keyboard on the screen Enter begins a new line; a real one still steers', () => {
  assert.equal(chooseEnter(enter(), true), undefined)
  assert.equal(chooseEnter(enter({ ctrlKey: true }), true), 'steer')
})

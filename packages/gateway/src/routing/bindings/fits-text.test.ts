import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsText } from './fits-text.ts'

test('[BND2] each word of what is looked for stands somewhere in what is shown, in any order and case', () => {
  const shown = ['worker-42', null, 'Ann Lee', '🤖 Überprüfung', 'general', undefined]
  assert.equal(fitsText(shown, 'worker'), true)
  assert.equal(fitsText(shown, 'GENERAL 42'), true)
  assert.equal(fitsText(shown, ' überPRÜFUNG '), true)
  assert.equal(fitsText(shown, 'ann deploy'), false)
  assert.equal(fitsText(shown, '42ann'), false, 'two parts are not one word')
  assert.equal(fitsText(shown, '  '), true)
})

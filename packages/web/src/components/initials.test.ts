import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from './initials.ts'

test('[I18N1] initials are the first letters of the first and the last word, in any script', () => {
  assert.equal(initialsOf('Ann Lee'), 'AL')
  assert.equal(initialsOf('  maria de los Ángeles '), 'MÁ')
  assert.equal(initialsOf('Ann Lee, 3rd'), 'AL')
  assert.equal(initialsOf('mei'), 'M')
  assert.equal(initialsOf('鈴木 花子'), '鈴花')
  assert.equal(initialsOf('e\u0301va'), 'E\u0301')
})

test('[I18N1] a name without letters gets a question mark', () => {
  for (const name of ['', '  ', '—', '(!)']) assert.equal(initialsOf(name), '?')
})

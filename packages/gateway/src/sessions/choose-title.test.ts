import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMessageTitle, chooseTitle } from './choose-title.ts'

test('[SES10] a title is the first line that says something, cut between words', () => {
  assert.equal(chooseTitle('\n\n  fix   the\tbuild \nplease'), 'fix the build')
  assert.equal(chooseTitle('word '.repeat(40)), `${'word '.repeat(14).trim()}…`)
  assert.equal(chooseTitle('x'.repeat(200)), `${'x'.repeat(71)}…`)
  assert.equal(chooseTitle('👋'.repeat(100)), `${'👋'.repeat(71)}…`)
  assert.equal(chooseTitle('  \n '), '')
})

test('[SES10] a message of files alone gives the name of the first', () => {
  const attachments = [{ name: 'plan of the harbour.png' }, { name: 'b.txt' }]
  assert.equal(chooseMessageTitle({ text: '', attachments }), 'plan of the harbour.png')
  assert.equal(chooseMessageTitle({ text: 'look', attachments }), 'look')
  assert.equal(chooseMessageTitle({ text: ' ' }), '')
})

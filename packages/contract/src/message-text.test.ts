import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeText } from './message-text.ts'

test('[API11] a text is judged by what is wrong with it, never changed', () => {
  assert.equal(judgeText('hello 👋', 10), undefined)
  assert.match(judgeText('', 10) ?? '', /is empty/)
  assert.match(judgeText(' \n\t', 10) ?? '', /is empty/)
  assert.match(judgeText('01234567890', 10) ?? '', /11 characters; at most 10/)
  assert.match(judgeText('ab👋\ud800', 10) ?? '', /half a character at position 4/)
  assert.match(judgeText('a\0b', 10) ?? '', /zero character at position 1/)
})

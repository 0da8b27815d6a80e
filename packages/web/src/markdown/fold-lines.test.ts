import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseDiffLines } from './choose-diff-lines.ts'
import { countLines, firstLines } from './fold-lines.ts'

test('[UIM7] the first lines of a text are whole lines', () => {
  assert.equal(countLines(''), 1)
  assert.equal(countLines('a\nb\n'), 3)
  assert.equal(firstLines('a\nb\nc', 2), 'a\nb')
  assert.equal(firstLines('a\nb', 5), 'a\nb')
})

test('[UIM8] the first lines of a diff go from hunk to hunk', () => {
  const line = { kind: 'same', text: 'x' } as const
  const hunks = [
    { heading: 'one', lines: [line, line, line] },
    { heading: 'two', lines: [line, line, line] },
  ]
  const counts = (max: number) => chooseDiffLines(hunks, max).map((hunk) => hunk.lines.length)
  assert.deepEqual(counts(8), [3, 3])
  assert.deepEqual(counts(6), [3, 1])
  assert.deepEqual(counts(3), [2])
})

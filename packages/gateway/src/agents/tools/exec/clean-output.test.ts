import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanOutput } from './clean-output.ts'

const clean = (text: string) => cleanOutput(Buffer.from(text))

test('[I45] colours, cursor moves, titles and links are taken out of what a command put out', () => {
  assert.equal(clean('\x1b[31mred\x1b[0m \x1b[2K\x1b[1;5Hhere'), 'red here')
  assert.equal(clean('\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b'), 'alinkb')
  assert.equal(clean('\x1bP1;2q secret \x1b\\after\x1b(B\x1b7\x1bc'), 'after')
  assert.equal(clean('\u009b31mred'), 'red')
})

test('[I45] an escape without an end takes nothing along but itself', () => {
  assert.equal(clean('a\x1b['), 'a')
  assert.equal(clean('a\x1b'), 'a')
  assert.equal(clean('a\x1b]0;title'), 'a')
})

test('[I45] of a line that is written over, its last state is kept', () => {
  assert.equal(clean('10 %\r50 %\r100 %\ndone\r\n'), '100 %\ndone\n')
  assert.equal(clean('half\r'), 'half')
})

test('[AGT5] bytes that are no text are shown as such, and lose nothing around them', () => {
  assert.equal(cleanOutput(Uint8Array.of(0x61, 0xff, 0x62)), 'a\ufffdb')
})

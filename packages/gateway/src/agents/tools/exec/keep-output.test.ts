import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutputKeeper } from './keep-output.ts'

const bytes = (text: string) => Buffer.from(text)
const text = (kept: Uint8Array) => Buffer.from(kept).toString()

test('[AGT5] of what is too long the beginning and the end are kept, with how much is missing', () => {
  const output = createOutputKeeper({ headBytes: 4, tailBytes: 4 })
  for (const sign of 'abcdefghijkl') output.add(bytes(sign))
  const { head, left, tail } = output.whole()
  assert.deepEqual([text(head), left, text(tail)], ['abcd', 4, 'ijkl'])
  assert.equal(output.totalBytes, 12)
  assert.equal(text(output.end(3)), 'jkl')
})

test('[AGT5] what fits is kept whole, however it came', () => {
  const output = createOutputKeeper({ headBytes: 4, tailBytes: 8 })
  output.add(bytes('abcdef'))
  output.add(bytes('gh'))
  const { head, left, tail } = output.whole()
  assert.deepEqual([text(head), left, text(tail)], ['abcd', 0, 'efgh'])
  assert.equal(text(output.end(6)), 'cdefgh')
})

test('[AGT5] each reading begins where the last one ended, and says what it missed', () => {
  const output = createOutputKeeper({ headBytes: 0, tailBytes: 4 })
  output.add(bytes('ab'))
  assert.deepEqual(read(), ['ab', 0])
  assert.deepEqual(read(), ['', 0])
  output.add(bytes('cdefghi'))
  assert.deepEqual(read(), ['fghi', 3])
  output.add(bytes('j'))
  assert.deepEqual(read(), ['j', 0])

  function read() {
    const news = output.news()
    return [text(news.bytes), news.left]
  }
})

test('[AGT5] a flood takes no more room than there is', () => {
  const output = createOutputKeeper({ headBytes: 100, tailBytes: 100 })
  for (let i = 0; i < 10_000; i++) output.add(bytes('0123456789'.repeat(100)))
  const { head, left, tail } = output.whole()
  assert.deepEqual([head.length, tail.length, left], [100, 100, 10_000_000 - 200])
})

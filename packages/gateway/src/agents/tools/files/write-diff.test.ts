import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { writeDiff } from './write-diff.ts'

test('[AGT5] a difference is bounded in length, and says what it leaves out', async () => {
  assert.equal(await writeDiff('f', 'a', 'a'), undefined)
  const before = Array.from({ length: 1_000 }, (_, at) => `line ${at} ${'x'.repeat(50)}`)
  const diff = (await writeDiff('f', before.join('\n'), before.map((line) => `${line}!`).join('\n'))) ?? ''
  assert.ok(Buffer.byteLength(diff) <= limits.fileDiffBytesMax)
  assert.match(diff, /\n\[\d+ more lines left out\]\n$/)
})

test('[R12] texts that have nothing in common are not compared line by line', async () => {
  const text = (sign: string) => Array.from({ length: 20_000 }, (_, at) => `${sign}${at}`).join('\n')
  assert.equal(
    await writeDiff('f', text('a'), text('b')),
    '--- a/f\n+++ b/f\n[20000 lines were replaced by 20000; too many to compare]\n',
  )
})

test('[I45] a difference has no control bytes', async () => {
  assert.equal(
    await writeDiff('f', 'a\x1b[1m\r\n', 'b\r\n'),
    '--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\\x1b[1m\n+b\n',
  )
})

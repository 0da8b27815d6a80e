import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutResult } from './cut-result.ts'

const paragraph = 'word '.repeat(40).trim()

test('[UIW2] a short result is shown whole, and so is one that is only a little longer', () => {
  assert.equal(cutResult('done'), undefined)
  assert.equal(cutResult('x'.repeat(1_000)), undefined)
  assert.notEqual(cutResult('x'.repeat(1_200)), undefined)
})

test('[UIW2] a long one is cut between paragraphs', () => {
  const text = Array.from({ length: 20 }, (_, i) => `${i} ${paragraph}`).join('\n\n')
  const cut = cutResult(text) ?? ''
  assert.ok(text.startsWith(cut))
  assert.ok(cut.endsWith(paragraph))
  assert.ok(cut.length <= 900)
})

test('[UIW2] one paragraph without an end is cut by itself, never inside of a character', () => {
  const cut = cutResult('😀'.repeat(2_000)) ?? ''
  assert.ok(cut.length < 1_000)
  assert.ok(cut.isWellFormed())
})

test('[UIW2] a block of code that is cut is closed', () => {
  const cut = cutResult(`\`\`\`ts\n${'line\n'.repeat(60)}\`\`\`\n\nafter`) ?? ''
  assert.match(cut, /^```ts\nline/)
  assert.match(cut, /\n```$/)
})

test('[UIW2] whatever the result, what is shown of it is bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 400 }), { maxLength: 40 }), (parts) => {
      const cut = cutResult(parts.join('\n\n'))
      assert.ok(cut === undefined || cut.length <= 1_140)
    }),
  )
})

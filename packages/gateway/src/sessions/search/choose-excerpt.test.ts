import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import fc from 'fast-check'
import { chooseExcerpt } from './choose-excerpt.ts'
import { chooseParts, findParts } from './choose-query.ts'

function excerptOf(text: string, query: string): string {
  const pieces = chooseExcerpt(text, findParts(text, chooseParts(query)) ?? [])
  return pieces.map((piece) => (piece.hit ? `[${piece.text}]` : piece.text)).join('')
}

test('[SRC6] an excerpt is one line around the first hit, with every hit in it marked', () => {
  assert.equal(excerptOf('The nightly\n\n  build fails', 'build'), 'The nightly [build] fails')
  const long = `${'before '.repeat(40)}needle ${'after '.repeat(60)}needle`
  const excerpt = excerptOf(long, 'needle')
  assert.match(excerpt, /^…before (before )+\[needle\] (after )+.*…$/)
  assert.equal(excerptOf('王芳在，请王芳来', '王芳'), '[王芳]在，请[王芳]来')
})

test('[SRC6] it is bounded, says what the text says, and cuts no character in two', () => {
  const parts = fc.array(fc.constantFrom('needle', 'hay', ' ', '\n', '😀', '王', ', '), { maxLength: 200 })
  fc.assert(
    fc.property(parts, (list) => {
      const text = list.join('')
      const pieces = chooseExcerpt(text, findParts(text, chooseParts('needle')) ?? [])
      const joined = pieces.map((piece) => piece.text).join('')
      assert.ok(joined.length <= limits.searchExcerptCharsMax + 2)
      assert.ok(joined.isWellFormed())
      assert.ok(text.replace(/\s+/gu, ' ').includes(joined.replace(/^…|…$/g, '').trim()))
      for (const { text: hit, hit: isHit } of pieces) if (isHit) assert.match(hit, /needle|need|n/)
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { askedWordsOf, wordsOf } from './choose-words.ts'

const words = (text: string) => [...wordsOf(text)].map(({ word }) => word)
const asked = (text: string) => askedWordsOf(text).map(({ word }) => word)

test('[SRC3] words are letters and digits, in any case, with or without accents', () => {
  assert.deepEqual(words('Über die  Müller-Straße, 42 (ÉTÉ)!'), [
    'uber',
    'die',
    'muller',
    'straße',
    '42',
    'ete',
  ])
  assert.deepEqual(words('session_events.payload'), ['session', 'events', 'payload'])
  assert.deepEqual(words('ﬁle ＡＢＣ'), ['file', 'abc'])
  assert.deepEqual(words('  "*^() \n'), [])
})

test('[SRC4] where a script has no spaces, every two neighbours are a word, and the last alone', () => {
  assert.deepEqual(words('请王芳看'), ['请王', '王芳', '芳看', '看'])
  assert.deepEqual(words('用户alice王芳'), ['用户', '户', 'alice', '王芳', '芳'])
  assert.deepEqual(words('スーパー'), ['スー', 'ーパ', 'パー', 'ー'])
})

test('[SRC4] what is looked for leaves the last one out, because there the run may go on', () => {
  assert.deepEqual(asked('王芳'), ['王芳'])
  assert.deepEqual(asked('王芳看'), ['王芳', '芳看'])
  assert.deepEqual(asked('芳'), ['芳'])
  assert.deepEqual(asked('户alice'), ['户', 'alice'])
  assert.deepEqual(asked('王芳alice'), ['王芳', '芳', 'alice'])
})

test('[SRC3] a word stands where it says, is bounded, and has nothing in it that the index could take for a command', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const { word, start, end } of wordsOf(text)) {
        assert.ok(start < end && end <= text.length)
        assert.ok(word !== '' && word.length <= 64)
        assert.match(word, /^[\p{L}\p{N}\p{M}\p{Co}]+$/u)
        assert.equal(word, word.toWellFormed())
      }
    }),
    { numRuns: 2_000 },
  )
  assert.deepEqual(words('x'.repeat(1_000)), ['x'.repeat(64)])
})

test('[SRC4] any piece of a run without spaces is among what is asked for and what is indexed, in the same order', () => {
  const signs = fc.array(fc.constantFrom(...'王 芳 请 看 用 户 的 名 字 ひ ら カ ナ 한 국'.split(' ')), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(signs, fc.nat(11), fc.nat(11), (run, a, b) => {
      const [from, to] = [Math.min(a, b) % run.length, Math.max(a, b) % run.length]
      const piece = run.slice(Math.min(from, to), Math.max(from, to) + 1).join('')
      const indexed = words(run.join(''))
      const wanted = asked(piece)
      const isThere = indexed.some((_, at) =>
        wanted.every((word, i) =>
          i === wanted.length - 1 && word.length === 1
            ? indexed[at + i]?.startsWith(word)
            : indexed[at + i] === word,
        ),
      )
      assert.ok(isThere, `${piece} in ${run.join('')}`)
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import fc from 'fast-check'
import { chooseExcerpt } from './choose-excerpt.ts'
import { chooseParts, findParts } from './choose-query.ts'

function excerptOf(text: string, query: string, kind: 'prose' | 'output' = 'prose'): string {
  const pieces = chooseExcerpt(text, findParts(text, chooseParts(query)) ?? [], kind)
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

const read: Record<string, [written: string, query: string, read: string]> = {
  'words that are set apart': [
    'The **nightly *build***, ~~the old~~ __one__ and _this_',
    'build',
    'The nightly [build], the old one and this',
  ],
  'a mark within a hit': ['**night**ly and `the` build', '"the build"', 'nightly and [the build]'],
  code: ['run `npm ci` or ``a `b` c``', 'npm', 'run [npm] ci or a `b` c'],
  'what stands in code': ['`**not** bold`, **bold**', 'bold', '**not** [bold], [bold]'],
  'a block of code': [
    'So:\n```ts\nconst a = b ** c // **no**\n```\nand **then**',
    'const',
    'So: [const] a = b ** c // **no** and then',
  ],
  'the name of a language that was looked for': [
    'See\n~~~ python\nprint(1)\n~~~',
    'python',
    'See [python] print(1)',
  ],
  'a link': ['see [the **docs**](https://example.org/a_b "Title") here', 'docs', 'see the [docs] here'],
  'an address that was looked for': [
    'see [the docs](https://example.org/weaver) here',
    'weaver',
    'see the docs (https://example.org/[weaver]) here',
  ],
  'a picture': ['![a loom](loom.png) stands', 'loom', 'a [loom] stands'],
  'a picture in a link': ['[![a loom](loom.png)](https://example.org) stands', 'stands', 'a loom [stands]'],
  'an address by itself': [
    'at <https://example.org/a_b_c>, or http://x.org/_y_',
    'or',
    'at https://example.org/a_b_c, [or] http://x.org/_y_',
  ],
  'headings, lists and quotes': [
    '# Plan\n\n> - [x] one\n> * two\n\n1. three\n---\nend',
    'two',
    'Plan one [two] 1. three end',
  ],
  'a table': ['| a | b |\n|---|:-:|\n| one | `x|y` |', 'one', 'a b [one] x y'],
  'what is escaped': ['\\*not set apart\\*, 2 \\* 3', 'apart', '*not set [apart]*, 2 * 3'],
  'what only looks like marks': [
    'snake_case_name, 2 * 3 * 4, a[0](b c), ** alone, @kim_b',
    'alone',
    'snake_case_name, 2 * 3 * 4, a[0](b c), ** [alone], @kim_b',
  ],
}

for (const [what, [written, query, plain]] of Object.entries(read)) {
  test(`[SRC6] an excerpt reads as plain text: ${what}`, () => {
    assert.equal(excerptOf(written, query), plain)
  })
}

test('[SRC6] in what a tool gave, only what is hardly ever anything else is taken for a mark', () => {
  const output = (text: string, query: string) => excerptOf(text, query, 'output')
  assert.equal(output('**Result**: `ok`, see [log](https://x.org/1)', 'result'), '[Result]: ok, see log')
  const code = "def __init__(self, *args, **kwargs): return x**2 + y**2 # a[0](b) 'c\\*'"
  assert.equal(output(code, 'init'), code.replace('init', '[init]'))
  assert.equal(output('- [ ] a | b\n# c', 'b'), '- [ ] a | [b] # c')
})

test('[SRC6] what is set apart over more than is looked at leaves no half of a pair', () => {
  const long = `**${'before '.repeat(90)}needle ${'after '.repeat(400)}** end`
  assert.doesNotMatch(excerptOf(long, 'needle'), /\*/)
  assert.match(excerptOf(long, 'needle'), /^…(before )+\[needle\] (after )+\w*…$/)
  const inCode = `\`\`\`\n${'x = 1\n'.repeat(200)}**needle** = 2\n\`\`\``
  assert.match(excerptOf(inCode, 'needle'), /^…1 (x = 1 )+\*\*\[needle\]\*\* = 2$/)
})

test('[SRC6] whatever signs stand around it, the hit is marked, and nothing is said that is not there', () => {
  const soup = fc.array(
    fc.constantFrom(
      'needle',
      'hay',
      ' ',
      '\n',
      '*',
      '**',
      '_',
      '`',
      '```',
      '~~',
      '[',
      '](',
      ')',
      '<',
      '>',
      '\\',
      '|',
      '#',
      '- ',
      'http://x',
      '😀',
    ),
    { maxLength: 300 },
  )
  fc.assert(
    fc.property(soup, fc.constantFrom('prose', 'output'), (list, kind) => {
      const text = list.join('')
      const found = findParts(text, chooseParts('needle'))
      fc.pre(found !== undefined)
      const pieces = chooseExcerpt(text, found, kind as 'prose' | 'output')
      assert.ok(pieces.some(({ text: piece, hit }) => hit && piece.startsWith('needle')))
      const joined = pieces.map((piece) => piece.text).join('')
      assert.ok(joined.length <= limits.searchExcerptCharsMax + 2 && joined.isWellFormed())
      const letters = (whole: string) => whole.replace(/[^\p{L}]+/gu, '')
      assert.ok(isWithin(letters(joined), letters(text)))
    }),
  )
})

/** Whether all of its letters stand in the other, in that order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const char of part) {
    at = whole.indexOf(char, at) + 1
    if (at === 0) return false
  }
  return true
}

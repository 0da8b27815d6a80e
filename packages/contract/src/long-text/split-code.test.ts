import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { cutIntoParts } from './cut-into-parts.ts'
import { splitIntoPieces, splitText } from './split-text.ts'

const parser = new MarkdownIt('default', { maxNesting: 40 })

/** The blocks of code that a reader of Markdown sees. */
function codeIn(text: string): { info: string; content: string }[] {
  return parser
    .parse(text, {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content }) => ({ info: info.trim(), content }))
}

/** Of all parts: what was cut is put together again. */
function codeInParts(text: string, charsMax: number): { info: string; content: string }[] {
  const all: { info: string; content: string }[] = []
  for (const { head, body, tail } of splitIntoPieces(text, { charsMax })) {
    const [first, ...others] = codeIn(head + body + tail)
    if (first === undefined) continue
    const before = head === '' ? undefined : all.pop()
    all.push(before ? { info: first.info, content: before.content + first.content } : first, ...others)
  }
  return all
}

function lines(prefix: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `${prefix}line ${i}\n`).join('')
}

const cut: [name: string, text: string, parts: RegExp[]][] = [
  [
    'right behind the mark of a list',
    `- \`\`\`ts\n${lines('  ', 12)}  \`\`\`\n\nAfter.`,
    [/^- ```ts\n {2}line 0[^]* {2}```$/, /^- ```ts\n {2}line[^]* {2}```\n\nAfter\.$/],
  ],
  [
    'behind a number',
    `1. One.\n2. ~~~sh\n${lines('   ', 10)}   ~~~\n3. Three.`,
    [/^1\. One\.\n2\. ~~~sh\n[^]*\n {3}~~~$/, /^2\. ~~~sh\n {3}line[^]*\n {3}~~~\n3\. Three\.$/],
  ],
  [
    'deep in lists',
    `- a\n  - b:\n\n      \`\`\`ts\n${lines('      ', 9)}      \`\`\`\n\nAfter.`,
    [/^- a\n[^]*\n {6}```$/, /^- - {3}```ts\n {6}line[^]*\n {6}```\n\nAfter\.$/],
  ],
  [
    'in a quote',
    `> \`\`\`ts\n${lines('> ', 12)}> \`\`\`\nAfter.`,
    [/^> ```ts\n> line[^]*\n> ```$/, /^> ```ts\n> line[^]*\n> ```\nAfter\.$/],
  ],
  [
    'in a quote in a list',
    `- > \`\`\`\n${lines('  > ', 11)}  > \`\`\`\n- After.`,
    [/^- > ```\n {2}> line[^]*\n {2}> ```$/, /^- > ```\n {2}> line[^]*\n {2}> ```\n- After\.$/],
  ],
  [
    'that ends with its list',
    `- \`\`\`ts\n${lines('  ', 14)}After.`,
    [/^- ```ts\n {2}line[^]* {2}```$/, /^- ```ts\n {2}line[^]*line 13\nAfter\.$/],
  ],
  [
    'with ends of lines of two signs',
    `> \`\`\`ts\r\n${lines('> ', 12).replaceAll('\n', '\r\n')}> \`\`\`\r\nAfter.`,
    [/^> ```ts\r\n> line[^]*\r\n> ```$/, /^> ```ts\n> line[^]*\r\n> ```\r\nAfter\.$/],
  ],
]

for (const [name, text, expected] of cut) {
  test(`[DLV5] code ${name} that is cut is closed and opened again where it stands`, () => {
    const parts = splitText(text, { charsMax: 120 })
    assert.equal(parts.length, expected.length, JSON.stringify(parts))
    for (const [i, part] of parts.entries()) assert.match(part, expected[i] ?? /^$/)
    assert.deepEqual(codeInParts(text, 120), codeIn(text))
  })
}

test('[DLV5] a line of code that is longer than a part goes on in what it stands in', () => {
  const text = `> - \`\`\`\n>   ${'مرحبا 👩‍👩‍👧‍👦 '.repeat(40)}\n>   \`\`\``
  const parts = splitText(text, { charsMax: 120 })
  assert.ok(parts.length > 3)
  for (const part of parts) {
    assert.ok(part.length <= 120 && part.isWellFormed())
    assert.match(part, /^> - ```\n> {3}[^ \n].*\n> {3}```$/)
  }
})

test('[DLV5] what is exactly as long as a part is not cut, and one sign more is', () => {
  const text = `- \`\`\`\n${lines('  ', 9)}  \`\`\``
  assert.deepEqual(splitText(text, { charsMax: text.length }), [text])
  assert.equal(splitText(text, { charsMax: text.length - 1 }).length, 2)
})

test('[DLV5] what is no fence where it stands does not become one at the beginning of a part', () => {
  for (const mark of ['```', '- ```', '> ```', '2. ~~~', '- > 1. ```']) {
    for (let before = 60; before < 110; before++) {
      const text = `${'word '.repeat(before).slice(0, before)} ${mark} and more\n${'text '.repeat(20)}`
      assert.deepEqual(codeInParts(text, 120), [], text)
    }
    const lazy = `${'word '.repeat(20)}\n2. \`\`\`ts\n${'text '.repeat(20)}`
    assert.deepEqual(codeInParts(lazy, 120), codeIn(lazy))
  }
})

test('[DLV5] a block is not taken out of the list without which it would be read in another way', () => {
  for (let before = 20; before < 100; before++) {
    const text = `${'x'.repeat(before)}\n\n10. Do this:\n\n    \`\`\`sh\n    ls\n    \`\`\`\n\nAfter.`
    for (let charsMax = 60; charsMax < 90; charsMax++) {
      assert.deepEqual(codeInParts(text, charsMax), codeIn(text), `${before} of ${charsMax}`)
    }
  }
})

test('[DLV5] code whose lines are further to the left than its fence stays code', () => {
  const text = `-   a\n\n       \`\`\`ts\n${lines('    ', 12)}       \`\`\`\n\nAfter.`
  const parts = splitText(text, { charsMax: 120 })
  assert.equal(parts.length, 2)
  assert.match(parts[1] ?? '', /^- {3}```ts\n {4}line[^]*\n {7}```\n\nAfter\.$/)
  assert.deepEqual(codeInParts(text, 120), codeIn(text))
})

test('[DLV5] the footer stands behind code that a text leaves open, whatever it stands in', () => {
  const written = (text: string) =>
    cutIntoParts({ text, footer: 'stats', charsMax: 200, called: new Map() }).map((part) => part.text)
  assert.deepEqual(written('- ```ts\n  a\n  ```'), ['- ```ts\n  a\n  ```\nstats'])
  assert.deepEqual(written('- ```ts\n  a'), ['- ```ts\n  a\n  ```\nstats'])
  assert.deepEqual(written('> ```ts\n> a'), ['> ```ts\n> a\n> ```\nstats'])
  assert.deepEqual(written('1. ```ts\n   a\n\nb'), ['1. ```ts\n   a\n\nb\nstats'])
})

interface Block {
  lines: string[]
}

const word = fc.constantFrom(
  'a',
  'word',
  'über',
  'مرحبا',
  '👩‍👩‍👧‍👦',
  '`x`',
  '- b',
  '> c',
  '1. d',
  '\\`',
  '**e**',
)
const paragraph: fc.Arbitrary<Block> = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => ({ lines: [`P ${words.join(' ')}`] }))
const codeLine = fc.oneof(
  fc.constantFrom(
    '',
    '  deeper',
    '\ttab',
    '> not quoted',
    '- no item',
    '1. no item',
    '    ',
    '@kim',
    '``',
    '~~',
  ),
  fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
)
const codeOf = (indents: readonly number[]): fc.Arbitrary<Block> =>
  fc
    .record({
      mark: fc.constantFrom('```', '~~~', '````', '~~~~~'),
      info: fc.constantFrom('', 'ts', ' py title="x"'),
      body: fc.array(codeLine, { maxLength: 30 }),
      indent: fc.constantFrom(...indents),
      isClosed: fc.constantFrom(true, true, true, false),
    })
    .map(({ mark, info, body, indent, isClosed }) => {
      const all = [`${mark}${info}`, ...body, ...(isClosed ? [mark] : [])]
      return { lines: all.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)) }
    })

const quoted = (blocks: Block[]): Block => ({
  lines: joined(blocks).map((line) => (line === '' ? '>' : `> ${line}`)),
})
const itemOf = (mark: string, gap: number, blocks: Block[]): Block => {
  const width = mark.length + gap
  const [first = '', ...others] = joined(blocks)
  const indented = others.map((line) => (line === '' ? '' : ' '.repeat(width) + line))
  return { lines: [mark + ' '.repeat(gap) + first, ...indented] }
}
const joined = (blocks: Block[]) => blocks.flatMap(({ lines }, i) => (i === 0 ? lines : ['', ...lines]))

const textsWith = (code: fc.Arbitrary<Block>): fc.Arbitrary<string> => {
  const { block } = fc.letrec<{ block: Block }>((tie) => {
    const inner = fc.array(tie('block'), { minLength: 1, maxLength: 3 })
    const mark = fc.constantFrom('-', '*', '+', '1.', '2)', '10.')
    const item = fc.tuple(mark, fc.constantFrom(1, 1, 1, 2, 3), inner)
    return {
      block: fc.oneof(
        { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
        paragraph,
        code,
        inner.map(quoted),
        item.map((parts) => itemOf(...parts)),
      ),
    }
  })
  return fc
    .tuple(fc.array(block, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\n', '\r\n'))
    .map(([blocks, lineBreak]) => joined(blocks).join(lineBreak))
}

// The same texts each time: an item with more text in front of its code than a part holds is cut between the two, and few
// of all texts have one.
const drawn = { numRuns: 400, seed: 2 }

test('[DLV5] whatever stands in whatever: each part fits, all of them are the text, and its code is the same code', () => {
  fc.assert(
    fc.property(textsWith(codeOf([0])), fc.integer({ min: 300, max: 600 }), (text, charsMax) => {
      const pieces = splitIntoPieces(text, { charsMax })
      for (const { head, body, tail } of pieces) assert.ok((head + body + tail).length <= charsMax)
      assert.equal(pieces.map(({ body }) => body).join(''), text)
      assert.deepEqual(codeInParts(text, charsMax), codeIn(text))
    }),
    drawn,
  )
})

test('[DLV5] where a fence stands further to the right, its code is the same but for spaces in front of its lines', () => {
  const bare = (blocks: { info: string; content: string }[]) =>
    blocks.map(({ info, content }) => [info, content.replaceAll(/^[ \t]+/gm, '')])
  fc.assert(
    fc.property(textsWith(codeOf([0, 1, 2, 3])), fc.integer({ min: 300, max: 600 }), (text, charsMax) => {
      assert.deepEqual(bare(codeInParts(text, charsMax)), bare(codeIn(text)))
    }),
    drawn,
  )
})

const anyLine = fc
  .array(
    fc.constantFrom(
      ' ',
      '  ',
      '\t',
      '>',
      '> ',
      '- ',
      '1. ',
      '10) ',
      '```',
      '~~~',
      '`',
      '````',
      'x',
      'ts',
      '\u{1f600}',
      '\r',
    ),
    {
      maxLength: 12,
    },
  )
  .map((signs) => signs.join(''))

test('[DLV5] whatever signs stand in a row, nothing is lost and each part fits', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { maxLength: 60 }),
      fc.integer({ min: 40, max: 200 }),
      fc.integer({ min: 0, max: 20 }),
      (all, charsMax, lastReserve) => {
        const text = all.join('\n')
        const pieces = splitIntoPieces(text, { charsMax, lastReserve })
        for (const { head, body, tail } of pieces) {
          assert.ok((head + body + tail).length <= charsMax)
          assert.ok(body.isWellFormed())
        }
        const { head = '', body = '' } = pieces.at(-1) ?? {}
        assert.ok(head.length + body.length <= charsMax - lastReserve)
        assert.equal(pieces.map((piece) => piece.body).join(''), text)
      },
    ),
    { numRuns: 1_000 },
  )
})

// biome-ignore format: a list of signs
const hostile = [
  '```\n', '~~~\n', '```ts\nx\n```\n', '> ', '>', '- ', '1. ', '- ```\n', '> ```\n', '> > ```\n', '1. ```\n  ', '    ```\n', '`', '~', '\t',
  '- > - > ```\n', '  - ```\n', '> ```\n> x\n', '- a\n\n      ```\n', ' ', '\n', '\r', '- - - ```\n', '```a\n> ```\n- ~~~\n', '```\u{1f600}',
]

test('[DLV5] [OPS6] four times the signs are not many times the work', () => {
  for (const signs of hostile) {
    let [short, long] = [Infinity, Infinity]
    for (let attempt = 0; attempt < 8 && !(long < 8 * short); attempt++) {
      short = Math.min(short, timeOf(signs, 25_000))
      long = Math.min(long, timeOf(signs, 100_000))
    }
    assert.ok(long < 8 * short, `${JSON.stringify(signs)}: ${short} µs, then ${long} µs`)
  }
})

/** At least 10 ms: what is over at once has no growth that could be measured. */
function timeOf(signs: string, chars: number): number {
  const text = signs.repeat(Math.ceil(chars / signs.length)).slice(0, chars)
  const before = process.threadCpuUsage()
  for (const part of splitText(text, { charsMax: 2_000 })) assert.ok(part.length <= 2_000)
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(10_000, user + system)
}

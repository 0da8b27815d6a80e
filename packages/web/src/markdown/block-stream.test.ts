import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BlockStream, createBlockStream } from './block-stream.ts'
import { markdownLimits } from './markdown-limits.ts'
import type { Block } from './nodes.ts'
import { nothingAbove, parseBlocks, withPlainBreaks } from './parse-blocks.ts'
import { sampleTexts } from './sample-texts.ts'

function nodesOf(chunks: readonly (readonly Block[])[]) {
  return chunks.flat().map(({ node, source }) => ({ node, source }))
}

function whole(text: string) {
  return nodesOf([parseBlocks(withPlainBreaks(text), nothingAbove, 0).blocks])
}

/** Feeds the text in pieces; at each cut something is shown. */
function grow(text: string, cuts: readonly number[], stream: BlockStream = createBlockStream()) {
  for (const cut of [...new Set(cuts)].sort((a, b) => a - b)) stream.read(text.slice(0, cut), true)
  stream.read(text, true)
  return stream.read(text, false)
}

/** Counts the characters handed to the parser. */
function counting() {
  const seen = { chars: 0, calls: 0 }
  const stream = createBlockStream((text, above, offset) => {
    seen.chars += text.length
    seen.calls += 1
    return parseBlocks(text, above, offset)
  })
  return { seen, stream }
}

test('[UIM5] a text that came letter by letter is in the end what it would be at once', () => {
  for (const text of sampleTexts) {
    const cuts = Array.from({ length: text.length }, (_, at) => at)
    assert.deepEqual(nodesOf(grow(text, cuts)), whole(text), text)
  }
})

test('[UIM5] wherever a sample is cut, the end is the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...sampleTexts), { minLength: 1, maxLength: 4 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      (samples, places) => {
        const text = samples.join('\n')
        const cuts = places.map((place) => Math.floor(place * text.length))
        assert.deepEqual(nodesOf(grow(text, cuts)), whole(text))
      },
    ),
    { numRuns: 300 },
  )
})

const pieces = [
  '\n',
  '\n\n',
  '\n',
  ' ',
  '  ',
  '    ',
  '\t',
  '- ',
  '-',
  '* ',
  '1. ',
  '2.',
  '2',
  '> ',
  '>',
  '# ',
  '```',
  '```\n',
  '~~~',
  '---',
  '===',
  '|',
  '|-|-|',
  'a | b',
  'word',
  '[x]',
  '[x]: ',
  '/sessions/s',
  '"title',
  '"',
  '*',
  '**',
  '`',
  '\r\n',
]

test('[UIM5] so it is for lines put together by chance', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 }),
      fc.array(fc.nat(120), { maxLength: 20 }),
      (parts, places) => {
        const text = parts.join('')
        assert.deepEqual(nodesOf(grow(text, places)), whole(text), JSON.stringify(text))
      },
    ),
    { numRuns: 3_000 },
  )
})

test('[UIM5] appending to 200 KB parses only the tail', () => {
  const paragraph = `${'Some words that fill a line of a paragraph. '.repeat(5)}\n\n`
  const text = paragraph.repeat(Math.ceil(200_000 / paragraph.length))
  const { seen, stream } = counting()
  stream.read(text, true)
  seen.chars = 0
  for (let count = 1; count <= 50; count += 1) stream.read(`${text}${'more '.repeat(count)}`, true)
  const added = 'more '.length * 50
  assert.ok(seen.chars <= 50 * 2 * (added + paragraph.length), `${seen.chars} characters`)
})

test('[UIM5] one long list is not parsed whole for every word, and is whole in the end', () => {
  const list = '- an item with *some* words\n'.repeat(3_600)
  const { seen, stream } = counting()
  for (let at = 80_000; at < list.length; at += 40) stream.read(list.slice(0, at), true)
  assert.ok(seen.calls <= (list.length - 80_000) / 1_500, `${seen.calls} times`)
  const [, added] = stream.read(list, true).flat()
  assert.ok(added?.node.kind === 'plain' && list.endsWith(added.node.text))
  assert.deepEqual(nodesOf(stream.read(list, false)), whole(list))
})

test('[UIM5] a line that is not complete is parsed once at each growth, a complete one at most three times', () => {
  const { seen, stream } = counting()
  stream.read('word', true)
  stream.read('words', true)
  assert.equal(seen.calls, 2)
  stream.read('words\n\nmore\n', true)
  assert.equal(seen.calls, 5)
})

test('[UIM5] settled blocks stay the same objects, and a full chunk too', () => {
  const stream = createBlockStream()
  const text = Array.from({ length: 120 }, (_, at) => `Paragraph ${at}.\n\n`).join('')
  const before = stream.read(text, true)
  const after = stream.read(`${text}One *more*`, true)
  assert.equal(before[0], after[0])
  assert.equal(before[1], after[1])
  assert.deepEqual(
    before.flat().map((block, at) => block === after.flat()[at]),
    before.flat().map(() => true),
  )
  assert.equal(stream.read(`${text}One *more*`, false).flat()[7], after.flat()[7])
})

test('[UIM5] an open fence is code from its first line, and leaves what stands above alone', () => {
  const stream = createBlockStream()
  const [above] = stream.read('Look:\n\n`', true).flat()
  const [same, code] = stream.read('Look:\n\n```ts\nconst a', true).flat()
  assert.equal(same, above)
  assert.deepEqual(code?.node, { kind: 'code', text: 'const a', language: 'ts' })
})

test('[UIM5] marks that stand alone in the last line wait for what they mean', () => {
  const stream = createBlockStream()
  const kinds = (text: string) =>
    stream
      .read(text, true)
      .flat()
      .map(({ node }) => node.kind)
  assert.deepEqual(kinds('Three things:\n-'), ['paragraph'])
  assert.deepEqual(kinds('Three things:\n- one'), ['paragraph', 'list'])
  assert.deepEqual(nodesOf(stream.read('Three things:\n-', false)), whole('Three things:\n-'))
})

test('[UIM5] a link whose definition comes later stays text until the text is whole', () => {
  const stream = createBlockStream()
  const text = 'See [a].\n\nWords.\n\n[a]: https://a.example\n\nEnd.'
  const [first] = stream.read(text, true).flat()
  assert.deepEqual(first?.node, { kind: 'paragraph', children: [{ kind: 'text', text: 'See [a].' }] })
  assert.deepEqual(nodesOf(stream.read(text, false)), whole(text))
  assert.match(JSON.stringify(stream.read(text, false)), /"href":"https:\/\/a\.example"/)
})

test('[UIM5] a text that is no continuation is read anew', () => {
  const stream = createBlockStream()
  stream.read('One.\n\nTwo.\n\nThree.', true)
  assert.deepEqual(nodesOf(stream.read('Other.\n\nText', true)), whole('Other.\n\nText'))
  assert.deepEqual(nodesOf(stream.read('', true)), [])
})

test('[UIM6] beyond the limit of lines and of characters the rest is one plain block, and nothing is lost', () => {
  const line = 'x\n\n'
  const text = line.repeat(markdownLimits.linesMax)
  const blocks = createBlockStream().read(text, false).flat()
  assert.equal(blocks.length, markdownLimits.linesMax / 2 + 1)
  assert.equal(blocks.at(-1)?.node.kind, 'plain')
  const long = `${'word '.repeat(markdownLimits.charsMax / 5)}${'x'.repeat(10)} end of it`
  const shown = createBlockStream().read(long, false).flat()
  assert.match(JSON.stringify(shown.at(-1)), /end of it/)
})

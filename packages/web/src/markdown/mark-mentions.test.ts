import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBlockStream } from './block-stream.ts'
import { markMentions } from './mark-mentions.ts'
import { markdownLimits } from './markdown-limits.ts'
import { hasMarks, splitMarks, withoutMarks } from './mention-marks.ts'
import type { BlockNode, InlineNode } from './nodes.ts'
import { nothingAbove, parseBlocks } from './parse-blocks.ts'
import { sampleTexts } from './sample-texts.ts'

const isKnown = (handle: string) => handle === 'ann' || handle === 'bob'
const mark = (text: string) => markMentions(text, isKnown, 'ann')

/** The words of a source that are set apart, as they come out of the parser that shows it. */
function shown(source: string): string[] {
  return textsIn(nodesOf(mark(source))).flatMap((text) =>
    splitMarks(text).flatMap((part) => (part.isMention ? [part.text] : [])),
  )
}

test('[UID5] a mention is set apart where it is one, and the reader’s own is another', () => {
  assert.deepEqual(shown('Thanks @ann, and **@Bob**.'), ['@ann', '@Bob'])
  assert.deepEqual(splitMarks(mark('@ann and @bob')), [
    { text: '@ann', isMention: true, isSelf: true },
    { text: ' and ', isMention: false, isSelf: false },
    { text: '@bob', isMention: true, isSelf: false },
  ])
})

test('[UID5] nothing is set apart in code, quotes, links and behind a backslash, nor who is not mentioned', () => {
  for (const text of ['`@ann`', '```\n@ann\n```', '> @ann', '[@ann](https://example.org)', '\\@ann', '@zoe'])
    assert.deepEqual(shown(text), [], text)
})

test('[UID5] [MEN1] whoever is not known is told of, to be looked for, as the parser read them', () => {
  const unknown: string[] = []
  markMentions('@ann, @zoe. `@code` and @Kim-', isKnown, 'ann', (handle) => unknown.push(handle))
  assert.deepEqual(unknown, ['zoe', 'kim'])
})

test('[UID5] the signs change nothing else: without them the text is what it was, and parsed alike', () => {
  const around = [
    'a**@ann**',
    '**@ann**b',
    '*@ann*',
    '_@bob_',
    'x*@ann*y',
    '~~@bob~~',
    '@ann*s',
    '- @ann\n- @bob',
  ]
  for (const text of [...around, ...sampleTexts.map((sample) => `@ann ${sample} @bob`)]) {
    assert.equal(withoutMarks(mark(text)), text)
    assert.deepEqual(outline(mark(text)), outline(text), text)
  }
})

test('[UID5] a text that brings signs along means nothing by them, and keeps its characters', () => {
  const asWritten = '\uFFFC\uE001@root, or any words\uE002 \uFFFD\uE000@root\uE002'
  const asEntities = asWritten.replace(/[\uE000-\uFFFF]/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`)
  for (const source of [asWritten, asEntities]) {
    assert.equal(mark(source), source)
    const texts = textsIn(nodesOf(mark(source)))
    assert.deepEqual(texts, [asWritten])
    assert.equal(texts.some(hasMarks), false)
    assert.deepEqual(splitMarks(asWritten), [{ text: asWritten, isMention: false, isSelf: false }])
  }
  assert.deepEqual(splitMarks(mark('\uE001 @ann\uE001')), [
    { text: '\uE001 ', isMention: false, isSelf: false },
    { text: '@ann', isMention: true, isSelf: true },
    { text: '\uE001', isMention: false, isSelf: false },
  ])
})

test('[UID5] half of a pair of signs is not shown', () => {
  for (const half of [mark('@ann').split('@ann')[0], mark('@ann').split('@ann')[1]]) {
    const text = `a${half}b`
    assert.ok(hasMarks(text))
    assert.equal(
      splitMarks(text)
        .map((part) => (part.isMention ? 'set apart' : part.text))
        .join(''),
      'ab',
    )
  }
})

test('[UID5] no sign is shown where nobody is set apart: in what only here is code, an image or an address', () => {
  // Tags are text here, and so what stands in them has a meaning.
  const read: [source: string, node: unknown][] = [
    ['<b title="`"> @ann `', { kind: 'code', text: '"> @ann ' }],
    ['<!--\n```\n-->\n@ann', { kind: 'code', text: '-->\n@ann', language: '' }],
    ['<!--\n- x\n-->\ny\n    ``` @ann\n    z', { kind: 'code', text: 'z', language: '@ann' }],
    ['<b title="![x">@ann](/api/v1/files/1)', { kind: 'image', src: '/api/v1/files/1', alt: 'x">@ann' }],
    ['<b title="[x](https://a.org/">@ann)', { kind: 'link', href: 'https://a.org/%22%3E@ann' }],
  ]
  for (const [source, node] of read) {
    assert.ok(hasMarks(mark(source)), source)
    const text = JSON.stringify(nodesOf(mark(source)))
    assert.ok(text.includes(JSON.stringify(node).slice(0, -1)), `${source}: ${text}`)
  }
})

test('[UID5] no sign is shown in what is too much to be taken apart, wherever it is cut', () => {
  const long = `@ann ${'x '.repeat(markdownLimits.blockCharsMax / 2)}`
  assert.ok(hasMarks(mark(long)))
  assert.deepEqual(nodesOf(mark(long)), [{ kind: 'plain', text: long.trimEnd() }])

  const signs = mark('@ann').length
  for (let before = 1; before <= signs; before += 1) {
    const code = `\`\`\`\n${'x'.repeat(markdownLimits.charsMax - before - 10)}\n\`\`\`\n\n`
    const shown = createBlockStream()
      .read(`${code}${mark('@ann')}`, false)
      .flat()
    const words = textsIn(shown.map(({ node }) => node)).map((text) =>
      splitMarks(text).map((part) => part.text),
    )
    const rest = shown.flatMap(({ node }) => (node.kind === 'plain' ? [node.text] : []))
    assert.equal([...words.flat(), ...rest].join(''), '@ann', `cut after ${before}`)
  }
})

function nodesOf(source: string): BlockNode[] {
  return parseBlocks(source, nothingAbove, 0).blocks.map(({ node }) => node)
}

function outline(source: string): unknown {
  return JSON.parse(withoutMarks(JSON.stringify(nodesOf(source))))
}

function textsIn(nodes: readonly (BlockNode | InlineNode)[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'text') return [node.text]
    if (node.kind === 'list') return node.items.flatMap((item) => textsIn(item.children))
    return 'children' in node ? textsIn(node.children) : []
  })
}

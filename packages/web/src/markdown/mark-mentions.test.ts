import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markMentions } from './mark-mentions.ts'
import { hasMarks, splitMarks, withoutMarks } from './mention-marks.ts'
import type { BlockNode, InlineNode } from './nodes.ts'
import { nothingAbove, parseBlocks } from './parse-blocks.ts'
import { sampleTexts } from './sample-texts.ts'

const mark = (text: string) => markMentions(text, ['ann', 'bob'], 'ann')

/** The words of a source that are set apart, as they come out of the parser that shows it. */
function shown(source: string): string[] {
  return textsIn(parseBlocks(mark(source), nothingAbove, 0).blocks.map(({ node }) => node)).flatMap((text) =>
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

test('[UID5] a text that brings the signs along means nothing by them', () => {
  const forged = '\uFFFC@root\uE002'
  assert.equal(hasMarks(mark(forged)), false)
  assert.deepEqual(
    splitMarks(forged.slice(0, -1)).map(({ text, isMention }) => [text, isMention]),
    [['@root', false]],
  )
})

function outline(source: string): unknown {
  const { blocks } = parseBlocks(source, nothingAbove, 0)
  const text = JSON.stringify(blocks.map(({ node }) => node))
  return JSON.parse(withoutMarks(text))
}

function textsIn(nodes: readonly (BlockNode | InlineNode)[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'text') return [node.text]
    if (node.kind === 'list') return node.items.flatMap((item) => textsIn(item.children))
    return 'children' in node ? textsIn(node.children) : []
  })
}

// The examples of CommonMark's specification with a mention planted at every place of each, held against the tree of the
// reference parser, which shares no code with ours: found where that tree says text, and nowhere else.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { parseMentions } from './mentions.ts'

// The edge: both are older than types.
const require = createRequire(import.meta.url)
const { tests: examples } = require('commonmark-spec') as { tests: { markdown: string; number: number }[] }
const { Parser } = require('commonmark') as { Parser: new () => { parse(text: string): Node } }

interface Node {
  type: string
  literal: string | null
  walker(): { next(): { entering: boolean; node: Node } | null }
}

const reference = new Parser()
const planted = '@planted'
const isMember = (handle: string) => handle === 'planted'

/** How it is put into the text: alone, apart, and inside of what keeps it silent. */
const dresses = [
  { name: 'as it is', before: '', after: '' },
  { name: 'between spaces', before: ' ', after: ' ' },
  { name: 'on a line of its own', before: '\n', after: '\n' },
  { name: 'as a paragraph', before: '\n\n', after: '\n\n' },
  { name: 'escaped', before: '\\', after: '' },
  { name: 'after an escaped backslash', before: '\\\\', after: ' ' },
  { name: 'in a code span', before: '`', after: '`' },
  { name: 'in a link', before: '[', after: '](/x)' },
  { name: 'in an address', before: '<http://x/', after: '>' },
  { name: 'in an image', before: '![', after: '](/x)' },
  { name: 'in emphasis', before: '*', after: '*' },
  { name: 'in a tag', before: '<b title="', after: '">' },
  { name: 'in a comment', before: '<!-- ', after: ' -->' },
  { name: 'in a quote', before: '\n> ', after: '\n\n' },
  { name: 'in a fence', before: '\n```\n', after: '\n```\n' },
] as const

/**
 * Where the parser that renders sees it another way than the reference does (M15): what is shown as text is searched, what
 * is shown as code or as a link is not.
 */
const otherwise = [
  { number: 193, why: 'what follows a definition, indented, is code', source: '[a]:\n/u\n    @planted' },
  { number: 218, why: 'what follows a definition in a quote is outside', source: '> [a]: /u\n@planted' },
  ...[495, 498, 500].map((number) => ({
    number,
    why: 'a backslash takes the end of the line into the address of a link',
    source: '[a](b\\\n@planted\n)',
  })),
  ...[20, 603].map((number) => ({
    number,
    why: 'an address that is not marked takes a backslash along',
    source: 'http://x?\\<b title="@planted">',
  })),
  { number: 627, why: 'behind an unclosed <? no comment is looked for', source: 'x <?y <!-- @planted -->' },
  { number: 629, why: 'behind an unclosed <![CDATA[ as well', source: 'x <![CDATA[y <!-- @planted -->' },
]
const numbers = new Set(otherwise.map(({ number }) => number))

test('[M15] what is seen another way than by the reference parser is so still', () => {
  for (const { source, why } of otherwise) {
    assert.notEqual(
      parseMentions(source, isMember).spans.length > 0,
      expects(source, source.indexOf('@')),
      why,
    )
  }
})

test('[M1] the specification has its 652 examples', () => {
  assert.equal(examples.length, 652)
})

for (const { name, before, after } of dresses) {
  test(`[MEN2] [M1] [M2] [M3] [M15] ${name}, at every place of the 652 examples, a mention is found exactly where the reference parser sees text`, () => {
    const wrong: string[] = []
    let [found, unheard] = [0, 0]
    for (const { markdown, number } of examples) {
      for (const place of placesIn(markdown)) {
        const start = place + before.length
        const source = `${markdown.slice(0, place)}${before}${planted}${after}${markdown.slice(place)}`
        const wanted = expects(source, start)
        if (wanted === undefined) continue
        const spans = parseMentions(source, isMember).spans.filter(({ known }) => known)
        const isFound = spans.some((span) => span.start === start && span.end === start + planted.length)
        if (isFound) found += 1
        else unheard += 1
        if (spans.length > 1 || (isFound !== wanted && !numbers.has(number)))
          wrong.push(`${number}: ${isFound ? 'found' : 'not found'}, ${JSON.stringify(source)}`)
      }
    }
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} are wrong`)
    assert.ok(found + unheard > 10_000 && unheard > 0, `${found} found, ${unheard} not`)
  })
}

/** Between any two characters; never inside of one. */
function* placesIn(markdown: string): Generator<number> {
  let at = 0
  yield at
  for (const char of markdown) yield (at += char.length)
}

/** Undefined where our grammar has more to say than CommonMark: paths, mail, bare addresses, tables have tests of their own. */
function expects(source: string, start: number): boolean | undefined {
  if (isEscaped(source, start)) return false
  const run = textRuns(source).find((text) => text.includes(planted))
  if (run === undefined) return false
  const [left = '', right = ''] = run.split(planted)
  if (/[\p{L}\p{M}\p{N}_@]$/u.test(left)) return false
  return isAddress(source, start) || isTable(source) || /^[\p{L}\p{M}\p{N}._/@+-]/u.test(right)
    ? undefined
    : true
}

/** An address that is not marked as one reaches from its beginning to the next space. */
function isAddress(source: string, start: number): boolean {
  return /(?:https?:\/\/|www\.)\S*$/iu.test(source.slice(0, start))
}

function isTable(source: string): boolean {
  return source.includes('|') && /^[|: -]*-[|: -]*$/m.test(source)
}

/** An odd number of backslashes right before it; in code it is silent anyway. */
function isEscaped(source: string, start: number): boolean {
  return (/\\*$/.exec(source.slice(0, start))?.[0].length ?? 0) % 2 === 1
}

const silent = new Set(['block_quote', 'link', 'image'])

/** The texts of the tree that may mention somebody, each up to the next mark. */
function textRuns(source: string): string[] {
  const runs: string[] = []
  let [run, silence, tags] = ['', 0, 0]
  const walker = reference.parse(source).walker()
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { node, entering } = step
    if (node.type === 'text') {
      if (silence === 0 && tags === 0) run += node.literal ?? ''
      continue
    }
    if (run !== '') runs.push(run)
    run = ''
    if (silent.has(node.type)) silence += entering ? 1 : -1
    else if (node.type === 'html_inline') tags = Math.max(0, tags + tagOf(node.literal ?? ''))
    else if (isParagraph(node.type)) tags = 0
  }
  return run === '' ? runs : [...runs, run]
}

function isParagraph(type: string): boolean {
  return type === 'paragraph' || type === 'heading'
}

/** HTML's own forms of code and links are silent up to their end in the same paragraph. */
function tagOf(tag: string): number {
  if (/^<(?:a|code|pre)(?=[\s/>])/i.test(tag)) return tag.endsWith('/>') ? 0 : 1
  return /^<\/(?:a|code|pre)(?=[\s/>])/i.test(tag) ? -1 : 0
}

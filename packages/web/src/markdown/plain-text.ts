// The words of a Markdown text without its marks, on one line: for titles, the palette and accessible names.

import type { BlockNode, InlineNode } from './nodes.ts'
import { nothingAbove, parseBlocks, withPlainBreaks } from './parse-blocks.ts'

const lengthUsual = 200

/** Marks and addresses take room too: this much more of the source is looked at. */
const sourcePerChar = 8

/** One line of plain prose, in which nothing can be a mark. */
const unmarked = /^\p{L}[\p{L}\p{N} ,.;:?()'"%-]*$/u
const ascii = /^[\x20-\x7e]*$/

export function plainText(text: string, lengthMax = lengthUsual): string {
  const begun = text.slice(0, lengthMax * sourcePerChar + 1_000)
  if (unmarked.test(begun)) return cut(begun.replace(/ +/g, ' ').trim(), lengthMax)
  const source = withPlainBreaks(begun)
  const { blocks } = parseBlocks(source, nothingAbove, 0)
  const words = blocks
    .map(({ node }) => wordsOf(node))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  return cut(words, lengthMax)
}

/** What an element says: its words without its look. */
export function wordsIn(nodes: readonly InlineNode[]): string {
  return nodes.map(wordsOfInline).join('')
}

function wordsOf(node: BlockNode): string {
  switch (node.kind) {
    case 'paragraph':
    case 'heading':
      return wordsIn(node.children)
    case 'list':
      return node.items.flatMap((item) => item.children.map(wordsOf)).join(' ')
    case 'quote':
      return node.children.map(wordsOf).join(' ')
    case 'table':
      return [node.head, ...node.rows].flatMap((row) => row.map((cell) => wordsIn(cell.children))).join(' ')
    case 'code':
    case 'plain':
      return node.text
    case 'rule':
      return ''
  }
}

function wordsOfInline(node: InlineNode): string {
  switch (node.kind) {
    case 'text':
    case 'code':
      return node.text
    case 'break':
      return ' '
    case 'image':
      return node.alt
    case 'emphasis':
    case 'strong':
    case 'struck':
    case 'link':
      return wordsIn(node.children)
  }
}

/** Whole characters only, also those that a reader sees as one but that consist of several. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  if (ascii.test(text.slice(0, lengthMax + 1))) return `${text.slice(0, lengthMax - 1).trimEnd()}…`
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    text.slice(0, lengthMax + 64),
  )
  let end = 0
  for (const { index, segment } of segments) {
    if (index + segment.length > lengthMax - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end).trimEnd()}…`
}

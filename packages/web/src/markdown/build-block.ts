// Turns the tokens of one top-level block into a node.

import type { Token } from 'markdown-it'
import { buildInline } from './build-inline.ts'
import { climb, type HeadingLadder } from './heading-ladder.ts'
import { longInline } from './markdown-parser.ts'
import { withoutMarks } from './mention-marks.ts'
import type { BlockNode, Cell, InlineNode, ListItem } from './nodes.ts'

/** Reads tokens one after the other, and knows which headings came before. */
interface Reader {
  tokens: readonly Token[]
  at: number
  ladder: HeadingLadder
}

export function buildBlock(
  tokens: readonly Token[],
  ladder: HeadingLadder,
): { node: BlockNode; ladder: HeadingLadder } {
  const reader: Reader = { tokens, at: 0, ladder }
  const node = readBlock(reader) ?? { kind: 'plain', text: '' }
  return { node, ladder: reader.ladder }
}

function readBlock(reader: Reader): BlockNode | undefined {
  const token = reader.tokens[reader.at++]
  switch (token?.type) {
    case 'paragraph_open':
      return { kind: 'paragraph', children: readInline(reader) }
    case 'heading_open': {
      const { ladder, level } = climb(reader.ladder, Number(token.tag.slice(1)))
      reader.ladder = ladder
      return { kind: 'heading', level, children: readInline(reader) }
    }
    case 'bullet_list_open':
    case 'ordered_list_open':
      return readList(reader, token)
    case 'blockquote_open':
      return { kind: 'quote', children: readUntil(reader, 'blockquote_close') }
    case 'fence':
    case 'code_block':
      return { kind: 'code', text: codeIn(token.content), language: languageIn(token.info) }
    case 'table_open':
      return readTable(reader)
    case 'hr':
      return { kind: 'rule' }
    default:
      return undefined
  }
}

function readUntil(reader: Reader, end: string): BlockNode[] {
  const nodes: BlockNode[] = []
  while (reader.at < reader.tokens.length) {
    if (reader.tokens[reader.at]?.type === end) {
      reader.at += 1
      break
    }
    const node = readBlock(reader)
    if (node) nodes.push(node)
  }
  return nodes
}

/** The content between an opening token, already read, and the closing one. */
function readInline(reader: Reader): InlineNode[] {
  const token = reader.tokens[reader.at]
  reader.at += 2
  if (token?.type === longInline) return [{ kind: 'text', text: token.content }]
  return buildInline(token?.children ?? [])
}

function readList(reader: Reader, opening: Token): BlockNode {
  const isOrdered = opening.type === 'ordered_list_open'
  const end = isOrdered ? 'ordered_list_close' : 'bullet_list_close'
  const items: ListItem[] = []
  let isTight = true
  while (reader.at < reader.tokens.length && reader.tokens[reader.at]?.type !== end) {
    // In a tight list the parser hides its paragraphs.
    const first = reader.tokens[reader.at + 1]
    if (first?.type === 'paragraph_open' && !first.hidden) isTight = false
    reader.at += 1
    items.push(itemOf(readUntil(reader, 'list_item_close')))
  }
  reader.at += 1
  const start = Number(opening.attrGet('start') ?? 1)
  return { kind: 'list', isOrdered, start, isTight, items }
}

/** A list item that begins with "[ ]" or "[x]" is a task. */
function itemOf(children: BlockNode[]): ListItem {
  const [paragraph, ...others] = children
  if (paragraph?.kind !== 'paragraph') return { isDone: undefined, children }
  const [text, ...rest] = paragraph.children
  const task = text?.kind === 'text' ? /^\[([ xX])\]\s+(?=\S|$)/.exec(text.text) : null
  if (!task || text?.kind !== 'text') return { isDone: undefined, children }
  const left = text.text.slice(task[0].length)
  const words: InlineNode[] = left === '' ? rest : [{ kind: 'text', text: left }, ...rest]
  return { isDone: task[1] !== ' ', children: [{ kind: 'paragraph', children: words }, ...others] }
}

function readTable(reader: Reader): BlockNode {
  const rows: Cell[][] = []
  let align: Cell['align'] = 'start'
  for (; reader.at < reader.tokens.length; reader.at += 1) {
    const token = reader.tokens[reader.at]
    if (token?.type === 'table_close') break
    if (token?.type === 'tr_open') rows.push([])
    else if (token?.type === 'th_open' || token?.type === 'td_open') align = alignOf(token)
    else if (token?.type === 'inline')
      rows.at(-1)?.push({ align, children: buildInline(token.children ?? []) })
    else if (token?.type === longInline)
      rows.at(-1)?.push({ align, children: [{ kind: 'text', text: token.content }] })
  }
  reader.at += 1
  const [head = [], ...body] = rows
  return { kind: 'table', head, rows: body }
}

function alignOf(token: Token): Cell['align'] {
  const style = String(token.attrGet('style') ?? '')
  if (style.includes('center')) return 'center'
  return style.includes('right') ? 'end' : 'start'
}

/** Without its last break, and without signs: what is code only here was marked as the text that the server reads. */
function codeIn(text: string): string {
  return withoutMarks(text.endsWith('\n') ? text.slice(0, -1) : text)
}

/** The first word after the fence; the rest is for other tools. */
function languageIn(info: string): string {
  return /^\S+/.exec(withoutMarks(info).trim())?.[0]?.toLowerCase().slice(0, 40) ?? ''
}

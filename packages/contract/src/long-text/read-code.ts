// The blocks of code in a text, by the parser that also renders it: what stands in lists and quotes as well, with what has
// to stand around each of its lines there. Pure.

import MarkdownIt, { type Token } from 'markdown-it'
import { mentionLimits } from '../mentions/mention-limits.ts'
import { type Container, indentWithin, measureContainer } from './containers.ts'

export interface CodeBlock {
  /** From its first line to behind its last, with all that stands in front of the code. */
  begin: number
  end: number
  /** As it is read: without quotes and indentation around it. Each line is ended, but for the last of a text. */
  content: string
  /** From the outermost one inward. */
  containers: readonly Container[]
  /** In which line of the text it begins. */
  line: number
  /** Absent: code by its indentation alone. */
  fence?: Fence
}

export interface Fence {
  mark: string
  /** What stands behind the mark, the name of its language first. */
  info: string
  /** How far the mark stands to the right of where its container begins. */
  indent: number
  /** Behind its line. */
  codeBegin: number
  /** Where the line of the closing mark begins. Absent: the text, or what it stands in, ends before one. */
  closedAt?: number
}

// Quotes and lists within each other, as deep as mentions are looked for. HTML stays text, as it does where it is shown.
const parser = new MarkdownIt('default', { maxNesting: mentionLimits.nestingMax })
parser.core.ruler.enableOnly(['normalize', 'block'])

const containerOf: Readonly<Record<string, 'quote' | 'item'>> = { blockquote: 'quote', list_item: 'item' }

export function readCode(text: string): CodeBlock[] {
  const lines = createLines(text)
  const blocks: CodeBlock[] = []
  const containers: Container[] = []
  for (const token of parser.parse(text, {})) {
    const kind = containerOf[token.type.replace(/_(?:open|close)$/, '')]
    if (kind !== undefined && token.nesting === -1) containers.pop()
    else if (kind !== undefined) containers.push(openContainer(token, kind, lines, containers))
    else if (token.type === 'fence' || token.type === 'code_block') {
      blocks.push(readBlock(token, lines, [...containers]))
    }
  }
  return blocks
}

function openContainer(
  token: Token,
  kind: Container['kind'],
  lines: Lines,
  outer: readonly Container[],
): Container {
  const line = token.map?.[0] ?? 0
  const mark = kind === 'quote' ? '>' : token.info + token.markup
  const sizes = measureContainer(lines.read(line), outer, { kind, mark })
  return { kind, mark, line, begin: lines.startOf(line), ...sizes }
}

function readBlock(token: Token, lines: Lines, containers: readonly Container[]): CodeBlock {
  const [first, next] = token.map ?? [0, 0]
  const { content, markup: mark, info } = token
  const block = { begin: lines.startOf(first), end: lines.startOf(next), content, containers, line: first }
  if (token.type !== 'fence') return block
  const indent = indentWithin(lines.read(first), containers)
  const isClosed = next - first === countLines(content) + 2
  const closedAt = isClosed ? { closedAt: lines.startOf(next - 1) } : {}
  return { ...block, fence: { mark, info, indent, codeBegin: lines.startOf(first + 1), ...closedAt } }
}

function countLines(content: string): number {
  let count = content === '' || content.endsWith('\n') ? 0 : 1
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) count++
  return count
}

interface Lines {
  startOf(line: number): number
  read(line: number): string
}

/** As the parser counts them. */
function createLines(text: string): Lines {
  const starts = [0]
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n?|\n/g)) starts.push(index + lineBreak.length)
  const startOf = (line: number) => starts[line] ?? text.length
  return { startOf, read: (line) => text.slice(startOf(line), startOf(line + 1)) }
}

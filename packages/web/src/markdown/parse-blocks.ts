// Takes a text apart into its top-level blocks. What is too long, too deep or too rich becomes a plain block, so that
// nothing of it is lost and nothing takes long.

import type { Env, Token } from 'markdown-it'
import { buildBlock } from './build-block.ts'
import type { HeadingLadder } from './heading-ladder.ts'
import { markdownLimits } from './markdown-limits.ts'
import { createParser } from './markdown-parser.ts'
import { withoutMarks } from './mention-marks.ts'
import type { Block, BlockNode } from './nodes.ts'

/** What blocks further down need to know of those above: the definitions of links, and the open headings. */
export interface Above {
  references: Readonly<NonNullable<Env['references']>>
  ladder: HeadingLadder
}

export interface Parsed {
  blocks: Block[]
  after: Above
}

export const nothingAbove: Above = { references: {}, ladder: { rungs: [] } }

const parser = createParser()

/** `offset` is where the text stands in the whole message. The text has no "\r": see `withPlainBreaks`. */
export function parseBlocks(text: string, above: Above, offset: number): Parsed {
  const env = { references: { ...above.references } }
  const groups = groupByBlock(parser.parse(text, env))
  const starts = lineStarts(text)
  let ladder = above.ladder
  const blocks = groups.map(({ line, tokens }, index): Block => {
    const start = starts[line] ?? text.length
    const nextLine = groups[index + 1]?.line
    const end = nextLine === undefined ? text.length : (starts[nextLine] ?? text.length)
    const source = text.slice(start, end)
    if (isTooMuch(source, tokens)) return { start: offset + start, source, node: plain(source.trimEnd()) }
    const built = buildBlock(tokens, ladder)
    ladder = built.ladder
    return { start: offset + start, source, node: built.node }
  })
  return { blocks, after: { references: env.references, ladder } }
}

/** Every kind of line break as the parser counts it. */
export function withPlainBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

export function plain(text: string): BlockNode {
  return { kind: 'plain', text: withoutMarks(text) }
}

function groupByBlock(tokens: readonly Token[]): { line: number; tokens: Token[] }[] {
  const groups: { line: number; tokens: Token[] }[] = []
  for (const token of tokens) {
    const begins = token.level === 0 && token.nesting >= 0
    if (begins) groups.push({ line: token.map?.[0] ?? 0, tokens: [token] })
    else groups.at(-1)?.tokens.push(token)
  }
  return groups
}

function isTooMuch(source: string, tokens: readonly Token[]): boolean {
  if (source.length > markdownLimits.blockCharsMax) {
    // A long listing is shown as code all the same: it costs nothing to take apart.
    if (tokens[0]?.type !== 'fence' && tokens[0]?.type !== 'code_block') return true
  }
  let count = 0
  for (const token of tokens) {
    count += 1 + (token.children?.length ?? 0)
    if (count > markdownLimits.blockTokensMax) return true
    // The parser drops what stands below its deepest level.
    if (token.nesting === 1 && token.level >= markdownLimits.blockDepthMax - 1) return true
  }
  return false
}

/** Where each line begins. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

// Turns the tokens of one paragraph into nodes. What is nested too deeply keeps its text and loses its look.

import type { Token } from 'markdown-it'
import { markdownLimits } from './markdown-limits.ts'
import { withoutMarks } from './mention-marks.ts'
import type { InlineNode } from './nodes.ts'

type Holder = { children: InlineNode[] }

export function buildInline(tokens: readonly Token[]): InlineNode[] {
  const root: Holder = { children: [] }
  const open: Holder[] = [root]
  // How many marks were opened below the deepest one shown.
  let ignored = 0
  for (const token of tokens) {
    const here = open.at(-1) ?? root
    if (token.nesting === 1) {
      if (open.length > markdownLimits.inlineDepthMax) ignored += 1
      else open.push(openIn(here, token))
    } else if (token.nesting === -1) {
      if (ignored > 0) ignored -= 1
      else if (open.length > 1) open.pop()
    } else addLeaf(here.children, token)
  }
  return root.children
}

function openIn(here: Holder, token: Token): Holder {
  const children: InlineNode[] = []
  const node = markOf(token, children)
  if (!node) return here
  here.children.push(node)
  return { children }
}

function markOf(token: Token, children: InlineNode[]): InlineNode | undefined {
  switch (token.type) {
    case 'em_open':
      return { kind: 'emphasis', children }
    case 'strong_open':
      return { kind: 'strong', children }
    case 's_open':
      return { kind: 'struck', children }
    case 'link_open':
      return { kind: 'link', href: String(token.attrGet('href') ?? ''), children }
    default:
      return undefined
  }
}

function addLeaf(into: InlineNode[], token: Token): void {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      into.push({ kind: 'break' })
      return
    case 'code_inline':
      into.push({ kind: 'code', text: withoutMarks(token.content) })
      return
    case 'image':
      into.push({
        kind: 'image',
        src: String(token.attrGet('src') ?? ''),
        alt: withoutMarks(textOf(token.children ?? [])),
      })
      return
    default:
      addText(into, token.content)
  }
}

/** Texts that follow each other become one, so that the same words are the same nodes however they were cut. */
function addText(into: InlineNode[], text: string): void {
  if (text === '') return
  const last = into.at(-1)
  if (last?.kind === 'text') last.text += text
  else into.push({ kind: 'text', text })
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === 'image' ? textOf(token.children ?? []) : token.content))
    .join('')
}

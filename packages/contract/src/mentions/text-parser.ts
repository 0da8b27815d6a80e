// Markdown taken apart for mentions: CommonMark with tables and struck text, by the parser that also renders it. It
// differs where a text that is merely shown would be searched for names: HTML and bare addresses are told apart from
// text here, and an address is a link wherever it leads.

import MarkdownIt, { type MarkdownIt as Parser, type StateInline } from 'markdown-it'
import { endOfBareLink } from './bare-links.ts'
import { createLabelReader } from './link-labels.ts'
import { mentionLimits } from './mention-limits.ts'

/** An "@" that was typed as itself, with a letter or digit after it. `meta.at`: where it stands in its paragraph. */
export const atSign = 'at_sign'

export function createTextParser(): Parser {
  const parser = new MarkdownIt('default', { html: true, maxNesting: mentionLimits.nestingMax })
  parser.validateLink = () => true
  // Nobody follows them here, and making them canonical takes long for hostile ones.
  parser.normalizeLink = (address) => address
  parser.normalizeLinkText = (address) => address
  parser.inline.ruler.before('text', atSign, readAtSign)
  parser.inline.ruler.before('text', 'bare_link', readBareLink)
  parser.inline.ruler.at('text', readText)
  parser.helpers = { ...parser.helpers, parseLinkLabel: createLabelReader() }
  // It would make one text of what was typed and what was escaped.
  parser.core.ruler.disable('text_join')
  return parser
}

const typedSign = /@(?=[\p{L}\p{Nd}])/uy

function readAtSign(state: StateInline, isSilent: boolean): boolean {
  typedSign.lastIndex = state.pos
  if (!typedSign.test(state.src)) return false
  if (!isSilent) {
    const token = state.push(atSign, '', 0)
    token.content = '@'
    token.meta = { at: state.pos }
  }
  state.pos += 1
  return true
}

function readBareLink(state: StateInline, isSilent: boolean): boolean {
  const end = endOfBareLink(state.src, state.pos, state.posMax)
  if (end === undefined) return false
  if (!isSilent) state.push('bare_link', '', 0)
  state.pos = end
  return true
}

/** Where another rule may have a say: the parser's own list, and the beginnings of addresses. */
const stop = /[\n!#$%&*+\-:<=>@[\\\]^_`{}~]|https?:\/\/|www\./gi

function readText(state: StateInline, isSilent: boolean): boolean {
  const start = state.pos
  stop.lastIndex = start
  let found = stop.exec(state.src)
  if (found?.index === start) {
    if (found[0].length === 1) return false
    // An address could begin here and does not.
    stop.lastIndex = start + 1
    found = stop.exec(state.src)
  }
  const end = Math.min(found?.index ?? state.posMax, state.posMax)
  if (!isSilent) state.pending += state.src.slice(start, end)
  state.pos = end
  return true
}

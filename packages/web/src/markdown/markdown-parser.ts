// The one parser, set up: CommonMark with tables, struck text and bare addresses; HTML stays text. It keeps nothing
// between two texts.

import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import { mayLead } from './choose-link.ts'
import { markdownLimits } from './markdown-limits.ts'
import { withoutMarks } from './mention-marks.ts'

/** The type of a paragraph that is too long to be looked at for marks. */
export const longInline = 'long_inline'

export function createParser(): Parser {
  const parser = new MarkdownIt('default', {
    html: false,
    linkify: true,
    typographer: false,
    // A line that somebody ended stays ended.
    breaks: true,
    maxNesting: markdownLimits.blockDepthMax,
  })
  // Without a scheme, `main.rs` and `git@host:path` would be taken for addresses.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  parser.validateLink = mayLead
  const { normalizeLink } = parser
  parser.normalizeLink = (href) => normalizeLink(withoutMarks(href))
  parser.core.ruler.at('inline', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'inline') continue
      if (token.content.length > markdownLimits.inlineCharsMax) token.type = longInline
      else state.md.inline.parse(token.content, state.md, state.env, (token.children ??= []))
    }
  })
  return parser
}

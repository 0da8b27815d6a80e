// The words of the page that searches what was said and done. A part of the catalogue that comes with its page.

import type { SearchKind } from '@heddle/contract'
import { quote } from './quote.ts'
import { shownOf } from './shown-of.ts'

const kinds: Record<SearchKind, string> = { message: 'Message', tool: 'Tool', reply: 'Reply' }

export const searchStrings = {
  about: 'Messages, tools and discussions, in every session that you may see.',
  label: 'Search',
  results: 'Results',
  searching: 'Searching',
  filter: {
    label: 'What to look in',
    all: 'Everything',
    message: 'Messages',
    tool: 'Tools',
    reply: 'Discussions',
  },
  kinds,
  in: 'in',
  begin: 'Type a word or more. All of them must be there; “words in quotes” must stand together.',
  none: (text: string) => `Nothing has “${quote(text)}”.`,
  noneHere: (text: string) => `Nothing in this session has “${quote(text)}”.`,
  noneOfKind: (text: string) => `Nothing of this kind has “${quote(text)}”.`,
  everywhere: 'Search everywhere',
  everyKind: 'Search in everything',
  ofSession: (title: string) => `Only in ${quote(title)}`,
  shown: (count: number, written: string, hasMore: boolean) =>
    shownOf(count, written, hasMore, 'result', 'results'),
  other: 'Find a session, a page or an action',
  otherHint: 'By name rather than by what was said:',
}

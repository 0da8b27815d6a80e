// Where the name of a sub-agent ends and what is said to it begins. A label may have spaces in it. Pure.

import { refused } from '@heddle/contract'
import type { Run } from '../../../sessions/sessions.ts'
import { splitWord } from './read-subcommand.ts'

export function splitName(words: string, runs: readonly Pick<Run, 'label'>[]): [name: string, text: string] {
  const [word, rest] = splitWord(words)
  if (words.startsWith('"')) return [word, rest]
  const labels = new Set(runs.map(({ label }) => label?.toLowerCase()))
  const folded = words.toLowerCase()
  const [longest] = [...labels]
    .filter((label): label is string => label !== undefined && isHead(label, folded))
    .sort((a, b) => b.length - a.length)
  if (longest === undefined || longest === word.toLowerCase()) return [word, rest]
  if (labels.has(word.toLowerCase())) {
    throw refused('ambiguous_name', {
      message: `Both "${word}" and "${longest}" are names of sub-agents here. Nothing was said; put the name in quotes.`,
      issues: [{ field: 'id', message: 'could be one of two names' }],
    })
  }
  return [words.slice(0, longest.length), words.slice(longest.length).trim()]
}

function isHead(label: string, words: string): boolean {
  return words.startsWith(label) && /^(\s|$)/.test(words.slice(label.length))
}

// Which entries of the palette fit what was typed, the best first. Pure. Every word must be found: at the start of the
// title, at the start of a word, or somewhere; in the title rather than in the words beside it.

export interface Rankable {
  title: string
  /** Other names for the same thing. */
  also?: string | undefined
}

export function rankEntries<E extends Rankable>(entries: readonly E[], typed: string): E[] {
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return [...entries]
  return entries
    .map((entry, index) => ({ entry, index, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .map(({ entry }) => entry)
}

function scoreOf(entry: Rankable, words: readonly string[]): number {
  const title = fold(entry.title)
  const also = fold(entry.also ?? '')
  let total = title === words.join(' ') ? 5 : 0
  for (const word of words) {
    const score = Math.max(scoreIn(title, word) * 2, scoreIn(also, word))
    if (score === 0) return 0
    total += score
  }
  return total
}

function scoreIn(text: string, word: string): number {
  if (text.startsWith(word)) return 3
  const at = text.indexOf(word)
  if (at < 0) return 0
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2
}

/** Without case and without marks above and below letters. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

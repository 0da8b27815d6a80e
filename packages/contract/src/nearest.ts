// Finds what someone probably meant: the candidate with the fewest typing mistakes between it and the word.

const wordCharsMax = 64

/** The nearest candidate, or undefined when none is near enough to be more than a guess. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  if (wanted.length === 0 || wanted.length > wordCharsMax) return undefined
  // One mistake in three letters is a slip; more is another word.
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  let best: string | undefined
  for (const candidate of candidates) {
    const mistakes = countMistakes(wanted, candidate.toLowerCase(), least)
    if (mistakes < least) {
      least = mistakes
      best = candidate
    }
  }
  return best
}

/** Letters added, lost, changed or swapped with their neighbour; gives up at `enough`. */
function countMistakes(a: string, b: string, enough: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) >= enough) return enough
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let mistakes = Math.min(changed, last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        mistakes = Math.min(mistakes, beforeLast[j - 2]! + 1)
      }
      row.push(mistakes)
    }
    if (Math.min(...row) >= enough) return enough
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

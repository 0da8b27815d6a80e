// Where in a text something stands that is most like a piece which is not there: a model that remembers a file a little
// wrongly sees at once how it really is.

export interface NearestPlace {
  /** From 1. */
  line: number
  /** As many as the piece has, or fewer at the end. */
  lines: readonly string[]
  /** It is the same but for spaces and line breaks. */
  isSpacing: boolean
}

const linesShownMax = 12
const charsShownMax = 200
const linesComparedMax = 20_000
const likenessMin = 0.5

export function findNearestPlace(text: string, piece: string): NearestPlace | undefined {
  const lines = text.split('\n', linesComparedMax)
  const wanted = piece.split('\n').map(bare)
  const first = wanted.findIndex((line) => line !== '')
  const sign = wanted[first]
  if (sign === undefined) return undefined
  const spaced = findSpaced(
    lines,
    wanted.slice(first).filter((line) => line !== ''),
  )
  if (spaced !== undefined) return placeAt(lines, spaced, wanted.length, true)
  const pairs = pairsOf(sign)
  let best = likenessMin
  let found: number | undefined
  for (const [at, line] of lines.entries()) {
    const like = likeness(pairs, pairsOf(bare(line)))
    if (like <= best) continue
    best = like
    found = at
  }
  return found === undefined ? undefined : placeAt(lines, Math.max(0, found - first), wanted.length, false)
}

/** Where the lines follow each other but for spaces and empty lines. */
function findSpaced(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const full = lines.map((line, at) => ({ at, text: bare(line) })).filter(({ text }) => text !== '')
  const start = full.findIndex((_, from) => wanted.every((line, step) => full[from + step]?.text === line))
  return full[start]?.at
}

function bare(line: string): string {
  return line.slice(0, charsShownMax).replaceAll(/\s+/g, ' ').trim()
}

function pairsOf(line: string): Set<string> {
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < line.length; at++) pairs.add(line.slice(at, at + 2))
  return pairs
}

/** From 0 to 1: how many pairs of letters they share. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  // Too different in length to be alike enough.
  if (a.size > b.size * 3 || b.size > a.size * 3) return 0
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return (2 * shared) / (a.size + b.size)
}

function placeAt(lines: readonly string[], at: number, count: number, isSpacing: boolean): NearestPlace {
  const shown = lines.slice(at, at + Math.min(count, linesShownMax))
  return { line: at + 1, lines: shown.map((line) => line.trimEnd().slice(0, charsShownMax)), isSpacing }
}

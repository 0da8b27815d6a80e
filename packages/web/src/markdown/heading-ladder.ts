// The level at which a heading is shown. The page has the h1, so the first heading of a text is an h2, and none is more
// than one level deeper than the one before, whatever was written: screen readers walk by these levels.

export interface HeadingLadder {
  /** The levels as written that are open, outermost first. */
  rungs: readonly number[]
}

const deepest = 6

export function climb(ladder: HeadingLadder, written: number): { ladder: HeadingLadder; level: number } {
  const rungs = [...ladder.rungs.filter((rung) => rung < written), written]
  return { ladder: { rungs }, level: Math.min(1 + rungs.length, deepest) }
}

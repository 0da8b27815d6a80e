// How much of a text is taken apart before the rest is shown as it was written. A message may hold anything, also what
// was made to keep a browser busy.

export const markdownLimits = {
  /** Of the whole text; what comes after stands below as plain text. */
  charsMax: 1_048_576,
  linesMax: 20_000,
  /** Of one top-level block. */
  blockCharsMax: 200_000,
  blockTokensMax: 20_000,
  /** Of one paragraph, heading or cell. */
  inlineCharsMax: 20_000,
  /** Quotes within lists within quotes; a block that goes deeper is shown plain. */
  blockDepthMax: 40,
  /** Emphasis within emphasis; what goes deeper keeps its text and loses its look. */
  inlineDepthMax: 20,
} as const

export const codeLimits = {
  /** A longer block is folded to its first lines. */
  foldAboveLines: 40,
  foldToLines: 25,
  highlightCharsMax: 50_000,
  highlightLinesMax: 1_000,
  highlightLineCharsMax: 2_000,
  diffCharsMax: 1_000_000,
  diffLinesMax: 5_000,
} as const

// How much of a text is taken apart. Not beside the other limits, because the page that a session is read on brings
// those along and has no use for these.

export const mentionLimits = {
  /** Of a longer text, what stands before the last empty line within it. */
  scannedCharsMax: 1_048_576,
  /** Quotes within lists within quotes; the parser reads nothing below, and nothing after. */
  nestingMax: 40,
  /** As written: one character of a handle is at most four as it may be typed. */
  writtenHandleCharsMax: 256,
} as const

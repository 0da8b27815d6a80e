// Where in a text a block of code is open, by the lines that open and close it. Pure.

export interface Fence {
  /** As it was opened, with the name of its language. */
  line: string
  mark: string
}

export interface Fences {
  /** The block that is open in front of the character at this place. */
  openAt(at: number): Fence | undefined
  /** Whether the place is in the middle of a line that opens or closes a block. */
  isInside(at: number): boolean
}

const lineCharsMax = 60

export function readFences(text: string): Fences {
  const marks: { begin: number; end: number; after: Fence | undefined }[] = []
  let open: Fence | undefined
  let begin = 0
  for (const line of text.split('\n')) {
    const after = fenceAfter(line, open)
    const end = begin + line.length + 1
    if (after !== open) marks.push({ begin, end, after })
    open = after
    begin = end
  }
  return {
    openAt: (at) => marks.findLast((mark) => mark.end <= at)?.after,
    isInside: (at) => marks.some((mark) => mark.begin < at && at < mark.end),
  }
}

function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
  const found = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
  if (!found) return open
  const [, mark = '', info = ''] = found
  if (open !== undefined) {
    const closes = mark[0] === open.mark[0] && mark.length >= open.mark.length && info.trim() === ''
    return closes ? undefined : open
  }
  // Marks with such a sign behind them are code within a line.
  if (mark.startsWith('`') && info.includes('`')) return undefined
  const whole = line.trim()
  return { line: whole.length > lineCharsMax ? mark : whole, mark }
}

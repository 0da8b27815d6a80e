// Where one reads, and how far that has moved. How far the window is scrolled does not tell: rows that come in above
// change it too. So what is measured is where a row stands in the window: the last one drawn, which only scrolling moves.

export interface Place {
  /** Of all there is. */
  height: number
  /** How much of it is below the window. */
  below: number
  top: number
  row: Element | undefined
  rowTop: number
}

export function measurePlace(view: HTMLElement): Place {
  const { scrollTop: top, scrollHeight: height, clientHeight } = view
  const rows = view.getElementsByTagName('article')
  const row = rows[rows.length - 1]
  return { height, below: height - top - clientHeight, top, row, rowTop: topOf(row) }
}

/** In pixels; below zero when one went down. */
export function measureGoneUp(before: Place, now: Place): number {
  // Whatever is so far away that it is no longer drawn was not moved by rows that came in.
  return before.row?.isConnected ? topOf(before.row) - before.rowTop : before.top - now.top
}

function topOf(row: Element | undefined): number {
  return row?.getBoundingClientRect().top ?? 0
}

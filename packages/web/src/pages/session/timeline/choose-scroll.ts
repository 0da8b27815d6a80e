// How far to scroll to have a row in sight. Pure.

export type Align = 'nearest' | 'center'

interface Lengths {
  /** Of the row, from the beginning of all there is. */
  row: { top: number; height: number }
  /** Of what is seen of it. */
  view: { top: number; height: number }
}

export function chooseScroll(align: Align, { row, view }: Lengths): number {
  if (align === 'center') return row.top + (row.height - view.height) / 2
  if (row.top < view.top) return row.top
  const toShowItsEnd = row.top + row.height - view.height
  return Math.max(view.top, toShowItsEnd)
}

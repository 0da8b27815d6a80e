// Where a row goes that is dragged: counted by the middles of the others that it has passed.

export interface RowSpan {
  top: number
  bottom: number
}

/** The place that the row `from` would have if it were let go with its middle at `middle`. */
export function chooseDropPlace(rows: readonly RowSpan[], from: number, middle: number): number {
  const others = rows.filter((_, place) => place !== from)
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < middle).length
}

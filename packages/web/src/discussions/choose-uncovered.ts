// Which parts of a timeline still have to be asked for discussions. Pure. A part goes from one place to another, both
// included; the live end goes on for ever.

export interface Part {
  from: number
  through: number
}

export function chooseUncovered(covered: readonly Part[], wanted: Part): Part[] {
  let left: Part[] = wanted.from > wanted.through ? [] : [wanted]
  for (const { from, through } of covered) {
    left = left.flatMap((part) =>
      [
        { from: part.from, through: Math.min(part.through, from - 1) },
        { from: Math.max(part.from, through + 1), through: part.through },
      ].filter((rest) => Number.isFinite(rest.from) && rest.from <= rest.through),
    )
  }
  return left
}

// Where the list of sessions stands: beside the session, over it behind a button, or as the page itself. Pure.

export type Breadth = 'phone' | 'tablet' | 'desk'
export type ListPlace = 'beside' | 'over' | 'page'

export function chooseListPlace(breadth: Breadth, isSessionOpen: boolean): ListPlace {
  if (breadth === 'desk') return 'beside'
  return isSessionOpen ? 'over' : 'page'
}

export const regions = ['list', 'timeline', 'panel', 'composer'] as const
export type Region = (typeof regions)[number]

/** The next region that is there, round in a circle; from elsewhere the first or the last. */
export function chooseRegion(
  present: readonly Region[],
  current: Region | undefined,
  direction: 1 | -1,
): Region | undefined {
  const there = regions.filter((region) => present.includes(region))
  const at = current === undefined ? -1 : there.indexOf(current)
  if (at < 0) return direction === 1 ? there[0] : there.at(-1)
  return there[(at + direction + there.length) % there.length]
}

/** A keyboard on the screen: a field has the focus and a good part of the height is gone. */
export function isKeyboardOpen(height: number, highest: number, isInField: boolean): boolean {
  return isInField && height < highest * 0.8
}

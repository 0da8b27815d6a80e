// Whether someone has scrolled up between two looks. Pure. When the whole gets shorter, the browser and the list take
// back the position by as much, and nobody went anywhere.

export interface Seen {
  /** How far it is scrolled. */
  top: number
  /** Of all there is. */
  height: number
}

/** Positions are fractions of a pixel on many screens. */
const slackPx = 1

export function hasGoneUp(before: Seen, now: Seen): boolean {
  const shrunk = Math.max(0, before.height - now.height)
  return before.top - now.top > shrunk + slackPx
}

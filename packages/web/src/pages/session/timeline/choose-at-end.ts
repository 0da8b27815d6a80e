// Whether the reader is to be kept at the end, after something scrolled. Pure. The position alone does not tell whether
// they went up or the list corrected its heights, so it matters whether they pull.

/** Positions are fractions of a pixel on many screens. */
const slackPx = 1
const nearEndPx = 48

export interface Scrolled {
  wasAtEnd: boolean
  /** The reader reaches for another place just now. */
  isPulling: boolean
  /** Below zero when they went down. */
  goneUpPx: number
  /** How much is below the window. */
  belowPx: number
  hasOtherHeight: boolean
  /** Than when the browser last told of a scroll. */
  isHigherUp: boolean
}

export function chooseAtEnd(scrolled: Scrolled): boolean {
  const { wasAtEnd, isPulling, goneUpPx, belowPx } = scrolled
  if (belowPx <= slackPx) return true
  // Who went up a little is not drawn back before they come down again.
  if (!wasAtEnd) return belowPx < nearEndPx && goneUpPx < 0
  if (goneUpPx <= slackPx) return true
  if (isPulling) return false
  // By the browser's search or a screen reader, which give no sign; anything less may be the list itself.
  return belowPx < nearEndPx || scrolled.hasOtherHeight || !scrolled.isHigherUp
}

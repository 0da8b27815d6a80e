// How long to wait before connecting again: longer each time, and never all at the same moment.

const firstMs = 500
const longestMs = 30_000

/** `tries` so far without success; `fraction` at least 0 and below 1. */
export function chooseWait(tries: number, fraction: number): number {
  const most = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 16))
  // Half of it for certain, so that a gateway which is gone is not asked all the time.
  return Math.round(most * (0.5 + fraction / 2))
}

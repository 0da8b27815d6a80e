// Discord's ids say when they were given out. Pure.

/** The first second of 2015. */
const epochMs = 1_420_070_400_000n
const timeShift = 22n

export function timeOfId(id: string): number {
  return Number((BigInt(id) >> timeShift) + epochMs)
}

/** Smaller than every id of that moment or later. */
export function idBefore(timeMs: number): string {
  const since = BigInt(Math.floor(timeMs)) - epochMs
  return since <= 0n ? '0' : String((since << timeShift) - 1n)
}

/** Of one that was given out: the largest that is smaller. */
export function idJustBefore(id: string): string {
  return String(BigInt(id) - 1n)
}

/** By time and number: as texts, a longer one would stand before a shorter one. */
export function compareIds(a: string, b: string): number {
  return a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length
}

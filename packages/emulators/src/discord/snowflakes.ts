// Discord's ids: the milliseconds since its own epoch, and a count below them.

const epochMs = 1_420_070_400_000n

/** Each is greater than the one before, also where the clock stands still or steps back. */
export function createSnowflakes(now: () => number): () => string {
  let last = 0n
  return () => {
    const earliest = (BigInt(now()) - epochMs) << 22n
    last = earliest > last ? earliest : last + 1n
    return String(last)
  }
}

export function timeOfSnowflake(id: string): number {
  return Number((BigInt(id) >> 22n) + epochMs)
}

export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && isSnowflakeText(value)
}

export function isSnowflakeText(text: string): boolean {
  return /^[0-9]{1,20}$/.test(text)
}

/** Negative: `a` is the older one. */
export function compareSnowflakes(a: string, b: string): number {
  const [first, second] = [BigInt(a), BigInt(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

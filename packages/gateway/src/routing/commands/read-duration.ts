// How long something is to last, as people write it: 90s, 30m, 24h, 7d, off. Pure.

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** 0 is for ever; undefined for what is no length of time. */
export function readDuration(text: string): number | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'off') return 0
  const match = /^(\d{1,9})([smhd])$/.exec(word)
  const unit = unitMs[match?.[2] ?? '']
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit
}

/** In the largest unit that comes out even. */
export function writeDuration(ms: number): string {
  if (ms === 0) return 'off'
  const [name, unit] = Object.entries(unitMs)
    .toReversed()
    .find(([, size]) => ms % size === 0) ?? ['s', 1_000]
  return `${Math.round(ms / unit)}${name}`
}

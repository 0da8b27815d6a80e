// Chance from a seed: a small fast generator (sfc32) and any number of independent streams, one for each purpose, so
// that drawing more for one does not change what another draws.

import type { Random } from '../../src/foundation/random.ts'

export interface SeededRandom extends Random {
  /** A whole number of at least 0 and below `n`. */
  below(n: number): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  stream(purpose: string): SeededRandom
}

export function createSeededRandom(seed: string | number): SeededRandom {
  let [a, b, c, d] = spread(String(seed))

  function next(): number {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }

  const fraction = () => next() / 2 ** 32
  const below = (n: number) => Math.floor(fraction() * n)

  return {
    fraction,
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: (probability) => fraction() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('there is nothing to pick from')
      return items[below(items.length)] as T
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 255),
    stream: (purpose) => createSeededRandom(`${seed}/${purpose}`),
  }
}

/** Four words from any text (cyrb128), so that neighbouring seeds share nothing. */
function spread(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h1 = h2 ^ Math.imul(h1 ^ code, 597_399_067)
    h2 = h3 ^ Math.imul(h2 ^ code, 2_869_860_233)
    h3 = h4 ^ Math.imul(h3 ^ code, 951_274_213)
    h4 = h1 ^ Math.imul(h4 ^ code, 2_716_044_179)
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597_399_067)
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2_869_860_233)
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951_274_213)
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2_716_044_179)
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1]
}

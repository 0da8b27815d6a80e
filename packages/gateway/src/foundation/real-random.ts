// The operating system's randomness. Small draws come from a pool, because each call to the system costs more than
// an id does.

import { randomFillSync } from 'node:crypto'
import type { Random } from './random.ts'

const poolBytes = 4_096

export function createRealRandom(): Random {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes

  function bytes(count: number): Uint8Array {
    if (count > poolBytes / 4) return randomFillSync(new Uint8Array(count))
    if (used + count > poolBytes) {
      randomFillSync(pool)
      used = 0
    }
    // Copied out and wiped, so that a credential never stays behind in the pool.
    const drawn = pool.slice(used, used + count)
    pool.fill(0, used, used + count)
    used += count
    return drawn
  }

  return {
    bytes,
    fraction: () => new DataView(bytes(4).buffer).getUint32(0) / 2 ** 32,
  }
}

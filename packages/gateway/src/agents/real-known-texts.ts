// Files that are read again and again and hardly ever change: as long as one is the same on the disk, what was read of it
// is given again. To look at it is one request to the system; to read it in the careful way is a dozen.

import { type BigIntStats, lstatSync } from 'node:fs'

export interface KnownTexts {
  /** Undefined if there is no such file. `read` is asked if it may have changed; its undefined is not remembered. */
  read(path: string, read: () => Promise<string | undefined>): Promise<string | undefined>
}

interface Known {
  stat: BigIntStats
  text: string
}

const textsMax = 500
/** Within one tick of its file system a file may change twice and look the same. */
const settledAfterMs = 2_000

export function createKnownTexts({ settledMs = settledAfterMs } = {}): KnownTexts {
  // The first is the one that was not asked for longest.
  const texts = new Map<string, Known>()

  function remember(path: string, known: Known): void {
    texts.delete(path)
    texts.set(path, known)
    const [oldest] = texts.keys()
    if (texts.size > textsMax && oldest !== undefined) texts.delete(oldest)
  }

  return {
    async read(path, read) {
      // Before it is read: what changes while it is read is found to be another the next time.
      const stat = lookAt(path)
      if (stat === 'missing') return undefined
      const known = texts.get(path)
      if (known && stat && isSame(known.stat, stat)) {
        remember(path, known)
        return known.text
      }
      texts.delete(path)
      const text = await read()
      const isSettled = stat !== undefined && Date.now() - Number(stat.ctimeMs) > settledMs
      if (text !== undefined && isSettled && stat.isFile()) remember(path, { stat, text })
      return text
    },
  }
}

/**
 * Undefined if that cannot be told: who reads it says why. At once, because it takes some microseconds, and a way through
 * the threads that also sync the disk takes a hundred times as long.
 */
function lookAt(path: string): BigIntStats | 'missing' | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? 'missing'
  } catch {
    return undefined
  }
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return (
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs
  )
}

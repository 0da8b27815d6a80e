// What models were told of the past, kept from one turn of a session to the next: a long conversation is read once, and
// then only what came since. Memory alone, bounded by its size; the pasts that nobody used for longest go first.
//
// The log says itself what changes in it (see extendContext). What is changed without an entry is told here, and then
// everything is built anew: that is rare.

import { limits, type SessionId } from '@heddle/contract'
import { type BuiltContext, type ContextPlace, isWhole } from './build-context.ts'

/** How much of the past is read: for another model that may be another part. */
type Reach = Pick<ContextPlace, 'bytesMax' | 'outputBytesMax'>

export interface KeptPasts {
  /** It has one holder, who may extend it. Undefined if there is none that reaches as far, or it is out of date. */
  take(sessionId: SessionId, reach: Reach): BuiltContext | undefined
  /** `asOf`: how often entries had been changed before it was built. */
  keep(sessionId: SessionId, reach: Reach, built: BuiltContext, asOf: number): void
  /** After the commit of a change that no entry tells. */
  noteChange(): void
  /** How often that was. */
  changes(): number
}

interface Kept extends Reach {
  built: BuiltContext
  bytes: number
}

export interface KeptPastLimits {
  /** Of all together, and of one. */
  bytesMax: number
  oneBytesMax: number
}

const defaultLimits: KeptPastLimits = {
  bytesMax: limits.keptPastBytesMax,
  oneBytesMax: limits.keptPastOneBytesMax,
}

/** What a piece takes besides its words. */
const pieceBytes = 300

export function createKeptPasts({ bytesMax, oneBytesMax } = defaultLimits): KeptPasts {
  // The first is the one that was not used for longest.
  const kept = new Map<SessionId, Kept>()
  let bytes = 0
  let changes = 0

  function drop(sessionId: SessionId): Kept | undefined {
    const one = kept.get(sessionId)
    if (one === undefined) return undefined
    kept.delete(sessionId)
    bytes -= one.bytes
    return one
  }

  return {
    take(sessionId, reach) {
      const one = drop(sessionId)
      if (one?.bytesMax !== reach.bytesMax || one.outputBytesMax !== reach.outputBytesMax) return undefined
      return one.built
    },
    keep(sessionId, { bytesMax: reachMax, outputBytesMax }, built, asOf) {
      drop(sessionId)
      // What was read in part would be read in another part by now.
      if (asOf !== changes || !isWhole(built, reachMax)) return
      const oneBytes = built.bytes + built.outputBytes + built.list.pieces.length * pieceBytes
      if (oneBytes > oneBytesMax) return
      kept.set(sessionId, { built, bytes: oneBytes, bytesMax: reachMax, outputBytesMax })
      bytes += oneBytes
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) return
        drop(oldest)
      }
    },
    noteChange() {
      changes++
      kept.clear()
      bytes = 0
    },
    changes: () => changes,
  }
}

// When one looks again for what may be there twice, or late (DLV3). Each look is made, and so long after the one before:
// a clock that was set forward lets none of them pass for made. Pure.

import { limits } from '@heddle/contract'
import { unreachable } from '../foundation/states.ts'

/** What the looks came to, as long as they go on. */
export interface Swept {
  /** Those that could be read. */
  reads: number
  /** For how long it could be asked for and not be read. */
  unreadMs: number
}

export interface Look {
  /** `barred`: nobody could ask, because the account pauses or is not connected. */
  end: 'read' | 'unreadable' | 'barred'
  retryAfterMs?: number | undefined
  /** From when on it may be there. */
  since: number
  now: number
  before: Swept | undefined
  /** By the clock that only grows; absent where another process made the one before, or there was none. */
  sinceLastMs?: number | undefined
}

export interface NextLook {
  at: number
  swept: Swept
}

/** Absent: it was the last one. */
export function chooseNextLook(look: Look): NextLook | undefined {
  const { now, since, retryAfterMs = limits.deliverySweepAgainMs } = look
  const before = look.before ?? { reads: 0, unreadMs: 0 }
  switch (look.end) {
    case 'read':
      return afterReading(look, before)
    case 'unreadable': {
      // What the platform asked to wait for beyond that is not time in which one looked.
      const unreadMs = before.unreadMs + Math.min(retryAfterMs, limits.deliverySweepAgainMs)
      if (unreadMs > limits.deliverySweptForMs) return undefined
      return { at: now + retryAfterMs, swept: { ...before, unreadMs } }
    }
    case 'barred':
      return now - since < limits.deliveryOldMs ? { at: now + retryAfterMs, swept: before } : undefined
    default:
      return unreachable(look.end)
  }
}

function afterReading({ now, since, sinceLastMs }: Look, before: Swept): NextLook | undefined {
  const [firstMs, lastMs] = limits.deliverySweepsMs
  const apartMs = lastMs - firstMs
  // One that came much too soon does not stand for what may happen until its time.
  const isEarly = sinceLastMs !== undefined && before.reads > 0 && sinceLastMs < apartMs / 2
  const swept = isEarly ? before : { ...before, reads: before.reads + 1 }
  const at = [since + firstMs, since + lastMs].find((time) => time > now)
  if (at !== undefined) return { at, swept }
  return swept.reads < limits.deliverySweepsMs.length ? { at: now + apartMs, swept } : undefined
}

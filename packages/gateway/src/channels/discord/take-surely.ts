// Does again what failed, for a while. After that it is left out, with a word in the log: an account must not stand
// still for ever because of one event.

import { sleepUnlessAborted } from '../../foundation/clock.ts'
import type { ChannelSurroundings } from '../channel.ts'

const triesMax = 8
const backoffFirstMs = 500
const backoffMaxMs = 60_000

/** False: it was left out. What the signal ends is neither done nor left out, and rejects. */
export async function takeSurely(
  { clock, log }: Pick<ChannelSurroundings, 'clock' | 'log'>,
  what: string,
  signal: AbortSignal,
  take: () => Promise<void>,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      await take()
      return true
    } catch (error) {
      signal.throwIfAborted()
      if (tries === triesMax) {
        log.error('something of Discord could not be taken, and is left out', { what, error })
        return false
      }
      await sleepUnlessAborted(clock, Math.min(backoffMaxMs, backoffFirstMs * 2 ** tries), signal)
    }
  }
}

// After a stop: waits a little for what was running to have ended, and says of each whether it has.

import { limits } from '@heddle/contract'
import { sleep } from '../../foundation/clock.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { Stopped } from '../sessions.ts'

const lookEveryMs = 50

export async function confirmStopped(
  deps: Pick<RoomDeps, 'store' | 'clock'>,
  stopped: Stopped,
): Promise<Stopped> {
  const begun = deps.clock.mono()
  for (;;) {
    const descendants = await deps.store.read(async (r) => {
      const now: Stopped['descendants'] = []
      for (const one of stopped.descendants) {
        const session = one.confirmed ? undefined : await r.one(selectSession({ id: one.sessionId }))
        now.push({ ...one, confirmed: session?.turn_id == null })
      }
      return now
    })
    const isLate = deps.clock.mono() - begun >= limits.stopConfirmMs
    if (isLate || descendants.every(({ confirmed }) => confirmed)) {
      return { ...stopped, descendants }
    }
    await sleep(deps.clock, lookEveryMs)
  }
}

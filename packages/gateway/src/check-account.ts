// One look at an account at its platform, by settings that are handed in, whether a gateway hears it or not (CHN5).

import { channelOpeners } from './channel-openers.ts'
import type { AccountCheck } from './channels/channel.ts'
import { createSilentLog } from './foundation/logging/log.ts'
import { createRealClock } from './foundation/real-clock.ts'
import { createRealRandom } from './foundation/real-random.ts'
import type { AccountName } from './sealed-credentials.ts'

const checkMs = 30_000

/** Undefined: there is nothing to look at on its channel. Throws where it took too long. */
export async function checkAccountOnce(
  { channel, accountId }: AccountName,
  settings: Readonly<Record<string, unknown>>,
): Promise<AccountCheck | undefined> {
  const clock = createRealClock()
  const gaveUp = new AbortController()
  const end = clock.timer(checkMs, () => gaveUp.abort(new Error('it took too long')))
  try {
    const open = await channelOpeners[channel]()
    const account = open({
      accountId,
      settings: () => settings,
      notes: nothingNoted,
      publicUrl: () => undefined,
      clock,
      random: createRealRandom(),
      log: createSilentLog(),
    })
    return await account.check?.(gaveUp.signal)
  } finally {
    end()
  }
}

/** A look remembers nothing. */
const nothingNoted = {
  read: async () => undefined,
  list: async () => new Map<string, string>(),
  write: async () => undefined,
  forget: async () => undefined,
}

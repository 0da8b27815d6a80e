// Operations on the accounts that Heddle has elsewhere.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import { checkAccountOnce } from '../check-account.ts'
import { outsideChannels } from '../choose-place-rules.ts'
import { readCredentials } from '../sealed-credentials.ts'
import { defineOperation } from './operation.ts'

export const channelOperations = {
  /** With the settings of whoever asks, and what is sealed here, which is not given out. */
  'channel.check': defineOperation({
    input: z.strictObject({
      channel: z.enum(outsideChannels),
      accountId: z.string().min(1).max(limits.placeIdCharsMax),
      settings: z.record(z.string(), z.unknown()),
    }),
    async run({ store, people, secrets, actor }, { channel, accountId, settings }) {
      people.demand(actor, 'settings.read', { kind: 'place' })
      const account = { channel, accountId }
      const sealed = await readCredentials(account, (name) => store.read((r) => secrets.read(r, name)))
      return { check: await checkAccountOnce(account, { ...sealed, ...settings }) }
    },
  }),
}

// The accounts on outside channels, as the door tells and checks them.

import { type ChannelAccountJson, refused } from '@heddle/contract'
import type { ChannelRegistry } from './channel-registry.ts'
import type { AccountCheck } from './channels/channel.ts'
import type { ChannelAccounts } from './channels/web/routes/channel-routes.ts'
import type { Clock } from './foundation/clock.ts'
import type { OpenChannels } from './open-channels.ts'
import type { PlaceRules } from './routing/place-rules.ts'

const checkMs = 30_000

export function tellAccounts(deps: {
  channels: Pick<OpenChannels, 'states'>
  registry: ChannelRegistry
  placeRules: Pick<PlaceRules, 'account'>
  clock: Clock
}): ChannelAccounts {
  const { channels, registry, placeRules, clock } = deps
  return {
    list: () =>
      channels.states().map(({ channel, accountId, state, trouble, since }): ChannelAccountJson => {
        const rules = placeRules.account(channel, accountId)
        return {
          channel,
          accountId,
          state,
          message: trouble ?? null,
          since: new Date(since).toISOString(),
          agentId: rules?.agentId ?? '',
          requireMention: rules?.requireMention ?? true,
          servers: Object.keys(rules?.allow.places ?? {}).length,
          canBeChecked: registry.find(channel, accountId)?.check !== undefined,
        }
      }),
    async check(channel, accountId): Promise<AccountCheck> {
      const account = registry.find(channel, accountId)
      if (!account?.check) {
        throw refused('unknown_channel', { message: 'There is nothing to look at on this channel.' })
      }
      const gaveUp = new AbortController()
      const end = clock.timer(checkMs, () => gaveUp.abort(new Error('it took too long')))
      try {
        return await account.check(gaveUp.signal)
      } finally {
        end()
      }
    },
  }
}

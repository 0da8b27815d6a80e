// Who can be reached outside right now, by channel and account: what the rooms ask for each thing they send or read.

import type { ChannelAccount } from './channels/channel.ts'
import type { OutboundChannels } from './delivery/ports.ts'
import type { DirectPlaces } from './notifications/ports.ts'
import type { HistoryReaders, TypingSigns } from './routing/ports.ts'

export interface ChannelRegistry {
  readonly outbound: OutboundChannels
  readonly histories: HistoryReaders
  readonly typing: TypingSigns
  readonly directPlaces: DirectPlaces
  add(account: ChannelAccount): void
  remove(channel: string, accountId: string): void
  find(channel: string, accountId: string): ChannelAccount | undefined
}

export function createChannelRegistry(): ChannelRegistry {
  const accounts = new Map<string, ChannelAccount>()
  const find = (channel: string, accountId: string) => accounts.get(nameOf(channel, accountId))
  return {
    outbound: { find: (channel, accountId) => find(channel, accountId)?.outbound },
    histories: { find: (channel, accountId) => find(channel, accountId)?.history },
    typing: { find: (channel, accountId) => find(channel, accountId)?.typing },
    directPlaces: { find: (channel, accountId) => find(channel, accountId)?.direct },
    add: (account) => void accounts.set(nameOf(account.channel, account.accountId), account),
    remove: (channel, accountId) => void accounts.delete(nameOf(channel, accountId)),
    find,
  }
}

function nameOf(channel: string, accountId: string): string {
  return `${channel}/${accountId}`
}

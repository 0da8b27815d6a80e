// Accounts on outside channels: whether they are heard, and what is missing for it.

import { type ChannelAccountJson, type ChannelCheckJson, nearest, refused } from '@heddle/contract'
import type { People } from '../../../people/people.ts'
import type { AccountCheck } from '../../channel.ts'
import { answer, type Register } from '../api/call.ts'

/** The accounts that the configuration names. */
export interface ChannelAccounts {
  list(): readonly ChannelAccountJson[]
  /** Of an account that `list` has; throws where it can not be looked at. */
  check(channel: string, accountId: string): Promise<AccountCheck>
}

export interface ChannelRoutesDeps {
  channelAccounts: ChannelAccounts
  people: Pick<People, 'demand'>
}

export function registerChannelRoutes(register: Register, deps: ChannelRoutesDeps): void {
  const { channelAccounts, people } = deps

  register('listChannels', async ({ actor }) => {
    people.demand(actor, 'settings.read', { kind: 'place' })
    return answer({ items: channelAccounts.list().map(accountJson) })
  })

  register('checkChannel', async ({ actor, path }) => {
    people.demand(actor, 'settings.change', { kind: 'place' })
    assertKnown(channelAccounts.list(), path.channel, path.account)
    return answer(checkJson(await channelAccounts.check(path.channel, path.account)))
  })
}

function assertKnown(accounts: readonly ChannelAccountJson[], channel: string, account: string): void {
  if (accounts.some((one) => one.channel === channel && one.accountId === account)) return
  const names = accounts.map((one) => `${one.channel}/${one.accountId}`)
  const near = nearest(`${channel}/${account}`, names)
  const issue = { field: 'account', message: `there is no account "${channel}/${account}"` }
  throw refused('unknown_channel', { issues: [near === undefined ? issue : { ...issue, nearest: near }] })
}

/** Field by field, so that nothing leaves that the contract does not name. */
function accountJson(account: ChannelAccountJson): ChannelAccountJson {
  const { channel, accountId, state, message, since, agentId, requireMention, servers, canBeChecked } =
    account
  return { channel, accountId, state, message, since, agentId, requireMention, servers, canBeChecked }
}

function checkJson({ findings, inviteUrl }: AccountCheck): ChannelCheckJson {
  return {
    findings: findings.map(({ state, about, text, remedy }) => ({
      state,
      about,
      text,
      remedy: remedy ?? null,
    })),
    inviteUrl: inviteUrl ?? null,
  }
}

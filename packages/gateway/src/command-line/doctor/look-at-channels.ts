// Whether the accounts on outside channels can do what they are for: each channel looks for itself (CHN5), at the platform,
// whether a gateway runs or not.

import { existsSync } from 'node:fs'
import type { AccountCheck, AccountFinding } from '../../channels/channel.ts'
import type { ChannelsConfig } from '../../channels-config-schema.ts'
import { checkAccountOnce } from '../../check-account.ts'
import { accountsOf, findAccount, type OutsideChannel } from '../../choose-place-rules.ts'
import { describeDataFolder } from '../../data-folder.ts'
import { type AccountName, credentialsLeftOut } from '../../sealed-credentials.ts'
import type { CommandContext } from '../command.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

type Around = Pick<CommandContext, 'progress' | 'call' | 'dataFolder'>

/** `only`: the accounts of one channel. */
export async function lookAtChannels(
  around: Around,
  config: ChannelsConfig,
  only?: OutsideChannel,
): Promise<Finding[]> {
  const accounts = accountsOf(config).filter(({ channel }) => only === undefined || channel === only)
  if (accounts.length === 0) return only === undefined ? [] : [noAccount(only)]
  around.progress('Looking at the channels')
  const found = await Promise.all(accounts.map((account) => lookAtAccount(around, config, account)))
  return found.flat()
}

function noAccount(channel: OutsideChannel): Finding {
  return warn(channel, 'has no account', `Name one under channels.${channel}.accounts in the configuration.`)
}

async function lookAtAccount(
  around: Around,
  config: ChannelsConfig,
  account: AccountName,
): Promise<Finding[]> {
  const { channel, accountId } = account
  const what = `${channel} ${accountId}`
  try {
    const check = await checkIt(around, account, { ...findAccount(config, channel, accountId) })
    if (!check) return [ok(what, 'is configured; there is nothing to look at')]
    return channelFindings(what, check)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [fail(what, `cannot be looked at: ${why}`, 'Try again; if it stays so, look at its settings.')]
  }
}

/** What is sealed is not given out: whoever can open it looks. */
async function checkIt(
  { call, dataFolder }: Around,
  account: AccountName,
  settings: Record<string, unknown>,
): Promise<AccountCheck | undefined> {
  const isWhole = credentialsLeftOut(account, settings).length === 0
  if (isWhole || !existsSync(describeDataFolder(dataFolder).database)) {
    return checkAccountOnce(account, settings)
  }
  const { check } = await call('channel.check', { ...account, settings })
  return check
}

export function channelFindings(what: string, { findings, inviteUrl }: AccountCheck): Finding[] {
  const told = findings.map((finding) => findingOf(what, finding))
  return inviteUrl === undefined ? told : [...told, ok(what, `invite: ${inviteUrl}`)]
}

function findingOf(what: string, { state, about, text, remedy }: AccountFinding): Finding {
  const line = `${about}: ${text}`
  if (state === 'good') return ok(what, line)
  const todo = remedy ?? 'Look at its settings.'
  return state === 'weak' ? warn(what, line, todo) : fail(what, line, todo)
}

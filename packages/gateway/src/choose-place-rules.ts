// What the file says of places, with what it leaves open filled in. Pure; asked anew for each question, so that a file
// that was read again acts on the next message.

import { limits } from '@heddle/contract'
import type { AllowConfig, ChannelsConfig, ThreadBindingsConfig } from './channels-config-schema.ts'
import {
  chooseBindingSettings,
  chooseThreadBindingRules,
  type NamedLayer,
  type ThreadBindingLayer,
} from './routing/bindings/binding-rules.ts'
import type { AccountRules, AllowRules, PlaceRules } from './routing/place-rules.ts'
import { defaultAgentId } from './routing/routing-deps.ts'

const hourMs = 3_600_000

export function createPlaceRules(config: () => ChannelsConfig, linkBase: () => string): PlaceRules {
  return {
    linkBase,
    threadBindings(channel, accountId) {
      const layers = bindingLayers(config(), channel, accountId)
      return chooseThreadBindingRules(
        channel,
        layers.map(({ said }) => said),
      )
    },
    bindingSettings: (channel, accountId) =>
      chooseBindingSettings(channel, bindingLayers(config(), channel, accountId)),
    account(channel, accountId) {
      const account = findAccount(config(), channel, accountId)
      return account && accountRules(account)
    },
    revival() {
      const { messages, tokens } = config().session?.revival ?? {}
      return {
        messages: messages ?? limits.revivalMessagesDefault,
        tokens: tokens ?? limits.revivalTokensDefault,
      }
    },
  }
}

export const outsideChannels = ['discord', 'loopback'] as const
export type OutsideChannel = (typeof outsideChannels)[number]

/** The settings that accounts have whatever their channel is, and what each channel wants besides. */
type AccountConfig = Omit<OutsideAccount, 'apiUrl' | 'token'>
type OutsideAccount = NonNullable<
  NonNullable<NonNullable<ChannelsConfig['channels']>[OutsideChannel]>['accounts']
>[string]

/** Those that the file names, on every outside channel. */
export function accountsOf(config: ChannelsConfig): { channel: OutsideChannel; accountId: string }[] {
  return outsideChannels.flatMap((channel) =>
    Object.keys(config.channels?.[channel]?.accounts ?? {}).map((accountId) => ({ channel, accountId })),
  )
}

/** As the file has it now; undefined when it is not, or no longer, there. */
export function findAccount(
  config: ChannelsConfig,
  channel: string,
  accountId: string,
): OutsideAccount | undefined {
  const outside = outsideChannels.find((name) => name === channel)
  const accounts = outside === undefined ? undefined : config.channels?.[outside]?.accounts
  return accounts !== undefined && Object.hasOwn(accounts, accountId) ? accounts[accountId] : undefined
}

/** The nearest first. */
function bindingLayers(config: ChannelsConfig, channel: string, accountId: string): NamedLayer[] {
  const ofAccount = findAccount(config, channel, accountId)?.threadBindings
  return [
    { path: `channels.${channel}.accounts.${accountId}.threadBindings`, said: layerOf(ofAccount) },
    { path: `channels.${channel}.threadBindings`, said: layerOf(channelBindings(config, channel)) },
    { path: 'session.threadBindings', said: layerOf(config.session?.threadBindings) },
  ]
}

function channelBindings({ channels }: ChannelsConfig, channel: string): ThreadBindingsConfig | undefined {
  const named = (['web', ...outsideChannels] as const).find((name) => name === channel)
  return named && channels?.[named]?.threadBindings
}

function layerOf(said: ThreadBindingsConfig | undefined): ThreadBindingLayer | undefined {
  if (said === undefined) return undefined
  const { ttlHours, maxAgeHours, ...rest } = said
  const given = Object.entries({
    ...rest,
    idleMs: ttlHours === undefined ? undefined : Math.round(ttlHours * hourMs),
    maxAgeMs: maxAgeHours === undefined ? undefined : Math.round(maxAgeHours * hourMs),
  }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

function accountRules({ agent, requireMention, allow, streaming }: AccountConfig): AccountRules {
  return {
    agentId: agent ?? defaultAgentId,
    requireMention: requireMention ?? true,
    allow: allowRules(allow),
    streaming: {
      mode: streaming?.mode ?? 'final',
      coalesceChars: streaming?.coalesceChars ?? 1_500,
      coalesceIdleMs: streaming?.coalesceIdleMs ?? 1_000,
    },
  }
}

/** What is not listed is not admitted (CHN4). */
function allowRules({ people, dms, bots, places }: AllowConfig = {}): AllowRules {
  return {
    people: people ?? [],
    dms: dms ?? 'allowed',
    bots: bots ?? 'never',
    places: Object.fromEntries(
      Object.entries(places ?? {}).map(([id, place]) => [
        id,
        { ...place, channels: place.channels ?? {}, people: place.people ?? [] },
      ]),
    ),
  }
}

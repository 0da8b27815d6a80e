// What a configuration without a word about places says of them; tests change what they need.

import { limits } from '@heddle/contract'
import {
  chooseBindingSettings,
  chooseThreadBindingRules,
  type ThreadBindingLayer,
} from '../src/routing/bindings/binding-rules.ts'
import type { AccountRules, PlaceRules } from '../src/routing/place-rules.ts'

export interface TestPlaceRules extends PlaceRules {
  /** By channel. */
  layers: Record<string, ThreadBindingLayer>
  /** By `channel/account`. */
  accounts: Record<string, AccountRules>
}

export function createTestPlaceRules(): TestPlaceRules {
  const rules: TestPlaceRules = {
    layers: {},
    accounts: {},
    threadBindings: (channel) => chooseThreadBindingRules(channel, [rules.layers[channel]]),
    bindingSettings: (channel) =>
      chooseBindingSettings(channel, [
        { path: `channels.${channel}.threadBindings`, said: rules.layers[channel] },
      ]),
    account: (channel, accountId) => rules.accounts[`${channel}/${accountId}`],
    linkBase: () => '',
    revival: () => ({ messages: limits.revivalMessagesDefault, tokens: limits.revivalTokensDefault }),
  }
  return rules
}

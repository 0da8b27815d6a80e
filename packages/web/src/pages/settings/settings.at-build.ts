// What the page knows of each setting before the server has answered.

import { type SettingDefinition, type SettingKey, settings, type SettingValues } from '@heddle/contract'

type KnownSettings = {
  [K in SettingKey]: Pick<SettingDefinition<SettingValues[K]>, 'default' | 'description'>
}

const all: [string, SettingDefinition][] = Object.entries(settings)

export const knownSettings = Object.fromEntries(
  all.map(([key, { default: fallback, description }]) => [key, { default: fallback, description }]),
  // Made from the table itself.
) as KnownSettings

// Where the vendors' APIs are, when nobody says otherwise. Pure.

import type { ProviderEntry, ProviderKind } from '../agents-config.ts'

const addresses: Readonly<Record<ProviderKind, string | undefined>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openrouter: 'https://openrouter.ai/api/v1',
  'openai-compatible': undefined,
  demo: undefined,
}

/** Undefined for the demo, which is nowhere, and for a provider that must say where it is. */
export function vendorAddress(kind: ProviderKind): string | undefined {
  return addresses[kind]
}

/** Where a provider is reached, whoever said so. */
export function addressOf({ kind, baseUrl }: Pick<ProviderEntry, 'kind' | 'baseUrl'>): string | undefined {
  return baseUrl ?? addresses[kind]
}

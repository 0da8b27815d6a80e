// Where a provider's key comes from: the profiles of agents, as far as one asks, then the provider's own. Of each the file,
// else the sealed secret, and at the very end the environment. Asked for each call, so that a new key acts at once.

import type { KeyOwner } from './choose-key-owners.ts'

export interface ApiKeySources {
  /** What the file has for the provider in the profile of that agent. */
  inProfile?(agentId: string, provider: string): string | undefined
  /** What the configuration file has for it, with ${NAME} filled in. */
  inFile(provider: string): string | undefined
  /** Undefined when there is none of that name. */
  readSecret(name: string): Promise<string | undefined>
  env: Readonly<Record<string, string | undefined>>
}

/** The provider is at another address than the one that a key was asked for. */
export class AddressChanged extends Error {
  constructor(provider: string) {
    super(`the provider ${provider} has another address now`)
    this.name = 'AddressChanged'
  }
}

export async function findApiKey(
  provider: string,
  sources: ApiKeySources,
  owners: readonly KeyOwner[] = [{ kind: 'provider' }],
): Promise<string | undefined> {
  for (const owner of owners) {
    const key =
      owner.kind === 'agent'
        ? (tidy(sources.inProfile?.(owner.id, provider)) ??
          tidy(await sources.readSecret(agentKeySecretName(owner.id, provider))))
        : (tidy(sources.inFile(provider)) ??
          tidy(await sources.readSecret(apiKeySecretName(provider))) ??
          tidy(sources.env[apiKeyVariable(provider)]))
    if (key !== undefined) return key
  }
  return undefined
}

export function agentKeySecretName(agentId: string, provider: string): string {
  return `agents.${agentId}.${provider}.apiKey`
}

export function apiKeySecretName(provider: string): string {
  return `models.${provider}.apiKey`
}

/** "open-router" → OPEN_ROUTER_API_KEY. */
export function apiKeyVariable(provider: string): string {
  return `${provider.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_API_KEY`
}

/** Keys are pasted and piped, with a line end behind them; nothing but that is no key. */
function tidy(key: string | undefined): string | undefined {
  return key?.trim() || undefined
}

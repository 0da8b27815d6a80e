// Whose key is used when an agent asks a provider (AGT7), in the order in which they are looked at. Pure.

import { normalizeHandle } from '@heddle/contract'
import type { AgentsConfig } from './agents-config.ts'
import { agentKeySecretName, apiKeySecretName, apiKeyVariable } from './find-api-key.ts'

/** A profile of an agent, or the key that the provider itself has. */
export type KeyOwner = { kind: 'agent'; id: string } | { kind: 'provider' }

const providerOnly: readonly KeyOwner[] = [{ kind: 'provider' }]

/** Its own, then the main agent's, then the provider's. Without an agent, the provider's alone. */
export function chooseKeyOwners({ agents }: AgentsConfig, agentId: string | undefined): readonly KeyOwner[] {
  if (agentId === undefined) return providerOnly
  const list = (agents?.list ?? []).map((entry) => ({ ...entry, id: normalizeHandle(entry.id) }))
  const own: KeyOwner = { kind: 'agent', id: agentId }
  if (list.find(({ id }) => id === agentId)?.auth?.isolated) return [own]
  const main = (list.find(({ id }) => id === 'main') ?? list[0])?.id ?? 'main'
  return main === agentId ? [own, ...providerOnly] : [own, { kind: 'agent', id: main }, ...providerOnly]
}

/** For people who look for the place where a key is missing. */
export function describeKeyPlaces(owners: readonly KeyOwner[], provider: string): string[] {
  return owners.flatMap((owner) =>
    owner.kind === 'agent'
      ? [
          `auth.profiles.${provider}.apiKey of the agent ${owner.id}`,
          `the secret ${agentKeySecretName(owner.id, provider)}`,
        ]
      : [
          `models.providers.${provider}.apiKey`,
          `the secret ${apiKeySecretName(provider)}`,
          `the variable ${apiKeyVariable(provider)}`,
        ],
  )
}

/** What the file has for that agent and provider. */
export function profileKey({ agents }: AgentsConfig, agentId: string, provider: string): string | undefined {
  const entry = agents?.list?.find(({ id }) => normalizeHandle(id) === agentId)
  const profiles = entry?.auth?.profiles ?? {}
  return Object.hasOwn(profiles, provider) ? profiles[provider]?.apiKey : undefined
}

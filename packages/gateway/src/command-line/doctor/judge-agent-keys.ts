// What is wrong with the keys that agents have for themselves: a profile for a provider that is not there helps nobody, and
// an isolated agent without a key of its own cannot answer. Pure.

import { nearest } from '@heddle/contract'
import type { AgentsConfig, ProviderEntry } from '../../agents/agents-config.ts'
import { agentKeySecretName, apiKeySecretName } from '../../agents/find-api-key.ts'
import { splitModelName } from '../../agents/model-name.ts'
import { vendorAddress } from '../../agents/providers/vendor-addresses.ts'
import { type Finding, warn } from './finding.ts'

/** `providers`: those of the file and of the web; `secrets`: the names of the sealed ones. */
export function judgeAgentKeys(
  { agents }: Pick<AgentsConfig, 'agents'>,
  providers: Readonly<Record<string, ProviderEntry>>,
  secrets: readonly string[],
): Finding[] {
  return (agents?.list ?? []).flatMap(({ id, model, auth }) => {
    const profiles = auth?.profiles ?? {}
    const unknown = Object.keys(profiles).filter((name) => !Object.hasOwn(providers, name))
    const provider = splitModelName(model ?? agents?.defaults?.model ?? '')?.provider ?? ''
    const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined
    const secret = agentKeySecretName(id, provider)
    const isLocked =
      auth?.isolated === true &&
      entry !== undefined &&
      wantsKey(provider, entry, secrets) &&
      !profiles[provider]?.apiKey?.trim() &&
      !secrets.includes(secret)
    return [
      ...unknown.map((name) => strangeProfile(id, name, Object.keys(providers))),
      ...(isLocked
        ? [
            warn(
              'models',
              `the agent ${id} is isolated and has no key for ${provider}`,
              `heddle secret set ${secret}`,
            ),
          ]
        : []),
    ]
  })
}

function strangeProfile(id: string, name: string, providers: readonly string[]): Finding {
  const meant = nearest(name, providers)
  const todo = meant === undefined ? 'Take it out, or add the provider.' : `Did you mean ${meant}?`
  return warn('models', `the agent ${id} has a key for ${name}, which is no provider`, todo)
}

/** As far as that can be said without asking it: where somebody gave a key, one is wanted. */
function wantsKey(
  name: string,
  { kind, baseUrl, apiKey }: ProviderEntry,
  secrets: readonly string[],
): boolean {
  const isVendors = vendorAddress(kind) !== undefined && baseUrl === undefined
  return isVendors || Boolean(apiKey?.trim()) || secrets.includes(apiKeySecretName(name))
}

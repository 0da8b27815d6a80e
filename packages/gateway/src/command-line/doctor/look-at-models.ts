// Whether the default model that admins chose is there, and whether there is a key for every vendor. Of the default model a
// running gateway says so itself; otherwise the rows are read, and held against the file.

import { existsSync } from 'node:fs'
import { providerKinds } from '@heddle/contract'
import type { AgentsConfig, ProviderEntry } from '../../agents/agents-config.ts'
import { apiKeySecretName, apiKeyVariable } from '../../agents/find-api-key.ts'
import { vendorAddress } from '../../agents/providers/vendor-addresses.ts'
import { isDangling } from '../../choose-agents-config.ts'
import type { Environment } from '../../config-environment.ts'
import type { DataFolder } from '../../data-folder.ts'
import { readSecretNames, readWebModels, type WebProviderRow } from '../../database-file-store.ts'
import { type Finding, ok, warn } from './finding.ts'
import { judgeAgentKeys } from './judge-agent-keys.ts'

export function settingsFinding(text: string): Finding {
  return warn(
    'settings',
    text,
    'Choose another one in the settings of the web app, or set its provider again.',
  )
}

export function lookAtModels(folder: DataFolder, { agents, models }: AgentsConfig): Finding[] {
  if (agents?.defaults?.model !== undefined || !existsSync(folder.database)) return []
  const found = readRows(folder.database)
  if (!found || !isDangling(found.defaultModel, { ...found.providers, ...models?.providers })) return []
  const text = `the default model "${found.defaultModel}" is not there any more; the first that is listed answers instead`
  return [settingsFinding(text)]
}

/** One finding for each provider that wants a key; nobody is asked whether it is the right one. */
export function lookAtProviders(folder: DataFolder, config: AgentsConfig, env: Environment): Finding[] {
  const hasStore = existsSync(folder.database)
  const inWeb = hasStore ? readRows(folder.database)?.providers : {}
  const secrets = hasStore ? readNames(folder.database) : []
  // A store that cannot be read is another finding, and what it holds is not known.
  if (!inWeb || !secrets) return []
  const inFile = config.models?.providers ?? {}
  const named = { ...inWeb, ...inFile }
  const ofProviders = Object.entries(named).flatMap(([name, entry]) => {
    if (vendorAddress(entry.kind) === undefined || entry.baseUrl !== undefined) return []
    const isOfFile = Object.hasOwn(inFile, name)
    const place = keyPlaceOf(name, entry, secrets, isOfFile ? env : {}) ?? profilePlaceOf(name, config)
    if (place !== undefined) return [ok('models', `${name}: the key comes from ${place}`)]
    const todo = `heddle secret set ${apiKeySecretName(name)}`
    return [warn('models', `${name} has no key, so that its models cannot answer`, todo)]
  })
  return [...ofProviders, ...judgeAgentKeys(config, named, secrets)]
}

/** As with their secrets: only for the agents that have one. */
function profilePlaceOf(name: string, { agents }: AgentsConfig): string | undefined {
  const hasKey = (agents?.list ?? []).some(({ auth }) => auth?.profiles?.[name]?.apiKey?.trim())
  return hasKey ? 'profiles of agents' : undefined
}

function keyPlaceOf(
  name: string,
  { apiKey }: ProviderEntry,
  secrets: readonly string[],
  env: Environment,
): string | undefined {
  if (apiKey?.trim()) return 'the file'
  if (secrets.includes(apiKeySecretName(name))) return 'a secret'
  if (env[apiKeyVariable(name)]?.trim()) return `the variable ${apiKeyVariable(name)}`
  // Only for the agents that have one; but they may be all that use it.
  return secrets.some((secret) => isAgentKey(secret, name)) ? 'secrets of agents' : undefined
}

function isAgentKey(secret: string, provider: string): boolean {
  return secret.startsWith('agents.') && secret.endsWith(`.${provider}.apiKey`)
}

/** Undefined when they cannot be read. */
function readNames(path: string): string[] | undefined {
  try {
    return readSecretNames(path)
  } catch {
    return undefined
  }
}

/** Undefined when they cannot be read, which is another finding. */
function readRows(
  path: string,
): { defaultModel: string; providers: Record<string, ProviderEntry> } | undefined {
  try {
    const { defaultModel, providers } = readWebModels(path)
    return {
      // The edge: what was written was checked; whatever it is now names a model or does not.
      defaultModel: String(JSON.parse(defaultModel ?? '""')),
      providers: Object.fromEntries(providers.map((row) => [row.name, entryOf(row)])),
    }
  } catch {
    return undefined
  }
}

function entryOf({ kind, base_url: baseUrl, models: text }: WebProviderRow): ProviderEntry {
  const models = JSON.parse(text) as { id: string }[]
  return {
    kind: providerKinds.find((known) => known === kind) ?? 'openai-compatible',
    ...(baseUrl !== null && { baseUrl }),
    ...(models.length > 0 && { models }),
  }
}

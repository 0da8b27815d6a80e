// Which agents and models there are, given the configuration. Pure; asked anew for each turn, so that a reload acts on
// the next one.

import { normalizeHandle } from '@heddle/contract'
import type { Agent, ModelCost, ModelInfo } from './agents.ts'
import type { AgentEntry, AgentsConfig, ModelEntry, ProviderEntry } from './agents-config.ts'
import { demoModelName, splitModelName } from './model-name.ts'
import { findUsual } from './prices/find-usual.ts'

export interface Catalogue {
  agents: readonly Agent[]
  /** The listed ones, the demo model, and those that an agent names of a provider without a list. */
  models: readonly ModelInfo[]
  /** By name; the built-in demo is always among them. */
  providers: Readonly<Record<string, ProviderEntry>>
}

export type OwnWorkspace = (agentId: string) => string | null

const freeOfCharge: ModelCost = { input: 0, output: 0, cachedInput: 0 }

/** `ownWorkspace`: the folder that an agent gets which has none configured. */
export function chooseCatalogue(config: AgentsConfig, ownWorkspace: OwnWorkspace = () => null): Catalogue {
  const configured = config.models?.providers ?? {}
  const providers: Record<string, ProviderEntry> = { ...configured }
  // A configured "demo" is the same thing; the schema lets no other kind have this name.
  providers['demo'] = { kind: 'demo', models: [{ id: 'demo' }], ...configured['demo'] }
  const fallback = config.agents?.defaults?.model ?? chooseDefaultModel(configured)
  const agents = chooseAgents(config, fallback, ownWorkspace)

  const models = new Map<string, ModelInfo>()
  for (const [provider, entry] of Object.entries(providers)) {
    for (const model of listedModels(entry)) {
      const info = describeModel(provider, entry, model)
      models.set(info.name, info)
    }
  }
  for (const model of agents.flatMap((agent) => [agent.model, ...agent.fallbackModels])) {
    const info = models.get(model) ?? describeUnlisted(providers, model)
    if (info) models.set(model, info)
  }
  return { agents, models: [...models.values()], providers }
}

/** Also a model that nobody listed, of a provider that has no list. */
export function findModelIn(catalogue: Catalogue, name: string): ModelInfo | undefined {
  return catalogue.models.find((model) => model.name === name) ?? describeUnlisted(catalogue.providers, name)
}

/** The first one that the file lists; without any provider that has a model to offer, the demo. */
export function chooseDefaultModel(providers: Readonly<Record<string, ProviderEntry>>): string {
  for (const [name, { kind, models }] of Object.entries(providers)) {
    const first = models?.[0]
    if (kind !== 'demo' && first) return `${name}/${first.id}`
  }
  return demoModelName
}

function chooseAgents(config: AgentsConfig, model: string, ownWorkspace: OwnWorkspace): Agent[] {
  const { thinking = 'off', fallbackModels = [] } = config.agents?.defaults ?? {}
  const list = config.agents?.list ?? []
  const entries: readonly AgentEntry[] = list.length > 0 ? list : [{ id: 'main', name: 'Main' }]
  return entries.map((entry) => ({
    id: normalizeHandle(entry.id),
    name: entry.name ?? entry.id,
    avatar: entry.avatar ?? null,
    model: entry.model ?? model,
    thinking: entry.thinking ?? thinking,
    workspace: entry.workspace ?? ownWorkspace(normalizeHandle(entry.id)),
    fallbackModels: entry.fallbackModels ?? fallbackModels,
  }))
}

function listedModels({ kind, models }: ProviderEntry): readonly ModelEntry[] {
  return models ?? (kind === 'demo' ? [{ id: 'demo' }] : [])
}

function describeUnlisted(
  providers: Readonly<Record<string, ProviderEntry>>,
  name: string,
): ModelInfo | undefined {
  const split = splitModelName(name)
  if (!split || !Object.hasOwn(providers, split.provider)) return undefined
  const entry = providers[split.provider]
  if (!entry || entry.kind === 'demo' || entry.models) return undefined
  return describeModel(split.provider, entry, { id: split.model })
}

function describeModel(provider: string, { kind }: ProviderEntry, model: ModelEntry): ModelInfo {
  const isDemo = kind === 'demo'
  const usual = findUsual(kind, model.id)
  const cost = model.cost ?? usual?.cost
  const listed = cost && { ...cost, cachedInput: cost.cachedInput ?? cost.input }
  return {
    name: `${provider}/${model.id}`,
    provider,
    kind,
    contextTokens: model.contextTokens ?? usual?.contextTokens ?? null,
    cost: isDemo ? freeOfCharge : (listed ?? null),
    isDemo,
    vision: !isDemo && (model.vision ?? usual?.vision ?? false),
  }
}

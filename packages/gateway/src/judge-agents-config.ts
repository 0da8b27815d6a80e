// What must hold between the sections `agents` and `models` of heddle.json5: every model and every key that is named has a
// provider, and no two agents share an id.

import { type Issue, nearest, normalizeHandle } from '@heddle/contract'
import type { AgentsConfig } from './agents/agents-config.ts'
import { splitModelName } from './agents/model-name.ts'
import { agentsSchema, modelsSchema } from './agents-config-schema.ts'

const providerName = /^[a-z0-9][a-z0-9_-]{0,63}$/i

/** What no section can see by itself. A section with mistakes of its own is left for after they are mended. */
export function judgeAgentsConfig(file: { agents?: unknown; models?: unknown }): Issue[] {
  const agents = agentsSchema.optional().safeParse(file.agents)
  const models = modelsSchema.optional().safeParse(file.models)
  return [
    ...(agents.success ? [...judgeIds(agents.data), ...judgeTargets(agents.data)] : []),
    ...(models.success ? judgeProviderNames(models.data) : []),
    ...(agents.success && models.success
      ? judgeModelNames({ agents: agents.data, models: models.data })
      : []),
  ]
}

function judgeIds(agents: AgentsConfig['agents']): Issue[] {
  const first = new Map<string, number>()
  return (agents?.list ?? []).flatMap(({ id }, i) => {
    const handle = normalizeHandle(id)
    const twin = first.get(handle)
    if (twin === undefined) first.set(handle, i)
    return twin === undefined
      ? []
      : [
          {
            field: `agents.list[${i}].id`,
            message: `${JSON.stringify(id)} is also the id of agents.list[${twin}]`,
          },
        ]
  })
}

/** Whoever names one that is not there would wonder why it is given nothing. */
function judgeTargets(agents: AgentsConfig['agents']): Issue[] {
  const list = agents?.list ?? []
  const ids = list.length === 0 ? ['main'] : list.map(({ id }) => id)
  const known = new Set(ids.map(normalizeHandle))
  const named = [
    ...nameAll('agents.defaults.subagents.allowAgents', agents?.defaults?.subagents?.allowAgents),
    ...list.flatMap(({ subagents }, i) =>
      nameAll(`agents.list[${i}].subagents.allowAgents`, subagents?.allowAgents),
    ),
  ]
  return named.flatMap(([field, id]): Issue[] => {
    if (id === '*' || known.has(normalizeHandle(id))) return []
    const meant = nearest(id, ids)
    const message = `names an agent that agents.list does not have, ${JSON.stringify(id)}`
    return [{ field, message, ...(meant !== undefined && { nearest: meant }) }]
  })
}

function judgeProviderNames(models: AgentsConfig['models']): Issue[] {
  return Object.entries(models?.providers ?? {}).flatMap(([name, { kind }]) => {
    const field = `models.providers.${name}`
    if (!providerName.test(name)) {
      return [{ field, message: 'must have a name of letters, digits, "_" and "-", 64 at most' }]
    }
    if (name.toLowerCase() !== 'demo' || (name === 'demo' && kind === 'demo')) return []
    return [{ field, message: 'is the name of the built-in demo model; choose another one' }]
  })
}

function judgeModelNames({ agents, models }: AgentsConfig): Issue[] {
  const providers = models?.providers ?? {}
  const named: [field: string, model: string | undefined][] = [
    ['agents.defaults.model', agents?.defaults?.model],
    ...nameAll('agents.defaults.fallbackModels', agents?.defaults?.fallbackModels),
    ['agents.defaults.subagents.model', agents?.defaults?.subagents?.model],
    ...(agents?.list ?? []).flatMap(
      ({ model, fallbackModels, subagents }, i): [string, string | undefined][] => [
        [`agents.list[${i}].model`, model],
        ...nameAll(`agents.list[${i}].fallbackModels`, fallbackModels),
        [`agents.list[${i}].subagents.model`, subagents?.model],
      ],
    ),
  ]
  const issues = named.flatMap(([field, model]) =>
    model === undefined ? [] : judgeModelName(field, model, providers),
  )
  return [...issues, ...judgeMissingDefault(agents, providers)]
}

function nameAll(field: string, names: readonly string[] = []): [field: string, name: string][] {
  return names.map((name, i) => [`${field}[${i}]`, name])
}

export type ProviderEntries = NonNullable<NonNullable<AgentsConfig['models']>['providers']>

/** Whether there is a model of that name, as far as can be known without asking its provider. */
export function judgeModelName(field: string, name: string, providers: ProviderEntries): Issue[] {
  const { provider, model } = splitModelName(name) ?? { provider: name, model: '' }
  const names = [...new Set([...Object.keys(providers), 'demo'])]
  const shown = JSON.stringify(name)
  if (!names.includes(provider)) {
    const meant = nearest(provider, names)
    const message = `names the provider ${JSON.stringify(provider)}, which models.providers does not have, in ${shown}`
    return [{ field, message, ...(meant !== undefined && { nearest: `${meant}/${model}` }) }]
  }
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  const isDemo = entry === undefined || entry.kind === 'demo'
  const listed = entry?.models?.map(({ id }) => id) ?? (isDemo ? ['demo'] : undefined)
  if (listed === undefined || listed.includes(model)) return []
  // Of a single one there is no doubt which is meant.
  const meant = nearest(model, listed) ?? (listed.length === 1 ? listed[0] : undefined)
  const message = `names a model that models.providers.${provider}.models does not list, ${shown}`
  return [{ field, message, ...(meant !== undefined && { nearest: `${provider}/${meant}` }) }]
}

/** Someone who set up a provider and was answered by the demo model would look for the mistake elsewhere. */
function judgeMissingDefault(agents: AgentsConfig['agents'], providers: ProviderEntries): Issue[] {
  const real = Object.entries(providers).filter(([, { kind }]) => kind !== 'demo')
  const [first] = real
  if (first === undefined || agents?.defaults?.model !== undefined) return []
  if (real.some(([, { models }]) => (models ?? []).length > 0)) return []
  const list = agents?.list ?? []
  if (list.length > 0 && list.every(({ model }) => model !== undefined)) return []
  const message = `is missing: say which model of ${first[0]} agents use, as in "${first[0]}/<model>"`
  return [{ field: 'agents.defaults.model', message }]
}

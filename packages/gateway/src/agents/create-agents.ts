// The agents room: joins the configuration, the workspace files and the providers to what agents.ts promises.

import { nearest, normalizeHandle } from '@heddle/contract'
import type { Clock } from '../foundation/clock.ts'
import type { Log } from '../foundation/logging/log.ts'
import type { Agent, Agents, Scene, StepOutcome } from './agents.ts'
import type { AgentsConfig } from './agents-config.ts'
import { type Catalogue, chooseCatalogue, findModelIn, type OwnWorkspace } from './choose-catalogue.ts'
import { chooseKeyOwners, describeKeyPlaces } from './choose-key-owners.ts'
import { chooseSubagentRules, chooseSubagentsAtOnce } from './choose-subagent-rules.ts'
import { chooseWorkspaceFiles, type WorkspaceFileName } from './choose-workspace-files.ts'
import { createOpenProviders, type ProviderSettings } from './open-providers.ts'
import type { ModelProvider } from './model.ts'
import { runModelStep } from './run-step.ts'
import { type StepLimits, stepLimits } from './step-limits.ts'
import { subagentFilterOf, toolLayerOf } from './tools/tool-layer.ts'
import { createTellTime, type WorkspaceFile, writeInstructions } from './write-instructions.ts'

export interface AgentsDeps {
  /** Asked for each call, so that a reload acts on the next turn. */
  config(): AgentsConfig
  /** May load a library. What it throws fails the step that wanted it; the next one tries again. */
  openProvider(settings: ProviderSettings): Promise<ModelProvider>
  /**
   * Read for each call of that agent to the provider at that address; undefined when there is none, which is fine for a
   * local server.
   */
  apiKey(provider: string, address: string | undefined, agentId: string): Promise<string | undefined>
  /** Undefined when there is no such file. What it throws costs the file, not the turn. */
  readWorkspaceFile(agent: Agent, name: WorkspaceFileName): Promise<string | undefined>
  /** The folder of an agent that has none configured. Absent: it has none. */
  ownWorkspace?: OwnWorkspace
  clock: Clock
  log: Log
  /** IANA name of the zone in which agents are told the time. Default: UTC. */
  timeZone?: () => string
  limits?: Partial<StepLimits>
}

export function createAgents(deps: AgentsDeps): Agents {
  const { clock, log } = deps
  const limits: StepLimits = { ...stepLimits, ...deps.limits }
  const keyPlaces = (provider: string, agentId: string) =>
    describeKeyPlaces(chooseKeyOwners(deps.config(), agentId), provider)
  const providers = createOpenProviders({ openProvider: deps.openProvider, apiKey: deps.apiKey, keyPlaces })
  const catalogue = createCatalogue(deps.config, deps.ownWorkspace)
  // At the first turn: loading the names of months and days takes 20 ms, which no start needs.
  let knownTellTime: ((now: number) => string) | undefined
  const tellTime = (now: number) => {
    knownTellTime ??= createTellTime(deps.timeZone?.() ?? 'UTC')
    return knownTellTime(now)
  }

  async function readFiles(agent: Agent, scene: Scene): Promise<WorkspaceFile[]> {
    if (agent.workspace === null) return []
    const files = await Promise.all(
      chooseWorkspaceFiles(scene).map(async (name) => {
        try {
          return { name, text: (await deps.readWorkspaceFile(agent, name)) ?? '' }
        } catch (error) {
          log.warn('a workspace file cannot be read', { agent: agent.id, name, error })
          return { name, text: '' }
        }
      }),
    )
    return files.filter(({ text }) => text !== '')
  }

  return {
    list: () => catalogue().agents,
    find(id) {
      const wanted = normalizeHandle(id)
      return catalogue().agents.find((agent) => agent.id === wanted)
    },
    subagentRules: (agentId) => chooseSubagentRules(deps.config(), agentId),
    toolLayer: (agentId) => toolLayerOf(deps.config(), normalizeHandle(agentId)),
    subagentToolFilter: () => subagentFilterOf(deps.config()),
    subagentsAtOnce: () => chooseSubagentsAtOnce(deps.config()),
    models: () => catalogue().models,
    findModel: (name) => findModelIn(catalogue(), name),
    async instruct(agent, scene) {
      const files = await readFiles(agent, scene)
      return writeInstructions({ agent, scene, files, tellTime })
    },
    async runStep(step, watch) {
      const now = catalogue()
      const name = step.model ?? step.agent.model
      const info = findModelIn(now, name)
      if (!info) return unknownModel(now, name)
      const entry = now.providers[info.provider]
      if (!entry) return unknownModel(now, name)
      const open = () => providers.open(info.provider, entry, step.agent.id)
      return runModelStep({ clock, log, limits, open }, info, step, watch)
    },
  }
}

/** The configuration is one value until it is read again, so what follows from it is worked out once for each. */
function createCatalogue(config: () => AgentsConfig, ownWorkspace?: OwnWorkspace): () => Catalogue {
  let last: { config: AgentsConfig; catalogue: Catalogue } | undefined
  return () => {
    const current = config()
    if (last?.config !== current)
      last = { config: current, catalogue: chooseCatalogue(current, ownWorkspace) }
    return last.catalogue
  }
}

function unknownModel({ models }: Catalogue, name: string): StepOutcome {
  const meant = nearest(
    name,
    models.map((model) => model.name),
  )
  const hint = meant === undefined ? 'Name one in agents.defaults.model.' : `Did you mean "${meant}"?`
  const message = `No provider has a model "${name}". ${hint}`
  return { kind: 'failed', text: '', reasoning: '', model: name, error: { kind: 'refused', message } }
}

// The agents and models in force: what the file says, and below it what admins set in the web. Pure.

import type { AgentsConfig, ProviderEntry } from './agents/agents-config.ts'
import { judgeModelName, type ProviderEntries } from './judge-agents-config.ts'

export interface WebModels {
  providers: Readonly<Record<string, ProviderEntry>>
  /** Empty, or one that is not there: whatever is listed first. */
  defaultModel: string
}

/** Whether a default model names what is not there: whoever chose it, its provider has gone since. */
export function isDangling(model: string, providers: ProviderEntries): boolean {
  return model !== '' && judgeModelName('agents.defaults.model', model, providers).length > 0
}

/** A provider that both have is the file's; those of the file come first, and so does their first model. */
export function chooseAgentsConfig(file: AgentsConfig, web: WebModels): AgentsConfig {
  const inFile = file.models?.providers ?? {}
  const added = Object.entries(web.providers).filter(([name]) => !Object.hasOwn(inFile, name))
  const providers = { ...inFile, ...Object.fromEntries(added.map(([name, entry]) => [name, guarded(entry)])) }
  const chosen = web.defaultModel !== '' && !isDangling(web.defaultModel, providers)
  const model = file.agents?.defaults?.model ?? (chosen ? web.defaultModel : undefined)
  return {
    ...file,
    agents: {
      ...file.agents,
      defaults: { ...file.agents?.defaults, ...(model !== undefined && { model }) },
    },
    models: { ...file.models, providers },
  }
}

function guarded(entry: ProviderEntry): ProviderEntry {
  return { ...entry, isGuarded: true }
}

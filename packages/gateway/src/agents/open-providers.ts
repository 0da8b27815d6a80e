// The providers that were opened, one for each way of reaching it. A change of the configuration opens a new one; the
// old one serves the answers that are under way and is forgotten.

import type { ProviderEntry, ProviderKind } from './agents-config.ts'
import type { ModelProvider } from './model.ts'

export interface ProviderSettings {
  /** As the configuration calls it. */
  name: string
  kind: ProviderKind
  /** Undefined where the kind needs none. */
  baseUrl: string | undefined
  /** Read for each call; undefined when there is none. */
  apiKey(): Promise<string | undefined>
}

export interface OpenProviders {
  open(name: string, entry: ProviderEntry): Promise<ModelProvider>
}

export function createOpenProviders(deps: {
  openProvider(settings: ProviderSettings): Promise<ModelProvider>
  apiKey(provider: string): Promise<string | undefined>
}): OpenProviders {
  const opened = new Map<string, { kind: ProviderKind; baseUrl?: string; provider: Promise<ModelProvider> }>()

  return {
    open(name, { kind, baseUrl }) {
      const known = opened.get(name)
      if (known?.kind === kind && known.baseUrl === baseUrl) return known.provider
      const provider = deps.openProvider({ name, kind, baseUrl, apiKey: () => deps.apiKey(name) })
      const entry = { kind, baseUrl, provider }
      opened.set(name, entry)
      // One that could not be opened is tried again by the next step.
      provider.catch(() => {
        if (opened.get(name) === entry) opened.delete(name)
      })
      return provider
    },
  }
}

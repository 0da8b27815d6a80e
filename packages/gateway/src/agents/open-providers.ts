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
  /** Set in the web: what is link-local is not reached. */
  isGuarded?: true | undefined
  /** Read for each call; undefined when there is none. Throws AddressChanged when it is for another address now. */
  apiKey(): Promise<string | undefined>
}

export interface OpenProviders {
  open(name: string, entry: ProviderEntry): Promise<ModelProvider>
}

interface Opened {
  kind: ProviderKind
  baseUrl: string | undefined
  isGuarded: true | undefined
  provider: Promise<ModelProvider>
}

export function createOpenProviders(deps: {
  openProvider(settings: ProviderSettings): Promise<ModelProvider>
  /** Only for that address; throws AddressChanged when the provider has another one now. */
  apiKey(provider: string, baseUrl: string | undefined): Promise<string | undefined>
}): OpenProviders {
  const opened = new Map<string, Opened>()

  return {
    open(name, { kind, baseUrl, isGuarded }) {
      const known = opened.get(name)
      const isSame = known?.kind === kind && known.baseUrl === baseUrl && known.isGuarded === isGuarded
      if (known && isSame) return known.provider
      const apiKey = () => deps.apiKey(name, baseUrl)
      const provider = deps.openProvider({ name, kind, baseUrl, isGuarded, apiKey })
      const entry = { kind, baseUrl, isGuarded, provider }
      opened.set(name, entry)
      // One that could not be opened is tried again by the next step.
      provider.catch(() => {
        if (opened.get(name) === entry) opened.delete(name)
      })
      return provider
    },
  }
}

// The providers that were opened, one for each way of reaching it and each agent, who may have a key of its own. A change
// of the configuration opens a new one; the old one serves the answers that are under way and is forgotten.

import type { ProviderEntry, ProviderKind } from './agents-config.ts'
import type { ModelProvider } from './model.ts'
import { addressOf } from './providers/vendor-addresses.ts'

export interface ProviderSettings {
  /** As the configuration calls it. */
  name: string
  kind: ProviderKind
  /** Undefined for the vendor's own address. */
  baseUrl: string | undefined
  /** Set in the web: what is link-local is not reached. */
  isGuarded?: true | undefined
  /** Read for each call; undefined when there is none. Throws AddressChanged when it is for another address now. */
  apiKey(): Promise<string | undefined>
  /** Where a key is looked for, in words. */
  keyPlaces?: () => readonly string[]
}

export interface OpenProviders {
  open(name: string, entry: ProviderEntry, agentId: string): Promise<ModelProvider>
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
  apiKey(provider: string, address: string | undefined, agentId: string): Promise<string | undefined>
  keyPlaces(provider: string, agentId: string): readonly string[]
}): OpenProviders {
  const opened = new Map<string, Opened>()

  return {
    open(name, { kind, baseUrl, isGuarded }, agentId) {
      // Neither has a slash.
      const id = `${agentId}/${name}`
      const known = opened.get(id)
      const isSame = known?.kind === kind && known.baseUrl === baseUrl && known.isGuarded === isGuarded
      if (known && isSame) return known.provider
      const address = addressOf({ kind, ...(baseUrl !== undefined && { baseUrl }) })
      const apiKey = () => deps.apiKey(name, address, agentId)
      const keyPlaces = () => deps.keyPlaces(name, agentId)
      const provider = deps.openProvider({ name, kind, baseUrl, isGuarded, apiKey, keyPlaces })
      const entry = { kind, baseUrl, isGuarded, provider }
      opened.set(id, entry)
      // One that could not be opened is tried again by the next step.
      provider.catch(() => {
        if (opened.get(id) === entry) opened.delete(id)
      })
      return provider
    },
  }
}

// Joins what reaches models: the providers in force, the network, and the test of one.

import type { ModelProvider } from './agents/model.ts'
import type { ModelTest } from './agents/model-test/test-model.ts'
import type { ProviderSettings } from './agents/open-providers.ts'
import type { ModelFetch } from './agents/providers/model-fetch.ts'
import { createProviderOpener } from './agents/providers/open-provider.ts'
import type { Clock } from './foundation/clock.ts'
import type { Reader } from './foundation/database/store.ts'
import type { Log } from './foundation/logging/log.ts'
import type { Actor } from './people/people.ts'
import { openProviders, type Providers, type ProvidersDeps } from './providers.ts'
import { createTestProvider, type TestProviderInput } from './test-provider.ts'

export interface Models extends Providers {
  openProvider(settings: ProviderSettings): Promise<ModelProvider>
  /** Never throws for what the world does; a wrong input is refused. */
  testModel(actor: Actor, input: TestProviderInput): Promise<ModelTest>
}

export interface ModelsDeps extends ProvidersDeps {
  clock: Clock
  log: Log
  fetch: ModelFetch
}

export async function openModels(r: Reader, deps: ModelsDeps): Promise<Models> {
  const { clock, log, fetch } = deps
  const providers = await openProviders(r, deps)
  const openProvider = createProviderOpener({ clock, fetch })
  return {
    ...providers,
    openProvider,
    testModel: createTestProvider({
      providers,
      gate: deps.gate,
      async test(input) {
        // Loaded when someone first tests: most starts never need it.
        const { testModel } = await import('./agents/model-test/test-model.ts')
        return testModel({ clock, log, fetch, openProvider }, input)
      },
    }),
  }
}

// Every kind of provider and how it is opened. A kind is loaded when a step first needs it: most of them are large.

import type { Clock } from '../../foundation/clock.ts'
import type { ProviderKind } from '../agents-config.ts'
import type { ModelProvider } from '../model.ts'
import type { ProviderSettings } from '../open-providers.ts'
import type { ModelFetch } from './model-fetch.ts'

export interface ProviderDeps {
  clock: Clock
  fetch: ModelFetch
}

const kinds: Record<
  ProviderKind,
  (settings: ProviderSettings, deps: ProviderDeps) => Promise<ModelProvider>
> = {
  async demo(_settings, { clock }) {
    const { createDemoModel } = await import('./demo-model.ts')
    return createDemoModel({ clock })
  },
  async 'openai-compatible'(settings, deps) {
    const { openOpenAICompatible } = await import('./openai-compatible.ts')
    return openOpenAICompatible(settings, deps)
  },
}

export function createProviderOpener(
  deps: ProviderDeps,
): (settings: ProviderSettings) => Promise<ModelProvider> {
  return (settings) => kinds[settings.kind](settings, deps)
}

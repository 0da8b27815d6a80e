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
  async openai(settings, deps) {
    const [{ openai }, open] = await Promise.all([import('./openai.ts'), loadEngine()])
    return open(openai, settings, deps)
  },
  async anthropic(settings, deps) {
    const [{ anthropic }, open] = await Promise.all([import('./anthropic.ts'), loadEngine()])
    return open(anthropic, settings, deps)
  },
  async google(settings, deps) {
    const [{ google }, open] = await Promise.all([import('./google.ts'), loadEngine()])
    return open(google, settings, deps)
  },
  async openrouter(settings, deps) {
    const [{ openrouter }, open] = await Promise.all([import('./openrouter.ts'), loadEngine()])
    return open(openrouter, settings, deps)
  },
  async 'openai-compatible'(settings, deps) {
    const [{ openaiCompatible }, open] = await Promise.all([import('./openai-compatible.ts'), loadEngine()])
    return open(openaiCompatible, settings, deps)
  },
}

async function loadEngine() {
  return (await import('./open-library-provider.ts')).openLibraryProvider
}

export function createProviderOpener(
  deps: ProviderDeps,
): (settings: ProviderSettings) => Promise<ModelProvider> {
  return (settings) => kinds[settings.kind](settings, deps)
}

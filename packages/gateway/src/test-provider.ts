// Tests a provider for an admin: one that is set already, or one that is about to be. Nothing of it is kept; the key of
// one that is set goes to its own address only.

import { badField, limits, refused } from '@heddle/contract'
import type { ProviderEntry } from './agents/agents-config.ts'
import { AddressChanged } from './agents/find-api-key.ts'
import type { ModelTest, ModelTestInput } from './agents/model-test/test-model.ts'
import type { Actor, Gate } from './people/people.ts'
import { addressOf } from './agents/providers/vendor-addresses.ts'
import { checkProvider } from './providers-judge.ts'
import type { AddedKind } from './providers-store.ts'
import { isSameAddress, type Providers, unknownProvider } from './providers.ts'

export interface TestProviderInput {
  provider?: string | undefined
  model?: string | undefined
  kind?: AddedKind | undefined
  baseUrl?: string | undefined
  apiKey?: string | undefined
}

export interface TestProviderDeps {
  providers: Pick<Providers, 'config' | 'apiKey'>
  gate: Pick<Gate, 'demand'>
  test(input: ModelTestInput): Promise<ModelTest>
}

const retryAfterMs = 2_000

export function createTestProvider(
  deps: TestProviderDeps,
): (actor: Actor, input: TestProviderInput) => Promise<ModelTest> {
  let running = 0
  return async (actor, input) => {
    deps.gate.demand(actor, 'settings.change', { kind: 'place' })
    const subject = await chooseSubject(deps.providers, input)
    if (running >= limits.modelTestsAtOnceMax) {
      const message = `${limits.modelTestsAtOnceMax} tests run already. Wait for one to end.`
      throw refused('too_many_requests', { message, retryAfterMs })
    }
    running++
    try {
      return await deps.test(subject)
    } finally {
      running--
    }
  }
}

async function chooseSubject(
  providers: TestProviderDeps['providers'],
  input: TestProviderInput,
): Promise<ModelTestInput> {
  const { provider, baseUrl, model } = input
  const isNew = baseUrl !== undefined || input.kind !== undefined
  const known = provider === undefined ? undefined : findProvider(providers, provider, isNew)
  if (known === undefined && !isNew) {
    throw badField('provider', 'is missing; name one that is set, or give a kind or a baseUrl')
  }
  if (known?.kind === 'demo') return subjectOf('demo', { kind: 'demo' }, undefined, model)
  const kind = input.kind ?? known?.kind ?? 'openai-compatible'
  const entry = checkProvider({
    kind,
    // Whoever says a kind says an address too, if only by leaving it out.
    baseUrl: input.kind === undefined ? (baseUrl ?? known?.baseUrl) : baseUrl,
    apiKey: input.apiKey,
    models: [],
  })
  const apiKey =
    input.apiKey ?? (provider && known ? await keyFor(providers, provider, known, entry) : undefined)
  const name = known && provider ? provider : new URL(addressOf(entry) ?? '').host
  return subjectOf(name, { ...entry, ...(known?.models && { models: known.models }) }, apiKey, model)
}

/** With a kind or an address beside it, the name may be one that is about to be taken. */
function findProvider(
  providers: TestProviderDeps['providers'],
  name: string,
  isNew: boolean,
): ProviderEntry | undefined {
  if (name === 'demo') return { kind: 'demo' }
  const entries = providers.config().models?.providers ?? {}
  if (Object.hasOwn(entries, name)) return entries[name]
  if (isNew) return undefined
  throw unknownProvider(name, Object.keys(entries))
}

async function keyFor(
  providers: TestProviderDeps['providers'],
  name: string,
  known: ProviderEntry,
  tested: ProviderEntry,
): Promise<string | undefined> {
  let kept: string | undefined
  try {
    kept = await providers.apiKey(name, addressOf(known))
  } catch (error) {
    if (error instanceof AddressChanged) throw badField('provider', 'was changed in this moment; try again')
    throw badField('apiKey', 'is kept, but sealed with a key that is not here; give it again')
  }
  if (kept === undefined || isSameAddress(addressOf(known), addressOf(tested))) return kept
  throw badField('apiKey', 'must be given for another address than the one that is saved')
}

function subjectOf(
  name: string,
  { kind, baseUrl, models }: ProviderEntry,
  apiKey: string | undefined,
  model: string | undefined,
): ModelTestInput {
  return { name, kind, baseUrl, apiKey, model, configured: models?.map(({ id }) => id) ?? [] }
}

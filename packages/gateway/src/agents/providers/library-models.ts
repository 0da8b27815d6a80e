// The library's models of one provider, kept from call to call: making one builds its schemas anew.

import type { ProviderSettings } from '../open-providers.ts'
import type { Dialect } from './dialect.ts'
import type { LibraryModel } from './library-model.ts'
import type { ModelFetch, ModelFlow } from './model-fetch.ts'
import { addressOf } from './vendor-addresses.ts'

export type OpenModel = (
  name: string,
  apiKey: string | undefined,
  signal: AbortSignal,
) => { model: LibraryModel; flow: ModelFlow }

const modelsKeptMax = 100

/** Another key makes another library. */
export function createModels(dialect: Dialect, settings: ProviderSettings, fetch: ModelFetch): OpenModel {
  const flows = new WeakMap<AbortSignal, ModelFlow>()
  let known:
    | { apiKey: string | undefined; models: Map<string, LibraryModel>; open(name: string): LibraryModel }
    | undefined

  function openLibrary(apiKey: string | undefined): (name: string) => LibraryModel {
    const { name, kind, baseUrl } = settings
    return dialect.openModels({
      name,
      baseUrl: addressOf({ kind, ...(baseUrl !== undefined && { baseUrl }) }) ?? '',
      // Without one the library would look into the environment by itself, whose keys are not for every address.
      apiKey: apiKey ?? 'none',
      // The library hands the call's own signal through, by which its flow is found.
      fetch: (url, init = {}) =>
        fetch(String(url), apiKey === undefined ? withoutKey(init) : init, flowOf(init.signal)),
    })
  }

  function newFlow(): ModelFlow {
    return { unreadBytes: 0, isGuarded: settings.isGuarded ?? false }
  }

  function flowOf(signal: AbortSignal | null | undefined): ModelFlow {
    return (signal && flows.get(signal)) ?? newFlow()
  }

  return (name, apiKey, signal) => {
    if (known === undefined || known.apiKey !== apiKey || known.models.size >= modelsKeptMax) {
      known = { apiKey, models: new Map(), open: openLibrary(apiKey) }
    }
    const model = known.models.get(name) ?? known.open(name)
    known.models.set(name, model)
    const flow = newFlow()
    flows.set(signal, flow)
    return { model, flow }
  }
}

const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key']

function withoutKey(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers)
  for (const header of keyHeaders) headers.delete(header)
  return { ...init, headers: Object.fromEntries(headers) }
}

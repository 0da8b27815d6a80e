// Providers of models, and the test of one. The key goes in and never comes out.

import type { ModelInput, ModelTestJson, ProviderJson } from '@heddle/contract'
import type { Reader, Tx } from '../../../foundation/database/store.ts'
import type { Actor } from '../../../people/people.ts'
import { answer, type BodyOf, type Register } from '../api/call.ts'

/** Kept at the roof, because the file has a say in it. Each verb asks the gate; every "no" names its field. */
export interface DoorModels {
  listProviders(r: Reader, actor: Actor): Promise<ProviderJson[]>
  /** `listProviders` shows it after the commit. */
  saveProvider(t: Tx, actor: Actor, name: string, input: BodyOf<'saveProvider'>): Promise<void>
  removeProvider(t: Tx, actor: Actor, name: string): Promise<void>
  /** What the world does wrong is an answer, not an error. */
  testModel(actor: Actor, input: BodyOf<'testModel'>): Promise<ModelTestJson>
}

export function registerModelRoutes(register: Register, { models }: { models: DoorModels }): void {
  register('listProviders', async ({ actor, read }) => {
    const items = await read((r) => models.listProviders(r, actor))
    return answer({ items: items.map(providerJson) })
  })

  register('saveProvider', async ({ actor, path, body, commit, read }) => {
    await commit((t) => models.saveProvider(t, actor, path.name, body))
    const saved = await read((r) => models.listProviders(r, actor))
    const provider = saved.find(({ name }) => name === path.name)
    if (!provider) throw new Error(`the provider ${path.name} was saved and is not there`)
    return answer(providerJson(provider))
  })

  register('removeProvider', async ({ actor, path, commit }) => {
    await commit((t) => models.removeProvider(t, actor, path.name))
    return answer(undefined)
  })

  register('testModel', async ({ actor, body }) => {
    const { ok, model, tookMs, message, code, models: listed } = await models.testModel(actor, body)
    const more = { ...(code !== undefined && { code }), ...(listed && { models: listed }) }
    return answer({ ok, model, tookMs, message, ...more })
  })
}

/** Field by field: an entry of the file also holds its key. */
function providerJson({ name, kind, baseUrl, models, source, keySource }: ProviderJson): ProviderJson {
  return { name, kind, baseUrl, models: models.map(modelOf), source, keySource }
}

function modelOf({ id, contextTokens, cost, vision }: ModelInput): ModelInput {
  return {
    id,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(cost && { cost }),
    ...(vision !== undefined && { vision }),
  }
}

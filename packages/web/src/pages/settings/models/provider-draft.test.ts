import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type ProviderJson, saveProviderInput, testModelInput } from '@heddle/contract'
import { bodyOf, draftOf, emptyDraft, judgeDraft, newModel, numberOf, testBodyOf } from './provider-draft.ts'

const house: ProviderJson = {
  name: 'house',
  kind: 'openai-compatible',
  baseUrl: 'https://models.example.org/v1',
  models: [
    { id: 'large', contextTokens: 131_072, cost: { input: 0.5, output: 1.5 }, vision: true },
    { id: 'small' },
  ],
  source: 'web',
  keySource: 'secret',
}

test('[UIV3] a provider that is opened and saved untouched stays as it was, key included', () => {
  const { name: _, source: __, keySource: ___, ...kept } = house
  assert.deepEqual(bodyOf(draftOf(house)), kept)
  assert.deepEqual(judgeDraft(draftOf(house), []), {})
})

test('[UIV3] a vendor needs no address, and one that is typed is sent', () => {
  const vendor = { ...emptyDraft, kind: 'anthropic', name: 'claude' } as const
  assert.deepEqual(judgeDraft(vendor, []), {})
  assert.deepEqual(bodyOf(vendor), { kind: 'anthropic', models: [] })
  assert.deepEqual(testBodyOf(vendor, undefined), { kind: 'anthropic' })
  const proxied = { ...vendor, baseUrl: ' https://proxy.example.org/v1 ' }
  assert.equal(bodyOf(proxied).baseUrl, 'https://proxy.example.org/v1')
  assert.deepEqual(Object.keys(judgeDraft({ ...vendor, baseUrl: 'proxy' }, [])), ['baseUrl'])
  const saved: ProviderJson = { ...house, kind: 'google', baseUrl: null }
  assert.deepEqual([draftOf(saved).kind, draftOf(saved).baseUrl], ['google', ''])
})

test('[UIV3] a key is kept, replaced or forgotten, and replacing wins', () => {
  assert.equal('apiKey' in bodyOf(draftOf(house)), false)
  assert.equal(bodyOf({ ...draftOf(house), apiKey: ' sk-1 ' }).apiKey, 'sk-1')
  assert.equal(bodyOf({ ...draftOf(house), forgetsKey: true }).apiKey, null)
  assert.equal(bodyOf({ ...draftOf(house), forgetsKey: true, apiKey: 'sk-2' }).apiKey, 'sk-2')
})

test('[UIV3] what is missing or wrong is said at its field, before anything is sent', () => {
  assert.deepEqual(Object.keys(judgeDraft(emptyDraft, [])), ['name', 'baseUrl'])
  assert.deepEqual(Object.keys(judgeDraft({ ...draftOf(house), name: 'My House' }, [])), ['name'])
  assert.match(judgeDraft(draftOf(house), ['house']).name ?? '', /house/)
  assert.deepEqual(Object.keys(judgeDraft({ ...draftOf(house), baseUrl: 'ftp://x' }, [])), ['baseUrl'])
})

test('[UIV3] prices and context are numbers; one price alone is not enough', () => {
  const models = [{ ...newModel('large'), contextTokens: '12.5', input: '-1', output: 'two' }]
  assert.deepEqual(Object.keys(judgeDraft({ ...draftOf(house), models }, [])), [
    'models[0].contextTokens',
    'models[0].cost.input',
    'models[0].cost.output',
  ])
  const half = [{ ...newModel('large'), input: '1' }]
  assert.deepEqual(Object.keys(judgeDraft({ ...draftOf(house), models: half }, [])), [
    'models[0].cost.output',
  ])
  assert.equal(numberOf('131,072'), 131_072)
  assert.equal(numberOf(' '), undefined)
})

test('[UIV3] the name of a model has no spaces, and the problem says which', () => {
  const models = [newModel('fine'), newModel('two words')]
  assert.match(judgeDraft({ ...draftOf(house), models }, [])['models[1].id'] ?? '', /two words/)
})

test('[UIV3] more models than a provider may have are refused before sending', () => {
  const models = Array.from({ length: limits.modelsPerProviderMax + 1 }, (_, i) => newModel(`m${i}`))
  assert.match(judgeDraft({ ...draftOf(house), models }, []).models ?? '', /100/)
})

test('[UIV3] what is sent is what the contract takes', () => {
  const draft = {
    ...draftOf(house),
    apiKey: 'sk-1',
    models: [{ ...newModel('a'), input: '0.5', output: '2', cachedInput: '0.1', contextTokens: '8 192' }],
  }
  assert.ok(saveProviderInput.safeParse(bodyOf(draft)).success)
  assert.ok(testModelInput.safeParse(testBodyOf(draft, 'house')).success)
  assert.deepEqual(bodyOf(draft).models, [
    { id: 'a', contextTokens: 8_192, cost: { input: 0.5, output: 2, cachedInput: 0.1 } },
  ])
})

test('[UIV4] a test asks with the key that is kept only as long as that one is meant', () => {
  assert.equal(testBodyOf(draftOf(house), 'house').provider, 'house')
  assert.equal(testBodyOf({ ...draftOf(house), forgetsKey: true }, 'house').provider, undefined)
  assert.equal(testBodyOf(draftOf(house), undefined).provider, undefined)
  assert.equal(testBodyOf(draftOf(house), 'house').model, 'large')
  assert.equal(testBodyOf(emptyDraft, undefined).model, undefined)
})

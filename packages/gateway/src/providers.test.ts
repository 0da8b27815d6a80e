import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDoor } from '../test-support/open-test-door.ts'
import { AddressChanged } from './agents/find-api-key.ts'
import { openProviders } from './providers.ts'
import type { ProviderInput } from './providers-judge.ts'
import { putProvider } from './providers-store.ts'

test('[PRV1] what was set is there after a restart, and what cannot be used any more is left out', async () => {
  await using house = await openTestDoor()
  const baseUrl = 'https://models.example.org/v1'
  const input = { kind: 'openai-compatible', baseUrl, apiKey: 'sk-1', models: [{ id: 'a' }] } as const
  await house.store.tx((t) => house.models.saveProvider(t, house.operator, 'openai', { ...input }))
  const broken = { kind: 'openai-compatible', base_url: 'nowhere', models: '[', updated_by: null } as const
  await house.store.tx((t) => putProvider(t, { name: 'broken', ...broken }))
  const unusable: string[] = []
  const nothing = {}
  const again = await house.store.read((r) =>
    openProviders(r, {
      ...house,
      inFile: () => nothing,
      fileName: 'heddle.json5',
      defaultModel: () => '',
      gate: house.people,
      // Of no use to a provider that the file does not set.
      env: { BROKEN_API_KEY: 'x', OPENAI_API_KEY: 'of the environment' },
      onUnusable: (name) => unusable.push(name),
    }),
  )
  assert.deepEqual(unusable, ['broken'])
  assert.deepEqual(Object.keys(again.config().models?.providers ?? {}), ['openai'])
  assert.equal(again.config(), again.config(), 'one value as long as nothing changes')
  assert.equal(await again.apiKey('openai', baseUrl), 'sk-1')
  assert.equal(await again.apiKey('broken', 'http://nowhere.example.org'), undefined)
})

test('[PRV1] a transaction that fails later leaves the providers as they were', async () => {
  await using house = await openTestDoor()
  const input = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', models: [] } as const
  await assert.rejects(
    house.store.tx(async (t) => {
      await house.models.saveProvider(t, house.operator, 'local', { ...input, models: [], apiKey: 'sk-1' })
      throw new Error('later in the same transaction')
    }),
  )
  assert.deepEqual(house.models.config().models?.providers, {})
  assert.equal(await house.models.apiKey('local', input.baseUrl), undefined)
})

test('[PRV2] a new key is not given out for the old address, whenever it was changed', async () => {
  await using house = await openTestDoor()
  const input = { kind: 'openai-compatible', models: [] } as const
  const save = (baseUrl: string, apiKey: string) =>
    house.store.tx((t) =>
      house.models.saveProvider(t, house.operator, 'router', { ...input, models: [], baseUrl, apiKey }),
    )
  const [old, moved] = ['https://old.example.org/v1', 'https://new.example.org/v1']
  await save(old, 'sk-old')
  assert.equal(await house.models.apiKey('router', `${old}/`), 'sk-old')
  const underWay = house.models.apiKey('router', old).catch((error: unknown) => error)
  await save(moved, 'sk-new')
  assert.notEqual(await underWay, 'sk-new')
  await assert.rejects(house.models.apiKey('router', old), AddressChanged)
  await assert.rejects(house.models.apiKey('router', 'https://new.example.org/v2'), AddressChanged)
  assert.equal(await house.models.apiKey('router', moved), 'sk-new')
  await house.store.tx((t) => house.models.removeProvider(t, house.operator, 'router'))
  assert.equal(await house.models.apiKey('router', moved), undefined)
})

test('[AGT7] an agent asks with its own key, and the key goes to a vendor or where the file says', async () => {
  await using house = await openTestDoor()
  const own = 'https://web.example.org/v1'
  const list = [
    { id: 'main' },
    { id: 'writer', auth: { profiles: { filed: { apiKey: 'writers' }, webbed: { apiKey: 'writers' } } } },
    { id: 'alone', auth: { isolated: true } },
  ]
  const filed = {
    kind: 'openai-compatible',
    baseUrl: 'https://file.example.org/v1',
    apiKey: 'of-the-file',
  } as const
  const file = { agents: { list }, models: { providers: { filed } } }
  await house.store.tx(async (t) => {
    const save = (name: string, more: Pick<ProviderInput, 'kind' | 'baseUrl'>) =>
      house.models.saveProvider(t, house.operator, name, { ...more, apiKey: 'of-the-web', models: [] })
    await save('webbed', { kind: 'openai-compatible', baseUrl: own })
    await save('vendor', { kind: 'anthropic' })
    await house.secrets.set(t, 'agents.alone.vendor.apiKey', 'alones')
    await house.secrets.set(t, 'agents.alone.webbed.apiKey', 'alones')
  })
  const models = await house.store.read((r) =>
    openProviders(r, {
      ...house,
      inFile: () => file,
      fileName: 'heddle.json5',
      defaultModel: () => '',
      gate: house.people,
      env: {},
    }),
  )
  assert.equal(await models.apiKey('filed', filed.baseUrl, 'writer'), 'writers')
  assert.equal(await models.apiKey('filed', filed.baseUrl, 'main'), 'of-the-file')
  assert.equal(await models.apiKey('filed', filed.baseUrl), 'of-the-file')
  assert.equal(await models.apiKey('filed', filed.baseUrl, 'alone'), undefined)
  assert.equal(await models.apiKey('webbed', own, 'writer'), 'of-the-web', 'an admin chose that address')
  assert.equal(await models.apiKey('webbed', own, 'alone'), undefined)
  const anthropic = 'https://api.anthropic.com/v1'
  assert.equal(await models.apiKey('vendor', anthropic, 'alone'), 'alones')
  assert.equal(await models.apiKey('vendor', anthropic, 'writer'), 'of-the-web')
  const elsewhere = 'https://api.openai.com/v1'
  assert.equal(await models.apiKey('vendor', elsewhere, 'alone'), undefined)
  await assert.rejects(models.apiKey('vendor', elsewhere, 'writer'), AddressChanged)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCatalogue, findModelIn } from './choose-catalogue.ts'

const baseUrl = 'http://127.0.0.1:1/v1'
const rest = { fallbackModels: [] }
const local = { kind: 'openai-compatible' as const, baseUrl }

test('[AGT1] without any configuration there is one agent, main', () => {
  for (const config of [{}, { agents: {} }, { agents: { list: [] } }, { models: { providers: {} } }]) {
    assert.deepEqual(chooseCatalogue(config).agents, [
      {
        id: 'main',
        name: 'Main',
        avatar: null,
        model: 'demo/demo',
        thinking: 'off',
        ...rest,
        workspace: null,
      },
    ])
  }
})

test('[AGT4] without a provider agents run on the demo model, which costs nothing', () => {
  const { agents, models } = chooseCatalogue({ agents: { list: [{ id: 'a' }, { id: 'b' }] } })
  assert.deepEqual(
    agents.map(({ model }) => model),
    ['demo/demo', 'demo/demo'],
  )
  assert.deepEqual(models, [
    {
      name: 'demo/demo',
      provider: 'demo',
      kind: 'demo',
      contextTokens: null,
      cost: { input: 0, output: 0, cachedInput: 0 },
      isDemo: true,
      vision: false,
    },
  ])
})

test('[AGT1] agents stand in the order of the file, each with what it says over the defaults', () => {
  const { agents } = chooseCatalogue({
    agents: {
      defaults: { model: 'local/a', thinking: 'low' },
      list: [
        {
          id: 'Weaver',
          name: 'The weaver',
          avatar: '🧵',
          model: 'local/b',
          thinking: 'high',
          workspace: '/w',
        },
        { id: 'main' },
      ],
    },
    models: { providers: { local } },
  })
  assert.deepEqual(agents, [
    {
      id: 'weaver',
      name: 'The weaver',
      avatar: '🧵',
      model: 'local/b',
      thinking: 'high',
      ...rest,
      workspace: '/w',
    },
    { id: 'main', name: 'main', avatar: null, model: 'local/a', thinking: 'low', ...rest, workspace: null },
  ])
})

test('[AGT1] an agent without a model takes the first that is listed', () => {
  const providers = {
    toy: { kind: 'demo' as const },
    bare: local,
    local: { ...local, models: [{ id: 'x' }, { id: 'y' }] },
  }
  assert.equal(chooseCatalogue({ models: { providers } }).agents[0]?.model, 'local/x')
})

test('[AGT3] models are the listed ones, the demo, and those that agents name of a provider without a list', () => {
  const catalogue = chooseCatalogue({
    agents: { defaults: { model: 'open/some/model' } },
    models: {
      providers: {
        open: local,
        priced: { ...local, models: [{ id: 'm', cost: { input: 2, output: 8 }, contextTokens: 4_096 }] },
      },
    },
  })
  assert.deepEqual(
    new Set(catalogue.models.map(({ name }) => name)),
    new Set(['open/some/model', 'priced/m', 'demo/demo']),
  )
  assert.deepEqual(findModelIn(catalogue, 'priced/m'), {
    name: 'priced/m',
    provider: 'priced',
    kind: 'openai-compatible',
    contextTokens: 4_096,
    cost: { input: 2, output: 8, cachedInput: 2 },
    isDemo: false,
    vision: false,
  })
  assert.equal(findModelIn(catalogue, 'open/another')?.cost, null)
  for (const unknown of [
    'priced/other',
    'nobody/m',
    'constructor/x',
    'open',
    'open/',
    '/x',
    '',
    'demo/other',
  ]) {
    assert.equal(findModelIn(catalogue, unknown), undefined, unknown)
  }
})

test('[FIL6] a model sees images if its entry says so, and the demo never does', () => {
  const catalogue = chooseCatalogue({
    models: { providers: { p: { ...local, models: [{ id: 'sees', vision: true }, { id: 'blind' }] } } },
  })
  const seen = ['p/sees', 'p/blind', 'demo/demo'].map((name) => findModelIn(catalogue, name)?.vision)
  assert.deepEqual(seen, [true, false, false])
})

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { maskConfigValue } from './command-line/mask-config-value.ts'
import { chooseConfig, loadConfig } from './config.ts'
import { ConfigInvalid, checkConfig } from './read-config.ts'

const path = 'heddle.json5'
const ollama = {
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: [{ id: 'llama3.2' }],
}

function mistakes(value: unknown, env = {}): (string | null)[][] {
  try {
    checkConfig(value, { path, env })
    return []
  } catch (error) {
    assert(error instanceof ConfigInvalid)
    return error.issues.map((issue) => [issue.field, issue.message, issue.nearest ?? null])
  }
}

test('[AGT1] a whole configuration of agents and models is read', () => {
  const file = checkConfig(
    {
      models: {
        providers: {
          ollama,
          router: {
            kind: 'openai-compatible',
            baseUrl: 'https://router.example/api/v1',
            apiKey: '${KEY}',
            models: [
              {
                id: 'meta/llama:free',
                cost: { input: 0.5, output: 1.5, cachedInput: 0.1 },
                contextTokens: 131_072,
                vision: true,
              },
            ],
          },
        },
      },
      agents: {
        defaults: { model: 'ollama/llama3.2', thinking: 'low' },
        list: [
          { id: 'main', name: 'Main', avatar: '🧵' },
          {
            id: 'Weaver',
            avatar: 'https://heddle.example.org/weaver.png',
            model: 'router/meta/llama:free',
            thinking: 'max',
            workspace: './weaver',
          },
          { id: 'tester', model: 'demo/demo' },
        ],
      },
    },
    { path, env: { KEY: 'sk-very-secret' } },
  )
  assert.equal(file.models?.providers?.['router']?.apiKey, 'sk-very-secret')
  const { config, entries } = chooseConfig({ flags: {}, env: {} }, file, '/data')
  assert.equal(config.agents.agents?.list?.[1]?.workspace, '/data/weaver')
  assert.deepEqual(
    entries.filter(({ from }) => from === 'file').map(({ key }) => key),
    ['agents.defaults.model', 'agents.defaults.thinking', 'agents.list', 'models.providers'],
  )
  const shown = JSON.stringify(entries.map(({ key, value }) => maskConfigValue(key, value)))
  assert(!shown.includes('very-secret'))
  assert(shown.includes('https://router.example/api/v1'))
})

test('[AGT1] keys inside of lists and named groups get their nearest right one', () => {
  assert.deepEqual(
    mistakes({
      agents: { list: [{ id: 'a' }, { id: 'b', modle: 'demo/demo' }], default: {} },
      models: { providers: { x: { kind: 'demo', models: [{ id: 'demo', contextToken: 1 }] } }, provider: {} },
    }),
    [
      ['agents.list[1].modle', 'is not a key that exists', 'agents.list[1].model'],
      ['agents.default', 'is not a key that exists', 'agents.defaults'],
      [
        'models.providers.x.models[0].contextToken',
        'is not a key that exists',
        'models.providers.x.models[0].contextTokens',
      ],
      ['models.provider', 'is not a key that exists', 'models.providers'],
    ],
  )
})

test('[AGT3] a model of a provider that does not exist is told with the nearest one', () => {
  assert.deepEqual(
    mistakes({
      models: { providers: { ollama } },
      agents: {
        defaults: { model: 'olama/llama3.2' },
        list: [
          { id: 'a', model: 'ollama/llama3.1' },
          { id: 'b', model: 'llama3.2' },
          { id: 'c', model: 'constructor/x' },
          { id: 'd', model: 'demo/demon' },
        ],
      },
    }),
    [
      [
        'agents.list[1].model',
        'must be a provider and its model, such as "ollama/llama3.2", not "llama3.2"',
        null,
      ],
    ],
  )
  assert.deepEqual(
    mistakes({
      models: { providers: { ollama } },
      agents: {
        defaults: { model: 'olama/llama3.2' },
        list: [
          { id: 'a', model: 'ollama/llama3.1' },
          { id: 'c', model: 'constructor/x' },
          { id: 'd', model: 'demo/demon' },
        ],
      },
    }),
    [
      [
        'agents.defaults.model',
        'names the provider "olama", which models.providers does not have, in "olama/llama3.2"',
        'ollama/llama3.2',
      ],
      [
        'agents.list[0].model',
        'names a model that models.providers.ollama.models does not list, "ollama/llama3.1"',
        'ollama/llama3.2',
      ],
      [
        'agents.list[1].model',
        'names the provider "constructor", which models.providers does not have, in "constructor/x"',
        null,
      ],
      [
        'agents.list[2].model',
        'names a model that models.providers.demo.models does not list, "demo/demon"',
        'demo/demo',
      ],
    ],
  )
})

test('[AGT3] a mistake elsewhere does not hide that a model has no provider', () => {
  const fields = mistakes({ team: { nam: 'x' }, agents: { defaults: { model: 'nobody/x' } } }).map(
    ([field]) => field,
  )
  assert.deepEqual(fields, ['team.nam', 'agents.defaults.model'])
})

test('[AGT3] a provider without a list takes any model, but one must be named', () => {
  const open = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' }
  const models = { providers: { local: open } }
  assert.deepEqual(mistakes({ models, agents: { defaults: { model: 'local/any:thing/at-all' } } }), [])
  assert.deepEqual(mistakes({ models }), [
    ['agents.defaults.model', 'is missing: say which model of local agents use, as in "local/<model>"', null],
  ])
  assert.deepEqual(mistakes({ models, agents: { list: [{ id: 'a', model: 'local/x' }] } }), [])
})

test('[AGT1] an agent id is a handle and belongs to one agent, whatever its case', () => {
  const ids = (...list: string[]) => mistakes({ agents: { list: list.map((id) => ({ id })) } })
  assert.deepEqual(ids('Main', 'helper', 'MAIN'), [
    ['agents.list[2].id', '"MAIN" is also the id of agents.list[0]', null],
  ])
  for (const wrong of ['', 'everyone', 'a b', 'a/b', 'dot.', 'x'.repeat(65)]) {
    assert.equal(ids(wrong)[0]?.[0], 'agents.list[0].id', wrong)
  }
})

test('[AGT3] a base URL is http or https, and holds no password, query or fragment', () => {
  const judge = (baseUrl: string) =>
    mistakes({
      models: { providers: { x: { ...ollama, baseUrl } } },
      agents: { defaults: { model: 'x/llama3.2' } },
    })[0]
  for (const fine of ['http://127.0.0.1:11434/v1', 'https://api.example.org/v1/'])
    assert.equal(judge(fine), undefined)
  for (const wrong of [
    'ftp://x/v1',
    'file:///etc',
    'localhost:11434',
    'https://x/v1?a=b',
    'https://x/v1#a',
    '',
  ]) {
    assert.equal(judge(wrong)?.[0], 'models.providers.x.baseUrl', wrong)
  }
  const withPassword = judge('https://ada:pa55word@x.example/v1')
  assert.match(String(withPassword?.[1]), /put the key into apiKey/)
  assert(!String(withPassword?.[1]).includes('pa55word'))
})

test('[AGT3] wrong values of a provider are told with their path', () => {
  assert.deepEqual(
    mistakes({
      models: {
        providers: {
          a: { kind: 'openai-compatibel', baseUrl: 'http://x/v1' },
          b: { kind: 'openai-compatible' },
          c: { ...ollama, models: [{ id: 'm', cost: { input: -1, output: 1 } }] },
          d: { ...ollama, models: [{ id: 'm' }, { id: 'm' }] },
          e: { ...ollama, apiKey: '' },
        },
      },
      agents: { defaults: { thinking: 'hihg' } },
    }),
    [
      [
        'agents.defaults.thinking',
        'must be one of "off", "minimal", "low", "medium", "high", "max", not "hihg"',
        'high',
      ],
      [
        'models.providers.a.kind',
        'must be one of "openai", "anthropic", "google", "openrouter", "openai-compatible", "demo", not "openai-compatibel"',
        'openai-compatible',
      ],
      ['models.providers.b.baseUrl', 'is missing; say where the API is', null],
      ['models.providers.c.models[0].cost.input', 'must be at least 0, not -1', null],
      ['models.providers.d.models[1]', 'has an id that is listed before it', null],
      ['models.providers.e.apiKey', 'may not be empty', null],
    ],
  )
  const named = (name: string, entry: unknown) =>
    mistakes({ models: { providers: { [name]: entry } } })[0]?.[0]
  assert.equal(named('a b', ollama), 'models.providers.a b')
  assert.equal(named('a.b', ollama), 'models.providers.a.b')
  assert.equal(named('demo', ollama), 'models.providers.demo')
  assert.equal(named('demo', { kind: 'demo' }), undefined)
})

test('[AGT1] an avatar is a web address or an emoji, never a script', () => {
  const judge = (avatar: string) => mistakes({ agents: { list: [{ id: 'a', avatar }] } }).length
  for (const fine of ['🧵', '👩‍💻', 'https://x.example/a.png']) assert.equal(judge(fine), 0, fine)
  for (const wrong of ['javascript:alert(1)', 'data:image/svg+xml,x', '', 'a b', '/etc/passwd', '<b>']) {
    assert.equal(judge(wrong), 1, wrong)
  }
})

test('[AGT1] a reload takes over agents and models without a restart', (t) => {
  const dataFolder = makeTestFolder(t)
  const config = loadConfig({ flags: {}, env: {}, dataFolder, cwd: dataFolder })
  assert.deepEqual(config.current().agents, {})
  const text = JSON.stringify({
    models: { providers: { ollama } },
    agents: { list: [{ id: 'a', workspace: 'ws' }] },
  })
  writeFileSync(join(dataFolder, 'heddle.json5'), text)
  assert.deepEqual(config.reloadConfig(), {
    kind: 'changed',
    keys: ['agents.list', 'models.providers'],
    needRestart: [],
  })
  assert.equal(config.current().agents.agents?.list?.[0]?.workspace, join(dataFolder, 'ws'))
})

test('[AGT3] a provider of a vendor needs no address, and fallback models are checked like every other', () => {
  const providers = {
    claude: { kind: 'anthropic' },
    gpt: { kind: 'openai', models: [{ id: 'gpt-5' }] },
    g: { kind: 'google' },
  }
  const defaults = { model: 'claude/x', fallbackModels: ['gpt/gpt-5', 'g/any'] }
  assert.deepEqual(mistakes({ agents: { defaults }, models: { providers } }), [])
  const list = [{ id: 'a', fallbackModels: ['gpt/gpt-6'] }]
  const wrong = {
    agents: { defaults: { ...defaults, fallbackModels: ['gtp/gpt-5', 'x'] }, list },
    models: { providers },
  }
  assert.deepEqual(
    mistakes(wrong).map(([field]) => field),
    ['agents.defaults.fallbackModels[1]'],
    'a section with mistakes of its own is left for after they are mended',
  )
  const named = { ...wrong, agents: { defaults: { ...defaults, fallbackModels: ['gtp/gpt-5'] }, list } }
  assert.deepEqual(
    mistakes(named).map(([field, , nearest]) => [field, nearest]),
    [
      ['agents.defaults.fallbackModels[0]', 'gpt/gpt-5'],
      ['agents.list[0].fallbackModels[0]', 'gpt/gpt-5'],
    ],
  )
})

test('[AGT7] [I43] keys of agents are read with what the environment fills in, and masked where they are shown', () => {
  const auth = { profiles: { claude: { apiKey: '${WRITER}' } }, isolated: true }
  const config = { agents: { list: [{ id: 'writer', model: 'demo/demo', auth }] } }
  const file = checkConfig(config, { path, env: { WRITER: 'sk-planted-4711' } })
  const { config: chosen, entries } = chooseConfig({ flags: {}, env: {} }, file, '/data')
  assert.equal(chosen.agents.agents?.list?.[0]?.auth?.profiles?.['claude']?.apiKey, 'sk-planted-4711')
  assert.doesNotMatch(JSON.stringify(entries.map(({ key, value }) => maskConfigValue(key, value))), /planted/)
  const wrong = {
    agents: { list: [{ id: 'a', auth: { profiles: { claude: { apikey: 'x' } }, isolatd: 1 } }] },
  }
  assert.deepEqual(
    mistakes(wrong).map(([field, , nearest]) => [field, nearest]),
    [
      ['agents.list[0].auth.profiles.claude.apikey', 'agents.list[0].auth.profiles.claude.apiKey'],
      ['agents.list[0].auth.isolatd', 'agents.list[0].auth.isolated'],
    ],
  )
})

test('[SUB4] [SUB5] [SUB13] the rules about sub-agents have their ranges, for all and for one', () => {
  const least = {
    runTimeoutSeconds: 0,
    maxSpawnDepth: 1,
    maxChildrenPerAgent: 1,
    archiveAfterMinutes: 1,
    allowAgents: [],
  }
  const most = {
    runTimeoutSeconds: 604_800,
    maxSpawnDepth: 5,
    maxChildrenPerAgent: 20,
    archiveAfterMinutes: 525_600,
    allowAgents: ['*'],
    model: 'demo/demo',
    thinking: 'max',
  }
  for (const subagents of [{}, least, most]) {
    const defaults = { subagents: { ...subagents, maxConcurrent: 1 } }
    assert.deepEqual(mistakes({ agents: { defaults, list: [{ id: 'main', subagents }] } }), [])
  }
  const wrong = {
    runTimeoutSeconds: [-1, 604_801, 1.5],
    maxSpawnDepth: [0, 6, 1.5],
    maxChildrenPerAgent: [0, 21],
    archiveAfterMinutes: [0, 525_601],
    maxConcurrent: [0, 257],
    thinking: ['hard'],
    allowAgents: ['main', ['']],
  }
  for (const [key, values] of Object.entries(wrong)) {
    for (const value of values) {
      const [issue, ...others] = mistakes({ agents: { defaults: { subagents: { [key]: value } } } })
      assert(issue?.[0]?.startsWith(`agents.defaults.subagents.${key}`), `${key} ${String(value)}`)
      assert.equal(others.length, 0)
    }
  }
})

test('[SUB5] how many work at once is no matter of one agent, and a slip gets its nearest right key', () => {
  const list = [{ id: 'main', subagents: { maxConcurrent: 2 } }]
  assert.equal(mistakes({ agents: { list } })[0]?.[0], 'agents.list[0].subagents.maxConcurrent')
  assert.deepEqual(mistakes({ agents: { defaults: { subagents: { maxSpawnDept: 2 } } } }), [
    [
      'agents.defaults.subagents.maxSpawnDept',
      'is not a key that exists',
      'agents.defaults.subagents.maxSpawnDepth',
    ],
  ])
})

test('[SUB3] [SUB6] what is said of sub-agents names models and agents that are there', () => {
  assert.deepEqual(
    mistakes({
      models: { providers: { ollama } },
      agents: {
        defaults: { model: 'ollama/llama3.2', subagents: { model: 'ollama/llama3.1', allowAgents: ['*'] } },
        list: [
          { id: 'main', subagents: { model: 'olama/llama3.2', allowAgents: ['MAIN', 'weavr'] } },
          { id: 'weaver' },
        ],
      },
    }),
    [
      [
        'agents.list[0].subagents.allowAgents[1]',
        'names an agent that agents.list does not have, "weavr"',
        'weaver',
      ],
      [
        'agents.defaults.subagents.model',
        'names a model that models.providers.ollama.models does not list, "ollama/llama3.1"',
        'ollama/llama3.2',
      ],
      [
        'agents.list[0].subagents.model',
        'names the provider "olama", which models.providers does not have, in "olama/llama3.2"',
        'ollama/llama3.2',
      ],
    ],
  )
})

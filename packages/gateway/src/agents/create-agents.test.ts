import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSilentLog } from '../foundation/logging/log.ts'
import { createRealClock } from '../foundation/real-clock.ts'
import type { Agent } from './agents.ts'
import type { AgentsConfig } from './agents-config.ts'
import { createAgents } from './create-agents.ts'
import type { ProviderSettings } from './open-providers.ts'
import { createProviderOpener } from './providers/open-provider.ts'

const clock = createRealClock()
const kim = { name: 'Kim', handle: 'kim' }
const watch = { onText: () => undefined, onReasoning: () => undefined }
const hello = {
  system: '',
  messages: [{ role: 'user' as const, speaker: null, text: 'hello' }],
  tools: [],
  signal: new AbortController().signal,
}

function openAgents(config: () => AgentsConfig, over: Partial<Parameters<typeof createAgents>[0]> = {}) {
  return createAgents({
    config,
    openProvider: createProviderOpener({
      clock,
      fetch: async () => {
        throw new Error('nobody goes out here')
      },
    }),
    apiKey: async () => undefined,
    readWorkspaceFile: async () => undefined,
    clock,
    log: createSilentLog(),
    ...over,
  })
}

function mainOf(agents: ReturnType<typeof createAgents>): Agent {
  const main = agents.find('main')
  assert(main)
  return main
}

test('[AGT4] with nothing configured, main answers on the demo model and says so', async () => {
  const agents = openAgents(() => ({}))
  const outcome = await agents.runStep({ agent: mainOf(agents), ...hello }, watch)
  assert(outcome.kind === 'answered')
  assert.deepEqual([outcome.model, outcome.isDemo, outcome.costMicros], ['demo/demo', true, 0])
  assert.match(outcome.text, /demo model/)
})

test('[AGT1] an agent is found by its id whatever the case', () => {
  const agents = openAgents(() => ({ agents: { list: [{ id: 'Weaver' }] } }))
  assert.equal(agents.find('WEAVER')?.id, 'weaver')
  assert.equal(agents.find('main'), undefined)
  assert.equal(agents.findModel('demo/demo')?.isDemo, true)
  assert.deepEqual(
    agents.models().map(({ name }) => name),
    ['demo/demo'],
  )
})

test('[AGT1] a change of the configuration acts on the next call, and opens the provider anew only if it changed', async () => {
  const opened: ProviderSettings[] = []
  const at = (baseUrl: string, thinking: 'low' | 'high'): AgentsConfig => ({
    agents: { defaults: { model: 'x/m', thinking } },
    models: { providers: { x: { kind: 'openai-compatible', baseUrl } } },
  })
  let config = at('http://one/v1', 'low')
  const keys: string[] = []
  const agents = openAgents(() => config, {
    apiKey: async (provider) => `key-of-${provider}`,
    openProvider: async (settings) => {
      opened.push(settings)
      return {
        async *stream() {
          keys.push((await settings.apiKey()) ?? '')
          yield {
            type: 'finish',
            reason: 'stop',
            usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
          }
        },
      }
    },
  })
  const step = () => agents.runStep({ agent: mainOf(agents), ...hello }, watch)
  await step()
  config = at('http://one/v1', 'high')
  assert.equal(mainOf(agents).thinking, 'high')
  await step()
  config = at('http://two/v1', 'high')
  await step()
  assert.deepEqual(
    opened.map(({ baseUrl }) => baseUrl),
    ['http://one/v1', 'http://two/v1'],
  )
  assert.deepEqual(keys, ['key-of-x', 'key-of-x', 'key-of-x'])
})

test('[AGT3] a provider that could not be opened is tried again by the next step', async () => {
  let tries = 0
  const agents = openAgents(() => ({}), {
    openProvider: async () => {
      if (++tries === 1) throw new Error('the library did not load')
      return {
        async *stream() {
          yield {
            type: 'finish',
            reason: 'stop',
            usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
          }
        },
      }
    },
  })
  const step = () => agents.runStep({ agent: mainOf(agents), ...hello }, watch)
  assert.equal((await step()).kind, 'failed')
  assert.equal((await step()).kind, 'answered')
})

test('[AGT2] the instructions hold the workspace files that the scene allows; one that fails costs only itself', async () => {
  const asked: string[] = []
  const agents = openAgents(() => ({ agents: { list: [{ id: 'main', workspace: '/w' }] } }), {
    async readWorkspaceFile(_agent, name) {
      asked.push(name)
      if (name === 'SOUL.md') throw new Error('the disk is broken')
      return name === 'TOOLS.md' ? undefined : `This is ${name}.`
    },
  })
  const text = await agents.instruct(mainOf(agents), {
    people: [kim],
    isShared: false,
    now: 0,
  })
  assert.deepEqual(asked, ['AGENTS.md', 'TOOLS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md'])
  for (const name of ['AGENTS.md', 'IDENTITY.md', 'USER.md']) assert(text.includes(`This is ${name}.`))
  assert(!text.includes('SOUL.md') && !text.includes('TOOLS.md'))
})

test('[CNV8] with a second person USER.md is not even opened', async () => {
  const asked: string[] = []
  const agents = openAgents(() => ({ agents: { list: [{ id: 'main', workspace: '/w' }] } }), {
    async readWorkspaceFile(_agent, name) {
      asked.push(name)
      return `This is ${name}.`
    },
  })
  const people = [kim, { name: 'Ada', handle: 'ada' }]
  const text = await agents.instruct(mainOf(agents), { people, isShared: true, now: 0 })
  assert(!asked.includes('USER.md') && !text.includes('USER.md'))
})

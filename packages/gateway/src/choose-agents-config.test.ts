import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCatalogue } from './agents/choose-catalogue.ts'
import { chooseAgentsConfig } from './choose-agents-config.ts'

const at = (port: number, ...ids: string[]) => ({
  kind: 'openai-compatible' as const,
  baseUrl: `http://127.0.0.1:${port}/v1`,
  models: ids.map((id) => ({ id })),
})
const modelOf = (config: Parameters<typeof chooseCatalogue>[0]) => chooseCatalogue(config).agents[0]?.model

test('[PRV3] the default model: the file’s word, then the web’s, then the first that is listed, then the demo', () => {
  const file = { models: { providers: { local: at(1, 'a') } } }
  const web = { providers: { router: at(2, 'b', 'c') }, defaultModel: '' }
  const said = { ...file, agents: { defaults: { model: 'local/a', thinking: 'low' as const } } }
  assert.equal(modelOf(chooseAgentsConfig(said, { ...web, defaultModel: 'router/c' })), 'local/a')
  assert.equal(modelOf(chooseAgentsConfig(file, { ...web, defaultModel: 'router/c' })), 'router/c')
  assert.equal(modelOf(chooseAgentsConfig(file, { ...web, defaultModel: 'router/gone' })), 'local/a')
  assert.equal(modelOf(chooseAgentsConfig(file, { ...web, defaultModel: 'gone/c' })), 'local/a')
  assert.equal(modelOf(chooseAgentsConfig(file, web)), 'local/a')
  assert.equal(modelOf(chooseAgentsConfig({}, web)), 'router/b')
  assert.equal(modelOf(chooseAgentsConfig({}, { providers: {}, defaultModel: '' })), 'demo/demo')
  const thinking = { agents: { defaults: { thinking: 'low' as const }, list: [{ id: 'x' }] } }
  const both = chooseAgentsConfig(thinking, { ...web, defaultModel: 'router/c' })
  assert.deepEqual(both.agents, { defaults: { thinking: 'low', model: 'router/c' }, list: [{ id: 'x' }] })
})

test('[PRV1] of two providers with one name the file’s is in force', () => {
  const config = chooseAgentsConfig(
    { models: { providers: { local: at(1, 'a') } } },
    { providers: { local: at(2, 'b'), other: at(3, 'c') }, defaultModel: '' },
  )
  assert.deepEqual(config.models?.providers, {
    local: at(1, 'a'),
    // Whoever may write the file may reach what they like.
    other: { ...at(3, 'c'), isGuarded: true },
  })
})

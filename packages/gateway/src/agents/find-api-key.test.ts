import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyOwner } from './choose-key-owners.ts'
import { apiKeyVariable, findApiKey } from './find-api-key.ts'

const sources = (file?: string, secret?: string, env: Record<string, string> = {}) => ({
  inFile: () => file,
  readSecret: async (name: string) => (name === 'models.open-router.apiKey' ? secret : undefined),
  env,
})

test('[AGT3] a key comes from the file, else the sealed secret, else the environment', async () => {
  const env = { OPEN_ROUTER_API_KEY: 'from-environment' }
  const find = (file?: string, secret?: string) => findApiKey('open-router', sources(file, secret, env))
  assert.equal(await find('from-file', 'from-secret'), 'from-file')
  assert.equal(await find(undefined, 'from-secret\n'), 'from-secret')
  assert.equal(await find(undefined, ' \n'), 'from-environment')
  assert.equal(await findApiKey('ollama', sources(undefined, 'x', env)), undefined)
  assert.equal(apiKeyVariable('open-router'), 'OPEN_ROUTER_API_KEY')
})

test('[AGT7] the keys of profiles come before the key of the provider, in the order of their owners', async () => {
  const secrets: Record<string, string> = {
    'agents.writer.open-router.apiKey': 'writers-secret',
    'models.open-router.apiKey': 'of-the-provider',
  }
  const find = (inProfile: Record<string, string>, ...owners: KeyOwner[]) =>
    findApiKey(
      'open-router',
      {
        inFile: () => undefined,
        inProfile: (id, provider) => inProfile[`${id}/${provider}`],
        readSecret: async (name) => secrets[name],
        env: {},
      },
      owners,
    )
  const agent = (id: string) => ({ kind: 'agent', id }) as const
  const provider = { kind: 'provider' } as const
  assert.equal(await find({}, agent('writer'), agent('main'), provider), 'writers-secret')
  assert.equal(await find({ 'writer/open-router': 'writers' }, agent('writer'), provider), 'writers')
  assert.equal(await find({ 'main/open-router': 'mains' }, agent('reader'), agent('main'), provider), 'mains')
  assert.equal(await find({}, agent('reader'), agent('main'), provider), 'of-the-provider')
  assert.equal(await find({ 'main/open-router': 'mains' }, agent('reader')), undefined)
})

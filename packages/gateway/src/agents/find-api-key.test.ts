import assert from 'node:assert/strict'
import { test } from 'node:test'
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

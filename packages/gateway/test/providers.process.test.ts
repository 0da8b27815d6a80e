// A model is connected in the browser's way, with a real gateway: tested, saved, used by the next turn, kept over a
// kill, and counted.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ModelTestJson, ProviderJson, UsageReportJson } from '@heddle/contract'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { runProcess, startProcess } from '../test-support/run-heddle-process.ts'

const key = 'sk-very-secret-4711'

test('[PRV1] [PRV2] [PRV4] [USG1] a model that is connected while the gateway runs answers the next message, also after a kill', async (t) => {
  const endpoint = await openModelEndpoint({ small: { pieces: 1, piece: 'From afar.' } })
  t.after(() => endpoint.close())
  const data = join(makeTestFolder(t), 'data')
  const heddle = (...args: string[]) => runProcess([...args, '--data', data])
  let gateway = await startProcess(t, ['--data', data])
  await heddle('user', 'create', 'ada', '--role', 'owner')
  const made = await heddle('token', 'create', 'ada')
  const token = made.stdout.trim().split(/\s+/).at(-1) ?? ''

  async function ask<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
    const response = await fetch(`${gateway.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    // The edge: the server holds every answer against the contract in its own tests.
    return { status: response.status, body: (await response.json()) as T }
  }

  const before = await heddle('chat', 'repeat', 'hello')
  assert.equal(before.stdout, 'hello\n', before.stderr)
  const tested = await ask<ModelTestJson>('POST', '/models/test', { baseUrl: endpoint.url, apiKey: key })
  assert.deepEqual([tested.body.ok, tested.body.models], [true, ['small']])
  const saved = await ask<ProviderJson>('PUT', '/providers/afar', {
    baseUrl: endpoint.url,
    apiKey: key,
    models: [{ id: 'small', cost: { input: 1, output: 2 } }],
  })
  assert.deepEqual([saved.status, saved.body.keySource], [200, 'secret'])
  assert.equal((await ask<ModelTestJson>('POST', '/models/test', { provider: 'afar' })).body.ok, true)
  const after = await heddle('chat', 'hello')
  assert.deepEqual([after.stdout, after.stderr], ['From afar.\n', ''], 'and nothing says demo any more')

  await gateway.end('SIGKILL')
  gateway = await startProcess(t, ['--data', data])
  assert.equal((await heddle('chat', 'again')).stdout, 'From afar.\n')
  const { body: usage } = await ask<UsageReportJson>('GET', '/usage?of=team')
  assert.deepEqual(
    usage.models.map(({ id, turns, costMicros }) => [id, turns, costMicros]),
    [
      ['afar/small', 2, 76],
      ['demo/demo', 1, 0],
    ],
  )
  assert.equal(usage.members[0]?.turns, 3)
  const logs = await heddle('logs')
  assert.doesNotMatch(logs.stdout + gateway.stderr(), /very-secret/)
  assert.equal(await gateway.end('SIGTERM'), 0)
})

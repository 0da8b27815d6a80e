import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, Refusal } from '@heddle/contract'
import { refusedWith } from '../test-support/refused-with.ts'
import { AddressChanged } from './agents/find-api-key.ts'
import type { ModelTestInput } from './agents/model-test/test-model.ts'
import { createTestProvider, type TestProviderInput } from './test-provider.ts'

const operator = { kind: 'operator', name: 'root' } as const
const answered = { ok: true, model: 'm', tookMs: 1, message: 'It answered: ok' }
const saved = {
  kind: 'openai-compatible',
  baseUrl: 'https://models.example.org/v1',
  models: [{ id: 'm' }],
} as const

function openTester(kept: () => string | undefined = () => 'sk-kept') {
  const tested: ModelTestInput[] = []
  const gate = Promise.withResolvers<void>()
  const run = createTestProvider({
    providers: {
      config: () => ({ models: { providers: { router: saved } } }),
      apiKey: async () => kept(),
    },
    gate: { demand: () => undefined },
    async test(input) {
      tested.push(input)
      await gate.promise
      return answered
    },
  })
  return { tested, gate, ask: (input: TestProviderInput) => run(operator, input) }
}

async function subjectOf(input: TestProviderInput): Promise<ModelTestInput | undefined> {
  const { tested, gate, ask } = openTester()
  gate.resolve()
  await ask(input)
  return tested[0]
}

test('[PRV4] one that is set is tested as it is, or with what is about to change', async () => {
  const plain = { name: 'router', kind: 'openai-compatible', model: undefined, configured: ['m'] }
  assert.deepEqual(await subjectOf({ provider: 'router' }), {
    ...plain,
    baseUrl: saved.baseUrl,
    apiKey: 'sk-kept',
  })
  assert.equal((await subjectOf({ provider: 'router', apiKey: 'sk-new' }))?.apiKey, 'sk-new')
  const same = await subjectOf({ provider: 'router', baseUrl: 'https://models.example.org/v1/' })
  assert.deepEqual([same?.baseUrl, same?.apiKey], ['https://models.example.org/v1/', 'sk-kept'])
  await assert.rejects(
    subjectOf({ provider: 'router', baseUrl: 'https://models.example.org/v2' }),
    refusedWith('bad_input', 'apiKey'),
  )
})

test('[PRV4] [PRV2] what was moved while its key was read is to be tested again', async () => {
  const { tested, ask } = openTester(() => {
    throw new AddressChanged('router')
  })
  await assert.rejects(ask({ provider: 'router' }), refusedWith('bad_input', 'provider'))
  assert.deepEqual(tested, [])
})

test('[PRV4] [PRV2] one that is about to be set has only the key that comes with it', async () => {
  const fresh = await subjectOf({ baseUrl: 'http://127.0.0.1:11434/v1' })
  assert.deepEqual([fresh?.name, fresh?.apiKey], ['127.0.0.1:11434', undefined])
  const named = await subjectOf({ provider: 'fresh', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'sk-1' })
  assert.deepEqual([named?.apiKey, named?.configured], ['sk-1', []])
})

test('[PRV4] [OPS6] at most 4 tests run at once; when one has ended there is room again', async () => {
  const { tested, gate, ask } = openTester()
  const running = Array.from({ length: limits.modelTestsAtOnceMax }, () => ask({ provider: 'router' }))
  await assert.rejects(ask({ provider: 'router' }), (error: unknown) => {
    assert(error instanceof Refusal)
    assert.equal(error.code, 'too_many_requests')
    return true
  })
  gate.resolve()
  await Promise.all(running)
  await ask({ provider: 'router' })
  assert.equal(tested.length, limits.modelTestsAtOnceMax + 1)
})

test('[PRV4] a kept key that cannot be opened any more is asked for, not an error', async () => {
  const { ask } = openTester(() => {
    throw new Error('sealed with another key')
  })
  await assert.rejects(ask({ provider: 'router' }), (error: unknown) => {
    assert(error instanceof Refusal)
    assert.equal(error.issues[0]?.field, 'apiKey')
    return true
  })
})

test('[PRV4] [PRV2] a vendor is tested at its own address; a kept key does not go to another vendor', async () => {
  const fresh = await subjectOf({ kind: 'anthropic', apiKey: 'sk-1' })
  assert.deepEqual([fresh?.kind, fresh?.baseUrl, fresh?.name], ['anthropic', undefined, 'api.anthropic.com'])
  const named = await subjectOf({ provider: 'claude', kind: 'anthropic', apiKey: 'sk-1' })
  assert.deepEqual([named?.kind, named?.apiKey], ['anthropic', 'sk-1'])
  await assert.rejects(subjectOf({ provider: 'router', kind: 'openai' }), refusedWith('bad_input', 'apiKey'))
  await assert.rejects(subjectOf({ kind: 'openai-compatible' }), refusedWith('bad_input', 'baseUrl'))
})

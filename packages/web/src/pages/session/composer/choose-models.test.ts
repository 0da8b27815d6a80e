import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelJson } from '@heddle/contract'
import { chooseModels, isModelChoice, shortModelName } from './choose-models.ts'

const model = (name: string): ModelJson => ({
  name,
  provider: name.split('/')[0] ?? '',
  kind: 'openai-compatible',
  contextTokens: null,
  cost: null,
  isDemo: false,
  vision: false,
})

test('[UIC4] models stand under their provider, by name', () => {
  const groups = chooseModels(['house/small', 'demo/demo', 'house/large'].map(model))
  assert.deepEqual(
    groups.map(({ provider, models }) => [provider, models.map(({ name }) => name)]),
    [
      ['house', ['house/large', 'house/small']],
      ['demo', ['demo/demo']],
    ],
  )
  assert.equal(shortModelName('house/org/large', 'house'), 'org/large')
  assert.equal(shortModelName('large', 'house'), 'large')
})

test('[UIC4] with one model there is nothing to choose, unless another was chosen before', () => {
  const one = [model('demo/demo')]
  assert.equal(isModelChoice(one, 'demo/demo', null), false)
  assert.equal(isModelChoice(one, 'demo/demo', 'demo/demo'), false)
  assert.equal(isModelChoice(one, 'demo/demo', 'house/gone'), true)
  assert.equal(isModelChoice([...one, model('house/small')], 'demo/demo', null), true)
})

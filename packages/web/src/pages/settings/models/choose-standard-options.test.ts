import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseStandardOptions } from './choose-standard-options.ts'

const models = [{ name: 'openai/gpt-5' }, { name: 'demo/demo' }]

test('[UIV5] automatic comes first, then every model once', () => {
  const values = (chosen: string | null) => chooseStandardOptions(models, chosen).map(({ value }) => value)
  assert.deepEqual(values(null), ['', 'openai/gpt-5', 'demo/demo'])
  assert.deepEqual(values('demo/demo'), ['', 'openai/gpt-5', 'demo/demo'])
})

test('[UIV5] a chosen model that is gone is still shown, and said to be', () => {
  const last = chooseStandardOptions(models, 'old/model').at(-1)
  assert.equal(last?.value, 'old/model')
  assert.match(last?.title ?? '', /not there/)
})

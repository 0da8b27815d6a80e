import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUsual } from './find-usual.ts'
import priceList from './price-list.json' with { type: 'json' }

test('[AGT3] a model of a vendor is known by its name, also as a snapshot and through OpenRouter', () => {
  const opus = findUsual('anthropic', 'claude-opus-5-5')
  assert.deepEqual([opus?.cost.input, opus?.cost.output, opus?.contextTokens], [4, 20, 1_000_000])
  assert.equal(findUsual('openrouter', 'anthropic/claude-opus-5.5'), opus)
  assert.equal(
    findUsual('anthropic', 'claude-haiku-4-5-20251001'),
    findUsual('anthropic', 'claude-haiku-4-5'),
  )
  assert.equal(findUsual('openai', 'gpt-5-2025-08-07'), findUsual('openai', 'gpt-5'))
  assert.equal(findUsual('openrouter', 'google/gemini-2.5-pro'), findUsual('google', 'gemini-2.5-pro'))
})

test('[AGT3] what only looks like a known model has no price', () => {
  assert.equal(findUsual('openai', 'gpt-5-turbo'), undefined)
  assert.equal(findUsual('openai', 'claude-opus-5-5'), undefined)
  assert.equal(findUsual('openai', 'constructor'), undefined)
  assert.equal(findUsual('openrouter', 'openai/gpt-5:free'), undefined)
  assert.equal(findUsual('openrouter', 'constructor/gpt-5'), undefined)
  assert.equal(findUsual('openai-compatible', 'gpt-5'), undefined)
})

test('[AGT3] every price of the list is one: cached is no more than input, and long is no less than short', () => {
  for (const [name, { cost, contextTokens }] of Object.values(priceList.vendors).flatMap((models) =>
    Object.entries(models),
  )) {
    assert(cost.input > 0 && cost.output > cost.input && cost.cachedInput <= cost.input, name)
    assert(contextTokens >= 100_000, name)
    if ('above' in cost) assert(cost.above.input > cost.input && cost.above.tokens < contextTokens, name)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCostMicros, tidyUsage, toCostMicros } from './count-cost.ts'

const cost = { input: 2, output: 8, cachedInput: 0.5 }

test('[AGT3] what an answer cost follows from its usage and the price of a million tokens', () => {
  assert.equal(
    countCostMicros({ inputTokens: 1_000, outputTokens: 100, cachedTokens: 400 }, cost),
    1_200 + 200 + 800,
  )
  assert.equal(countCostMicros({ inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 0 }, cost), 2_000_000)
  assert.equal(countCostMicros({ inputTokens: 3, outputTokens: 0, cachedTokens: 3 }, cost), 2)
})

test('[AGT3] without a price, or without usage, no cost is told', () => {
  assert.equal(countCostMicros({ inputTokens: 5, outputTokens: 5, cachedTokens: 0 }, null), null)
  assert.equal(countCostMicros({ inputTokens: 0, outputTokens: 0, cachedTokens: 0 }, cost), null)
  const free = { input: 0, output: 0, cachedInput: 0 }
  assert.equal(countCostMicros({ inputTokens: 0, outputTokens: 0, cachedTokens: 0 }, free), 0)
})

test('[AGT3] usage that makes no sense is none', () => {
  assert.deepEqual(tidyUsage({ inputTokens: 5, outputTokens: 2, cachedTokens: 9 }), {
    inputTokens: 5,
    outputTokens: 2,
    cachedTokens: 5,
  })
  assert.deepEqual(tidyUsage({ inputTokens: Number.NaN, outputTokens: -3, cachedTokens: Infinity }), {
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
  })
  assert.deepEqual(tidyUsage({}), { inputTokens: 0, outputTokens: 0, cachedTokens: 0 })
})

test('[AGT3] what is put into the cache has its own price, and so has a request that is very long', () => {
  const usage = { inputTokens: 1_000, outputTokens: 100, cachedTokens: 400, cacheWriteTokens: 500 }
  assert.equal(countCostMicros(usage, { ...cost, cacheWrite: 4 }), 200 + 200 + 2_000 + 800)
  assert.equal(countCostMicros(usage, cost), 200 + 200 + 1_000 + 800, 'without a price it costs what is read')
  const tiered = { ...cost, above: { tokens: 1_000, input: 20, output: 80, cachedInput: 5 } }
  assert.equal(countCostMicros({ inputTokens: 1_000, outputTokens: 0, cachedTokens: 0 }, tiered), 2_000)
  assert.equal(countCostMicros({ inputTokens: 1_001, outputTokens: 0, cachedTokens: 0 }, tiered), 20_020)
  const { cacheWriteTokens } = tidyUsage({ inputTokens: 5, cachedTokens: 3, cacheWriteTokens: 9 })
  assert.equal(cacheWriteTokens, 2, 'never more than was read')
})

test('[AGT3] a cost that a provider tells is taken as it is, if it can be one', () => {
  assert.deepEqual([0.0123, 0, 1e-9].map(toCostMicros), [12_300, 0, 0])
  for (const told of [-1, Number.NaN, Infinity, 1e300, '1', null, undefined]) {
    assert.equal(toCostMicros(told), undefined, String(told))
  }
})

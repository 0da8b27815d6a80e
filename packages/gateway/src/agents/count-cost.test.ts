import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCostMicros, tidyUsage } from './count-cost.ts'

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

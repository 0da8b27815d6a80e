import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageFiguresJson } from '@heddle/contract'
import { chooseMeasure, chooseSeries, isPriced, shareOf } from './choose-series.ts'

const figures = (costMicros: number, tokens: number): UsageFiguresJson => ({
  turns: 1,
  inputTokens: tokens,
  outputTokens: 1,
  cachedTokens: tokens,
  costMicros,
  unpricedTurns: 0,
})
const days = [
  { day: '2026-03-28', ...figures(20, 100) },
  { day: '2026-03-29', ...figures(0, 900) },
  { day: '2026-03-30', ...figures(50, 10) },
]

test('[UIU2] the chart has every day once, by cost or by tokens read and written, cached ones not twice', () => {
  assert.deepEqual(chooseSeries({ days }, 'cost'), {
    days: ['2026-03-28', '2026-03-29', '2026-03-30'],
    values: [20, 0, 50],
    total: 70,
    peak: { day: '2026-03-30', value: 50 },
  })
  assert.deepEqual(chooseSeries({ days }, 'tokens').values, [101, 901, 11])
  assert.equal(chooseSeries({ days }, 'tokens').peak?.day, '2026-03-29')
})

test('[UIU2] days without anything have no peak', () => {
  assert.equal(chooseSeries({ days: [] }, 'cost').peak, undefined)
  assert.equal(chooseSeries({ days: [{ day: '2026-03-28', ...figures(0, 5) }] }, 'cost').peak, undefined)
})

test('[UIU2] a cost that nobody can know is not told as nothing', () => {
  assert.equal(isPriced({ ...figures(0, 1), turns: 3, unpricedTurns: 3 }), false)
  // The third may be one that no model answered.
  assert.equal(isPriced({ ...figures(0, 1), turns: 3, unpricedTurns: 2 }), false)
  assert.equal(isPriced({ ...figures(1, 1), turns: 3, unpricedTurns: 2 }), true)
  assert.equal(isPriced({ ...figures(0, 1), turns: 3 }), true)
  assert.equal(isPriced({ ...figures(0, 0), turns: 0 }), true)
})

test('[UIU1] the measure is the one that was asked for, else cost where there is any, else tokens', () => {
  assert.equal(chooseMeasure(undefined, figures(20, 1)), 'cost')
  assert.equal(chooseMeasure(undefined, { ...figures(0, 1), unpricedTurns: 1 }), 'tokens')
  assert.equal(chooseMeasure('cost', figures(0, 1)), 'cost')
})

test('[UIU2] a share is a part of the whole, and of nothing it is nothing', () => {
  assert.equal(shareOf(1, 4), 0.25)
  assert.equal(shareOf(0, 0), 0)
})

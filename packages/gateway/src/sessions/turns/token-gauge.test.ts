import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenGauge } from './token-gauge.ts'
import { weighText } from './weigh-text.ts'

const place = { sessionId: 'ses_1', model: 'p/m' }

test('[SES8] how many tokens a text has is learnt from what the model counts, for each session and model', () => {
  const gauge = createTokenGauge()
  assert.equal(gauge.factor(place), 1)
  gauge.learn(place, 10_000, 7_500)
  assert.equal(gauge.factor(place), 0.75)
  assert.equal(gauge.factor({ ...place, model: 'p/other' }), 1)
  // So small a difference is not worth another request than before.
  gauge.learn(place, 10_000, 7_800)
  assert.equal(gauge.factor(place), 0.75)
  gauge.learn(place, 10_000, 20_000)
  assert.equal(gauge.factor(place), 2)
})

test('[SES8] what cannot be a count of tokens teaches nothing, and nothing goes beyond all bounds', () => {
  const gauge = createTokenGauge()
  for (const tokens of [0, 10, 2_000, 900_000]) gauge.learn(place, 10_000, tokens)
  gauge.learn(place, 100, 300)
  assert.equal(gauge.factor(place), 1)
  gauge.learn(place, 10_000, 3_500)
  assert.equal(gauge.factor(place), 0.5)
})

test('[SES8] a request that was too long teaches that there were more tokens in it', () => {
  const gauge = createTokenGauge()
  gauge.overran(place, 16_000, 32_000)
  assert.equal(gauge.factor(place), 2)
  gauge.overran(place, 20_000, 32_000)
  assert.equal(gauge.factor(place), 2.5)
  gauge.overran(place, 1, 32_000)
  assert.equal(gauge.factor(place), 3)
})

test('[SES8] a text in a script of its own weighs more than as many letters', () => {
  assert.equal(weighText('abcabc'), 2)
  assert.equal(weighText('日本語'), 3)
  assert.equal(weighText(''), 0)
})

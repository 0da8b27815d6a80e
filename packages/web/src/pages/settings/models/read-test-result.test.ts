import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '../../../format/format.ts'
import { readTestResult } from './read-test-result.ts'

const format = createFormat({ locale: 'en-GB', timeZone: 'UTC', now: () => 0 })

test('[UIV4] what worked says who answered, what, and how fast', () => {
  const reading = readTestResult(
    { ok: true, model: 'gpt-5', tookMs: 840, message: 'It answered: ready', models: ['gpt-5', 'gpt-5-mini'] },
    format,
  )
  assert.deepEqual(reading, {
    isGood: true,
    title: 'gpt-5 answered in 0.8s',
    text: 'It answered: ready',
    advice: 'The provider lists 2 models. Pick from them below.',
  })
})

test('[UIV4] a failure is named by its code and keeps the server’s sentence about what to do', () => {
  const reading = readTestResult(
    { ok: false, model: null, tookMs: 90, message: 'Check the key at the provider.', code: 'wrong_key' },
    format,
  )
  assert.equal(reading.isGood, false)
  assert.equal(reading.title, 'The provider does not accept this key')
  assert.equal(reading.text, 'Check the key at the provider.')
})

test('[UIV4] a code that this page does not know still says that it failed', () => {
  const reading = readTestResult(
    { ok: false, model: null, tookMs: 1, message: 'Something new.', code: 'moon_phase', models: ['a'] },
    format,
  )
  assert.equal(reading.title, 'The test did not work')
  assert.equal(reading.text, 'Something new.')
  assert.match(reading.advice, /1 model\b/)
})

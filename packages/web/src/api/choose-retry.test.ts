import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from './call-error.ts'
import { retryDelayMs, shouldRetry } from './choose-retry.ts'

test('[API1] only what may pass within seconds is tried again, and not for ever', () => {
  assert.equal(shouldRetry(0, new CallError('busy', '')), true)
  assert.equal(shouldRetry(2, new CallError('busy', '')), false)
  assert.equal(shouldRetry(0, new CallError('not_allowed', '')), false)
  assert.equal(shouldRetry(0, new CallError('too_many_requests', '')), false)
  assert.equal(shouldRetry(0, new Error('a mistake of ours')), false)
})

test('[API1] the wait grows, unless the server named one', () => {
  const error = new CallError('busy', '')
  assert.ok(retryDelayMs(1, error) > retryDelayMs(0, error))
  assert.equal(retryDelayMs(0, new CallError('busy', '', { retryAfterMs: 1_000 })), 1_000)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError, errorFromAnswer, isSignedOut, parseRetryAfter } from './call-error.ts'

const now = Date.parse('2026-03-14T13:05:00.000Z')

test('[R14] Retry-After is read as seconds and as a date, and never as a wait into the past', () => {
  assert.equal(parseRetryAfter('290', now), 290_000)
  assert.equal(parseRetryAfter('Sat, 14 Mar 2026 13:06:00 GMT', now), 60_000)
  assert.equal(parseRetryAfter('Sat, 14 Mar 2026 13:00:00 GMT', now), 0)
  assert.equal(parseRetryAfter('-5', now), 0)
  for (const text of [null, '', ' ', 'soon']) assert.equal(parseRetryAfter(text, now), undefined)
})

test('[API1] a code that this page does not know is not taken for another one', () => {
  const body = { error: { code: 'brand_new', message: 'No.', requestId: 'req_1' } }
  assert.equal(errorFromAnswer(409, body, null, now).code, 'not_understood')
  assert.equal(errorFromAnswer(409, body, null, now).message, 'No.')
})

test('[API1] a proxy that answers for a dead server counts as unreachable, any other foreign answer as not understood', () => {
  for (const status of [502, 503, 504])
    assert.equal(errorFromAnswer(status, undefined, null, now).code, 'unreachable')
  assert.equal(errorFromAnswer(500, '<html>', null, now).code, 'not_understood')
})

test('[PPL1] only a missing sign-in leads to sign-in, not a wrong password', () => {
  assert.equal(isSignedOut(new CallError('not_signed_in', '')), true)
  assert.equal(isSignedOut(new CallError('wrong_credentials', '')), false)
  assert.equal(isSignedOut(new Error('not_signed_in')), false)
})

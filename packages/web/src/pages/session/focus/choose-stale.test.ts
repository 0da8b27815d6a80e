import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FocusJson } from '@heddle/contract'
import { isStale } from './choose-stale.ts'

const now: FocusJson = {
  bindingId: 'bnd_1',
  sessionId: 'ses_1',
  label: 'worker',
  agentId: 'main',
  status: 'ending',
}
const answer = (data: Record<string, unknown>) => ({ ok: true, text: '', data })

test('[UIH4] what was said of a focus holds until it is another, or goes on', () => {
  const focused = answer({ bindingId: 'bnd_1', status: 'ending' })
  assert.equal(isStale(focused, now), false)
  assert.equal(isStale(focused, { ...now, status: 'active' }), true)
  assert.equal(isStale(focused, { ...now, bindingId: 'bnd_2' }), true)
  assert.equal(isStale(focused, null), true)
})

test('[UIH4] that it was left holds while nothing is focused; other answers stay', () => {
  const left = answer({ bindingId: 'bnd_1', sessionId: 'ses_1' })
  assert.equal(isStale(left, null), false)
  assert.equal(isStale(left, now), true)
  assert.equal(isStale(answer({ sessionId: 'ses_1' }), now), false)
  assert.equal(isStale(answer({ bindingId: 'bnd_1', clock: 'ttl', ms: 1 }), now), false)
})

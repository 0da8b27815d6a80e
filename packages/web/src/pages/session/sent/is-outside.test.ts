import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { isOutside } from './is-outside.ts'

const row = (kind: string, payload: Record<string, unknown>) => ({ kind, payload }) as unknown as EventJson

test('[UIH5] deliveries are asked for only where another platform has a part in it', () => {
  assert.equal(isOutside(row('message.user', { channel: 'loopback' })), true)
  assert.equal(isOutside(row('message.user', { channel: 'web' })), false)
  assert.equal(isOutside(row('message.user', {})), false)
  assert.equal(isOutside(row('binding.made', { conversation: { channel: 'loopback' } })), true)
  assert.equal(isOutside(row('binding.made', { conversation: { channel: 'web' } })), false)
  assert.equal(isOutside(row('binding.made', { conversation: null })), false)
  assert.equal(isOutside(row('notice', { channel: 'loopback' })), false)
})

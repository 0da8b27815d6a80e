import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { readBinding } from './read-binding.ts'

const row = (kind: string, payload: Record<string, unknown>) => ({ kind, payload }) as unknown as EventJson
const bound = { sessionId: 'ses_1', label: 'worker', by: 'Ann', placeKind: 'thread' }

test('[UIH3] a row says whether it is about a composer, a page or a place elsewhere', () => {
  const kindOf = (channel: string, accountId: string) => {
    const conversation = { channel, accountId, conversationId: 'x' }
    return readBinding(row('binding.made', { ...bound, conversation })).kind
  }
  assert.equal(kindOf('web', 'per_1'), 'composer')
  assert.equal(kindOf('web', 'web'), 'page')
  assert.equal(kindOf('loopback', 'main'), 'outside')
})

test('[UIH3] an end says why, one of an unknown kind says that much', () => {
  const conversation = { channel: 'loopback', accountId: 'main', conversationId: 't1' }
  const why = (reason: string) =>
    readBinding(row('binding.ended', { ...bound, conversation, why: reason })).why
  assert.equal(why('kill'), 'the sub-agent was stopped')
  assert.equal(why('a new one'), 'ended')
  assert.equal(readBinding(row('binding.made', { ...bound, conversation })).why, undefined)
})

test('[UIH3] what is redacted or of another shape is still a row', () => {
  const read = readBinding(row('binding.made', {}))
  assert.deepEqual([read.kind, read.name, read.sessionId], ['outside', 'Sub-agent', ''])
})

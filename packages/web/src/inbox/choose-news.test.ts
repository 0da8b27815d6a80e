import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notification } from '../gallery/sample-inbox.ts'
import { isFresh, isSaidHere, sayNews, sayWhat } from './choose-news.ts'

const now = Date.parse('2026-03-14T12:00:00.000Z')
const ago = (ms: number) => new Date(now - ms).toISOString()

test('[UIX4] what is only caught up with is not told, and neither is what was read meanwhile', () => {
  assert.equal(isFresh(notification({ createdAt: ago(1_000) }), now), true)
  assert.equal(isFresh(notification({ createdAt: ago(60_000) }), now), false)
  assert.equal(isFresh(notification({ createdAt: ago(1_000), readAt: ago(0) }), now), false)
})

test('[UIX4] a call that waits for one’s word is left to the alert, and the session in sight to its page', () => {
  assert.equal(isSaidHere(notification({ reason: 'approval' }), undefined), false)
  const replied = notification({ reason: 'reply_in_thread', sessionId: 'ses_1' })
  assert.equal(isSaidHere(replied, 'ses_1'), false)
  assert.equal(isSaidHere(replied, 'ses_2'), true)
})

test('[UIX4] that one is mentioned, or that something reached nobody elsewhere, is told of the session in sight too', () => {
  assert.equal(isSaidHere(notification({ reason: 'mention', sessionId: 'ses_1' }), 'ses_1'), true)
  assert.equal(isSaidHere(notification({ reason: 'delivery_gave_up', sessionId: 'ses_1' }), 'ses_1'), true)
})

test('[UIX4] one sentence says who, why and where; several are counted', () => {
  const first = notification({ reason: 'mention', sessionTitle: 'Boats' })
  assert.equal(sayNews([first], []), 'Bob Okafor mentioned you in Boats.')
  assert.equal(
    sayNews([first, notification({}), notification({})], undefined),
    'Bob Okafor mentioned you in Boats. 2 more in your inbox.',
  )
  assert.match(sayNews([notification({ sessionTitle: '' })], []), / in \S/)
})

test('[UIX1] an agent is called by its name, whatever it was called then', () => {
  const actor = { kind: 'agent', id: 'main', name: 'main' } as const
  assert.equal(sayWhat({ actor, reason: 'completion' }, [{ id: 'main', name: 'Weaver' }]), 'Weaver finished')
  assert.equal(sayWhat({ actor, reason: 'completion' }, undefined), 'main finished')
})

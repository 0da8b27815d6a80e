import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notification } from '../gallery/sample-inbox.ts'
import { pathOf } from './path-of.ts'

test('[NTF4] a row leads to the exact moment', () => {
  const said = notification({ sessionId: 'ses_1', eventId: 'evt_1', threadId: 'thr_1', replyId: 'rpl_1' })
  assert.equal(pathOf(said), '/sessions/ses_1?at=evt_1&thread=thr_1&reply=rpl_1')
})

test('[NTF4] what could not be posted leads to what it says, or to the outbox', () => {
  const stuck = { reason: 'delivery_gave_up', sessionId: 'ses_1', sourceEventId: 'dlv_1' } as const
  assert.equal(pathOf(notification({ ...stuck, eventId: 'evt_1' })), '/sessions/ses_1?at=evt_1')
  assert.equal(
    pathOf(notification({ ...stuck, eventId: 'dlv_1' })),
    '/deliveries?session=ses_1&delivery=dlv_1',
  )
})

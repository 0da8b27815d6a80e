import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseDestination } from './choose-destination.ts'

test('[RTE3] a turn answers where its messages were written', () => {
  assert.deepEqual(chooseDestination({ askedAt: 'web/web/ses_1' }), {
    kind: 'requester',
    conversation: 'web/web/ses_1',
    reason: 'asked_there',
  })
})

test('[RTE3] a turn without a place answers on its timeline alone', () => {
  assert.deepEqual(chooseDestination({ askedAt: null }), { kind: 'timeline', reason: 'no_place' })
})

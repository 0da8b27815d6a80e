import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delivery } from '../../../gallery/sample-places.ts'
import { chooseShown } from './choose-shown.ts'

test('[UIH5] of several parts in one place the one that is worst off is shown, and each place by itself', () => {
  const there = { channel: 'loopback', accountId: 'main', conversationId: 'other' }
  const shown = chooseShown([
    delivery({ id: 'dlv_1', state: 'sent' }),
    delivery({ id: 'dlv_2', state: 'gave_up', part: 1 }),
    delivery({ id: 'dlv_3', state: 'queued', part: 2 }),
    delivery({ id: 'dlv_4', conversation: there }),
    delivery({ id: 'dlv_5', conversation: null, state: 'waiting', reason: 'held' }),
  ])
  assert.deepEqual(
    shown.map(({ delivery: { id }, more }) => [id, more]),
    [
      ['dlv_2', 2],
      ['dlv_4', 0],
      ['dlv_5', 0],
    ],
  )
})

test('[UIH5] what was sent nowhere shows nothing', () => {
  assert.deepEqual(chooseShown([]), [])
})

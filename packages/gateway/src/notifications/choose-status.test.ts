import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryStates } from '@heddle/contract'
import { chooseStatus } from './choose-status.ts'

test('[NTF3] the status on a channel follows from the delivery', () => {
  const all = Object.fromEntries(deliveryStates.map((state) => [state, chooseStatus({ state, attempts: 0 })]))
  assert.deepEqual(all, {
    queued: 'pending',
    sending: 'pending',
    waiting: 'retrying',
    unknown: 'unknown',
    sent: 'delivered',
    rejected: 'failed',
    gave_up: 'failed',
    withdrawn: 'suppressed',
  })
  assert.equal(chooseStatus({ state: 'queued', attempts: 1 }), 'retrying')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryStates, settledStates } from '@heddle/contract'
import { states } from './delivery-states.ts'

test('[DLV4] the table knows every state, and nothing is settled that could still leave by itself; only what came to nothing may be found to be there', () => {
  assert.deepEqual([...states.all].sort(), [...deliveryStates].sort())
  for (const state of settledStates) {
    for (const to of ['sending', 'waiting', 'unknown'] as const) {
      assert.equal(states.canMove(state, to), false, `${state} to ${to}`)
    }
    const cameToNothing = state === 'rejected' || state === 'gave_up'
    assert.equal(states.canMove(state, 'sent'), cameToNothing, `${state} to sent`)
  }
})

test('[DLV3] what nobody knows is never sent again before it was looked for, or somebody said so', () => {
  assert.equal(states.canMove('unknown', 'sending'), false)
  assert.equal(states.canMove('unknown', 'waiting'), false)
  assert.equal(states.canMove('sending', 'queued'), false)
})

test('[DLV4] what was sent stays sent unless it is removed; what was withdrawn stays so', () => {
  assert.deepEqual(
    deliveryStates.filter((to) => states.canMove('sent', to)),
    ['withdrawn'],
  )
  assert.ok(states.isFinal('withdrawn'))
})

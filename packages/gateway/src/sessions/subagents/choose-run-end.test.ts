import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runEnds, statusOfEnd, statusWords } from '@heddle/contract'
import { chooseRunEnd } from './choose-run-end.ts'

const last = (state: 'succeeded' | 'cancelled' | 'timed_out' | 'interrupted' | 'running' | 'waiting') => ({
  state,
  reason: null,
})

test('[SUB8] a run ends as its last turn did', () => {
  for (const state of ['succeeded', 'cancelled', 'timed_out', 'interrupted'] as const) {
    assert.deepEqual(chooseRunEnd({ ending: null, reason: null }, last(state)), { state, reason: null })
  }
  for (const reason of ['refused', 'budget_exceeded', 'too_many_steps', 'internal']) {
    assert.deepEqual(chooseRunEnd({ ending: null, reason: null }, { state: 'failed', reason }), {
      state: 'failed',
      reason,
    })
  }
})

test('[SUB8] one whose turn was given up after too many crashes was interrupted', () => {
  assert.deepEqual(chooseRunEnd({ ending: null, reason: null }, { state: 'failed', reason: 'crashed' }), {
    state: 'interrupted',
    reason: 'crashed',
  })
})

test('[SUB8] what was decided about its end before it had ended holds, whatever its last turn came to', () => {
  for (const ending of ['cancelled', 'timed_out'] as const) {
    for (const state of ['succeeded', 'cancelled', 'timed_out'] as const) {
      assert.deepEqual(chooseRunEnd({ ending, reason: null }, last(state)), { state: ending, reason: null })
    }
    assert.deepEqual(chooseRunEnd({ ending, reason: null }, undefined), { state: ending, reason: null })
  }
})

test('[SUB8] one that never had a turn was cancelled, and one whose turn has no end has an unknown one', () => {
  assert.deepEqual(chooseRunEnd({ ending: null, reason: null }, undefined).state, 'cancelled')
  for (const state of ['running', 'waiting'] as const) {
    assert.deepEqual(chooseRunEnd({ ending: null, reason: null }, last(state)).state, 'unknown')
  }
})

test('[SUB8] each end has its status, and each status its words', () => {
  assert.deepEqual(
    runEnds.map((end) => [end, statusOfEnd[end], statusWords[statusOfEnd[end]]]),
    [
      ['succeeded', 'success', 'completed successfully'],
      ['failed', 'error', 'failed'],
      ['timed_out', 'timeout', 'timed out'],
      ['cancelled', 'cancelled', 'stopped'],
      ['interrupted', 'interrupted', 'interrupted by a restart'],
      ['unknown', 'unknown', 'ended, outcome unknown'],
    ],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whole } from '../../../../test/sample-log.ts'
import { chooseHeadState, headGlyphs } from './choose-state.ts'

test('[UIC8] the head says what a session does, else how its last turn ended', () => {
  assert.equal(chooseHeadState(whole({ state: 'running', seq: 9, lastOutcome: 'failed' })), 'running')
  assert.equal(chooseHeadState(whole({ state: 'idle', seq: 9, lastOutcome: 'succeeded' })), 'idle')
  assert.equal(chooseHeadState(whole({ state: 'idle', seq: 9, lastOutcome: 'cancelled' })), 'stopped')
  assert.equal(chooseHeadState(whole({ state: 'idle', seq: 9, lastOutcome: 'failed' })), 'failed')
  assert.equal(chooseHeadState(whole({ state: 'archived', seq: 9, lastOutcome: 'failed' })), 'archived')
})

test('[UIC8] where nothing was said it says so, and looks neither queued nor finished', () => {
  assert.equal(chooseHeadState(whole({ state: 'idle', seq: 0, lastOutcome: null })), 'fresh')
  assert.equal(chooseHeadState(whole({ state: 'idle', seq: 3, lastOutcome: null })), 'idle')
  assert.equal(headGlyphs.fresh, 'none')
  assert.notEqual(headGlyphs.stopped, headGlyphs.idle)
})

test('[UIA4] the head says that something waits for approval, as long as the turn runs', () => {
  assert.equal(chooseHeadState(whole({ state: 'running', seq: 9, openApprovals: 1 })), 'asks')
  assert.equal(
    chooseHeadState(whole({ state: 'idle', seq: 9, openApprovals: 1, lastOutcome: 'cancelled' })),
    'stopped',
  )
  assert.equal(headGlyphs.asks, 'waiting')
})

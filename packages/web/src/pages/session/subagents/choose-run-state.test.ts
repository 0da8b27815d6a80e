import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runStates, runStatuses, runWaits } from '@heddle/contract'
import { entry } from '../../../../test/sample-log.ts'
import { chooseRunState } from './choose-run-state.ts'

const ended = (status: string) => entry(1, 'subagent.finished', { status })

test('[UIW1] while it works its state comes from what was last read, with what it waits for', () => {
  const state = chooseRunState(undefined, { state: 'waiting', waitsFor: 'approval' })
  assert.deepEqual(state, { glyph: 'waiting', word: 'waits for approval', isLive: true })
  assert.equal(chooseRunState(undefined, { state: 'queued', waitsFor: 'capacity' })?.word, 'queued')
  assert.equal(chooseRunState(undefined, undefined), undefined)
})

test('[UIW1] its end in the log is ahead of what was read before', () => {
  const state = chooseRunState(ended('timeout'), { state: 'running', waitsFor: null })
  assert.deepEqual(state, { glyph: 'failed', word: 'timed out', isLive: false })
})

test('[UIW2] every status and every state has a sign and a word, and one that is not known is said to be unknown', () => {
  for (const status of runStatuses) assert.ok(chooseRunState(ended(status), undefined)?.word, status)
  for (const state of runStates)
    for (const waitsFor of [null, ...runWaits])
      assert.ok(chooseRunState(undefined, { state, waitsFor })?.word, state)
  assert.equal(chooseRunState(ended('exploded'), undefined)?.word, 'ended, outcome unknown')
})

test('[UIW2] of a redacted end only that it has ended is known', () => {
  const redacted = { ...entry(1, 'subagent.finished', {}), redacted: true }
  assert.deepEqual(chooseRunState(redacted, undefined), { glyph: 'none', word: 'ended', isLive: false })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerFrame } from '@heddle/contract'
import { event, scope, snapshot } from '../gallery/sample-sessions.ts'
import { applyProgress, noProgress } from './tool-progress.ts'

const told = (eventId: string, text: string): ServerFrame => ({
  type: 'eph',
  scope,
  kind: 'progress',
  eventId,
  text,
})
const happened = (kind: string, causedBy?: string): ServerFrame => ({
  type: 'ev',
  scope,
  ...event(9, kind, {}, causedBy === undefined ? {} : { causedBy }),
})

test('[UIT7] what a tool puts out replaces what it had put out, call by call', () => {
  const first = applyProgress(noProgress, told('evt_1', 'one'))
  const second = applyProgress(applyProgress(first, told('evt_2', 'other')), told('evt_1', 'one two'))
  assert.deepEqual(
    [...second],
    [
      ['evt_1', 'one two'],
      ['evt_2', 'other'],
    ],
  )
})

test('[UIT7] with its result a call has no progress any more, and after its turn none has', () => {
  const both = [told('evt_1', 'one'), told('evt_2', 'other')].reduce(applyProgress, noProgress)
  assert.deepEqual([...applyProgress(both, happened('tool.result', 'evt_1')).keys()], ['evt_2'])
  assert.equal(applyProgress(both, happened('tool.result')), both)
  assert.equal(applyProgress(both, happened('turn.finished')).size, 0)
  assert.equal(applyProgress(both, snapshot([])).size, 0)
})

test('[UIT7] what is not understood changes nothing', () => {
  const before = applyProgress(noProgress, told('evt_1', 'one'))
  assert.equal(applyProgress(before, { type: 'eph', scope, kind: 'progress', eventId: 7 }), before)
  assert.equal(applyProgress(before, { type: 'eph', scope, kind: 'presence', people: [] }), before)
})

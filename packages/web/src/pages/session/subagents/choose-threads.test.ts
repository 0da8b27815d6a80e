import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { entry } from '../../../../test/sample-log.ts'
import { chooseItems } from '../timeline/choose-items.ts'

const began = (seq: number) => entry(seq, 'subagent.spawned', { runId: `run_${seq}`, agentId: 'main' })
const ended = (seq: number, from: number, payload: Record<string, unknown> = {}) =>
  entry(seq, 'subagent.finished', { agentId: 'main', ...payload }, { causedBy: `evt_${from}` })
const said = (seq: number) => entry(seq, 'message.user', { text: 'a' })

const drawn = (rows: readonly EventJson[], isBeginning = true) =>
  chooseItems({
    rows,
    waiting: new Set(),
    isBeginning,
    openTurns: new Set(),
    openRuns: new Set(),
    unread: undefined,
    meId: 'per_9',
    dayOf: () => 'today',
  }).map(({ threads = [] }) => threads.map(({ lane, part }) => `${lane} ${part}`).join(', '))

test('[UIW1] a thread leaves the warp where a sub-agent began, passes what is between, and joins it at its end', () => {
  assert.deepEqual(drawn([said(1), began(2), said(3), ended(4, 2), said(5)]), [
    '',
    '0 begins',
    '0 passes',
    '0 ends',
    '',
  ])
})

test('[UIW1] those at once run side by side, a free lane is taken again, and one that has not ended goes on', () => {
  assert.deepEqual(drawn([began(1), began(2), ended(3, 1), began(4), said(5)]), [
    '0 begins',
    '0 passes, 1 begins',
    '0 ends, 1 passes',
    '0 begins, 1 passes',
    '0 passes, 1 passes',
  ])
})

test('[UIW1] of more than there are lanes the rows alone tell', () => {
  const rows = [began(1), began(2), began(3), began(4), ended(5, 4), ended(6, 1)]
  assert.deepEqual(drawn(rows).slice(3), [
    '0 passes, 1 passes, 2 passes',
    '0 passes, 1 passes, 2 passes',
    '0 ends, 1 passes, 2 passes',
  ])
})

test('[UIW1] what began before the first row that is loaded comes down from above it; what never began here does not', () => {
  assert.deepEqual(drawn([said(10), ended(11, 2)], false), ['0 passes', '0 ends'])
  assert.deepEqual(drawn([said(10), ended(11, 2)], true), ['', ''])
  const told = ended(11, 2, { toldFor: { sessionId: 'ses_2', why: 'parent_gone' } })
  assert.deepEqual(drawn([said(10), told], false), ['', ''])
})

test('[UIW1] a redacted end still ends its thread', () => {
  const redacted = { ...ended(3, 1), redacted: true, payload: {} }
  assert.deepEqual(drawn([began(1), said(2), redacted, said(4)]), ['0 begins', '0 passes', '0 ends', ''])
})

test('[UIW1] inside the fold of a turn it begins at the fold', () => {
  const turnId = 'trn_1'
  const rows = [
    entry(1, 'turn.started', {}, { turnId }),
    { ...began(2), turnId },
    entry(3, 'turn.finished', {}, { turnId }),
    said(4),
    ended(5, 2),
  ]
  assert.deepEqual(drawn(rows), ['0 begins', '0 passes', '0 ends'])
})

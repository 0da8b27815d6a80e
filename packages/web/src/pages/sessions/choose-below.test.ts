import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed } from '../../gallery/sample-list.ts'
import { sessionId } from '../../gallery/sample-sessions.ts'
import { manyRuns, someRuns } from '../../gallery/sample-tree.ts'
import { chooseBelow, chooseTrees } from './choose-below.ts'
import { chooseGroups } from './choose-groups.ts'
import { chooseReason } from './choose-reason.ts'

test('[UIW8] those at work stand below their session as they stand in the tree, and nothing that has ended', () => {
  const { rows, more } = chooseBelow(someRuns, sessionId)
  assert.deepEqual(
    rows.map(({ run, depth }) => [run.id, depth]),
    [
      ['run_1', 1],
      ['run_3', 2],
      ['run_4', 3],
      ['run_2', 2],
      ['run_5', 1],
    ],
  )
  assert.equal(more, 0)
  const others = chooseBelow(someRuns, sessionId, new Set(['ses_of_run_3']))
  assert.ok(!others.rows.some(({ run }) => run.id === 'run_3'), 'it has a row of its own')
})

test('[UIW8] of many, the first five are shown and the others counted', () => {
  const { rows, more } = chooseBelow(manyRuns(100), sessionId)
  assert.deepEqual([rows.length, more], [5, 35])
})

test('[UIW8] a session with sub-agents at work runs, and one with a question below it needs its reader', () => {
  const idle = listed({ id: 'ses_1', activeBelow: 2 })
  const asks = listed({ id: 'ses_2', activeBelow: 1, approvalsBelow: 1 })
  const plain = listed({ id: 'ses_3' })
  const groups = chooseGroups([idle, asks, plain], undefined, false)
  assert.deepEqual(
    groups.map(({ id, rows }) => [id, rows.map(({ session }) => session.id)]),
    [
      ['needs', ['ses_2']],
      ['running', ['ses_1']],
      ['finished', ['ses_3']],
    ],
  )
  assert.deepEqual(
    [idle, asks, plain].map((session) => chooseReason(session, undefined)),
    ['runs below', 'asks below', 'finished'],
  )
  assert.deepEqual(chooseTrees(groups), ['ses_2', 'ses_1'])
  assert.equal(
    chooseGroups([asks], undefined, false, false)[0]?.id,
    'running',
    'who may not decide is not asked',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../../../test/sample-log.ts'
import { nameRun, readRunRef, readTold } from './read-run.ts'

test('[UIW1] a sub-agent is called by its label, else by its task, else by its agent', () => {
  assert.equal(nameRun('looms', 'Find out'), 'looms')
  assert.equal(nameRun(null, 'Find\n out '), 'Find out')
  assert.equal(nameRun(null, 'x'.repeat(200)).length, 80)
  assert.equal(readRunRef(entry(1, 'subagent.finished', { agentName: 'Main', label: null })).name, 'Main')
  const spawned = entry(1, 'subagent.spawned', { task: 'Find out' })
  assert.equal(readRunRef(entry(2, 'subagent.finished', { agentName: 'Main' }), spawned).name, 'Find out')
  assert.equal(readRunRef(entry(1, 'subagent.spawned', {})).name, 'Sub-agent')
})

test('[UIW2] fields of the wrong kind are read as if they were not there', () => {
  const told = readTold(
    entry(1, 'subagent.finished', { status: 7, result: 3, notes: {}, toldFor: 'x', runtimeMs: 'y' }),
  )
  assert.deepEqual(told, {
    status: 'unknown',
    result: '',
    isNone: true,
    notes: '',
    runtimeMs: 0,
    isSkipped: false,
    isUntrusted: false,
    toldFor: undefined,
  })
})

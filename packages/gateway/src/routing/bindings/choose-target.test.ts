import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunId, SessionId } from '@heddle/contract'
import { matchLabel, matchRuns, type NamedRun } from './choose-target.ts'

const run = (n: number, label: string | null): NamedRun => ({
  id: `run_${n}` as RunId,
  sessionId: `ses_${n}` as SessionId,
  sessionKey: `agent:main:subagent:${n}`,
  label,
})
const runs = [run(1, 'Worker'), run(2, 'worker'), run(3, 'Über'), run(4, '2'), run(5, null)]
const idsOf = (found: readonly NamedRun[]) => found.map(({ id }) => id)

test('[CMD2] a sub-agent is found by #n, run id, session id, session key, and label in any letter case', () => {
  for (const name of [
    '#3',
    'run_3',
    'ses_3',
    'agent:main:subagent:3',
    'AGENT:main:SUBAGENT:3',
    'über',
    'ÜBER',
  ]) {
    assert.deepEqual(idsOf(matchRuns(runs, name)), ['run_3'], name)
  }
  assert.deepEqual(idsOf(matchRuns(runs, 'WORKER')), ['run_1', 'run_2'], 'two have that name')
})

test('[CMD2] a number is a label before it is a place in the list, unless it has the sign', () => {
  assert.deepEqual(idsOf(matchRuns(runs, '2')), ['run_4'])
  assert.deepEqual(idsOf(matchRuns(runs, '#2')), ['run_2'])
  assert.deepEqual(idsOf(matchRuns(runs, '1')), ['run_1'])
  assert.deepEqual(idsOf(matchLabel(runs, '1')), [])
})

test('[CMD2] what is nobody’s name finds nothing', () => {
  for (const name of ['', '#0', '#6', '#-1', 'null', 'work', 'run_', '__proto__']) {
    assert.deepEqual(idsOf(matchRuns(runs, name)), [], name)
  }
})

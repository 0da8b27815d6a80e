import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventKind, limits, timelineKinds } from '@heddle/contract'
import { chooseExcerpt, cutAt, textOfMoment } from './choose-excerpt.ts'

test('[THR4] a moment of every kind has an excerpt that says what it says', () => {
  const payload = {
    text: 'words',
    name: 'exec',
    arguments: '{"command":"ls"}',
    output: 'a b',
    message: 'it failed',
    label: 'worker',
    task: 'Dig.',
    result: 'Done.',
    decision: 'deny',
    note: 'no',
  }
  const said: Partial<Record<EventKind, string>> = {
    'message.user': 'words',
    'message.agent': 'words',
    reasoning: 'words',
    'tool.call': 'exec: {"command":"ls"}',
    'tool.result': 'exec: a b',
    'turn.started': '',
    'turn.finished': '',
    'turn.failed': 'it failed',
    'subagent.spawned': 'worker: Dig.',
    'subagent.finished': 'worker: Done.',
    'approval.asked': 'exec: {"command":"ls"}',
    'approval.decided': 'deny: no',
    'binding.made': 'worker',
    'binding.ended': 'worker',
    compaction: 'words',
    notice: 'words',
  }
  for (const kind of timelineKinds) assert.equal(textOfMoment(kind, payload), said[kind], kind)
})

test('[THR4] an excerpt is one line of at most so many characters, cut between two of them', () => {
  assert.equal(chooseExcerpt('message.user', { text: ' one\n\n two\tthree ' }), 'one two three')
  const long = chooseExcerpt('tool.result', { name: 'read', output: 'x'.repeat(1_000_000) })
  assert.equal(long.length, limits.anchorExcerptCharsMax)
  assert.ok(long.endsWith('x…'))
  assert.equal(cutAt('ab😀cd', 4), 'ab…')
  assert.equal(cutAt('ab😀', 4), 'ab😀')
  assert.equal(chooseExcerpt('message.user', {}), '')
})

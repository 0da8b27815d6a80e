import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { createSessionShow } from '../chat/show-session.ts'
import { paint } from '../terminal.ts'
import { tellEvent } from './tell-event.ts'
import { writeMarkdownEvent } from './write-markdown.ts'

function makeEvent(kind: string, payload: Record<string, unknown>): EventJson {
  const about = { runId: 'run_1', sessionId: 'ses_2', agentId: 'main', agentName: 'Main', label: 'spade' }
  return {
    seq: 1,
    eventId: 'evt_1',
    kind,
    place: 1,
    actor: { kind: 'agent', id: 'main', name: 'Main' },
    createdAt: '2026-11-16T09:00:01.000Z',
    payload: { ...about, ...payload },
  }
}

const tell = (kind: string, payload: Record<string, unknown>) =>
  tellEvent(makeEvent(kind, payload))
    .map((line) => paint(line, false))
    .join('\n')

const ended = { status: 'success', result: 'A hole.\nA deep one.', notes: '', runtimeMs: 312_000 }

test('[TRM5] [SUB9] a sub-agent is told where it begins and where it ends, with what it came to', () => {
  assert.equal(tell('subagent.spawned', { task: 'Dig a\nhole.' }), '⇢ spade (Main) begins: Dig a hole.')
  assert.equal(
    tell('subagent.finished', ended),
    '⇠ spade (Main) completed successfully after 5m12s\n  A hole.\n  A deep one.',
  )
  const unnamed = { task: 'Dig.', label: null, warnings: ['There is no model "x".'] }
  assert.equal(
    tell('subagent.spawned', unnamed),
    '⇢ sub-agent of Main begins: Dig.\n  There is no model "x".',
  )
})

test('[TRM5] [SUB1] a spawn is one line, where it branches off; one that was refused says so', () => {
  const call = { name: 'sessions_spawn', arguments: '{"task":"Dig."}' }
  assert.equal(tell('tool.call', call), '')
  assert.equal(tell('tool.result', { ...call, output: '{"status":"accepted"}', isError: false }), '')
  assert.equal(
    tell('tool.result', { ...call, output: 'too_deep', isError: true }),
    '← sessions_spawn failed: too_deep',
  )
})

test('[TRM5] [SUB8] how it ended is told in the words of the runtime', () => {
  const first = (more: object) => tell('subagent.finished', { ...ended, ...more }).split('\n')
  assert.deepEqual(first({ status: 'error', result: '(not available)', notes: 'budget_exceeded: tree' }), [
    '⇠ spade (Main) failed after 5m12s',
    '  (not available)',
    '  budget_exceeded: tree',
  ])
  assert.equal(first({ status: 'timeout' })[0], '⇠ spade (Main) timed out after 5m12s')
  assert.equal(first({ status: 'cancelled' })[0], '⇠ spade (Main) stopped after 5m12s')
  assert.equal(first({ status: 'interrupted' })[0], '⇠ spade (Main) interrupted by a restart after 5m12s')
  assert.equal(first({ status: 'from tomorrow' })[0], '⇠ spade (Main) ended, outcome unknown after 5m12s')
  assert.deepEqual(first({ skipped: true, result: '' }), [
    '⇠ spade (Main) ended and has nothing to tell after 5m12s',
  ])
})

test('[TRM5] [I45] a long result is cut, and nothing in it reaches the terminal raw', () => {
  const long = tell('subagent.finished', { ...ended, result: 'x\n'.repeat(200) })
  assert.match(long, /… 121 more lines$/)
  const nasty = 'a\x1b[2J\r\u202eb\x9b'
  const told = tell('subagent.finished', {
    ...ended,
    label: nasty,
    agentName: nasty,
    result: nasty,
    notes: nasty,
  })
  const begun = tell('subagent.spawned', { task: nasty, label: nasty, warnings: [nasty] })
  assert.doesNotMatch(told + begun, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

test('[TRM1] [SUB9] whoever follows a session at the terminal sees its sub-agents come and go', () => {
  let screen = ''
  const show = createSessionShow({
    write: (text) => {
      screen += text
    },
    colour: false,
    agentName: () => 'Main',
    isDemo: false,
    isOwn: () => false,
    pastRows: 10,
  })
  show.show({ kind: 'past', events: [makeEvent('subagent.spawned', { task: 'Dig.' })] })
  show.show({ kind: 'entry', event: makeEvent('subagent.finished', { ...ended, result: 'A hole.' }) })
  assert.equal(
    screen,
    '⇢ spade (Main) begins: Dig.\n⇠ spade (Main) completed successfully after 5m12s\n  A hole.\n',
  )
})

test('[TRM5] the Markdown of an export tells of sub-agents too, and none of it is live', () => {
  const spawned = writeMarkdownEvent(makeEvent('subagent.spawned', { task: '<b>Dig</b>', label: '*x*' }))
  assert.equal(spawned, '\n*\\*x\\* (Main) begins*\n\n> &lt;b>Dig&lt;/b>\n')
  const finished = writeMarkdownEvent(makeEvent('subagent.finished', { ...ended, notes: 'Stopped by Kim.' }))
  assert.equal(
    finished,
    '\n*spade (Main) completed successfully*\n\n> A hole.\n> A deep one.\n\n*Stopped by Kim.*\n',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { createSessionShow } from './show-session.ts'
import { watchTurn } from './watch-turn.ts'

function makeEvent(kind: string, payload: Record<string, unknown>, more: Partial<EventJson> = {}): EventJson {
  return {
    seq: 1,
    eventId: 'evt_1',
    kind,
    place: 1,
    actor: { kind: 'person', id: 'per_1', name: 'Kim\x1b[2J' },
    turnId: 'trn_1',
    createdAt: '2026-11-15T20:00:01.000Z',
    payload,
    ...more,
  }
}

function openShow() {
  let screen = ''
  const show = createSessionShow({
    write: (text) => {
      screen += text
    },
    colour: false,
    agentName: () => 'Main',
    isDemo: false,
    isOwn: (id) => id === 'mine',
    pastRows: 2,
  })
  const piece = (text: string, eventId = 'evt_1') =>
    show.show({ kind: 'piece', eventId, of: 'message.agent', turnId: 'trn_1', text })
  return { show, piece, screen: () => screen }
}

test('[TRM3] a text goes on below what had to be said meanwhile, under the same head', () => {
  const { show, piece, screen } = openShow()
  show.show({ kind: 'entry', event: makeEvent('turn.started', { messages: [], isDemo: true }) })
  assert.equal(show.isRunning(), true)
  piece('one\ntw')
  show.line('Stopping…')
  piece('o')
  show.show({ kind: 'ended', event: makeEvent('message.agent', { text: 'one\ntwo', state: 'stopped' }) })
  show.show({ kind: 'entry', event: makeEvent('turn.finished', { outcome: 'cancelled', by: 'ada' }) })
  assert.equal(
    screen(),
    'Main (demo model)\n  one\n  tw\nStopping…\n  o\n  (stopped here)\nStopped by ada.\n',
  )
  assert.equal(show.isRunning(), false)
})

test('[TRM3] what was typed here is not shown again; what others said is', () => {
  const { show, screen } = openShow()
  const said = (clientMessageId: string, text: string) =>
    show.show({ kind: 'entry', event: makeEvent('message.user', { text, clientMessageId, handle: 'kim' }) })
  said('mine', 'typed')
  assert.equal(screen(), '')
  said('theirs', 'from elsewhere')
  assert.match(screen(), /\n {2}from elsewhere\n$/)
})

test('[I45] nothing that someone wrote moves the cursor of whoever looks on', () => {
  const { show, piece, screen } = openShow()
  const nasty = 'a\x1b[2J\x07\r\u202eb\x9b'
  for (const part of nasty) piece(part)
  show.show({ kind: 'ended', event: makeEvent('message.agent', { text: nasty, state: 'complete' }) })
  const payload = {
    text: nasty,
    name: nasty,
    arguments: nasty,
    output: nasty,
    message: nasty,
    handle: nasty,
    by: nasty,
    reason: nasty,
    note: nasty,
    decision: 'deny',
    diff: nasty,
  }
  for (const kind of [
    'message.user',
    'reasoning',
    'tool.call',
    'tool.result',
    'approval.decided',
    'compaction',
    'turn.failed',
    'notice',
    nasty,
  ]) {
    show.show({ kind: 'entry', event: makeEvent(kind, payload) })
    show.rows([makeEvent(kind, payload, { redacted: true })])
  }
  show.rows([makeEvent('approval.asked', payload)])
  show.show({ kind: 'gone', code: 'x', message: nasty })
  assert.match(screen(), /a\\x1b\[2J\\x07/)
  assert.doesNotMatch(screen(), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

test('[TRM2] only the turn that took the message counts, and every end of it is an end', () => {
  const entry = (kind: string, payload: Record<string, unknown>, turnId = 'trn_1') =>
    ({ kind: 'entry', event: makeEvent(kind, payload, { turnId }) }) as const
  const begin = () => {
    const watch = watchTurn('evt_m')
    assert.equal(watch.take(entry('turn.started', { messages: ['evt_other'] }, 'trn_0')).kind, 'nothing')
    assert.equal(watch.take(entry('turn.failed', { message: 'x' }, 'trn_0')).kind, 'nothing')
    return watch
  }
  const began = () => {
    const watch = begin()
    assert.equal(watch.take(entry('turn.started', { messages: ['evt_m'], isDemo: true })).kind, 'began')
    return watch
  }
  assert.deepEqual(began().take(entry('turn.failed', { message: 'why' })), { kind: 'failed', message: 'why' })
  assert.equal(began().take(entry('turn.finished', { outcome: 'succeeded', usage: {} })).kind, 'succeeded')
  assert.match(
    JSON.stringify(began().take(entry('turn.finished', { outcome: 'cancelled', by: 'kim' }))),
    /by kim/,
  )
  assert.equal(begin().take(entry('message.cancelled', { messageId: 'evt_m' })).kind, 'failed')
  assert.equal(began().take({ kind: 'state', turnId: null, queued: 0 }).kind, 'failed')
  assert.equal(began().take({ kind: 'state', turnId: 'trn_1', queued: 0 }).kind, 'nothing')
  const steered = begin()
  steered.take(entry('message.taken', { messages: ['evt_m'] }))
  assert.equal(steered.take(entry('turn.finished', { outcome: 'succeeded', usage: {} })).kind, 'succeeded')
})

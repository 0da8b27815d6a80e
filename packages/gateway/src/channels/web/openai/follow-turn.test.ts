import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventId, EventKind, TurnId } from '@heddle/contract'
import type { LogEvent, TextDelta } from '../../../sessions/sessions.ts'
import type { AnswerEnd } from './answer-source.ts'
import { followTurn } from './follow-turn.ts'

const mine = 'evt_mine' as EventId
const usage = { inputTokens: 3, outputTokens: 5, cachedTokens: 1, costMicros: null }

function follow() {
  const told: string[] = []
  const reasoning: string[] = []
  const ends: AnswerEnd[] = []
  let seq = 0
  const turn = followTurn(
    mine,
    { onText: (text) => told.push(text), onReasoning: (text) => reasoning.push(text) },
    (end) => ends.push(end),
  )
  return {
    told,
    reasoning,
    ends,
    turn,
    take(kind: EventKind, payload: Record<string, unknown>, turnId = 'trn_1', eventId = `evt_${++seq}`) {
      turn.take(logEvent(++seq, kind, payload, turnId, eventId))
    },
    delta: (eventId: string, offset: number, text: string, attempt = 1, kind = 'message.agent') =>
      turn.takeDelta({ eventId, offset, text, attempt, kind } as TextDelta),
  }
}

function logEvent(
  seq: number,
  kind: EventKind,
  payload: Record<string, unknown>,
  turnId: string,
  id: string,
): LogEvent {
  return {
    seq,
    eventId: id as EventId,
    kind,
    place: seq,
    actor: { kind: 'agent', id: 'main', name: 'Main' },
    causedBy: null,
    turnId: turnId as TurnId,
    createdAt: 0,
    isRedacted: false,
    payload,
  }
}

const started = (...messages: string[]) => ({ messages, model: 'demo/demo', isDemo: true })
const said = (text: string, state = 'complete', attempt = 1) => ({ text, state, attempt, step: 1 })

test('[API13] only the turn that took the message is told, from its first text to its end', () => {
  const { told, ends, take, delta } = follow()
  take('turn.started', started('evt_other'), 'trn_0')
  delta('evt_a', 0, 'for someone else')
  take('message.agent', said('for someone else'), 'trn_0', 'evt_a')
  take('turn.finished', { outcome: 'succeeded', usage, steps: 1 }, 'trn_0')
  assert.deepEqual([told, ends], [[], []])
  take('turn.started', started(mine))
  delta('evt_b', 0, 'Hel')
  delta('evt_b', 3, 'lo')
  take('message.agent', said('Hello!'), 'trn_1', 'evt_b')
  take('turn.finished', { outcome: 'succeeded', usage, steps: 1 })
  assert.deepEqual(told, ['Hel', 'lo', '!'])
  assert.deepEqual(ends, [
    {
      kind: 'answered',
      text: 'Hello!',
      reasoning: '',
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens: 3, outputTokens: 5, cachedTokens: 1 },
      model: 'demo/demo',
      seq: 10,
    },
  ])
})

test('[API13] the texts of several steps are one answer with an empty line between', () => {
  const { told, take, delta } = follow()
  take('turn.started', started(mine))
  take('message.agent', said('First.'))
  take('tool.call', { callId: 'c', name: 'x', arguments: '{}', step: 1 })
  delta('evt_z', 0, 'Second.')
  assert.deepEqual(told, ['First.', '\n\nSecond.'])
})

test('[API13] a message that steered a running turn is answered by what that turn says next', () => {
  const { told, take } = follow()
  take('message.agent', said('before'), 'trn_1')
  take('message.taken', { messages: [mine] })
  take('message.agent', said('after'))
  assert.deepEqual(told, ['after'])
})

test('[API13] pieces that come twice are told once, and what was missed comes with the whole text', () => {
  const { told, take, delta } = follow()
  take('turn.started', started(mine))
  delta('evt_b', 0, 'abc')
  delta('evt_b', 1, 'bcd')
  delta('evt_b', 10, 'xyz')
  take('message.agent', said('abcdefghijxyz'), 'trn_1', 'evt_b')
  assert.equal(told.join(''), 'abcdefghijxyz')
})

test('[API13] a text that began anew is told again only when it is complete', () => {
  const { told, turn, take, delta } = follow()
  take('turn.started', started(mine))
  delta('evt_b', 0, 'Once upon')
  turn.takeReset({ eventId: 'evt_b' as EventId, attempt: 2 })
  delta('evt_b', 0, 'Another', 2)
  assert.deepEqual(told, ['Once upon'])
  take('message.agent', said('Another story', 'complete', 2), 'trn_1', 'evt_b')
  assert.deepEqual(told, ['Once upon', '\n\nAnother story'])
})

test('[API13] a second attempt that says the same goes on where the first one broke off', () => {
  const { told, take, delta } = follow()
  take('turn.started', started(mine))
  delta('evt_b', 0, 'Once upon')
  delta('evt_b', 0, 'Once', 2)
  take('message.agent', said('Once upon a time', 'complete', 2), 'trn_1', 'evt_b')
  assert.deepEqual(told, ['Once upon', ' a time'])
})

test('[API13] a text that was dropped is not told, and thinking is kept apart', () => {
  const { told, reasoning, take } = follow()
  take('turn.started', started(mine))
  take('message.agent', said('never mind', 'dropped'))
  take('reasoning', said('hm'))
  take('message.agent', said('yes'))
  assert.deepEqual([told, reasoning], [['yes'], ['hm']])
})

test('[API13] a message that is cancelled or redacted while it waits ends the wait with an error', () => {
  for (const [kind, payload] of [
    ['message.cancelled', { messageId: mine, by: 'Kim', why: 'stop' }],
    ['event.redacted', { targetId: mine, targetSeq: 1, by: 'Kim' }],
  ] as const) {
    const { ends, take } = follow()
    take(kind, { ...payload, messageId: 'evt_x', targetId: 'evt_x' })
    assert.equal(ends.length, 0)
    take(kind, payload)
    const [end] = ends
    assert.ok(end?.kind === 'failed')
    assert.equal(end.error.code, 'cancelled')
    assert.match(end.error.message, /by Kim/)
  }
})

test('[API13] a turn that failed or was stopped is an error of the right kind, told once', () => {
  const failed = follow()
  failed.take('turn.started', started(mine))
  failed.take('turn.failed', {
    reason: 'rate_limited',
    message: 'Wait.',
    retryAfterMs: 7_000,
    usage,
    steps: 1,
  })
  failed.take('turn.finished', { outcome: 'succeeded', usage, steps: 1 })
  assert.equal(failed.ends.length, 1)
  const [end] = failed.ends
  assert.ok(end?.kind === 'failed')
  assert.deepEqual([end.error.status, end.error.retryAfterMs], [429, 7_000])
  const stopped = follow()
  stopped.take('turn.started', started(mine))
  stopped.take('turn.finished', { outcome: 'cancelled', by: 'Kim', usage, steps: 0 })
  assert.ok(stopped.ends[0]?.kind === 'failed' && stopped.ends[0].error.code === 'cancelled')
  const crashed = follow()
  crashed.take('turn.started', started(mine))
  crashed.take('turn.failed', { reason: 'crashed', message: 'Three times.', usage, steps: 0 })
  assert.ok(crashed.ends[0]?.kind === 'failed' && crashed.ends[0].error.status === 500)
})

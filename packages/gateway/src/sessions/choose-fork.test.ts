import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventId, TurnId } from '@heddle/contract'
import { chooseFork, chooseForkTitle, type Replaced } from './choose-fork.ts'
import type { PastRow } from './fork-store.ts'

const turn = (n: number) => `trn_${n}` as TurnId
const idOf = (seq: number) => `evt_${seq}` as EventId

function row(seq: number, kind: PastRow['kind'], payload: object, more: Partial<PastRow> = {}): PastRow {
  return {
    seq,
    id: idOf(seq),
    kind,
    actor_id: 'main',
    caused_by: null,
    turn_id: null,
    completed_seq: null,
    payload: JSON.stringify(payload),
    redacted_at: null,
    created_at: seq,
    ...more,
  }
}

const said = (seq: number, text: string, more: object = {}) =>
  row(seq, 'message.user', { text, mode: 'queue', ...more })
const began = (seq: number, n: number, ...messages: number[]) =>
  row(seq, 'turn.started', { messages: messages.map(idOf) }, { turn_id: turn(n) })
const called = (seq: number, n: number, callId: string) =>
  row(seq, 'tool.call', { callId }, { turn_id: turn(n) })
const gave = (seq: number, n: number, callId: string) =>
  row(seq, 'tool.result', { callId }, { turn_id: turn(n) })
const ended = (seq: number, n: number) => row(seq, 'turn.finished', {}, { turn_id: turn(n) })

const choose = (
  rows: PastRow[],
  more: { isCut?: boolean; runningTurn?: TurnId; replaced?: Replaced } = {},
) => {
  const { isCut = false, runningTurn = null, replaced } = more
  const callIds = new Map(
    rows.map(({ seq, payload }) => [seq, String((JSON.parse(payload) as { callId?: string }).callId)]),
  )
  const chosen = chooseFork({ rows, isCut, runningTurn, callIds, replaced })
  return { seqs: chosen.rows.map(({ seq }) => seq), untaken: chosen.untaken }
}

test('[SES10] a fork takes no call without its result and no result without its call, told apart by place', () => {
  const rows = [
    said(1, 'go'),
    began(2, 1, 1),
    called(3, 1, 'a'),
    called(4, 1, 'a'),
    called(5, 1, 'b'),
    gave(6, 1, 'a'),
  ]
  assert.deepEqual(choose(rows).seqs, [1, 2, 3, 6])
  assert.deepEqual(choose([said(1, 'x'), gave(2, 1, 'lost'), ended(3, 1)]).seqs, [1, 3])
  const whole = [...rows, gave(7, 1, 'a'), gave(8, 1, 'b'), ended(9, 1)]
  assert.deepEqual(choose(whole).seqs, [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('[SES10] a fork takes neither the turn that runs nor a text that is still written; its messages stay', () => {
  const streaming = row(5, 'message.agent', { text: '' }, { turn_id: turn(2), completed_seq: 0 })
  const rows = [said(1, 'one'), began(2, 1, 1), ended(3, 1), said(4, 'two'), streaming]
  assert.deepEqual(choose(rows), { seqs: [1, 2, 3, 4], untaken: [idOf(4)] })
  const running = [said(1, 'one'), began(2, 2, 1), called(3, 2, 'a'), gave(4, 2, 'a')]
  assert.deepEqual(choose(running, { runningTurn: turn(2) }), { seqs: [1], untaken: [idOf(1)] })
})

test('[SES10] what no turn took is told to the agent of the fork, but for notes and what was cancelled or redacted', () => {
  const rows = [
    said(1, 'taken'),
    began(2, 1, 1),
    said(3, 'a note', { mode: 'note' }),
    said(4, 'never mind', { cancelled: { by: 'Ann', why: 'author' } }),
    { ...said(5, ''), redacted_at: 7 },
    said(6, 'waits'),
  ]
  assert.deepEqual(choose(rows).untaken, [idOf(6)])
})

test('[SES10] a past that was cut begins with somebody speaking', () => {
  const rows = [gave(1, 1, 'a'), ended(2, 1), said(3, 'next'), began(4, 2, 3), ended(5, 2)]
  assert.deepEqual(choose(rows, { isCut: true }).seqs, [3, 4, 5])
  const oneLongTurn = [called(1, 1, 'a'), gave(2, 1, 'a')]
  assert.deepEqual(choose(oneLongTurn, { isCut: true }).seqs, [1, 2])
})

test('[SES10] what was heard after a message that is said anew is left out, and what was heard before it stays', () => {
  const steered = row(7, 'message.taken', { messages: [idOf(6)] }, { turn_id: turn(1) })
  const rows = [
    said(1, 'go'),
    began(2, 1, 1),
    said(3, 'queued first'),
    said(4, 'this one'),
    said(5, 'queued last'),
    said(6, 'steers'),
    steered,
    ended(8, 1),
    said(9, 'moved to the front'),
    said(10, 'elsewhere'),
  ]
  const replaced = { id: idOf(4), seq: 4, takenWith: [9, 3, 4, 5].map(idOf) }
  assert.deepEqual(choose(rows, { replaced }), { seqs: [1, 2, 3, 6, 7, 8, 9], untaken: [9, 3].map(idOf) })
})

test('[SES6] a title that a message gave goes along only with that message', () => {
  const rows = [said(1, 'Three names for a boat')]
  const given = { title: 'Three names for a boat', title_from: 'first_message' as const }
  assert.deepEqual(chooseForkTitle(given, rows), given)
  const none = { title: '', title_from: 'none' }
  assert.deepEqual(chooseForkTitle(given, []), none)
  assert.deepEqual(chooseForkTitle(given, [{ ...rows[0]!, redacted_at: 3 }]), none)
  const named = { title: 'Boats', title_from: 'person' as const }
  assert.deepEqual(chooseForkTitle(named, []), named)
})

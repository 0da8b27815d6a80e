import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { entry } from '../../../../test/sample-log.ts'
import { chooseItems, findItem, type Item, type ItemsInput } from './choose-items.ts'

const inTurn = (turnId: string) => ({ turnId })
const turn = (id: string, from: number, ...inner: EventJson[]) => [
  entry(from, 'turn.started', { model: 'demo/demo' }, inTurn(id)),
  ...inner.map((event) => ({ ...event, turnId: id })),
  entry(from + inner.length + 1, 'turn.finished', { outcome: 'succeeded' }, inTurn(id)),
]
const worked = turn(
  'trn_1',
  2,
  entry(3, 'reasoning', { text: 'a', state: 'complete' }),
  entry(4, 'tool.call', { callId: 'c', name: 'read' }),
  entry(5, 'tool.result', { callId: 'c', name: 'read', output: 'x' }),
  entry(6, 'reasoning', { text: 'nearly', state: 'complete' }),
  entry(7, 'message.agent', { text: 'done', state: 'complete' }),
)
const session = [entry(1, 'message.user', { text: 'do it' }), ...worked]

const items = (rows: readonly EventJson[], over: Partial<ItemsInput> = {}) =>
  chooseItems({
    rows,
    waiting: new Set(),
    isBeginning: true,
    openTurns: new Set(),
    openRuns: new Set(),
    unread: undefined,
    meId: 'per_9',
    dayOf: (iso) => iso.slice(0, 10),
    ...over,
  })
const shapes = (all: readonly Item[]) =>
  all.map((item) => (item.kind === 'work' ? `work ${item.work.inner.length}` : item.article.kind))

test('[UIT1] a finished turn folds to its prompt, one line of work and its answer', () => {
  const all = items(session)
  assert.deepEqual(shapes(all), ['person', 'work 3', 'agent'])
  const [, work] = all
  assert.ok(work?.kind === 'work')
  assert.equal(work.work.toolCount, 1)
  assert.deepEqual(
    work.work.inner.map(({ kind }) => kind),
    ['reasoning', 'tool', 'reasoning'],
  )
})

test('[UIT1] [ATT1] what was sent to people on the way with files is not folded away', () => {
  const call = entry(3, 'tool.call', { callId: 'm', name: 'message' }, inTurn('t'))
  const attachments = [{ id: 'f', name: 'a.txt', mediaType: 'text/plain', bytes: 1 }]
  const sent = (more: object) =>
    entry(4, 'tool.result', { callId: 'm', name: 'message', output: '', ...more }, inTurn('t'))
  const answer = entry(5, 'message.agent', { text: 'done', state: 'complete' }, inTurn('t'))
  const kindsOf = (result: EventJson) => items(turn('t', 2, call, result, answer)).map(({ kind }) => kind)
  assert.deepEqual(kindsOf(sent({ attachments })), ['work', 'article', 'article'])
  assert.deepEqual(kindsOf(sent({})), ['work', 'article'])
})

test('[UIT1] a turn that runs, or is being watched, is drawn step by step', () => {
  assert.deepEqual(shapes(items(session.slice(0, -1))), [
    'person',
    'turn',
    'reasoning',
    'tool',
    'reasoning',
    'agent',
  ])
  assert.deepEqual(shapes(items(session, { openTurns: new Set(['trn_1']) })).at(-1), 'turn')
})

test('[UIT1] a text before a tool is work; all that is written after the last one is the answer', () => {
  const text = (seq: number) => entry(seq, 'message.agent', { text: 'x', state: 'complete' })
  const tool = (seq: number) => entry(seq, 'tool.call', { callId: `c${seq}`, name: 'read' })
  assert.deepEqual(shapes(items(turn('trn_1', 1, text(2), tool(3), text(4), text(5)))), [
    'work 2',
    'agent',
    'agent',
  ])
  assert.deepEqual(shapes(items(turn('trn_1', 1, text(2), text(3)))), ['work 0', 'agent', 'agent'])
  assert.deepEqual(shapes(items(turn('trn_1', 1, text(2), tool(3)))), ['work 1', 'agent'])
})

test('[UIT1] after a queue each turn says which message it answers', () => {
  const said = (seq: number) => entry(seq, 'message.user', { text: `say ${seq}` })
  const started = (seq: number, id: string, message: number) =>
    entry(seq, 'turn.started', { messages: [`evt_${message}`] }, inTurn(id))
  const finished = (seq: number, id: string) => entry(seq, 'turn.finished', {}, inTurn(id))
  const rows = [said(1), started(2, 't1', 1), said(3), said(4), finished(5, 't1')]
  const all = items([...rows, started(6, 't2', 3), finished(7, 't2'), started(8, 't3', 4), finished(9, 't3')])
  assert.deepEqual(
    all.map(({ answers }) => answers?.eventId),
    [undefined, undefined, undefined, undefined, 'evt_3', 'evt_4'],
  )
})

test('[UIT1] what people said in the middle of a turn, and what the house had to say, is never folded away', () => {
  const steered = turn(
    'trn_1',
    2,
    entry(3, 'tool.call', { callId: 'c', name: 'read' }),
    entry(4, 'message.user', { text: 'stop reading', mode: 'steer' }),
    entry(5, 'notice', { text: 'another model answers' }),
    entry(6, 'message.agent', { text: 'done', state: 'complete' }),
  )
  assert.deepEqual(shapes(items(steered)), ['work 1', 'person', 'notice', 'agent'])
})

test('[UIT1] a turn that failed at once is its failure alone; one that had worked shows both', () => {
  const failed = (inner: EventJson[]) => [
    entry(2, 'turn.started', {}, inTurn('trn_1')),
    ...inner.map((event) => ({ ...event, turnId: 'trn_1' })),
    entry(9, 'turn.failed', { message: 'no' }, inTurn('trn_1')),
  ]
  assert.deepEqual(shapes(items(failed([]))), ['failure'])
  assert.deepEqual(shapes(items(failed([entry(3, 'tool.call', { callId: 'c' })]))), ['work 1', 'failure'])
})

test('[SES9] a message that waits stands in the queue alone; once taken, at its place', () => {
  const rows = [entry(1, 'message.user', { text: 'a' }), entry(2, 'message.user', { text: 'b' })]
  assert.deepEqual(
    items(rows, { waiting: new Set(['evt_2']) }).map(({ place }) => place),
    [1],
  )
  assert.deepEqual(
    items(rows).map(({ place }) => place),
    [1, 2],
  )
})

test('[UIT2] the key of an item stays when the beginning of its turn is loaded later', () => {
  const late = items(session.slice(4))
  const whole = items(session)
  assert.equal(late[0]?.key, whole[1]?.key)
  assert.equal(late[1]?.key, whole[2]?.key)
})

test('[UIT3] a line says where a day begins, once for each day', () => {
  const at = (seq: number, createdAt: string) => entry(seq, 'message.user', { text: 'a' }, { createdAt })
  const all = items([
    at(1, '2026-03-13T10:00:00.000Z'),
    at(2, '2026-03-13T11:00:00.000Z'),
    at(3, '2026-03-14T01:00:00.000Z'),
  ])
  assert.deepEqual(
    all.map(({ day }) => day),
    ['2026-03-13', undefined, '2026-03-14'],
  )
})

test('[UIT3] the first row that is loaded begins no day, unless it is the first of all', () => {
  const [first] = items(session, { isBeginning: false })
  assert.equal(first?.day, undefined)
})

test('[UIT3] a line says where the unread begins: after what was read, before what came while one looked', () => {
  const rows = [1, 2, 3, 4].map((seq) => entry(seq, 'message.user', { text: 'a' }))
  const newAt = (after: number, upTo: number, meId = 'per_9') =>
    items(rows, { unread: { after, upTo }, meId }).findIndex(({ isFirstNew }) => isFirstNew)
  assert.equal(newAt(2, 4), 2)
  assert.equal(newAt(4, 4), -1)
  assert.equal(newAt(2, 2), -1, 'what came later was seen as it came')
  assert.equal(newAt(0, 4), -1, 'everything is new: there is nothing to set apart')
  assert.equal(newAt(2, 4, 'per_1'), -1, 'nobody is new to themselves')
})

test('[UIT4] an event is found also inside a fold, and a result with its call', () => {
  const all = items(session)
  assert.equal(findItem(all, 'evt_4'), 1)
  assert.equal(findItem(all, 'evt_5'), 1)
  assert.equal(findItem(all, 'evt_7'), 2)
  assert.equal(findItem(all, 'evt_8'), 1)
  assert.equal(findItem(all, 'evt_99'), -1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, limits } from '@heddle/contract'
import { eventOf, openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { type Behaviour, inTurn } from '../../test-support/scripted-channel.ts'
import { queries } from './delivery-tables.ts'

const edit = (h: TestDeliveries, cause: string, target: string, text: string) =>
  ({ ...h.message('c1', cause, { text }), kind: 'edit', target }) as const
const part = (sign: string) => sign.repeat(20)

test('[DLV5] an edit changes what was said, and asked for again it changes nothing', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a'))
  await h.work()
  const ids = await h.put(edit(h, 'e1', 'a', 'first'))
  await h.work()
  await h.put(edit(h, 'e2', 'a', 'second'))
  await h.work()
  assert.deepEqual(await h.put(edit(h, 'e1', 'a', 'first')), ids)
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['second'])
  assert.equal((await h.of('a'))[0]?.text, 'second')
  assert.equal(h.platform.count('edit'), 2)
})

test('[DLV5] an edit of what has not left changes that, and nothing is sent for it', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'not_sent', why: 'later', detail: '502' }])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put(edit(h, 'e1', 'a', 'better'))
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['better'])
  assert.equal(h.platform.count('edit'), 0)
})

test('[DLV5] of edits that have not left only the newest does', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a'))
  await h.work()
  h.platform.script = inTurn('edit', [
    { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 10_000 },
  ])
  await h.put(edit(h, 'e1', 'a', '1'))
  await h.work()
  for (const text of ['2', '3', '4']) await h.put(edit(h, `e${text}`, 'a', text))
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['4'])
  assert.equal(h.platform.count('edit'), 2)
  assert.deepEqual(await h.states('e3'), ['withdrawn undone'])
  assert.deepEqual(await h.states('e4'), ['sent'])
})

test('[DLV5] parts follow the text: more are said at the end, fewer are removed, the same are left alone', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  await h.put(h.message('c1', 'a', { text: part('x') }), h.message('c1', 'b'))
  await h.work()
  await h.put(edit(h, 'e1', 'a', part('x') + part('y') + part('z')))
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), [part('x'), 'b', part('y'), part('z')])
  assert.equal(h.platform.count('edit'), 0)
  await h.put(edit(h, 'e2', 'a', part('w')))
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), [part('w'), 'b'])
  await h.put(edit(h, 'e3', 'a', part('w') + part('v')))
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), [part('w'), 'b', part('v')])
  assert.deepEqual(
    (await h.of('a')).filter(({ state }) => state === 'sent').map((row) => [row.part, row.parts]),
    [
      [1, 2],
      [2, 2],
    ],
  )
})

for (const [name, behaviour] of [
  ['an answer nobody knows', { kind: 'lost', isDone: true }],
  ['a reset', { kind: 'throws', isDone: false }],
  ['no answer', { kind: 'hangs', isDone: true }],
] satisfies [string, Behaviour][]) {
  test(`[DLV3] changing and removing can be done twice: after ${name} they are simply done again`, async () => {
    await using h = await openTestDeliveries()
    await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
    await h.work()
    const edits = inTurn('edit', [behaviour])
    const removals = inTurn('remove', [behaviour])
    h.platform.script = (request) => edits(request) ?? removals(request)
    await h.put(edit(h, 'e1', 'a', 'better'), {
      kind: 'delete',
      cause: 'd1',
      place: h.place('c1'),
      target: 'b',
    })
    await h.pass(3 * 60_000)
    assert.deepEqual(h.platform.texts('c1'), ['better'])
    assert.deepEqual(
      [h.platform.count('edit'), h.platform.count('remove'), h.platform.count('find')],
      [2, 2, 0],
    )
    assert.deepEqual(await h.states('b'), ['withdrawn undone'])
  })
}

test('[DLV3] [I9] [F28] an edit that a platform does late undoes none that came after it', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a'))
  await h.work()
  const lateMs = limits.deliveryTimeoutMs + 3_000
  h.platform.script = inTurn('edit', [{ kind: 'late', afterMs: lateMs }])
  await h.put(edit(h, 'e1', 'a', 'half of it'))
  await h.work()
  await h.put(edit(h, 'e2', 'a', 'the whole answer'))
  await h.pass(3 * 60_000)
  assert.deepEqual(h.platform.texts('c1'), ['the whole answer'])
  assert.deepEqual([await h.states('e1'), await h.states('e2')], [['sent'], ['sent']])
})

test('[F12] [I9] killed while an edit is under way: it is done again once things have settled', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a'))
  await h.work()
  h.platform.script = inTurn('edit', [{ kind: 'hangs', isDone: false }])
  await h.put(edit(h, 'e1', 'a', 'better'))
  await h.work()
  await h.crash()
  await h.put(edit(h, 'e2', 'a', 'best'))
  await h.work()
  assert.deepEqual(h.platform.count('edit'), 1)
  await h.pass(limits.deliverySettleMs)
  assert.deepEqual(h.platform.texts('c1'), ['best'])
})

test('[DLV3] an edit of something nobody knows about waits until that is known', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: true }])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put(edit(h, 'e1', 'a', 'better'))
  await h.work()
  assert.equal(h.platform.count('edit'), 0)
  await h.pass(limits.deliverySettleMs + 1_000)
  assert.deepEqual(h.platform.texts('c1'), ['better'])
  assert.equal(h.platform.count('send'), 1)
})

test('[DLV3] [DLV4] the last text of something of which nobody ever knows is not lost: it is seen, and sent by whoever wants it', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = ({ kind }) => {
    if (kind === 'find') return { kind: 'unreadable' }
    return kind === 'send' ? { kind: 'lost', isDone: false } : undefined
  }
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put(edit(h, 'e1', 'a', 'the whole answer'))
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs + 60_000)
  assert.deepEqual(
    [await h.states('a'), await h.states('e1')],
    [['unknown unreadable'], ['rejected refused']],
  )
  h.platform.script = () => undefined
  for (const cause of ['a', 'e1']) {
    const [one] = await h.of(cause)
    assert.ok(one)
    await h.store.tx((t) => h.deliveries.resend(t, one.id, h.place('c1')))
    await h.work()
  }
  assert.deepEqual(h.platform.texts('c1'), ['the whole answer'])
})

test('[DLV5] a late text keeps its line when it is changed', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [
    { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 20 * 60_000, scope: 'place' },
  ])
  await h.put(h.message('c1', 'a'))
  await h.pass(21 * 60_000)
  await h.put(edit(h, 'e1', 'a', 'better'))
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), ['⏳ delayed 20 min\nbetter'])
})

test('[DLV1] what was never said cannot be changed or removed', async () => {
  await using h = await openTestDeliveries()
  assert.deepEqual(await h.put(edit(h, 'e1', 'nothing', 'x')), [])
  assert.deepEqual(await h.put({ kind: 'delete', cause: 'd1', place: h.place('c1'), target: 'nothing' }), [])
  h.platform.script = () => ({ kind: 'not_sent', why: 'message', detail: 'no' })
  await h.put(h.message('c1', 'a'))
  await h.work()
  h.platform.script = () => undefined
  await h.put({ kind: 'delete', cause: 'd2', place: h.place('c1'), target: 'a' })
  await h.pass(60_000)
  assert.deepEqual([await h.states('a'), await h.states('d2')], [['withdrawn undone'], ['withdrawn undone']])
  assert.equal(h.platform.count('remove'), 0)
})

test('[CHN1] a channel that cannot change what was said: the edit is rejected, visibly', async () => {
  await using h = await openTestDeliveries({ edit: false })
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put(edit(h, 'e1', 'a', 'better'))
  await h.work()
  assert.deepEqual(await h.states('e1'), ['rejected refused'])
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

const refusedEdit = { kind: 'not_sent', why: 'message', detail: '10008' } as const

for (const why of ['message', 'place'] as const) {
  test(`[DLV5] an edit that somebody waits for and that is refused (${why}) is said anew, once, and is what is changed from then on`, async () => {
    await using h = await openTestDeliveries()
    await h.put(h.message('c1', 'a'))
    await h.work()
    h.platform.script = inTurn('edit', [{ ...refusedEdit, why }])
    await h.put({ ...edit(h, 'e1', 'a', 'whole'), ifRefused: 'say_anew' }, h.message('c1', 'b'))
    await h.pass(60_000)
    assert.deepEqual(h.platform.texts('c1'), ['a', 'whole', 'b'])
    assert.deepEqual(
      (await h.of('e1')).map(({ kind, state }) => [kind, state]),
      [['message', 'sent']],
    )
    await h.put({ ...edit(h, 'e2', 'a', 'whole and more'), ifRefused: 'say_anew' })
    await h.pass(60_000)
    assert.deepEqual(h.platform.texts('c1'), ['a', 'whole and more', 'b'])
  })
}

test('[DLV5] [RTE7] an edit that somebody waits for is heard to be refused where what it was to change was', async () => {
  await using h = await openTestDeliveries()
  const gone = { kind: 'not_sent', why: 'place', detail: '10003' } as const
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }, gone, gone])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put({ ...edit(h, 'e1', 'a', 'whole'), ifRefused: 'say_anew' })
  await h.pass(60_000)
  assert.deepEqual(await h.states('a'), ['rejected place_refused'])
  assert.deepEqual(await h.states('e1'), ['rejected place_refused'])
})

test('[DLV5] of several parts only the one that cannot be changed is said anew', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  await h.put(h.message('c1', 'a', { text: part('x') + part('y') }))
  await h.work()
  h.platform.script = inTurn('edit', [refusedEdit])
  await h.put({ ...edit(h, 'e1', 'a', part('x') + part('w') + part('z')), ifRefused: 'say_anew' })
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), [part('x'), part('y'), part('w'), part('z')])
  await h.put({ ...edit(h, 'e2', 'a', part('x') + part('v') + part('z')), ifRefused: 'say_anew' })
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), [part('x'), part('y'), part('v'), part('z')])
})

test('[DLV5] [SES6] what was said anew is redacted with what it was to change', async () => {
  await using h = await openTestDeliveries()
  const eventId = 'evt_1' as EventId
  await h.put({ ...h.message('c1', 'a'), eventId })
  await h.work()
  h.platform.script = inTurn('edit', [refusedEdit])
  await h.put({ ...edit(h, 'e1', 'a', 'whole'), eventId, ifRefused: 'say_anew' })
  await h.pass(60_000)
  await h.store.tx((t) => h.deliveries.redact(t, eventId))
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), [])
})

test('[DLV5] an edit for which nobody waits is let be when it is refused, and nobody is bothered', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a'))
  await h.work()
  h.platform.script = inTurn('edit', [refusedEdit])
  await h.put({ ...edit(h, 'e1', 'a', 'half'), ifRefused: 'let_be' })
  await h.pass(60_000)
  assert.deepEqual(await h.states('e1'), ['withdrawn refused'])
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

const twoEvents = { shown: eventOf('shown'), whole: eventOf('whole') }

/** What was shown for one entry is changed into the text of another. */
async function changing(h: TestDeliveries, behaviour: Behaviour | undefined): Promise<void> {
  await h.put(h.message('c1', 'a', { eventId: twoEvents.shown }))
  await h.work()
  h.platform.script = inTurn('edit', [behaviour])
  await h.put({ ...edit(h, 'e1', 'a', 'secret'), eventId: twoEvents.whole })
  await h.work()
}

const nowhere = async (h: TestDeliveries): Promise<void> => {
  assert.deepEqual(h.platform.texts('c1'), [])
  const rows = await h.store.read((r) => r.all(queries.selectFrom('deliveries').select(['cause', 'text'])))
  assert.deepEqual(
    rows.filter(({ text }) => text !== ''),
    [],
  )
}

for (const [name, behaviour] of [
  ['is answered later', { kind: 'slow', ms: 3_000 }],
  ['is not answered, and is done', { kind: 'hangs', isDone: true }],
  ['is done after one stopped waiting', { kind: 'late', afterMs: limits.deliveryTimeoutMs + 3_000 }],
  ['had an answer that said nothing', { kind: 'lost', isDone: true }],
] satisfies [string, Behaviour][]) {
  test(`[SES6] [I28] redacted while a change into it ${name}: it is gone there and here, and is not sent again`, async () => {
    await using h = await openTestDeliveries()
    await changing(h, behaviour)
    await h.store.tx((t) => h.deliveries.redact(t, twoEvents.whole))
    assert.deepEqual((await h.of('e1'))[0]?.text, '', 'shown to nobody meanwhile')
    await h.pass(3 * 60_000)
    await nowhere(h)
    assert.equal(h.platform.count('edit'), 1)
  })
}

test('[SES6] [I28] [F12] redacted while a change into it was under way, and killed: it is not sent again, and is gone', async () => {
  await using h = await openTestDeliveries()
  await changing(h, { kind: 'hangs', isDone: true })
  await h.store.tx((t) => h.deliveries.redact(t, twoEvents.whole))
  await h.crash()
  await h.pass(3 * 60_000)
  await nowhere(h)
  assert.equal(h.platform.count('edit'), 1)
  assert.deepEqual(await h.states('e1'), ['withdrawn redacted'])
})

test('[SES6] [I28] what carries the text of a change from the start goes when that is redacted', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'not_sent', why: 'later', detail: '502' }])
  await h.put(h.message('c1', 'a', { eventId: twoEvents.shown }))
  await h.work()
  await h.put({ ...edit(h, 'e1', 'a', 'secret'), eventId: twoEvents.whole })
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['secret'])
  await h.store.tx((t) => h.deliveries.redact(t, twoEvents.whole))
  await h.pass(60_000)
  await nowhere(h)
})

test('[SES6] what was to be changed stays as it is where it is proven that it never showed what is redacted', async () => {
  await using h = await openTestDeliveries()
  await changing(h, { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 60_000 })
  await h.store.tx((t) => h.deliveries.redact(t, twoEvents.whole))
  await h.pass(3 * 60_000)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  assert.deepEqual(await h.states('e1'), ['withdrawn redacted'])
})

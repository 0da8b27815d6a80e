import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { eventOf, openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import { type Behaviour, inTurn } from '../../test-support/scripted-channel.ts'
import { queries } from './delivery-tables.ts'

/** Its first request is carried out so late, and the second one, made by hand while nobody knew, is refused. */
async function refuseTheSecond(h: TestDeliveries, afterMs: number, refusal: Behaviour): Promise<void> {
  h.platform.script = ({ kind }) => {
    if (kind === 'find') return { kind: 'unreadable' }
    return kind === 'send' ? { kind: 'late', afterMs } : undefined
  }
  await h.put(h.message('c1', 'a', { eventId: eventOf('a') }))
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs + 10_000)
  const [unknown] = await h.of('a')
  assert.ok(unknown)
  h.platform.script = ({ kind }) => (kind === 'send' ? refusal : undefined)
  await h.store.tx((t) => h.deliveries.resend(t, unknown.id, h.place('c1')))
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), [])
}

const lateMs = limits.deliverySettleMs + limits.deliveryReconcileMs

for (const why of ['message', 'place'] as const) {
  for (const [when, afterMs] of [
    ['soon', lateMs + 20_000],
    ['later', lateMs + 120_000],
  ] as const) {
    test(`[DLV3] [DLV4] [I6] sent again by hand and refused (${why}), it is adopted if its first copy comes ${when} after all`, async () => {
      await using h = await openTestDeliveries()
      await refuseTheSecond(h, afterMs, { kind: 'not_sent', why, detail: 'no' })
      const reason = why === 'place' ? 'place_refused' : 'refused'
      assert.deepEqual(await h.states('a'), [`rejected ${reason}`])
      await h.pass(limits.deliverySweepsMs[1] + 60_000)
      const [seen, ...others] = h.platform.visible('c1')
      assert.ok(seen)
      assert.deepEqual(others, [])
      const [row] = await h.of('a')
      assert.deepEqual([row?.state, row?.reason, row?.platformId], ['sent', null, seen.id])
    })
  }
}

test('[DLV4] sent again by hand and refused, it stays refused where nothing comes, and one stops looking', async () => {
  await using h = await openTestDeliveries()
  await refuseTheSecond(h, 24 * 3_600_000, { kind: 'not_sent', why: 'message', detail: 'no' })
  await h.pass(limits.deliverySweepsMs[1] + 60_000)
  assert.deepEqual(await h.states('a'), ['rejected refused'])
  const looks = h.platform.count('find')
  await h.pass(3_600_000)
  assert.equal(h.platform.count('find'), looks)
})

test('[SES6] [DLV4] redacted after it was refused, a first copy that comes late is removed', async () => {
  await using h = await openTestDeliveries()
  await refuseTheSecond(h, lateMs + 20_000, { kind: 'not_sent', why: 'message', detail: 'no' })
  await redacted(h)
  const [row] = await h.of('a')
  assert.equal(row?.text, '', 'shown to nobody meanwhile')
  const again = h.store.tx((t) => h.deliveries.resend(t, row.id, h.place('c1')))
  await assert.rejects(again, refusedWith('delivery_settled'))
  await h.pass(2 * limits.deliverySweepsMs[1])
  assert.deepEqual(h.platform.texts('c1'), [])
  assert.deepEqual(await h.states('a'), ['withdrawn redacted'])
  assert.deepEqual(await kept(h), [''])
})

for (const why of ['redacted', 'undone'] as const) {
  test(`[SES6] [DLV3] ${why} while it was looked for, and not there yet: what the platform does late is taken away`, async () => {
    await using h = await openTestDeliveries()
    h.platform.script = ({ kind }) =>
      kind === 'send' ? { kind: 'late', afterMs: limits.deliverySettleMs + 40_000 } : undefined
    await h.put(h.message('c1', 'a', { eventId: eventOf('a') }))
    await h.pass(limits.deliveryTimeoutMs + 1_000)
    if (why === 'redacted') await redacted(h)
    else await h.store.tx((t) => h.deliveries.withdraw(t, 'a', 'undone'))
    await h.pass(10_000)
    const [row] = await h.of('a')
    assert.deepEqual([row?.state, row?.reason], ['withdrawn', why])
    if (why === 'redacted') assert.equal(row?.text, '', 'shown to nobody meanwhile')
    await h.pass(limits.deliverySettleMs + 15_000)
    assert.deepEqual(h.platform.texts('c1'), ['a'], 'it came after all')
    await h.pass(limits.deliverySweepsMs[1] + 60_000)
    assert.deepEqual(h.platform.texts('c1'), [])
    if (why === 'redacted') assert.deepEqual(await kept(h), [''])
  })
}

/** Its first request is carried out after it was looked for and sent again. */
async function sendTwice(h: TestDeliveries): Promise<void> {
  const afterMs = limits.deliverySettleMs + 20_000
  h.platform.script = inTurn('send', [{ kind: 'late', afterMs }])
  await h.put(h.message('c1', 'a', { eventId: eventOf('a') }))
  await h.pass(limits.deliverySettleMs + 1_000)
  assert.deepEqual(h.platform.texts('c1'), ['a'], 'sent again')
}

test('[I6] [DLV5] a copy that comes after what was sent again has been changed is removed', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h)
  for (const text of ['better', 'best']) {
    await h.put({ ...h.message('c1', text, { text }), kind: 'edit', target: 'a' })
    await h.work()
  }
  await h.pass(21_000)
  assert.deepEqual(h.platform.texts('c1'), ['best', 'a'], 'it came after all')
  await h.pass(limits.deliverySweepsMs[1])
  assert.deepEqual(h.platform.texts('c1'), ['best'])
  await h.pass(60_000)
  const extra = await h.store.read((r) => r.all(queries.selectFrom('deliveries').select('extra')))
  assert.ok(
    extra.every((row) => !row.extra.includes('askedAs')),
    'what it was is forgotten',
  )
})

for (const how of ['removed', 'redacted'] as const) {
  test(`[I6] [SES6] a copy that comes after what was sent again has been ${how} is removed too`, async () => {
    await using h = await openTestDeliveries()
    await sendTwice(h)
    if (how === 'redacted') await redacted(h)
    else await h.put({ kind: 'delete', cause: 'r', place: h.place('c1'), target: 'a' })
    await h.work()
    assert.deepEqual(h.platform.texts('c1'), [])
    if (how === 'redacted') assert.equal((await h.of('a'))[0]?.text, '', 'shown to nobody')
    await h.pass(21_000)
    assert.deepEqual(h.platform.texts('c1'), ['a'], 'it came after all')
    await h.pass(limits.deliverySweepsMs[1] + 60_000)
    assert.deepEqual(h.platform.texts('c1'), [])
    if (how === 'redacted') assert.deepEqual(await kept(h), [''])
  })
}

test('[SES6] redacted after it was sent again, in a place that lets nothing be removed: nothing of it is kept here', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h)
  h.platform.script = ({ kind }) =>
    kind === 'remove' ? { kind: 'not_sent', why: 'place', detail: 'no' } : undefined
  await redacted(h)
  await h.pass(limits.deliverySweepsMs[1] + 60_000)
  assert.deepEqual(await kept(h), [''])
})

test('[SES6] redacted long after it was sent again, nothing of it is kept', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }])
  await h.put(h.message('c1', 'a', { eventId: eventOf('a') }))
  await h.pass(3_600_000)
  await redacted(h)
  await h.pass(limits.deliverySweepsMs[1] + 60_000)
  assert.deepEqual(h.platform.texts('c1'), [])
  assert.deepEqual(await kept(h), [''])
})

for (const isDismissed of [false, true]) {
  const then = isDismissed ? 'dismissed' : 'not found by the last look'
  test(`[SES6] [DLV4] redacted after it was refused, and ${then}: nothing of it is kept`, async () => {
    await using h = await openTestDeliveries()
    await refuseTheSecond(h, 24 * 3_600_000, { kind: 'not_sent', why: 'message', detail: 'no' })
    await redacted(h)
    const [row] = await h.of('a')
    if (isDismissed) await h.store.tx((t) => h.deliveries.dismiss(t, row!.id, 'Kim'))
    else await h.pass(2 * limits.deliverySweepsMs[1])
    assert.deepEqual(await kept(h), [''])
  })
}

test('[DLV4] [I6] what was refused after it was sent again, and is then removed, waits for nobody; a copy that comes late goes', async () => {
  await using h = await openTestDeliveries()
  await refuseTheSecond(h, limits.deliverySettleMs + limits.deliveryReconcileMs + 40_000, {
    kind: 'not_sent',
    why: 'message',
    detail: 'no',
  })
  assert.deepEqual(await h.states('a'), ['rejected refused'])
  await h.put({ kind: 'delete', cause: 'r', place: h.place('c1'), target: 'a' })
  await h.pass(limits.deliverySweepsMs[1] + 2 * 60_000)
  assert.deepEqual(await h.states('a'), ['withdrawn undone'])
  assert.deepEqual(h.platform.texts('c1'), [])
})

const redacted = (h: TestDeliveries) => h.store.tx((t) => h.deliveries.redact(t, eventOf('a')))

const kept = async (h: TestDeliveries) =>
  (
    await h.store.read((r) =>
      r.all(queries.selectFrom('deliveries').select('text').where('kind', '=', 'message')),
    )
  ).map(({ text }) => text)

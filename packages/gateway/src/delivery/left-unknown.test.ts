import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { eventOf, openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import type { ScriptedAbilities } from '../../test-support/scripted-channel.ts'
import { queriesOver } from '../foundation/database/query.ts'
import { queries } from './delivery-tables.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const leftAfterMs = limits.deliverySettleMs + limits.deliveryReconcileMs + 10_000
/** Whatever it was, and however long ago: one has looked by then. */
const lookedAfterMs = limits.deliveryUnknownLookMsMax + minuteMs

/** The answer to the first request got lost, and the place cannot be read for so long that the lane goes on. */
async function openLeft(
  given: { isDone: boolean; text?: string } & ScriptedAbilities,
): Promise<TestDeliveries> {
  const { isDone, text = 'a', ...abilities } = given
  const h = await openTestDeliveries(abilities)
  h.platform.script = ({ kind }) => {
    if (kind === 'find') return { kind: 'unreadable' }
    return kind === 'send' && h.platform.count('send') === 1 ? { kind: 'lost', isDone } : undefined
  }
  await h.put(h.message('c1', 'a', { text, eventId: eventOf('a') }))
  await h.pass(leftAfterMs)
  assert.equal((await h.states('a'))[0], 'unknown unreadable')
  return h
}

const becomesReadable = (h: TestDeliveries) => void (h.platform.script = () => undefined)
const edited = (h: TestDeliveries, cause: string, text: string) =>
  h.put({ ...h.message('c1', cause, { text }), kind: 'edit', target: 'a' })
const removed = (h: TestDeliveries) =>
  h.put({ kind: 'delete', cause: 'r', place: h.place('c1'), target: 'a' })

test('[DLV3] [I6] [I7] left unknown and read at last: proven absent, it is sent again by itself, once', async () => {
  await using h = await openLeft({ isDone: false })
  becomesReadable(h)
  await h.pass(2 * minuteMs)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  assert.deepEqual(await h.states('a'), ['sent'])
  await h.pass(dayMs)
  assert.equal(h.platform.count('send'), 2)
})

test('[DLV3] [I9] what was said since stands before it: then it says that it belongs further up', async () => {
  await using h = await openLeft({ isDone: false, charsMax: 100, text: 'x'.repeat(20) + 'y'.repeat(20) })
  await h.put(h.message('c1', 'b'))
  await h.work()
  becomesReadable(h)
  await h.pass(2 * minuteMs)
  assert.deepEqual(h.platform.texts('c1'), [
    `⚠️ a part before this may be missing\n${'y'.repeat(20)}`,
    'b',
    `⚠️ belongs further up\n${'x'.repeat(20)}`,
  ])
  assert.deepEqual(await h.states('a'), ['sent', 'sent'])
})

test('[DLV3] [I8] it can be read only after hours: it is sent, and says how late it is', async () => {
  await using h = await openLeft({ isDone: false })
  await h.pass(10 * 60 * minuteMs)
  becomesReadable(h)
  await h.pass(lookedAfterMs)
  assert.match(h.platform.texts('c1').join(), /^⏳ delayed 6\d\d min\na$/)
})

test('[DLV3] [I8] it can be read only when it is too old: then nobody looks any more, and people decide', async () => {
  await using h = await openLeft({ isDone: false })
  await h.pass(dayMs)
  const looks = h.platform.count('find')
  assert.ok(looks > 90 && looks < 130, String(looks))
  becomesReadable(h)
  await h.pass(dayMs)
  assert.equal(h.platform.count('find'), looks)
  assert.deepEqual(h.platform.texts('c1'), [])
  assert.deepEqual(await h.states('a'), ['unknown unreadable'])
})

test('[DLV3] [I9] left unknown and found at last: it is adopted, and what is sent again meanwhile is where it belongs', async () => {
  await using h = await openLeft({ isDone: true })
  await h.put(h.message('c1', 'b'))
  await h.work()
  h.platform.script = ({ kind }) =>
    kind === 'send' ? { kind: 'lost', isDone: false } : { kind: 'unreadable' }
  await h.put(h.message('c1', 'c'))
  await h.pass(limits.deliverySettleMs + 10_000)
  const [idOfA] = (await h.of('a')).map(({ id }) => id)
  h.platform.script = ({ kind, deliveryId }) =>
    kind === 'find' && deliveryId !== idOfA ? { kind: 'unreadable' } : undefined
  await h.pass(2 * minuteMs)
  assert.deepEqual([await h.states('a'), await h.states('c')], [['sent'], ['unknown no_answer']])
  becomesReadable(h)
  await h.pass(5 * minuteMs)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'b', 'c'])
})

test('[I5] it is not sent again while something else in its lane is looked for', async () => {
  await using h = await openLeft({ isDone: false })
  const [idOfA] = (await h.of('a')).map(({ id }) => id)
  h.platform.script = ({ kind, deliveryId }) => {
    if (kind === 'send') return { kind: 'lost', isDone: true }
    return kind === 'find' && deliveryId !== idOfA ? { kind: 'unreadable' } : undefined
  }
  await h.put(h.message('c1', 'b'))
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs / 2)
  assert.deepEqual([await h.states('a'), await h.states('b')], [['queued'], ['unknown no_answer']])
  becomesReadable(h)
  await h.pass(lookedAfterMs)
  assert.match(h.platform.texts('c1').join('; '), /^b; (⏳ delayed \d+ min\n)?⚠️ belongs further up\na$/)
})

test('[DLV4] a person was first: what they let be is not sent again, and what they sent again not once more', async () => {
  await using h = await openLeft({ isDone: false })
  const [a] = await h.of('a')
  await h.store.tx((t) => h.deliveries.dismiss(t, a!.id, 'Kim'))
  becomesReadable(h)
  await h.pass(dayMs)
  assert.deepEqual(h.platform.texts('c1'), [])
  await using other = await openLeft({ isDone: false })
  const [again] = await other.of('a')
  becomesReadable(other)
  await other.store.tx((t) => other.deliveries.resend(t, again!.id, other.place('c1')))
  await other.pass(dayMs)
  assert.deepEqual(other.platform.texts('c1'), ['a'])
})

for (const isDone of [false, true]) {
  const found = isDone ? 'found' : 'proven absent'
  test(`[DLV3] [DLV5] the last text of what was left unknown follows once that is ${found}`, async () => {
    await using h = await openLeft({ isDone })
    await edited(h, 'e1', 'half of it')
    await h.work()
    await edited(h, 'e2', 'all of it')
    await h.work()
    assert.deepEqual(await h.states('e2'), ['rejected refused'])
    becomesReadable(h)
    await h.pass(lookedAfterMs)
    assert.deepEqual(h.platform.texts('c1'), ['all of it'])
    assert.deepEqual([await h.states('e1'), await h.states('e2')], [['withdrawn undone'], ['sent']])
  })

  test(`[DLV3] [DLV1] what was removed while it was left unknown is not there once that is ${found}`, async () => {
    await using h = await openLeft({ isDone })
    await edited(h, 'e1', 'more of it')
    await h.work()
    await removed(h)
    await h.work()
    becomesReadable(h)
    await h.pass(lookedAfterMs)
    assert.deepEqual(h.platform.texts('c1'), [])
    assert.deepEqual(await h.states('a'), ['withdrawn undone'])
    assert.equal(h.platform.count('send'), 1)
    assert.deepEqual(await h.states('r'), [isDone ? 'sent' : 'withdrawn undone'])
  })

  test(`[SES6] what was redacted while it was left unknown is nowhere once that is ${found}`, async () => {
    await using h = await openLeft({ isDone })
    await h.store.tx((t) => h.deliveries.redact(t, eventOf('a')))
    assert.equal((await h.of('a'))[0]?.text, '', 'shown to nobody meanwhile')
    becomesReadable(h)
    await h.pass(lookedAfterMs)
    assert.deepEqual(h.platform.texts('c1'), [])
    assert.deepEqual(await h.states('a'), ['withdrawn redacted'])
    assert.deepEqual(await kept(h), [''])
  })
}

test('[SES6] redacted when nobody looked for it any more, it is looked for once more and taken away', async () => {
  await using h = await openLeft({ isDone: true })
  await h.pass(2 * dayMs)
  becomesReadable(h)
  await h.store.tx((t) => h.deliveries.redact(t, eventOf('a')))
  await h.pass(2 * minuteMs)
  assert.deepEqual(h.platform.texts('c1'), [])
  assert.deepEqual(await kept(h), [''])
})

test('[SES6] what was redacted and can never be read leaves no text behind', async () => {
  await using h = await openLeft({ isDone: true })
  await h.store.tx((t) => h.deliveries.redact(t, eventOf('a')))
  await h.pass(dayMs)
  assert.deepEqual(await kept(h), [''])
})

test('[DLV3] withdrawn while it was left unknown, it is not sent again', async () => {
  await using h = await openLeft({ isDone: false })
  await h.store.tx((t) => h.deliveries.withdraw(t, 'a', 'undone'))
  becomesReadable(h)
  await h.pass(lookedAfterMs)
  assert.deepEqual(h.platform.texts('c1'), [])
  assert.deepEqual(await h.states('a'), ['withdrawn undone'])
})

test('[I30] [F27] a wait that was stated for reading is kept, also after the lane went on', async () => {
  await using h = await openTestDeliveries()
  const hourMs = 60 * minuteMs
  h.platform.script = ({ kind }) => {
    if (kind === 'find' && h.platform.count('find') === 1) return { kind: 'unreadable', retryAfterMs: hourMs }
    return kind === 'send' && h.platform.count('send') === 1 ? { kind: 'lost', isDone: false } : undefined
  }
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.pass(leftAfterMs)
  assert.deepEqual(h.platform.texts('c1'), ['b'])
  await h.pass(2 * hourMs)
  const [first = 0, second = 0] = h.platform.requests
    .filter(({ kind }) => kind === 'find')
    .map(({ at }) => at)
  assert.ok(second - first >= hourMs, String(second - first))
  assert.deepEqual(await h.states('a'), ['sent'])
})

test('[I30] while its account pauses nobody reads for it', async () => {
  await using h = await openLeft({ isDone: false })
  h.platform.script = ({ kind }) =>
    kind === 'send'
      ? { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 3_600_000, scope: 'account' }
      : undefined
  await h.put(h.message('c2', 'b'))
  await h.work()
  const looks = h.platform.count('find')
  await h.pass(3_500_000)
  assert.equal(h.platform.count('find'), looks)
  becomesReadable(h)
  await h.pass(lookedAfterMs)
  assert.match(h.platform.texts('c1').join(), /a$/)
})

test('[DLV3] [CHN1] where nobody can ever look, nobody tries', async () => {
  await using h = await openTestDeliveries({ find: false })
  h.platform.script = ({ kind }) => (kind === 'send' ? { kind: 'lost', isDone: false } : undefined)
  await h.put(h.message('c1', 'a'))
  await h.work()
  assert.deepEqual(await h.states('a'), ['unknown unreadable'])
  const work = queriesOver<{ work: { kind: string } }>().selectFrom('work').select('kind')
  assert.deepEqual(await h.store.read((r) => r.all(work)), [])
})

const kept = async (h: TestDeliveries) =>
  (
    await h.store.read((r) =>
      r.all(queries.selectFrom('deliveries').select('text').where('kind', '=', 'message')),
    )
  ).map(({ text }) => text)

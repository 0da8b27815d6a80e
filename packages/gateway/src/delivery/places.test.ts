import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, limits } from '@heddle/contract'
import { countRows } from '../../test-support/count-rows.ts'
import { openTestDeliveries, persona, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { inTurn } from '../../test-support/scripted-channel.ts'
import { queries } from './delivery-tables.ts'

const opening = (h: TestDeliveries, cause = 'place:1') =>
  ({
    kind: 'open',
    cause,
    under: h.place('c1'),
    title: '🤖 fix',
    anchor: 'Working on it.',
    persona,
    expiresAt: h.clock.wall() + limits.placeWaitMs,
  }) as const

test('[BND10] [DLV1] a conversation is opened once, and its item says where it is', async () => {
  await using h = await openTestDeliveries()
  const [id] = await h.put(opening(h))
  assert.deepEqual(await h.put(opening(h)), [id])
  await h.work()
  const [opened] = await h.of('place:1')
  const [anchor] = h.platform.visible('c1')
  assert.equal(opened?.state, 'sent')
  assert.deepEqual(opened?.place, {
    channel: 'chat',
    accountId: 'bot',
    conversationId: `thread-${anchor?.id}`,
    parentConversationId: 'c1',
  })
  assert.equal(
    await h.store.read((r) => h.deliveries.isOwn(r, opened?.place ?? h.place('c1'), anchor?.id ?? '')),
    true,
  )
  await h.pass(60_000)
  assert.equal(h.platform.count('open'), 1)
})

test('[F13] [BND10] after an answer that did not come it is found, and no second one is opened', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('open', [{ kind: 'lost', isDone: true }])
  await h.put(opening(h))
  await h.work()
  assert.deepEqual(await h.states('place:1'), ['sent'])
  assert.equal(h.platform.texts('c1').length, 1)
  assert.equal(h.platform.count('open'), 1)
})

test('[F13] killed while it was being opened: one anchor, one thread', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('open', [{ kind: 'hangs', isDone: true }])
  await h.put(opening(h))
  await h.work()
  await h.crash()
  await h.work()
  assert.deepEqual(await h.states('place:1'), ['sent'])
  assert.equal(h.platform.texts('c1').length, 1)
})

test('[BND10] what cannot be opened in time is given up with the reason of the platform, and not tried after', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = () => ({ kind: 'not_sent', why: 'later', detail: '502: bad gateway' })
  await h.put(opening(h))
  await h.pass(limits.placeWaitMs + 100)
  const [row] = await h.of('place:1')
  assert.deepEqual([row?.state, row?.detail], ['gave_up', '502: bad gateway'])
  assert.equal(h.settled.length, 1)
  const tries = h.platform.requests.length
  h.platform.script = () => undefined
  await h.pass(3_600_000)
  assert.equal(h.platform.requests.length, tries)
})

test('[BND10] it is given up in time also while something else stands before it in its lane', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [
    { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 60_000 },
  ])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put(opening(h))
  await h.pass(limits.placeWaitMs + 10)
  assert.deepEqual(await h.states('place:1'), ['gave_up too_old'])
})

test('[BND10] opened after it was given up: anchor and thread are put away', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('open', [{ kind: 'late', afterMs: 18_000 }])
  await h.put(opening(h))
  await h.pass(limits.placeWaitMs + 1_000)
  assert.equal((await h.of('place:1'))[0]?.state, 'gave_up')
  await h.pass(8_000)
  assert.equal(h.platform.texts('c1').length, 1, 'it came after all')
  await h.pass(60_000)
  assert.equal(h.platform.texts('c1').length, 0)
  assert.equal(h.platform.closed.length, 1)
  await h.pass(3_600_000)
  assert.equal(h.platform.closed.length, 1)
})

test('[BND10] an answer that comes too late is undone as well, and so is one that nobody wants any more', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('open', [{ kind: 'slow', ms: 3_000 }])
  await h.put(opening(h))
  await h.work()
  await h.store.tx((t) => h.deliveries.withdraw(t, 'place:1', 'undone'))
  await h.pass(60_000)
  assert.equal((await h.of('place:1'))[0]?.state, 'gave_up')
  assert.deepEqual([h.platform.texts('c1').length, h.platform.closed.length], [0, 1])
})

test('[BND10] where no conversation can be opened it is said at once', async () => {
  await using h = await openTestDeliveries({ open: false })
  assert.equal(h.deliveries.canOpen({ channel: 'chat', accountId: 'bot', conversationId: 'c1' }), false)
  await h.put(opening(h))
  await h.work()
  assert.deepEqual(await h.states('place:1'), ['rejected refused'])
})

test('[BND5] a conversation is put away, again after an answer that did not come', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('close', [{ kind: 'lost', isDone: false }])
  await h.put(h.message('c1', 'farewell'), { kind: 'close', cause: 'close:1', place: h.place('c1') })
  await h.pass(60_000)
  assert.deepEqual(h.platform.closed, ['c1'])
  assert.deepEqual(await h.states('close:1'), ['sent'])
})

test('[BND10] [F30] a channel in which no thread may be opened still takes messages', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('open', [
    { kind: 'not_sent', why: 'place', detail: '50013: missing permissions' },
  ])
  await h.put(opening(h), h.message('c1', 'a'))
  await h.work()
  assert.deepEqual(await h.states('place:1'), ['rejected place_refused'])
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

test('[BND10] [I49] what was opened leaves nothing to be looked after, however long it would have been waited for', async () => {
  await using h = await openTestDeliveries()
  await h.put({ ...opening(h), expiresAt: h.clock.wall() + limits.deliveryOldMs })
  await h.work()
  assert.equal((await h.of('place:1'))[0]?.state, 'sent')
  assert.equal((await countRows(h.store))['work'], 0)
})

test('[DLV5] what is too long to stand above a conversation goes on inside of it, once', async () => {
  await using h = await openTestDeliveries({ charsMax: 200 })
  const anchor = Array.from({ length: 12 }, (_, i) => `sentence number ${i} of a long text`).join(' ')
  h.platform.script = inTurn('open', [{ kind: 'lost', isDone: true }])
  await h.put({ ...opening(h), anchor, eventId: 'evt_1' as EventId })
  await h.work()
  const [first, ...others] = h.platform.visible('c1')
  assert.deepEqual(others, [])
  const inside = h.platform.texts(`thread-${first?.id}`)
  assert.ok(inside.length > 1)
  assert.equal([first?.text, ...inside].join('').replaceAll(/\s/g, ''), anchor.replaceAll(/\s/g, ''))
  for (const text of [first?.text ?? '', ...inside]) assert.ok(text.length <= 200)
  await h.store.tx((t) => h.deliveries.redact(t, 'evt_1' as EventId))
  await h.work()
  assert.deepEqual([h.platform.texts('c1'), h.platform.texts(`thread-${first?.id}`)], [[], []])
  const rows = await h.store.read((r) => r.all(queries.selectFrom('deliveries').select(['text', 'extra'])))
  assert.doesNotMatch(JSON.stringify(rows), /sentence/)
  // Nor what its speaker was called by, which may have been the task itself.
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(persona.name))
})

test('[DLV5] [SES6] what was to go on inside is not said any more once it is redacted', async () => {
  await using h = await openTestDeliveries({ charsMax: 200 })
  const later = { kind: 'not_sent', why: 'later', detail: '503' } as const
  h.platform.script = inTurn('open', [later, later, later])
  await h.put({ ...opening(h), anchor: 'secret '.repeat(60), eventId: 'evt_1' as EventId })
  await h.work()
  await h.store.tx((t) => h.deliveries.redact(t, 'evt_1' as EventId))
  await h.pass(60_000)
  assert.equal(h.platform.requests.filter(({ kind }) => kind === 'send').length, 0)
  const rows = await h.store.read((r) => r.all(queries.selectFrom('deliveries').select(['text', 'extra'])))
  assert.doesNotMatch(JSON.stringify(rows), /secret/)
})

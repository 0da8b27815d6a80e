import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { type Behaviour, inTurn } from '../../test-support/scripted-channel.ts'

const doubtful: [string, Behaviour][] = [
  ['an answer without a usable body', { kind: 'lost', isDone: true }],
  ['a reset after bytes left', { kind: 'throws', isDone: true }],
  ['no answer in time', { kind: 'hangs', isDone: true }],
]

for (const [name, behaviour] of doubtful) {
  test(`[DLV3] [F9] [F28] ${name}: it is looked for, found, and not sent again`, async () => {
    await using h = await openTestDeliveries()
    h.platform.script = inTurn('send', [behaviour])
    await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
    await h.pass(limits.deliveryTimeoutMs)
    assert.deepEqual(await h.states('a'), ['unknown no_answer'])
    assert.equal(h.platform.count('find'), 0, 'not before things have settled')
    await h.pass(60_000)
    assert.deepEqual(h.platform.texts('c1'), ['a', 'b'])
    assert.deepEqual([h.platform.count('send'), h.platform.count('find')], [2, 1])
    assert.deepEqual(await h.states('a'), ['sent'])
    assert.equal((await h.of('a'))[0]?.platformId, h.platform.visible('c1')[0]?.id)
  })
}

test('[DLV3] [I7] what is proven not to be there is sent again, under the same name', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.pass(10 * 60_000)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'b'])
  const sends = h.platform.requests.filter(({ kind, text }) => kind === 'send' && text === 'a')
  assert.equal(sends.length, 2)
  assert.equal(sends[0]?.deliveryId, sends[1]?.deliveryId)
  assert.ok((sends[1]?.at ?? 0) - (sends[0]?.at ?? 0) >= limits.deliverySettleMs)
})

test('[DLV3] the lane waits while one looks, and other lanes do not', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: true }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'), h.message('c2', 'c'))
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  assert.deepEqual(h.platform.texts('c2'), ['c'])
})

test('[DLV3] [DLV4] what cannot be read stays unknown, others go on, and it is never sent again by itself', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  h.platform.script = (request) => {
    if (request.kind === 'find') return { kind: 'unreadable' }
    return request.text === 'x'.repeat(20) ? { kind: 'lost', isDone: false } : undefined
  }
  await h.put(h.message('c1', 'a', { text: `${'x'.repeat(20)}${'y'.repeat(20)}` }), h.message('c1', 'b'))
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs - 30_000)
  assert.deepEqual(await h.states('a'), ['unknown no_answer', 'queued'])
  await h.pass(24 * 3_600_000)
  assert.deepEqual(await h.states('a'), ['unknown unreadable', 'sent'])
  assert.deepEqual(h.platform.texts('c1'), [`⚠️ a part before this may be missing\n${'y'.repeat(20)}`, 'b'])
  assert.equal(h.platform.count('send'), 3)
  assert.deepEqual(await h.store.read((r) => h.deliveries.counts(r)), { open: 1, unknown: 1 })
})

test('[DLV3] what can be read a little later, after the lane went on, is found all the same', async () => {
  await using h = await openTestDeliveries()
  const readableAt = h.clock.wall() + limits.deliverySettleMs + limits.deliveryReconcileMs + 60_000
  h.platform.script = ({ kind, at, text }) => {
    if (kind === 'find' && at < readableAt) return { kind: 'unreadable', retryAfterMs: 20_000 }
    return kind === 'send' && text === 'a' ? { kind: 'lost', isDone: true } : undefined
  }
  await h.put(h.message('c1', 'a'))
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs + 10_000)
  assert.deepEqual(await h.states('a'), ['unknown unreadable'])
  await h.pass(10 * 60_000)
  assert.deepEqual(await h.states('a'), ['sent'])
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

test('[DLV3] [F12] time in which nobody was there to look does not count, however often that was: 5 minutes are looked for', async () => {
  await using h = await openTestDeliveries()
  const unreadable = 8
  let looks = 0
  h.platform.script = ({ kind, text }) => {
    if (kind === 'find' && ++looks <= unreadable) return { kind: 'unreadable', retryAfterMs: 20_000 }
    return kind === 'send' && text === 'a' && h.platform.count('send') === 1
      ? { kind: 'lost', isDone: false }
      : undefined
  }
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.pass(limits.deliverySettleMs + 100)
  for (let look = 1; look < unreadable; look++) {
    assert.equal(looks, look)
    await h.crash()
    h.clock.advance(2 * limits.deliveryReconcileMs)
    await h.work()
    assert.deepEqual(await h.states('a'), ['unknown no_answer'])
  }
  await h.pass(2 * 60_000)
  assert.match(h.platform.texts('c1').join('; '), /^⏳ delayed \d+ min\na; ⏳ delayed \d+ min\nb$/)
})

test('[DLV3] the lane waits for no more than 5 minutes of looking, however long a look takes', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = ({ kind, text }) => {
    if (kind === 'find') return { kind: 'hangs', isDone: false }
    return kind === 'send' && text === 'a' ? { kind: 'lost', isDone: false } : undefined
  }
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs + 2 * limits.deliveryTimeoutMs)
  assert.deepEqual(h.platform.texts('c1'), ['b'])
  assert.ok(h.platform.count('find') > 5)
})

test('[DLV3] a channel that cannot be read: unknown is shown at once, and others go on', async () => {
  await using h = await openTestDeliveries({ find: false })
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: true }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  assert.deepEqual(await h.states('a'), ['unknown unreadable'])
  assert.deepEqual(h.platform.texts('c1'), ['a', 'b'])
})

test('[F8] [I4] killed before a byte left: one looks, finds nothing, and sends once', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'hangs', isDone: false }])
  await h.put(h.message('c1', 'a'))
  await h.work()
  assert.deepEqual(await h.states('a'), ['sending'])
  await h.crash()
  await h.work()
  assert.deepEqual(await h.states('a'), ['unknown no_answer'])
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

test('[F9] [F10] killed after the platform took it: one looks and adopts it', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'hangs', isDone: true }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  await h.crash()
  await h.pass(limits.deliverySettleMs + 1_000)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'b'])
  assert.equal(h.platform.count('send'), 2)
})

test('[F11] killed between two parts: it goes on with the next one', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  h.platform.script = (request) => (request.part === 2 ? { kind: 'hangs', isDone: false } : undefined)
  await h.put(h.message('c1', 'a', { text: `${'x'.repeat(20)}${'y'.repeat(20)}${'z'.repeat(20)}` }))
  await h.work()
  h.platform.script = () => undefined
  await h.crash()
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['x'.repeat(20), 'y'.repeat(20), 'z'.repeat(20)])
})

test('[F12] killed again and again while one looks: it converges', async () => {
  await using h = await openTestDeliveries()
  let looks = 0
  h.platform.script = ({ kind }) => {
    if (kind === 'send') return h.platform.count('send') === 1 ? { kind: 'lost', isDone: true } : undefined
    return ++looks < 4 ? { kind: 'hangs', isDone: false } : undefined
  }
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.pass(limits.deliverySettleMs + 100)
  for (let i = 0; i < 3; i++) {
    await h.crash()
    await h.work()
  }
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'b'])
  assert.equal(h.platform.count('send'), 2)
})

test('[I6] a request that is carried out after one had looked: the later copy is removed', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'late', afterMs: limits.deliverySettleMs + 5_000 }])
  await h.put(h.message('c1', 'a'))
  await h.pass(limits.deliverySettleMs + 3_000)
  assert.equal(h.platform.texts('c1').length, 1, 'sent again')
  await h.pass(3_000)
  assert.equal(h.platform.texts('c1').length, 2, 'and the first one came after all')
  await h.pass(limits.deliverySweepsMs[0])
  const seen = h.platform.visible('c1')
  assert.equal(seen.length, 1)
  const [row] = await h.of('a')
  assert.equal(row?.platformId, seen[0]?.id)
  assert.equal(h.deliveries.figures().outcomes.get('chat copy_removed'), 1)
  await h.put({ ...h.message('c1', 'edit', { text: 'better' }), kind: 'edit', target: 'a' })
  await h.pass(10 * 60_000)
  assert.deepEqual(h.platform.texts('c1'), ['better'])
})

test('[I6] of two copies the one that was there first stays, whichever was known', async () => {
  await using h = await openTestDeliveries()
  let isFirst = true
  h.platform.script = ({ kind }) => {
    if (kind === 'find' && isFirst) {
      isFirst = false
      return { kind: 'unreadable' }
    }
    return kind === 'send' && h.platform.count('send') === 1 ? { kind: 'lost', isDone: true } : undefined
  }
  await h.put(h.message('c1', 'a'))
  await h.pass(1_000)
  const [first] = h.platform.visible('c1')
  assert.ok(first)
  // Somebody sends it again by hand although it is there.
  h.platform.script = ({ kind }) => (kind === 'find' ? { kind: 'unreadable' } : undefined)
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs + 10_000)
  const [unknown] = await h.of('a')
  assert.ok(unknown)
  h.platform.script = () => undefined
  await h.store.tx((t) => h.deliveries.resend(t, unknown.id, h.place('c1')))
  await h.work()
  assert.equal(h.platform.texts('c1').length, 2)
  await h.pass(limits.deliverySweepsMs[1] + 60_000)
  assert.deepEqual(
    h.platform.visible('c1').map(({ id }) => id),
    [first.id],
  )
  assert.equal((await h.of('a'))[0]?.platformId, first.id)
})

test('[I6] [AGT6] of two copies the one that was changed stays: the one before it still asks what is decided', async () => {
  await using h = await openTestDeliveries({ findByName: true })
  h.platform.script = ({ kind }) => {
    if (kind === 'find') return { kind: 'unreadable' }
    return kind === 'send' ? { kind: 'lost', isDone: true } : undefined
  }
  await h.put(
    h.message('c1', 'a', { text: 'May I?', buttons: [{ text: 'Yes', token: 'yes', style: 'plain' }] }),
  )
  await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs + 10_000)
  const [unknown] = await h.of('a')
  assert.ok(unknown)
  h.platform.script = () => undefined
  await h.store.tx((t) => h.deliveries.resend(t, unknown.id, h.place('c1')))
  await h.put({ ...h.message('c1', 'a:settled', { text: 'You may.' }), kind: 'edit', target: 'a' })
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), ['May I?', 'You may.'])
  await h.pass(limits.deliverySweepsMs[1] + 60_000)
  const [seen, ...others] = h.platform.visible('c1')
  assert.deepEqual([seen?.text, seen?.buttons, others], ['You may.', [], []])
  const [row] = await h.of('a')
  assert.deepEqual([row?.state, row?.text, row?.platformId], ['sent', 'You may.', seen?.id])
  await h.put({ ...h.message('c1', 'later', { text: 'Done.' }), kind: 'edit', target: 'a' })
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), ['Done.'])
})

test('[DLV3] what was found is not taken for something else that was said', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a', { text: 'ok' }))
  await h.work()
  const known = h.platform.visible('c1')[0]?.id ?? ''
  // A platform that can only be searched by text finds the earlier one too.
  const { sender } = h.platform
  const byText = {
    ...h.platform,
    sender: {
      ...sender,
      send: async () => ({ kind: 'unknown', detail: 'reset' }) as const,
      find: async () => ({ kind: 'found', copies: [{ platformId: known }] }) as const,
    },
  }
  h.connected.set('chat/bot', byText)
  await h.put(h.message('c1', 'b', { text: 'ok' }))
  await h.pass(limits.deliverySettleMs + 1_000)
  const [row] = await h.of('b')
  assert.notEqual(row?.state, 'sent')
  assert.notEqual(row?.platformId, known)
})

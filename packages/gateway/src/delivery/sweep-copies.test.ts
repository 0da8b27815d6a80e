import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { inTurn } from '../../test-support/scripted-channel.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

/** Its first request is carried out so long after it was sent again. */
async function sendTwice(h: TestDeliveries, afterMs: number): Promise<void> {
  h.platform.script = inTurn('send', [{ kind: 'late', afterMs: limits.deliverySettleMs + afterMs }])
  await h.put(h.message('c1', 'a'))
  await h.pass(limits.deliverySettleMs + 1_000)
  assert.deepEqual(h.platform.texts('c1'), ['a'], 'sent again')
}

/** Somebody else's request meets a token that is nobody's. */
async function pauseAccount(h: TestDeliveries): Promise<void> {
  h.platform.script = inTurn('send', [{ kind: 'not_sent', why: 'account', detail: 'revoked' }])
  await h.put(h.message('c2', 'b'))
  await h.work()
  assert.deepEqual(await h.states('b'), ['waiting account_paused'])
}

test('[I6] [DLV3] a clock that is set forward lets no look pass for made: what comes after the first is found', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h, hourMs + 2 * minuteMs)
  h.clock.advance(hourMs)
  await h.pass(minuteMs)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  await h.pass(2 * minuteMs)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'a'], 'it came after all')
  await h.pass(limits.deliverySweepsMs[1])
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  const looks = h.platform.count('find')
  await h.pass(hourMs)
  assert.equal(h.platform.count('find'), looks, 'and one stops looking')
})

test('[I6] [DLV3] however often the clock is set forward, the last look comes when what was late had its time', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h, 3 * minuteMs)
  const { clock } = h
  const wall = clock.wall.bind(clock)
  let aheadMs = 0
  clock.wall = () => wall() + aheadMs
  for (let i = 0; i < 2; i++) {
    aheadMs += hourMs
    // So long one may sleep, whatever the clock says meanwhile.
    clock.advance(minuteMs)
    await h.work()
  }
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  await h.pass(hourMs)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  assert.equal(h.platform.visible('c1')[0]?.id, (await h.of('a'))[0]?.platformId)
  assert.equal(h.deliveries.figures().outcomes.get('chat copy_removed'), 1)
})

test('[I6] [DLV3] while its account pauses nobody looks, and that time does not count', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h, 20_000)
  await pauseAccount(h)
  await h.pass(limits.deliverySweptForMs + hourMs)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'a'], 'it came after all')
  h.platform.script = inTurn('find', [{ kind: 'unreadable' }])
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  await h.pass(limits.deliverySweepAgainMs * 3)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

test('[I6] [DLV5] changed while its account pauses, the copy that came late is found by what it was', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h, 20_000)
  await pauseAccount(h)
  await h.pass(limits.deliverySweptForMs + hourMs)
  await h.put({ ...h.message('c1', 'better', { text: 'better' }), kind: 'edit', target: 'a' })
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  await h.pass(limits.deliverySweepsMs[1] + minuteMs)
  assert.deepEqual(h.platform.texts('c1'), ['better'])
})

test('[I6] [I30] a clock that is set back makes a pause no longer for those who look', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h, 20_000)
  h.platform.script = inTurn('send', [
    { kind: 'not_sent', why: 'later', detail: 'slow down', retryAfterMs: 10_000, scope: 'account' },
  ])
  await h.put(h.message('c2', 'b'))
  await h.work()
  const wall = h.clock.wall.bind(h.clock)
  h.clock.wall = () => wall() - hourMs
  await h.pass(10 * minuteMs)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

test('[DLV3] what cannot be read is looked for no longer than half an hour', async () => {
  await using h = await openTestDeliveries()
  await sendTwice(h, hourMs)
  h.platform.script = ({ kind }) => (kind === 'find' ? { kind: 'unreadable' } : undefined)
  await h.pass(limits.deliverySweptForMs + 2 * minuteMs)
  const looks = h.platform.count('find')
  assert.ok(h.logged.includes('warn it could not be read whether something is there twice'))
  await h.pass(hourMs)
  assert.equal(h.platform.count('find'), looks)
})

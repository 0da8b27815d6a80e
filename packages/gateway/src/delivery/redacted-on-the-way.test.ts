// What was shown on the way to an answer is redacted: what stands there by then stays, as far as it is certain that nothing
// of it can be read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { eventOf, openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { inTurn } from '../../test-support/scripted-channel.ts'

const [before, answer] = [eventOf('before'), eventOf('answer')]

const change = (h: TestDeliveries, cause: string, text: string, eventId = answer) =>
  ({ ...h.message('c1', cause, { text, eventId }), kind: 'edit', target: 'a' }) as const

const redact = async (h: TestDeliveries, eventId: ReturnType<typeof eventOf>) => {
  await h.store.tx((t) => h.deliveries.redact(t, eventId))
  await h.pass(60_000)
}

/** Shown, changed for the same entry, and then for the answer. */
async function answered(h: TestDeliveries): Promise<void> {
  await h.put(h.message('c1', 'a', { text: 'let me', eventId: before }))
  await h.work()
  await h.put(change(h, 'e1', 'let me see', before))
  await h.work()
  await h.put(change(h, 'e2', 'this is it'))
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['this is it'])
}

test('[SES6] [I28] what an answer took the place of is redacted: the answer stays', async () => {
  await using h = await openTestDeliveries()
  await answered(h)
  await redact(h, before)
  assert.deepEqual(h.platform.texts('c1'), ['this is it'])
  assert.deepEqual(
    (await Promise.all(['a', 'e1', 'e2'].map((cause) => h.of(cause)))).flat().map(({ text }) => text),
    ['this is it', '', 'this is it'],
  )
  await redact(h, answer)
  assert.deepEqual(h.platform.texts('c1'), [])
})

test('[SES6] [I28] the same where the answer was put into what had not left yet', async () => {
  for (const [gone, left] of [
    [before, ['this is it']],
    [answer, []],
  ] as const) {
    await using h = await openTestDeliveries()
    h.platform.script = inTurn('send', [{ kind: 'not_sent', why: 'later', detail: '502' }])
    await h.put(h.message('c1', 'a', { text: 'let me', eventId: before }))
    await h.work()
    await h.put(change(h, 'e1', 'this is it'))
    await h.pass(60_000)
    await redact(h, gone)
    assert.deepEqual(h.platform.texts('c1'), left)
  }
})

test('[SES6] [I28] [I3] what is still read there is taken away, and the answer that was to take its place is said', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a', { text: 'let me', eventId: before }))
  await h.work()
  h.platform.script = inTurn('edit', [
    { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 30_000 },
  ])
  await h.put({ ...change(h, 'e1', 'this is it'), ifRefused: 'say_anew' })
  await h.work()
  await redact(h, before)
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['this is it'])
})

test('[SES6] [I28] [I6] a copy of what was redacted that comes late is taken away, though an answer took its place', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'late', afterMs: limits.deliverySettleMs + 20_000 }])
  await h.put(h.message('c1', 'a', { text: 'let me', eventId: before }))
  await h.pass(limits.deliverySettleMs + 2_000)
  await h.put(change(h, 'e1', 'this is it'))
  await h.work()
  await redact(h, before)
  await h.pass(limits.deliverySweepsMs[1] + 60_000)
  assert.deepEqual(
    h.platform.texts('c1').filter((text) => text.includes('let me')),
    [],
  )
})

test('[SES6] [I28] an answer that waits is not said in the stead of what is redacted with it', async () => {
  await using h = await openTestDeliveries()
  const later = { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 30_000 } as const
  // Sent once more, so that it may still come twice when it is changed.
  const sends = inTurn('send', [{ kind: 'lost', isDone: false }])
  const edits = inTurn('edit', [undefined, later])
  h.platform.script = (request) => sends(request) ?? edits(request)
  await h.put(h.message('c1', 'a', { text: 'let me', eventId: before }))
  await h.pass(limits.deliverySettleMs + 2_000)
  for (const cause of ['e1', 'e2']) {
    await h.put({ ...change(h, cause, `${cause} is secret`), ifRefused: 'say_anew' })
    await h.work()
  }
  assert.deepEqual(h.platform.texts('c1'), ['e1 is secret'])
  await redact(h, answer)
  await h.pass(10 * 60_000)
  assert.deepEqual(h.platform.texts('c1'), [])
  const rows = (await Promise.all(['a', 'e1', 'e2'].map((cause) => h.of(cause)))).flat()
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['', '', ''],
  )
})

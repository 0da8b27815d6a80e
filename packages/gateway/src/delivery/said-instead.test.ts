// What is said in the stead of something that is taken away, or can be changed no more.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf, openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { type Behaviour, inTurn } from '../../test-support/scripted-channel.ts'
import type { NewDelivery } from './delivery.ts'

type Edit = Extract<NewDelivery, { kind: 'edit' }>

const edit = (
  h: TestDeliveries,
  cause: string,
  target: string,
  text: string,
  more: Partial<Edit> = {},
): Edit => ({ ...h.message('c1', cause, { text }), kind: 'edit', target, ...more })
const part = (sign: string) => sign.repeat(20)
const below = (text: string) => `⚠️ belongs further up\n${text}`

for (const [name, behaviour] of [
  ['done, without an answer', { kind: 'hangs', isDone: true }],
  ['not done, without an answer', { kind: 'hangs', isDone: false }],
  ['refused for now', { kind: 'not_sent', why: 'later', detail: '502' }],
] satisfies [string, Behaviour][]) {
  test(`[DLV5] [I9] a text that grows again while a part of it is taken away (${name}) is whole`, async () => {
    await using h = await openTestDeliveries({ charsMax: 100 })
    await h.put(h.message('c1', 'a', { text: part('a') + part('b') }))
    await h.work()
    h.platform.script = inTurn('remove', [behaviour])
    await h.put(edit(h, 'e1', 'a', 'short'))
    await h.pass(500)
    await h.put(edit(h, 'e2', 'a', part('c') + part('d')))
    await h.pass(3 * 60_000)
    assert.deepEqual(h.platform.texts('c1'), [part('c'), part('d')])
    await h.put(edit(h, 'e3', 'a', part('c') + part('e')))
    await h.pass(60_000)
    assert.deepEqual(h.platform.texts('c1'), [part('c'), part('e')])
  })
}

test('[DLV5] [I9] a part that was said anew, and then taken away, is said once more when the text grows again', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  await h.put(h.message('c1', 'a', { text: part('a') + part('b') }))
  await h.work()
  h.platform.script = inTurn('edit', [{ kind: 'not_sent', why: 'message', detail: '10008' }])
  await h.put(edit(h, 'e1', 'a', part('a') + part('c'), { ifRefused: 'say_anew' }))
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), [part('a'), part('b'), part('c')])
  for (const [cause, text] of [
    ['e2', part('a')],
    ['e3', part('a') + part('d')],
    ['e4', part('a')],
    ['e5', part('a') + part('e')],
  ] as const) {
    await h.put(edit(h, cause, 'a', text, { ifRefused: 'say_anew' }))
    await h.pass(60_000)
  }
  assert.deepEqual(h.platform.texts('c1'), [part('a'), part('b'), part('e')])
})

test('[I9] a part that is said anew below later parts of its text says so', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  await h.put(h.message('c1', 'a', { text: part('a') + part('b') }))
  await h.work()
  h.platform.script = inTurn('edit', [{ kind: 'not_sent', why: 'message', detail: '10008' }])
  await h.put(edit(h, 'e1', 'a', part('c') + part('d'), { ifRefused: 'say_anew' }))
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), [part('a'), part('d'), below(part('c'))])
})

test('[SES6] [I3] an answer that comes while what was shown before it is redacted and taken away is said', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'a', { text: 'secret', eventId: eventOf('shown') }))
  await h.work()
  await h.store.tx(async (t) => {
    await h.deliveries.redact(t, eventOf('shown'))
    const whole = { ifRefused: 'say_anew', eventId: eventOf('whole') } as const
    await h.deliveries.enqueue(t, edit(h, 'e1', 'a', 'the answer', whole))
  })
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['the answer'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { type Behaviour, inTurn } from '../../test-support/scripted-channel.ts'

const later: Behaviour = { kind: 'not_sent', why: 'later', detail: '502' }
const limited: Behaviour = {
  kind: 'not_sent',
  why: 'later',
  detail: '429',
  retryAfterMs: 1_000,
  scope: 'place',
}
const hourMs = 3_600_000
const few = (attemptsMax: number) => ({
  retry: { attemptsMax, firstMs: 2_000, maxMs: 300_000, leastShare: 0.5 },
})

test('[DLV4] [NTF3] what may be tried so many times is given up after them, and what is behind it goes on', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [later, later, later])
  await h.put(h.message('c1', 'a', few(3)), h.message('c1', 'b'))
  await h.pass(hourMs)
  assert.deepEqual(await h.states('a'), ['gave_up too_many_tries'])
  assert.equal((await h.of('a'))[0]?.attempts, 3)
  assert.deepEqual(h.platform.texts('c1'), ['b'])
})

test('[DLV4] [NTF3] to be told to wait uses up no try', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [later, limited, limited, limited, limited, later])
  await h.put(h.message('c1', 'a', few(3)))
  await h.pass(hourMs)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  assert.equal((await h.of('a'))[0]?.attempts, 7)
})

test('[DLV4] [NTF3] its waits are those that it brought, and tries that were made before count', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', Array<Behaviour>(20).fill(later))
  await h.put(h.message('c1', 'a', { ...few(6), triesBefore: 2 }))
  const waits: number[] = []
  for (let tries = 3; tries < 6; tries++) {
    await h.work()
    const [item] = await h.of('a')
    assert.deepEqual([item?.state, item?.attempts], ['waiting', tries])
    waits.push((item?.nextAt ?? 0) - h.clock.wall())
    await h.pass(waits.at(-1) ?? 0)
  }
  for (const [i, whole] of [8_000, 16_000, 32_000].entries()) {
    const wait = waits[i] ?? 0
    assert.ok(wait >= whole / 2 && wait <= whole, `${wait} of ${whole}`)
  }
  assert.deepEqual(await h.states('a'), ['gave_up too_many_tries'])
})

test('[DLV4] without a number it goes on, and sent again by somebody it has all of its tries anew', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [later, later, later, later])
  await h.put(h.message('c2', 'b'))
  await h.pass(hourMs)
  assert.deepEqual(h.platform.texts('c2'), ['b'])
  h.platform.script = inTurn('send', [later, later])
  const [id] = await h.put(h.message('c1', 'a', few(2)))
  await h.pass(hourMs)
  assert.deepEqual(await h.states('a'), ['gave_up too_many_tries'])
  assert.ok(id)
  await h.store.tx((t) => h.deliveries.resend(t, id, h.place('c1')))
  await h.pass(hourMs)
  assert.match(h.platform.texts('c1').join(), /a$/)
})

test('[NTF5] [DLV4] what stays unknown is told as a fact once it is not looked for any more', async () => {
  await using h = await openTestDeliveries({ find: false })
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }])
  const [id] = await h.put(h.message('c1', 'a'))
  await h.pass(60_000)
  assert.deepEqual(await h.states('a'), ['unknown unreadable'])
  assert.deepEqual(h.leftUnknown, [id])
})

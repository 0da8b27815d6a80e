import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { eventOf, openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'

/** Said, but the answer got lost, and nobody can read the place yet. */
async function sayUnheard(h: TestDeliveries): Promise<void> {
  h.platform.script = ({ kind }) => {
    if (kind === 'find') return { kind: 'unreadable' }
    return kind === 'send' ? { kind: 'lost', isDone: true } : undefined
  }
  await h.put(h.message('c1', 'a', { eventId: eventOf('a') }))
  await h.pass(limits.deliverySettleMs)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  assert.match((await h.states('a')).join(), /^unknown/)
}

async function letBe(h: TestDeliveries): Promise<void> {
  await h.store.tx(async (t) => {
    const [row] = await h.deliveries.readByCause(t, 'a')
    await h.deliveries.dismiss(t, row!.id, 'Kim')
  })
  h.platform.script = () => undefined
  await h.work()
  assert.deepEqual(await h.states('a'), ['withdrawn dismissed'])
}

const change = (h: TestDeliveries) =>
  h.put({ ...h.message('c1', 'e', { text: 'decided' }), kind: 'edit', target: 'a' })
const redact = (h: TestDeliveries) => h.store.tx((t) => h.deliveries.redact(t, eventOf('a')))
const remove = (h: TestDeliveries) => h.put({ kind: 'delete', cause: 'r', place: h.place('c1'), target: 'a' })

test('[DLV4] what somebody let be while nobody knew of it is left where it turns out to be', async () => {
  await using h = await openTestDeliveries()
  await sayUnheard(h)
  await letBe(h)
  const looks = h.platform.count('find')
  await h.pass(3_600_000)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
  assert.equal(h.platform.count('find'), looks)
})

test('[DLV4] [I6] sent again by somebody and then let be, one of two copies stays', async () => {
  await using h = await openTestDeliveries()
  await sayUnheard(h)
  await h.store.tx(async (t) => {
    const [row] = await h.deliveries.readByCause(t, 'a')
    await h.deliveries.resend(t, row!.id, h.place('c1'))
  })
  await h.pass(limits.deliverySettleMs)
  assert.equal(h.platform.texts('c1').length, 2)
  assert.match((await h.states('a')).join(), /^unknown/)
  await letBe(h)
  await h.pass(limits.deliverySweepsMs[1] + 60_000)
  assert.equal(h.platform.texts('c1').length, 1)
  assert.deepEqual(await h.states('a'), ['withdrawn dismissed'])
})

for (const [what, happens] of [
  ['changed', change],
  ['redacted', redact],
  ['removed', remove],
] as const) {
  for (const when of ['before', 'after'] as const) {
    test(`[DLV4] [AGT6] [SES6] ${what} ${when} somebody let it be, it does not stay there as it was`, async () => {
      await using h = await openTestDeliveries()
      await sayUnheard(h)
      if (when === 'before') await happens(h)
      await letBe(h)
      if (when === 'after') await happens(h)
      await h.pass(limits.deliverySweepsMs[1] + 60_000)
      assert.deepEqual(h.platform.texts('c1'), [])
      assert.deepEqual(await h.states('a'), ['withdrawn dismissed'])
      const looks = h.platform.count('find')
      await h.pass(3_600_000)
      assert.equal(h.platform.count('find'), looks)
      if (what === 'redacted') assert.equal((await h.of('a'))[0]?.text, '')
    })
  }
}

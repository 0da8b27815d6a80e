import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { refusedWith } from '../../../test-support/refused-with.ts'

/** What a guest was to be told in their direct messages was refused by the platform. */
async function open() {
  const h = await openHearingHouse({ toolOrigins: [] })
  const { actor: admin } = await h.signedIn('lou', 'admin')
  const { actor: kim } = await h.signedIn('kim', 'member')
  const vera = h.guest('Vera')
  const dm = h.dmWith(vera.id)
  h.model.respond(() => ['Between you and me.'])
  h.platform.useFaults(scriptFaults([{ on: 'send', fault: { kind: 'status', status: 400, isDone: false } }]))
  h.platform.say(vera.id, dm, 'hello')
  await h.settle()
  return { h, admin, kim, vera, dm }
}

async function stuckOf(h: HearingHouse, who: Awaited<ReturnType<typeof open>>['admin']) {
  const { items } = await h.store.read((r) =>
    h.routing.outbox.list(r, who, { state: 'trouble' }, { limit: 10 }),
  )
  return items
}

test('[DLV4] [CNV6] what is stuck in a guest’s private talk is sent again by who runs the place, who does not read it', async () => {
  const { h, admin, kim, dm } = await open()
  await using _ = h
  const [stuck] = await stuckOf(h, admin)
  assert.ok(stuck)
  assert.deepEqual([stuck.text, stuck.mayResend, stuck.mayDismiss], ['', true, true])
  assert.deepEqual(await stuckOf(h, kim), [])
  await assert.rejects(
    h.store.tx((t) => h.routing.outbox.resend(t, kim, stuck.id)),
    refusedWith('not_allowed'),
  )
  const resent = await h.store.tx((t) => h.routing.outbox.resend(t, admin, stuck.id))
  assert.equal(resent.text, '')
  await h.settle()
  assert.deepEqual(h.read(dm).slice(1), ['Heddle: Between you and me.'])
})

test('[DLV4] [SES7] once the talk is a member’s, it is theirs to clear, and no admin’s', async () => {
  const { h, admin, vera } = await open()
  await using _ = h
  const { actor: ann } = await h.signedIn('ann', 'member')
  await h.store.tx(async (t) => {
    const { code } = await h.people.offerLink(t, ann)
    const account = { channel: 'loopback', accountId: 'main', platformId: vera.id, name: 'Vera' }
    const { id: guestId } = await h.people.rememberGuest(t, account)
    await h.people.useCode(t, { kind: 'guest', guestId, name: 'Vera', admitted: {} }, code)
  })
  await h.settle()
  const [stuck] = await stuckOf(h, admin)
  assert.deepEqual([stuck?.mayResend, stuck?.mayDismiss], [false, false])
  const [own] = await stuckOf(h, ann)
  assert.deepEqual([own?.text, own?.mayDismiss], ['Between you and me.', true])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  openTestPeople,
  passwordOf,
  type TestPeople,
  testAddress,
} from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'

const dayMs = 24 * 3_600_000
const sweptLines = async (h: TestPeople) => {
  const { items } = await h.store.read((r) => h.people.listAudit(r, h.operator, { limit: 200 }))
  return items.filter(({ action }) => action === 'access.swept')
}

test('[R9] after a removal what could let the person in is deleted, once, with one line', async () => {
  await using h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  const ada = await h.signedIn('ada', 'admin')
  await h.tokenOf(ada.actor)
  await h.tokenOf(ada.actor)
  const { invite } = await h.store.tx((t) => h.people.createInvite(t, ada.actor, { role: 'member' }))
  await h.store.tx((t) => h.people.removeMember(t, olga.actor, ada.person.id))
  await h.store.tx((t) => h.people.sweepAccess(t, ada.person.id))
  await h.store.tx((t) => h.people.sweepAccess(t, ada.person.id))
  const swept = await sweptLines(h)
  assert.equal(swept.length, 1)
  assert.deepEqual(
    [swept[0]?.resource, swept[0]?.detail],
    [ada.person.id, { signIns: 1, tokens: 2, invites: 1, links: 0 }],
  )
  const { items } = await h.store.read((r) =>
    h.people.listTokens(r, h.operator, { limit: 10 }, ada.person.id),
  )
  assert.deepEqual(items, [])
  await assert.rejects(
    h.store.tx((t) => h.people.revokeInvite(t, ada.actor, invite.id)),
    refusedWith('not_signed_in'),
  )
})

test('[R9] someone who was not removed is not swept', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  await h.store.tx((t) => h.people.sweepAccess(t, kim.person.id))
  assert.ok(await h.store.read((r) => h.people.recognise(r, { cookie: kim.secret }, h.clock.wall())))
  assert.deepEqual(await sweptLines(h), [])
})

test('[OPS6] expired sign-ins are deleted a few hundred at a time', async () => {
  await using h = openTestPeople({ runTwiceShare: 0 })
  const count = 12
  const days = 1
  h.settings.signInDays = days
  // Each person has at most fifty, so several people are needed for more than one round.
  for (let p = 0; p < count; p++) {
    const handle = `p${p}`
    await h.signedIn(handle, 'member')
    const input = { handle, password: passwordOf(handle), address: testAddress, device: '' }
    const ready = await h.people.prepareSignIn(input)
    await h.store.tx(async (t) => {
      for (let i = 1; i < 50; i++) await h.people.signIn(t, ready)
    })
  }
  const sweep = () => h.store.tx((t) => h.people.expireSweep(t))
  assert.equal(await sweep(), false)
  h.clock.advance(days * dayMs)
  h.settings.signInDays = 30
  const alive = await h.signedIn('alive', 'member')
  assert.deepEqual([await sweep(), await sweep()], [true, false])
  const { items } = await h.store.read((r) => h.people.listSignIns(r, alive.actor, { limit: 10 }))
  assert.equal(items.length, 1)
})

test('[PPL2] an expired token stays in sight for a month', async () => {
  await using h = openTestPeople()
  h.settings.signInDays = 365
  const kim = await h.signedIn('kim', 'member')
  await h.store.tx((t) => h.people.createToken(t, kim.actor, { name: 'short', expiresInDays: 1 }))
  await h.store.tx((t) => h.people.createToken(t, kim.actor, { name: 'for ever' }))
  const names = async () => {
    await h.store.tx((t) => h.people.expireSweep(t))
    const { items } = await h.store.read((r) => h.people.listTokens(r, kim.actor, { limit: 10 }))
    return items.map(({ name }) => name)
  }
  h.clock.advance(30 * dayMs)
  assert.deepEqual(await names(), ['for ever', 'short'])
  h.clock.advance(dayMs)
  assert.deepEqual(await names(), ['for ever'])
})

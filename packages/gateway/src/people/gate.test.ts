import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GuestId } from '@heddle/contract'
import {
  openTestPeople,
  passwordOf,
  type TestPeople,
  testAddress,
} from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { Actor } from './people.ts'

const lines = async (h: TestPeople) => {
  const { items } = await h.store.read((r) => h.people.listAudit(r, h.operator, { limit: 200 }))
  return items.reverse()
}
const inShort = async (h: TestPeople) =>
  (await lines(h)).map(({ actor, action, outcome }) => `${actor.name} ${action} ${outcome}`)

test('[PPL3] each decision of consequence has its line: who, what, on what, when', async () => {
  await using h = openTestPeople()
  const link = await h.store.tx((t) => h.people.openOwnerLink(t))
  const ready = await h.people.prepareJoin({
    code: link!.code,
    handle: 'olga',
    name: 'Olga',
    password: passwordOf('olga'),
    address: testAddress,
    device: '',
  })
  const olga = await h.store.tx((t) => h.people.join(t, ready))
  const kim = await h.signedIn('kim', 'member')
  const { invite } = await h.store.tx((t) => h.people.createInvite(t, olga.actor, { role: 'viewer' }))
  await h.store.tx((t) => h.people.revokeInvite(t, olga.actor, invite.id))
  const token = await h.tokenOf(kim.actor)
  await h.store.tx((t) => h.people.revokeTokens(t, kim.actor, {}))
  await h.store.tx((t) => h.people.changeMember(t, olga.actor, kim.person.id, { role: 'admin' }))
  h.clock.advance(60_000)
  await h.store.tx((t) => h.people.removeMember(t, olga.actor, kim.person.id))
  await h.store.tx((t) => h.people.sweepAccess(t, kim.person.id))
  assert.deepEqual(await inShort(h), [
    'operator invite.create allowed',
    'olga join.accept allowed',
    'test member.create allowed',
    'kim sign_in.create allowed',
    'olga invite.create allowed',
    'olga invite.revoke allowed',
    'kim token.create allowed',
    'kim token.revoke allowed',
    'olga member.change_role allowed',
    'olga member.remove allowed',
    'Heddle access.swept allowed',
  ])
  const all = await lines(h)
  const removal = all.at(-2)!
  assert.deepEqual(removal, {
    id: removal.id,
    at: h.clock.wall(),
    actor: { kind: 'person', id: olga.person.id, name: 'olga' },
    action: 'member.remove',
    outcome: 'allowed',
    resource: kim.person.id,
    detail: { handle: 'kim', role: 'admin', via: olga.actor.credential.id },
  })
  const text = JSON.stringify(all)
  for (const secret of [link!.code, olga.secret, kim.secret, token.secret, passwordOf('olga')]) {
    assert.equal(text.includes(secret), false)
  }
})

test('[I48] what did not happen has no line, and what has no line did not happen', async () => {
  await using h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  const before = await inShort(h)
  // Allowed by the gate, then refused by what came after it: both go.
  await assert.rejects(
    h.store.tx((t) => h.people.removeMember(t, olga.actor, olga.person.id)),
    refusedWith('last_owner'),
  )
  // The deed was done, then the transaction failed: both go.
  await assert.rejects(
    h.store.tx(async (t) => {
      await h.people.createInvite(t, olga.actor, { role: 'member' })
      throw new Error('pulled the plug')
    }),
    /plug/,
  )
  assert.deepEqual(await inShort(h), before)
  const invites = await h.store.read((r) =>
    h.people.listInvites(r, olga.actor, { limit: 10 }, h.clock.wall()),
  )
  assert.deepEqual(invites.items, [])
})

test('[PPL3] the refusal of someone who is recognised is recorded, if it is of consequence', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const before = await inShort(h)
  await h.store.tx((t) => h.people.recordRefusal(t, kim.actor, 'member.remove', 'per_x'))
  await h.store.tx((t) => h.people.recordRefusal(t, kim.actor, 'audit.read', null))
  assert.deepEqual((await inShort(h)).slice(before.length), ['kim member.remove refused'])
  const last = (await lines(h)).at(-1)!
  assert.deepEqual([last.resource, last.detail], ['per_x', { via: kim.actor.credential.id }])
})

test('[I35] the refusal of whoever is not recognised leaves no row', async () => {
  await using h = openTestPeople()
  const before = await inShort(h)
  const strangers: Actor[] = [
    { kind: 'anonymous', address: testAddress },
    { kind: 'guest', guestId: 'gst_1' as GuestId, name: 'Visitor' },
    { kind: 'system' },
  ]
  for (const actor of strangers) {
    await h.store.tx((t) => h.people.recordRefusal(t, actor, 'member.remove', null))
  }
  await assert.rejects(
    h.people.prepareSignIn({ handle: 'x', password: 'y', address: testAddress, device: '' }),
    refusedWith('wrong_credentials'),
  )
  assert.deepEqual(await inShort(h), before)
})

test('[PPL2] other rooms ask the same gate, which writes the line for them', async () => {
  await using h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  const kim = await h.signedIn('kim', 'member')
  const setting = { kind: 'place', name: 'team.name' } as const
  await h.store.tx((t) => h.people.permit(t, olga.actor, 'settings.change', setting, { from: 'A', to: 'B' }))
  const last = (await lines(h)).at(-1)!
  assert.deepEqual([last.action, last.resource, last.detail['to']], ['settings.change', 'team.name', 'B'])
  await assert.rejects(
    h.store.tx((t) => h.people.permit(t, kim.actor, 'settings.change', setting)),
    refusedWith('not_allowed'),
  )
  assert.throws(() => h.people.demand(kim.actor, 'secret.read', setting), refusedWith('not_allowed'))
})

test('[API4] the audit log is paged newest first, each line once', async () => {
  await using h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  for (let i = 0; i < 5; i++)
    await h.store.tx((t) => h.people.createInvite(t, olga.actor, { role: 'member' }))
  const whole = (await lines(h)).map(({ id }) => id).reverse()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await h.store.read((r) => h.people.listAudit(r, olga.actor, { limit: 3, cursor }))
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== undefined)
  assert.deepEqual(seen, whole)
  const kim = await h.signedIn('kim', 'member')
  await assert.rejects(
    h.store.read((r) => h.people.listAudit(r, kim.actor, { limit: 3 })),
    refusedWith('not_allowed'),
  )
})

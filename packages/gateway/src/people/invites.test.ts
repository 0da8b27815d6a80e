import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type InviteId, limits, type Role } from '@heddle/contract'
import { openTestPeople, type TestPeople, testAddress } from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { Actor, CreateInviteInput } from './people.ts'

const hourMs = 3_600_000
const create = (h: TestPeople, actor: Actor, input: CreateInviteInput) =>
  h.store.tx((t) => h.people.createInvite(t, actor, input))
const states = async (h: TestPeople, actor: Actor) => {
  const { items } = await h.store.read((r) => h.people.listInvites(r, actor, { limit: 50 }, h.clock.wall()))
  return items.map(({ note, state }) => `${note}: ${state}`)
}

test('[PPL1] an invite is for one role, and expires as its maker says or as the setting does', async () => {
  await using h = openTestPeople()
  const ada = await h.signedIn('ada', 'admin')
  const { invite, code } = await create(h, ada.actor, { role: 'viewer', note: ' for Vic ' })
  assert.match(code, /^hdi_[\w-]{43}$/)
  assert.deepEqual(invite, {
    id: invite.id,
    role: 'viewer',
    note: 'for Vic',
    state: 'open',
    createdBy: ada.person.id,
    createdAt: h.clock.wall(),
    expiresAt: h.clock.wall() + 72 * hourMs,
    usedBy: null,
  })
  h.settings.inviteHours = 5
  assert.equal((await create(h, ada.actor, { role: 'viewer' })).invite.expiresAt, h.clock.wall() + 5 * hourMs)
  const short = await create(h, ada.actor, { role: 'viewer', expiresInHours: 1 })
  assert.equal(short.invite.expiresAt, h.clock.wall() + hourMs)
})

test('[R5] an invite is never above its maker', async () => {
  await using h = openTestPeople()
  const makers: [Role, Role[]][] = [
    ['viewer', []],
    ['member', []],
    ['admin', ['viewer', 'member', 'admin']],
    ['owner', ['viewer', 'member', 'admin', 'owner']],
  ]
  for (const [own, may] of makers) {
    const { actor } = await h.signedIn(`the-${own}`, own)
    for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
      if (may.includes(role)) assert.equal((await create(h, actor, { role })).invite.role, role)
      else await assert.rejects(create(h, actor, { role }), refusedWith('not_allowed'), `${own} ${role}`)
    }
  }
})

test('[R5] a token lets people in only if it carries every scope, because whoever joins has them all', async () => {
  await using h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  const narrow = await h.tokenOf(olga.actor, ['admin'])
  const whole = await h.tokenOf(olga.actor)
  await assert.rejects(create(h, narrow.actor, { role: 'viewer' }), refusedWith('not_allowed'))
  assert.equal((await create(h, whole.actor, { role: 'owner' })).invite.state, 'open')
})

test('[PPL1] the list says of each invite what became of it, newest first', async () => {
  await using h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  const ada = await h.signedIn('ada', 'admin')
  const make = (note: string, actor: Actor = olga.actor) => create(h, actor, { role: 'member', note })
  await create(h, olga.actor, { role: 'member', note: 'expired', expiresInHours: 1 })
  const used = await make('used')
  const withdrawn = await make('withdrawn')
  await make('orphaned', ada.actor)
  await make('open')
  const ready = await h.people.prepareJoin({
    code: used.code,
    handle: 'kim',
    name: 'Kim',
    password: 'correct horse battery',
    address: testAddress,
    device: '',
  })
  const kim = await h.store.tx((t) => h.people.join(t, ready))
  await h.store.tx((t) => h.people.revokeInvite(t, ada.actor, withdrawn.invite.id))
  await h.store.tx((t) => h.people.removeMember(t, olga.actor, ada.person.id))
  h.clock.advance(hourMs)
  assert.deepEqual(await states(h, olga.actor), [
    'open: open',
    'orphaned: revoked',
    'withdrawn: revoked',
    'used: used',
    'expired: expired',
  ])
  const { items } = await h.store.read((r) =>
    h.people.listInvites(r, olga.actor, { limit: 50 }, h.clock.wall()),
  )
  assert.equal(items[3]?.usedBy, kim.person.id)
})

test('[PPL1] an invite is withdrawn while it is open; by those who reach its role', async () => {
  await using h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  const ada = await h.signedIn('ada', 'admin')
  const kim = await h.signedIn('kim', 'member')
  const { invite } = await create(h, olga.actor, { role: 'owner' })
  const revoke = (actor: Actor, id: string) =>
    h.store.tx((t) => h.people.revokeInvite(t, actor, id as InviteId))
  await assert.rejects(revoke(ada.actor, invite.id), refusedWith('not_allowed'))
  await assert.rejects(revoke(ada.actor, 'inv_none'), refusedWith('not_found'))
  // To whom invites are hidden, one that is there and one that is not are the same.
  await assert.rejects(revoke(kim.actor, invite.id), refusedWith('not_allowed'))
  await assert.rejects(revoke(kim.actor, 'inv_none'), refusedWith('not_allowed'))
  await revoke(olga.actor, invite.id)
  await revoke(olga.actor, invite.id)
  assert.deepEqual(await states(h, olga.actor), [': revoked'])
})

test('[OPS6] there are at most so many open invites, and what is asked for is within its bounds', async () => {
  await using h = openTestPeople({ runTwiceShare: 0 })
  const olga = await h.signedIn('olga', 'owner')
  await h.store.tx(async (t) => {
    for (let i = 0; i < limits.openInvitesMax; i++) {
      await h.people.createInvite(t, olga.actor, { role: 'member', expiresInHours: 1 })
    }
  })
  await assert.rejects(create(h, olga.actor, { role: 'member' }), refusedWith('limit_reached'))
  h.clock.advance(hourMs)
  await create(h, olga.actor, { role: 'member' })
  for (const expiresInHours of [0, -1, 1.5, limits.inviteExpireHoursMax + 1]) {
    await assert.rejects(
      create(h, olga.actor, { role: 'member', expiresInHours }),
      refusedWith('bad_input', 'expiresInHours'),
    )
  }
  await assert.rejects(
    create(h, olga.actor, { role: 'member', note: 'x'.repeat(limits.inviteNoteCharsMax + 1) }),
    refusedWith('bad_input', 'note'),
  )
  await assert.rejects(create(h, olga.actor, { role: 'Owner' as Role }), refusedWith('bad_input', 'role'))
})

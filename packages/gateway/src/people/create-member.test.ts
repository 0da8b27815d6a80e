import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestPeople, passwordOf, testAddress } from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'

test('[PPL2] only the operator makes members and sets their passwords', async () => {
  await using h = openTestPeople()
  const owner = await h.signedIn('olga', 'owner')
  const ready = await h.people.prepareMember({ handle: 'kim', role: 'viewer' })
  const password = await h.people.prepareMemberPassword(owner.person.id, 'another horse battery')
  const guest = { kind: 'guest', guestId: 'gst_1' as never, name: 'V' } as const
  for (const actor of [owner.actor, guest, { kind: 'system' }] as const) {
    await assert.rejects(
      h.store.tx((t) => h.people.createMember(t, actor, ready)),
      refusedWith('not_allowed'),
    )
    await assert.rejects(
      h.store.tx((t) => h.people.setMemberPassword(t, actor, password)),
      refusedWith('not_allowed'),
    )
  }
})

test('[PPL1] a member made without a name is called by the handle, and cannot sign in without a password', async () => {
  await using h = openTestPeople()
  const ready = await h.people.prepareMember({ handle: 'Kim', role: 'member' })
  const person = await h.store.tx((t) => h.people.createMember(t, h.operator, ready))
  assert.deepEqual([person.handle, person.name], ['kim', 'kim'])
  assert.deepEqual(h.told, [
    { kind: 'person_joined', payload: { personId: person.id, role: 'member', inviteId: null } },
  ])
  const signIn = (password: string) =>
    h.people.prepareSignIn({ handle: 'kim', password, address: testAddress, device: '' })
  await assert.rejects(signIn('null'), refusedWith('wrong_credentials'))
  const password = await h.people.prepareMemberPassword(person.id, passwordOf('kim'))
  await h.store.tx((t) => h.people.setMemberPassword(t, h.operator, password))
  assert.equal((await signIn(passwordOf('kim'))).personId, person.id)
})

test('[R9] a password set by the operator ends every sign-in', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const ready = await h.people.prepareMemberPassword(kim.person.id, 'another horse battery')
  await h.store.tx((t) => h.people.setMemberPassword(t, h.operator, ready))
  const found = await h.store.read((r) => h.people.recognise(r, { cookie: kim.secret }, h.clock.wall()))
  assert.equal(found, undefined)
})

test('[API1] a member is made with a right handle, role and password, or not at all', async () => {
  await using h = openTestPeople()
  const prepare = (input: { handle?: string; role?: string; password?: string; name?: string }) =>
    h.people.prepareMember({ handle: 'kim', ...input, role: (input.role ?? 'member') as 'member' })
  await assert.rejects(prepare({ handle: '@kim' }), refusedWith('bad_input', 'handle'))
  await assert.rejects(prepare({ role: 'boss' }), refusedWith('bad_input', 'role'))
  await assert.rejects(prepare({ password: 'short' }), refusedWith('bad_input', 'password'))
  await assert.rejects(prepare({ name: '' }), refusedWith('bad_input', 'name'))
})

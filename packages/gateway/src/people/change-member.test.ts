import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId, Role } from '@heddle/contract'
import { openTestPeople, type TestPeople } from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { Actor } from './people.ts'

const change = (
  h: TestPeople,
  actor: Actor,
  id: PersonId,
  input: { name?: string; role?: Role; handle?: string },
  ifVersion?: number,
) => h.store.tx((t) => h.people.changeMember(t, actor, id, input, ifVersion))
const remove = (h: TestPeople, actor: Actor, id: PersonId) =>
  h.store.tx((t) => h.people.removeMember(t, actor, id))

async function setUp() {
  const h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  const ada = await h.signedIn('ada', 'admin')
  const kim = await h.signedIn('kim', 'member')
  const vic = await h.signedIn('vic', 'viewer')
  h.told.length = 0
  return { h, olga, ada, kim, vic, [Symbol.asyncDispose]: h.close }
}

const codes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all))
    .map((one): string => (one.status === 'fulfilled' ? 'done' : one.reason.code))
    .sort()

test('[R5] admins change names and roles up to their own, members and viewers nobody’s', async () => {
  await using w = await setUp()
  const { h, olga, ada, kim, vic } = w
  assert.equal((await change(h, ada.actor, vic.person.id, { name: 'Victor', role: 'member' })).role, 'member')
  assert.equal((await change(h, ada.actor, kim.person.id, { role: 'admin' })).role, 'admin')
  await assert.rejects(change(h, ada.actor, vic.person.id, { role: 'owner' }), refusedWith('not_allowed'))
  await assert.rejects(change(h, ada.actor, olga.person.id, { role: 'member' }), refusedWith('not_allowed'))
  await assert.rejects(change(h, ada.actor, olga.person.id, { name: 'Nobody' }), refusedWith('not_allowed'))
  await assert.rejects(remove(h, ada.actor, olga.person.id), refusedWith('not_allowed'))
  await assert.rejects(change(h, ada.actor, ada.person.id, { role: 'owner' }), refusedWith('not_allowed'))
  await assert.rejects(change(h, ada.actor, ada.person.id, { role: 'member' }), refusedWith('not_allowed'))
  for (const weak of [vic, await h.signedIn('max', 'member')]) {
    await assert.rejects(change(h, weak.actor, olga.person.id, { name: 'x' }), refusedWith('not_allowed'))
    await assert.rejects(remove(h, weak.actor, weak.person.id), refusedWith('not_allowed'))
    await assert.rejects(remove(h, weak.actor, 'per_none' as PersonId), refusedWith('not_allowed'))
  }
  assert.equal((await change(h, olga.actor, ada.person.id, { role: 'owner' })).role, 'owner')
})

test('[R5] a token without every scope lifts nobody up', async () => {
  await using w = await setUp()
  const { h, olga, kim } = w
  const token = await h.tokenOf(olga.actor, ['admin'])
  assert.equal((await change(h, token.actor, kim.person.id, { name: 'Kim Lee' })).name, 'Kim Lee')
  await assert.rejects(change(h, token.actor, kim.person.id, { role: 'owner' }), refusedWith('not_allowed'))
})

test('[PPL2] a change of role is told, and its loss too', async () => {
  await using w = await setUp()
  const { h, olga, kim } = w
  const personId = kim.person.id
  await change(h, olga.actor, personId, { role: 'admin' })
  await change(h, olga.actor, personId, { role: 'viewer' })
  await change(h, olga.actor, personId, { role: 'viewer' })
  assert.deepEqual(h.told, [
    { kind: 'role_changed', payload: { personId, from: 'member', to: 'admin' } },
    { kind: 'role_changed', payload: { personId, from: 'admin', to: 'viewer' } },
    { kind: 'access_revoked', payload: { personId, what: 'role', id: personId } },
  ])
})

test('[API3] a change to a version that is not the current one is refused', async () => {
  await using w = await setUp()
  const { h, olga, kim } = w
  assert.equal((await change(h, olga.actor, kim.person.id, { name: 'One' }, 1)).version, 2)
  await assert.rejects(
    change(h, olga.actor, kim.person.id, { name: 'Two' }, 1),
    refusedWith('changed_meanwhile'),
  )
})

test('[PPL2] the last owner can be neither removed nor given a lesser role, by anybody', async () => {
  await using w = await setUp()
  const { h, olga } = w
  for (const actor of [olga.actor, h.operator]) {
    await assert.rejects(change(h, actor, olga.person.id, { role: 'member' }), refusedWith('last_owner'))
    await assert.rejects(remove(h, actor, olga.person.id), refusedWith('last_owner'))
  }
  const oleg = await h.signedIn('oleg', 'owner')
  assert.equal((await change(h, olga.actor, olga.person.id, { role: 'member' })).role, 'member')
  await assert.rejects(remove(h, oleg.actor, oleg.person.id), refusedWith('last_owner'))
})

test('[PPL2] when the last two owners act at the same moment, one owner stays', async () => {
  for (const race of ['remove', 'demote', 'step down', 'leave'] as const) {
    const h = openTestPeople()
    const olga = await h.signedIn('olga', 'owner')
    const oleg = await h.signedIn('oleg', 'owner')
    const pairs =
      race === 'remove' || race === 'demote'
        ? [
            [olga, oleg],
            [oleg, olga],
          ]
        : [
            [olga, olga],
            [oleg, oleg],
          ]
    const both = pairs.map(([by, whom]) =>
      race === 'remove' || race === 'leave'
        ? remove(h, by!.actor, whom!.person.id)
        : change(h, by!.actor, whom!.person.id, { role: 'member' }),
    )
    const outcome = await codes(both)
    assert.equal(outcome.filter((code) => code === 'done').length, 1, race)
    assert.equal(await h.store.read((r) => h.people.needsOwner(r)), false, race)
    await h.close()
  }
})

test('[R9] a request that waited while its right was taken away is refused', async () => {
  await using w = await setUp()
  const { h, olga, ada, kim, vic } = w
  assert.deepEqual(await codes([remove(h, olga.actor, ada.person.id), remove(h, ada.actor, kim.person.id)]), [
    'done',
    'not_signed_in',
  ])
  const admin = await h.signedIn('alan', 'admin')
  assert.deepEqual(
    await codes([
      change(h, olga.actor, admin.person.id, { role: 'member' }),
      change(h, admin.actor, vic.person.id, { role: 'admin' }),
    ]),
    ['done', 'not_allowed'],
  )
  assert.equal((await h.store.read((r) => h.people.readMember(r, olga.actor, kim.person.id))).state, 'active')
})

test('[PPL2] a removed member stays readable, and is beyond change', async () => {
  await using w = await setUp()
  const { h, olga, kim } = w
  await remove(h, olga.actor, kim.person.id)
  assert.deepEqual(h.told, [
    { kind: 'access_revoked', payload: { personId: kim.person.id, what: 'person', id: kim.person.id } },
  ])
  const gone = await h.store.read((r) => h.people.readMember(r, olga.actor, kim.person.id))
  assert.deepEqual([gone.state, gone.handle, gone.version], ['removed', 'kim', 2])
  await assert.rejects(remove(h, olga.actor, kim.person.id), refusedWith('not_found'))
  await assert.rejects(change(h, olga.actor, kim.person.id, { role: 'admin' }), refusedWith('not_found'))
  await assert.rejects(
    h.people.prepareMemberPassword(kim.person.id, 'a new long password'),
    refusedWith('not_found'),
  )
})

test('[I36] the handle of a removed member is nobody else’s', async () => {
  await using w = await setUp()
  const { h, olga, kim } = w
  await remove(h, olga.actor, kim.person.id)
  const again = await h.people.prepareMember({ handle: 'kim', role: 'member' })
  await assert.rejects(
    h.store.tx((t) => h.people.createMember(t, h.operator, again)),
    refusedWith('handle_taken', 'handle'),
  )
})

test('[PPL2] only people themselves and the operator change a handle', async () => {
  await using w = await setUp()
  const { h, olga, kim } = w
  await assert.rejects(
    change(h, olga.actor, kim.person.id, { handle: 'kimberly' }),
    refusedWith('not_allowed'),
  )
  assert.equal((await change(h, h.operator, kim.person.id, { handle: 'kimberly' })).handle, 'kimberly')
})

test('[API1] a change with a wrong value names its field', async () => {
  await using w = await setUp()
  const { h, olga, kim } = w
  await assert.rejects(change(h, olga.actor, kim.person.id, { name: '' }), refusedWith('bad_input', 'name'))
  await assert.rejects(
    change(h, olga.actor, kim.person.id, { role: 'boss' as Role }),
    refusedWith('bad_input', 'role'),
  )
  await assert.rejects(change(h, olga.actor, 'per_none' as PersonId, { name: 'x' }), refusedWith('not_found'))
})

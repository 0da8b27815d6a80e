import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import {
  openTestPeople,
  passwordOf,
  type TestPeople,
  testAddress,
} from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { Actor, ChangeMeInput } from './people.ts'

type Change = Omit<ChangeMeInput, 'address'>

function change(h: TestPeople, actor: Actor, input: Change, ifVersion?: number) {
  return h.people
    .prepareChangeMe(actor, { address: testAddress, ...input })
    .then((ready) => h.store.tx((t) => h.people.changeMe(t, actor, ready, ifVersion)))
}

test('[PPL2] people change their own handle, name and time zone, tokens with the scope write too', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'viewer')
  h.clock.advance(1_000)
  const changed = await change(h, kim.actor, { handle: 'Kimberly', name: 'Kim  Lee', timeZone: 'asia/tokyo' })
  assert.deepEqual(changed, {
    ...kim.person,
    handle: 'kimberly',
    name: 'Kim  Lee',
    timeZone: 'Asia/Tokyo',
    version: 2,
    updatedAt: h.clock.wall(),
  })
  const token = await h.tokenOf(kim.actor, ['write', 'read'])
  assert.equal((await change(h, token.actor, { timeZone: null })).timeZone, null)
  assert.deepEqual(await h.store.read((r) => h.people.readMe(r, token.actor)), {
    ...changed,
    timeZone: null,
    version: 3,
  })
  const readOnly = await h.tokenOf(kim.actor, ['read'])
  await assert.rejects(change(h, readOnly.actor, { name: 'x' }), refusedWith('not_allowed'))
})

test('[API3] a change to a version that is not the current one is refused', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  assert.equal((await change(h, kim.actor, { name: 'One' }, 1)).version, 2)
  await assert.rejects(change(h, kim.actor, { name: 'Two' }, 1), refusedWith('changed_meanwhile'))
  assert.equal((await h.store.read((r) => h.people.readMe(r, kim.actor))).name, 'One')
})

test('[PPL2] what changes nothing makes no new version and no audit line', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'owner')
  const before = await h.store.read((r) => h.people.listAudit(r, kim.actor, { limit: 50 }))
  assert.equal((await change(h, kim.actor, { name: kim.person.name, handle: 'KIM' })).version, 1)
  assert.equal((await change(h, kim.actor, {})).version, 1)
  assert.deepEqual(await h.store.read((r) => h.people.listAudit(r, kim.actor, { limit: 50 })), before)
})

test('[I36] a handle that was given up stays with its person: nobody else gets it, they can take it back', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const lou = await h.signedIn('lou', 'member')
  await change(h, kim.actor, { handle: 'kimberly' })
  await assert.rejects(change(h, lou.actor, { handle: 'kim' }), refusedWith('handle_taken', 'handle'))
  assert.equal((await change(h, kim.actor, { handle: 'kim' })).handle, 'kim')
  const found = await h.store.read((r) => h.people.findMember(r, lou.actor, '@Kimberly'))
  assert.equal(found.id, kim.person.id)
})

test('[OPS6] nobody takes one handle after another for ever', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  for (let i = 1; i < 10; i++) await change(h, kim.actor, { handle: `kim${i}` })
  await assert.rejects(change(h, kim.actor, { handle: 'kim10' }), refusedWith('limit_reached', 'handle'))
  assert.equal((await change(h, kim.actor, { handle: 'kim3' })).handle, 'kim3')
})

test('[R9] a new password ends the other sign-ins and works from then on', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const ready = await h.people.prepareSignIn({
    handle: 'kim',
    password: passwordOf('kim'),
    address: testAddress,
    device: '',
  })
  const elsewhere = await h.store.tx((t) => h.people.signIn(t, ready))
  const token = await h.tokenOf(kim.actor)
  await change(h, kim.actor, { password: { current: passwordOf('kim'), next: 'another horse battery' } })
  const alive = async (presented: { cookie?: string; bearer?: string }) =>
    (await h.store.read((r) => h.people.recognise(r, presented, h.clock.wall()))) !== undefined
  assert.deepEqual(
    [
      await alive({ cookie: kim.secret }),
      await alive({ cookie: elsewhere.secret }),
      await alive({ bearer: token.secret }),
    ],
    [true, false, true],
  )
  assert.deepEqual(h.told.at(-1), {
    kind: 'access_revoked',
    payload: { personId: kim.person.id, what: 'sign_in', id: elsewhere.actor.credential.id },
  })
  const signIn = (password: string) =>
    h.people.prepareSignIn({ handle: 'kim', password, address: '192.0.2.50', device: '' })
  await assert.rejects(signIn(passwordOf('kim')), refusedWith('wrong_credentials'))
  await signIn('another horse battery')
})

test('[R5] no token changes the password, nor learns whether it guessed it', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'owner')
  const token = await h.tokenOf(kim.actor)
  h.passwords.verified.length = 0
  for (const current of [passwordOf('kim'), 'a wrong password']) {
    await assert.rejects(
      change(h, token.actor, { password: { current, next: 'another horse battery' } }),
      refusedWith('not_allowed'),
    )
  }
  assert.equal(h.passwords.verified.length, 0)
})

test('[R14] the current password is guessed no faster than at the sign-in', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const guess = (current: string) =>
    change(h, kim.actor, { password: { current, next: 'another horse battery' } })
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) {
    await assert.rejects(guess('a wrong password'), refusedWith('bad_input', 'password.current'))
  }
  await assert.rejects(guess(passwordOf('kim')), refusedWith('too_many_guesses'))
})

test('[API1] a bad new password names its field', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  for (const next of ['short', '1234567890']) {
    await assert.rejects(
      change(h, kim.actor, { password: { current: passwordOf('kim'), next } }),
      refusedWith('bad_input', 'password.next'),
    )
  }
  await assert.rejects(
    change(h, kim.actor, {
      handle: 'long-enough-handle',
      password: { current: passwordOf('kim'), next: 'Long-enough-handle' },
    }),
    refusedWith('bad_input', 'password.next'),
  )
})

test('[R9] of two password changes at the same moment, one counts', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const both = await Promise.allSettled(
    ['first new password', 'second new password'].map((next) =>
      change(h, kim.actor, { password: { current: passwordOf('kim'), next } }),
    ),
  )
  assert.deepEqual(
    both.map((one): string => (one.status === 'fulfilled' ? 'changed' : one.reason.code)).sort(),
    ['changed', 'changed_meanwhile'],
  )
})

test('[PPL2] preferences are one’s own, have defaults, and are no matter for the audit log', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'owner')
  const lou = await h.signedIn('lou', 'viewer')
  const all = (actor: Actor) => h.store.read((r) => h.people.readPreferences(r, actor))
  const read = async (actor: Actor) => {
    const { theme, density } = await all(actor)
    return { theme, density }
  }
  const lines = () => h.store.read((r) => h.people.listAudit(r, kim.actor, { limit: 50 }))
  const before = await lines()
  assert.deepEqual(await read(kim.actor), { theme: 'system', density: 'comfortable' })
  await h.store.tx((t) => h.people.writePreferences(t, kim.actor, { theme: 'dark', density: 'compact' }))
  assert.deepEqual(await read(kim.actor), { theme: 'dark', density: 'compact' })
  assert.deepEqual(await read(lou.actor), { theme: 'system', density: 'comfortable' })
  assert.equal((await all(lou.actor)).notifications.mention.in_app, true)
  assert.deepEqual(await lines(), before)
})

test('[I35] only a person has a self', async () => {
  await using h = openTestPeople()
  const guest = { kind: 'guest', guestId: 'gst_1' as never, name: 'V' } as const
  for (const [actor, code] of [
    [h.operator, 'not_allowed'],
    [guest, 'not_allowed'],
    [{ kind: 'system' }, 'not_allowed'],
    [{ kind: 'anonymous', address: testAddress }, 'not_signed_in'],
  ] as const) {
    await assert.rejects(
      h.store.read(async (r) => h.people.readMe(r, actor)),
      refusedWith(code),
    )
    await assert.rejects(change(h, actor, { name: 'x' }), refusedWith(code))
    await assert.rejects(
      h.store.read((r) => h.people.readPreferences(r, actor)),
      refusedWith(code),
    )
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SignInId } from '@heddle/contract'
import {
  openTestPeople,
  passwordOf,
  type TestPeople,
  testAddress,
} from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'

const dayMs = 24 * 3_600_000

function signIn(h: TestPeople, handle: string, password: string, address = testAddress) {
  return h.people
    .prepareSignIn({ handle, password, address, device: 'Firefox on Linux' })
    .then((ready) => h.store.tx((t) => h.people.signIn(t, ready)))
}

test('[PPL1] handle and password sign in, in any spelling of the handle', async () => {
  await using h = openTestPeople()
  const { person } = await h.signedIn('zoë', 'member')
  const again = await signIn(h, 'ZOE\u0308', passwordOf('zoë'))
  assert.equal(again.person.id, person.id)
  assert.equal(again.expiresAt, h.clock.wall() + 30 * dayMs)
})

test('[R14] an unknown handle, a removed person, one without a password and a wrong password get one answer, after one check', async () => {
  await using h = openTestPeople()
  const owner = await h.signedIn('olga', 'owner')
  const gone = await h.signedIn('gone', 'member')
  await h.store.tx((t) => h.people.removeMember(t, owner.actor, gone.person.id))
  const bare = await h.people.prepareMember({ handle: 'bare', role: 'member' })
  await h.store.tx((t) => h.people.createMember(t, h.operator, bare))

  h.passwords.verified.length = 0
  const cases = [
    ['nobody', 'whatever it is'],
    ['gone', passwordOf('gone')],
    ['bare', ''],
    ['olga', 'whatever it is'],
  ] as const
  const messages = new Set<string>()
  for (const [handle, password] of cases) {
    await assert.rejects(signIn(h, handle, password), (error: Error) => {
      messages.add(error.message)
      return refusedWith('wrong_credentials')(error)
    })
  }
  assert.equal(messages.size, 1)
  assert.deepEqual(
    h.passwords.verified.map(({ against }) => against !== undefined),
    [false, false, false, true],
  )
})

test('[R14] after ten wrong passwords the right one is refused too, and nothing is hashed for it', async () => {
  await using h = openTestPeople()
  await h.signedIn('kim', 'member')
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) {
    await assert.rejects(signIn(h, 'kim', 'wrong password'), refusedWith('wrong_credentials'))
  }
  h.passwords.verified.length = 0
  await assert.rejects(signIn(h, 'kim', passwordOf('kim')), refusedWith('too_many_guesses'))
  assert.equal(h.passwords.verified.length, 0)
  assert.equal((await signIn(h, 'kim', passwordOf('kim'), '192.0.2.99')).person.handle, 'kim')
  h.clock.advance(limits.wrongGuessesLockMs)
  assert.equal((await signIn(h, 'kim', passwordOf('kim'))).person.handle, 'kim')
})

test('[R14] many guesses at once are no way around the limit', async () => {
  await using h = openTestPeople()
  await h.signedIn('kim', 'member')
  h.passwords.verified.length = 0
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => signIn(h, 'kim', 'wrong password')))
  assert.equal(h.passwords.verified.length, limits.wrongGuessesPerMinuteMax)
  const codes = all.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
  assert.equal(
    codes.filter((code) => code === 'too_many_guesses').length,
    50 - limits.wrongGuessesPerMinuteMax,
  )
})

test('[R9] a password that is changed between the check and the sign-in does not sign in', async () => {
  await using h = openTestPeople()
  const { person } = await h.signedIn('kim', 'member')
  const ready = await h.people.prepareSignIn({
    handle: 'kim',
    password: passwordOf('kim'),
    address: testAddress,
    device: '',
  })
  const other = await h.people.prepareMemberPassword(person.id, 'another horse battery')
  await h.store.tx((t) => h.people.setMemberPassword(t, h.operator, other))
  await assert.rejects(
    h.store.tx((t) => h.people.signIn(t, ready)),
    refusedWith('wrong_credentials'),
  )
})

test('[PPL1] a hash of the past is replaced at the next sign-in, once', async () => {
  await using h = openTestPeople()
  await h.signedIn('kim', 'member')
  h.passwords.generation = 2
  await signIn(h, 'kim', passwordOf('kim'))
  await signIn(h, 'kim', passwordOf('kim'))
  assert.match(h.passwords.verified.at(-2)?.against ?? '', /^test:1:/)
  assert.match(h.passwords.verified.at(-1)?.against ?? '', /^test:2:/)
})

test('[OPS6] of too many sign-ins the oldest ends', async () => {
  await using h = openTestPeople({ runTwiceShare: 0.1 })
  const first = await h.signedIn('kim', 'member')
  for (let i = 1; i < limits.signInsPerPersonMax; i++) await signIn(h, 'kim', passwordOf('kim'))
  const recognised = (cookie: string) =>
    h.store.read((r) => h.people.recognise(r, { cookie }, h.clock.wall()))
  assert.ok(await recognised(first.secret))
  const last = await signIn(h, 'kim', passwordOf('kim'))
  assert.equal(await recognised(first.secret), undefined)
  assert.ok(await recognised(last.secret))
  assert.deepEqual(h.told.at(-1), {
    kind: 'access_revoked',
    payload: { personId: first.person.id, what: 'sign_in', id: first.actor.credential.id },
  })
})

test('[PPL2] people see where they are signed in, newest first, and which one they look from', async () => {
  await using h = openTestPeople()
  const first = await h.signedIn('kim', 'viewer')
  h.clock.advance(1_000)
  const second = await signIn(h, 'kim', passwordOf('kim'), '2001:db8::1')
  await h.signedIn('lou', 'owner')
  const { items } = await h.store.read((r) => h.people.listSignIns(r, first.actor, { limit: 10 }))
  assert.deepEqual(
    items.map(({ id, current, address, device }) => [id, current, address, device]),
    [
      [second.actor.credential.id, false, '2001:db8::1', 'Firefox on Linux'],
      [first.actor.credential.id, true, testAddress, 'test'],
    ],
  )
  const page = await h.store.read((r) => h.people.listSignIns(r, first.actor, { limit: 1 }))
  const rest = await h.store.read((r) =>
    h.people.listSignIns(r, first.actor, { limit: 1, cursor: page.next }),
  )
  assert.deepEqual(
    [...page.items, ...rest.items].map(({ id }) => id),
    items.map(({ id }) => id),
  )
  assert.equal(rest.next, undefined)
})

test('[I39] an ended sign-in is not recognised on the next request', async () => {
  await using h = openTestPeople()
  const one = await h.signedIn('kim', 'member')
  const two = await signIn(h, 'kim', passwordOf('kim'))
  const three = await signIn(h, 'kim', passwordOf('kim'))
  const alive = async () => {
    const found = [one, two, three].map(({ secret }) =>
      h.store.read((r) => h.people.recognise(r, { cookie: secret }, h.clock.wall())),
    )
    return (await Promise.all(found)).map((actor) => actor !== undefined)
  }
  await h.store.tx((t) => h.people.endSignIns(t, one.actor, { id: two.actor.credential.id as SignInId }))
  assert.deepEqual(await alive(), [true, false, true])
  await h.store.tx((t) => h.people.endSignIns(t, one.actor, {}))
  assert.deepEqual(await alive(), [true, false, false])
  await h.store.tx((t) => h.people.signOut(t, one.actor))
  assert.deepEqual(await alive(), [false, false, false])
  assert.deepEqual(
    h.told
      .filter(({ kind }) => kind === 'access_revoked')
      .map(({ payload }) => 'id' in payload && payload.id),
    [two, three, one].map(({ actor }) => actor.credential.id),
  )
})

test('[I38] nobody ends the sign-in of another, and an unknown one looks the same', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const owner = await h.signedIn('olga', 'owner')
  for (const id of [kim.actor.credential.id, 'sgn_none', '']) {
    await assert.rejects(
      h.store.tx((t) => h.people.endSignIns(t, owner.actor, { id: id as SignInId })),
      refusedWith('not_found'),
    )
  }
  await assert.rejects(
    h.store.tx((t) => h.people.endSignIns(t, owner.actor, { personId: kim.person.id })),
    refusedWith('not_allowed'),
  )
  assert.ok(await h.store.read((r) => h.people.recognise(r, { cookie: kim.secret }, h.clock.wall())))
})

test('[PPL2] a token has no sign-in to end', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  const token = await h.tokenOf(actor)
  await assert.rejects(
    h.store.tx((t) => h.people.signOut(t, token.actor)),
    refusedWith('bad_input'),
  )
})

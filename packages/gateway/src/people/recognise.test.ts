import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestPeople, type TestPeople, testAddress } from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { Presented } from './people.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const recognise = (h: TestPeople, presented: Presented) =>
  h.store.read((r) => h.people.recognise(r, presented, h.clock.wall()))

test('[R4] role and scopes come from the rows, as they are at each request', async () => {
  await using h = openTestPeople()
  const owner = await h.signedIn('olga', 'owner')
  const kim = await h.signedIn('kim', 'admin')
  const token = await h.tokenOf(kim.actor, ['read', 'admin'])
  assert.deepEqual((await recognise(h, { bearer: token.secret }))?.actor.scopes, ['read', 'admin'])
  await h.store.tx((t) => h.people.changeMember(t, owner.actor, kim.person.id, { role: 'viewer' }))
  assert.equal((await recognise(h, { bearer: token.secret }))?.actor.role, 'viewer')
  assert.equal((await recognise(h, { cookie: kim.secret }))?.actor.role, 'viewer')
})

test('[I39] with the person everything of theirs stops, before anybody has cleaned up', async () => {
  await using h = openTestPeople()
  const owner = await h.signedIn('olga', 'owner')
  const kim = await h.signedIn('kim', 'member')
  const token = await h.tokenOf(kim.actor)
  await h.store.tx((t) => h.people.removeMember(t, owner.actor, kim.person.id))
  assert.equal(await recognise(h, { cookie: kim.secret }), undefined)
  assert.equal(await recognise(h, { bearer: token.secret }), undefined)
})

test('[R3] a wrong token is not made good by a cookie, and neither is taken for the other', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const token = await h.tokenOf(kim.actor)
  assert.equal(await recognise(h, { bearer: `${token.secret}x`, cookie: kim.secret }), undefined)
  assert.equal(await recognise(h, { bearer: '', cookie: kim.secret }), undefined)
  assert.equal(await recognise(h, { bearer: kim.secret }), undefined)
  assert.equal(await recognise(h, { cookie: token.secret }), undefined)
  assert.equal(await recognise(h, {}), undefined)
  for (const text of [
    token.secret.slice(0, -1),
    token.secret.toUpperCase(),
    ` ${token.secret}`,
    'x'.repeat(1e6),
  ]) {
    assert.equal(await recognise(h, { bearer: text }), undefined)
  }
})

test('[PPL2] an expired credential is not recognised, from its very millisecond', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const { secret } = await h.store.tx((t) =>
    h.people.createToken(t, kim.actor, { name: 'short', expiresInDays: 1 }),
  )
  h.clock.advance(dayMs - 1)
  assert.ok(await recognise(h, { bearer: secret }))
  h.clock.advance(1)
  assert.equal(await recognise(h, { bearer: secret }), undefined)
  h.clock.advance(29 * dayMs)
  assert.equal(await recognise(h, { cookie: kim.secret }), undefined)
})

test('[PPL1] use slides the end of a sign-in, and is noted at most every five minutes', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const touch = () => h.store.tx((t) => h.people.touchCredential(t, kim.actor))
  assert.equal((await recognise(h, { cookie: kim.secret }))?.touchDue, false)
  assert.equal(await touch(), undefined)
  h.clock.advance(5 * minuteMs)
  assert.equal((await recognise(h, { cookie: kim.secret }))?.touchDue, true)
  assert.deepEqual(await touch(), { expiresAt: h.clock.wall() + 30 * dayMs })
  assert.equal(await touch(), undefined)
  assert.equal((await recognise(h, { cookie: kim.secret }))?.touchDue, false)
  h.clock.advance(30 * dayMs - 1)
  assert.ok(await recognise(h, { cookie: kim.secret }))
})

test('[R9] use does not bring an ended sign-in back', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  h.clock.advance(30 * dayMs)
  assert.equal(await h.store.tx((t) => h.people.touchCredential(t, kim.actor)), undefined)
  assert.equal(await recognise(h, { cookie: kim.secret }), undefined)
})

test('[PPL2] the last use of a token is noted', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const token = await h.tokenOf(kim.actor)
  const lastUse = async () => {
    const { items } = await h.store.read((r) => h.people.listTokens(r, kim.actor, { limit: 10 }))
    return items[0]?.lastUsedAt
  }
  assert.equal(await lastUse(), null)
  assert.equal((await recognise(h, { bearer: token.secret }))?.touchDue, true)
  await h.store.tx((t) => h.people.touchCredential(t, token.actor))
  assert.equal(await lastUse(), h.clock.wall())
  assert.equal((await recognise(h, { bearer: token.secret }))?.touchDue, false)
})

test('[R14] wrong tokens and cookies are counted by address', async () => {
  await using h = openTestPeople()
  for (let i = 0; i < limits.wrongGuessesPerAddressMax; i++)
    h.people.countWrongSecret(testAddress, `hdt_${i}`)
  assert.throws(() => h.people.countWrongSecret(testAddress, 'hds_x'), refusedWith('too_many_guesses'))
  h.people.countWrongSecret('192.0.2.200', 'hds_x')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestPeople, type TestPeople, testAddress } from '../../../test-support/open-test-people.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import type { Actor, GuestActor, PersonActor } from '../people.ts'
import { hashIfCode, makeCode } from './link-code.ts'

const account = { channel: 'chat', accountId: 'a1', platformId: 'u1', name: 'Kim there' }

async function visitor(h: TestPeople, platformId = 'u1'): Promise<GuestActor> {
  const guest = await h.store.tx((t) => h.people.rememberGuest(t, { ...account, platformId }))
  return { kind: 'guest', guestId: guest.id, name: guest.name, admitted: {} }
}
const offer = (h: TestPeople, actor: Actor) => h.store.tx((t) => h.people.offerLink(t, actor))
const say = (h: TestPeople, actor: Actor, code: string) => h.store.tx((t) => h.people.useCode(t, actor, code))
const enter = async (h: TestPeople, actor: Actor, code: string) => {
  const prepared = await h.people.prepareLink(actor, { code, address: testAddress })
  return h.store.tx((t) => h.people.link(t, actor, prepared))
}
const known = (h: TestPeople, platformId = 'u1') =>
  h.store.read((r) => h.people.recogniseAccount(r, { ...account, platformId }))
const links = async (h: TestPeople, actor: Actor) =>
  (await h.store.read((r) => h.people.listLinks(r, actor, { limit: 10 }))).items

test('[PPL4] a code that a member is shown is said on the channel, and the account is theirs', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  const guest = await visitor(h)
  assert.equal(await known(h), undefined)
  const { code, expiresAt } = await offer(h, actor)
  assert.equal(expiresAt, h.clock.wall() + limits.linkCodeMs)
  // As people type: small letters, without the dash.
  const linked = await say(h, guest, ` ${code.toLowerCase().replace('-', '')}`)
  assert.deepEqual([linked?.person.handle, linked?.link.platformId], ['kim', 'u1'])
  const speaker = await known(h)
  assert.deepEqual(
    [speaker?.personId, speaker?.role, speaker?.scopes, speaker?.credential],
    [actor.personId, 'member', ['read', 'write'], { kind: 'channel', id: guest.guestId, heardBy: undefined }],
  )
  assert.deepEqual(
    h.told.filter(({ kind }) => kind === 'account_linked').map(({ payload }) => payload),
    [{ personId: actor.personId, guestId: guest.guestId, channel: 'chat', accountId: 'a1' }],
  )
})

test('[PPL4] a code that the channel showed is entered by whoever is signed in', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'viewer')
  const { code } = await offer(h, await visitor(h))
  const link = await enter(h, actor, code)
  assert.deepEqual([link.channel, link.platformId, link.name], ['chat', 'u1', 'Kim there'])
  assert.deepEqual(await links(h, actor), [link])
  assert.equal((await known(h))?.personId, actor.personId)
})

test('[PPL4] a code works once, for ten minutes, and only on the other side', async () => {
  await using h = openTestPeople()
  const { actor: kim } = await h.signedIn('kim', 'member')
  const { actor: lou } = await h.signedIn('lou', 'member')
  const guest = await visitor(h)
  const { code: kims } = await offer(h, kim)
  // A member cannot link with a member, nor an account with an account.
  await assert.rejects(enter(h, lou, kims), refusedWith('link_invalid'))
  const { code: shown } = await offer(h, guest)
  assert.equal(await say(h, await visitor(h, 'u2'), shown), undefined)
  await enter(h, kim, shown)
  await assert.rejects(enter(h, lou, shown), refusedWith('link_invalid'))
  assert.equal((await known(h))?.personId, kim.personId)
  const { code: old } = await offer(h, lou)
  h.clock.advance(limits.linkCodeMs)
  assert.equal(await say(h, guest, old), undefined)
  assert.equal((await known(h))?.personId, kim.personId)
})

test('[PPL4] a new code ends the earlier one of the same side', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  const guest = await visitor(h)
  for (const [side, other] of [
    [actor, guest],
    [guest, actor],
  ] as const) {
    const first = await offer(h, side)
    const second = await offer(h, side)
    assert.equal(await say(h, other, first.code), undefined)
    assert.ok(await say(h, other, second.code))
  }
})

test('[PPL4] of two who use one code at the same moment, one is linked', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  const { code } = await offer(h, actor)
  const guests = [await visitor(h, 'u1'), await visitor(h, 'u2')]
  const done = await Promise.all(guests.map((guest) => say(h, guest, code)))
  assert.equal(done.filter((linked) => linked !== undefined).length, 1)
  assert.equal((await links(h, actor)).length, 1)
})

test('[R14] whoever guesses has to wait, and nobody else has to', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  const guest = await visitor(h)
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) {
    assert.equal(await say(h, guest, makeCode(h.random).text), undefined)
    h.people.countWrongCode(guest)
  }
  const { code } = await offer(h, actor)
  await assert.rejects(say(h, guest, code), refusedWith('too_many_guesses'))
  // One more that was not looked at is no mistake of ours.
  h.people.countWrongCode(guest)
  const linked = await say(h, await visitor(h, 'u2'), code)
  assert.equal(linked?.person.handle, 'kim')
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) {
    await assert.rejects(enter(h, actor, 'nonsense'), refusedWith('link_invalid'))
  }
  await assert.rejects(enter(h, actor, 'nonsense'), refusedWith('too_many_guesses'))
})

test('[PPL4] an account that is linked anew changes hands, and a link that is removed vouches for nobody', async () => {
  await using h = openTestPeople()
  const { actor: kim } = await h.signedIn('kim', 'member')
  const { actor: lou } = await h.signedIn('lou', 'member')
  const guest = await visitor(h)
  await say(h, guest, (await offer(h, kim)).code)
  const speaker = (await known(h)) as PersonActor
  await say(h, speaker, (await offer(h, lou)).code)
  assert.equal((await known(h))?.personId, lou.personId)
  // What spoke for kim a moment ago does no longer.
  const setting = { kind: 'links', personId: kim.personId } as const
  await assert.rejects(
    h.store.tx((t) => h.people.permit(t, speaker, 'account.link', setting)),
    refusedWith('not_signed_in'),
  )
  await assert.rejects(
    h.store.tx((t) => h.people.removeLinks(t, kim, { id: guest.guestId })),
    refusedWith('not_found'),
  )
  await h.store.tx((t) => h.people.removeLinks(t, lou, { id: guest.guestId }))
  assert.equal(await known(h), undefined)
})

test('[R9] [PPL4] with the member goes what their accounts could do', async () => {
  await using h = openTestPeople()
  const { actor: olga } = await h.signedIn('olga', 'owner')
  const { actor: kim } = await h.signedIn('kim', 'member')
  await say(h, await visitor(h), (await offer(h, kim)).code)
  const speaker = (await known(h)) as PersonActor
  await h.store.tx((t) => h.people.removeMember(t, olga, kim.personId))
  assert.equal(await known(h), undefined)
  await assert.rejects(
    h.store.tx((t) => h.people.permit(t, speaker, 'session.create', { kind: 'place' })),
    refusedWith('not_signed_in'),
  )
  await h.store.tx((t) => h.people.sweepAccess(t, kim.personId))
  const { items } = await h.store.read((r) => h.people.listAudit(r, h.operator, { limit: 1 }))
  assert.equal(items[0]?.detail['links'], 1)
})

test('[I48] who linked what stands in the audit log, by which account; the code does not', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  const guest = await visitor(h)
  const { code } = await offer(h, actor)
  await say(h, guest, code)
  const { items } = await h.store.read((r) => h.people.listAudit(r, h.operator, { limit: 10 }))
  const [line] = items.filter(({ action }) => action === 'account.link')
  assert.deepEqual([line?.actor.name, line?.outcome, line?.resource], ['kim', 'allowed', guest.guestId])
  assert.deepEqual(line?.detail, { channel: 'chat', accountId: 'a1', platformId: 'u1', via: guest.guestId })
  assert.equal(JSON.stringify(items).includes(code), false)
})

test('[OPS6] a member has at most so many accounts, and one account does not count twice', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  for (let i = 0; i < limits.linksPerPersonMax; i++) {
    const guest = await visitor(h, `u${i}`)
    await enter(h, actor, (await offer(h, guest)).code)
  }
  await assert.rejects(offer(h, actor), refusedWith('limit_reached'))
  const again = await visitor(h, 'u1')
  await enter(h, actor, (await offer(h, again)).code)
  const another = await visitor(h, 'one too many')
  await assert.rejects(enter(h, actor, (await offer(h, another)).code), refusedWith('limit_reached'))
})

test('[PPL4] whom a mention on a channel calls: the accounts of members there, by handle', async () => {
  await using h = openTestPeople()
  const { actor } = await h.signedIn('kim', 'member')
  await say(h, await visitor(h), (await offer(h, actor)).code)
  const find = (place: { channel: string; accountId: string }, handles: string[]) =>
    h.store.read((r) => h.people.accountsOf(r, place, handles))
  const here = { channel: 'chat', accountId: 'a1' }
  assert.deepEqual([...(await find(here, ['KIM', 'lou']))], [['kim', 'u1']])
  assert.deepEqual([...(await find({ ...here, accountId: 'a2' }, ['kim']))], [])
  assert.deepEqual([...(await find(here, []))], [])
})

test('[I35] whoever was let in nowhere has no code and uses none', async () => {
  await using h = openTestPeople()
  const { admitted: _, ...stranger } = await visitor(h)
  const anonymous: Actor = { kind: 'anonymous', address: testAddress }
  await assert.rejects(offer(h, stranger), refusedWith('not_allowed'))
  await assert.rejects(offer(h, anonymous), refusedWith('not_signed_in'))
  await assert.rejects(say(h, { kind: 'system' }, 'ABCDE-FGHJK'), refusedWith('not_allowed'))
})

test('[PPL4] a code is read however it is typed, and what cannot be one is none', async () => {
  await using h = openTestPeople()
  const { text, hash } = makeCode(h.random)
  assert.match(text, /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  assert.deepEqual(hashIfCode(` ${text.toLowerCase()} `), hash)
  for (const none of ['', '-', text.slice(1), `${text}2`, text.replace(/^./, '0')]) {
    assert.equal(hashIfCode(none), undefined, none)
  }
})

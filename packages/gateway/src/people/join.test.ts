import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type RefusalCode, type Role } from '@heddle/contract'
import { openTestPeople, type TestPeople, testAddress } from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'

const hourMs = 3_600_000
const password = 'correct horse battery'
const from = { address: testAddress, device: 'Firefox' }

function join(h: TestPeople, code: string, handle: string) {
  return h.people
    .prepareJoin({ code, handle, name: `Name of ${handle}`, password, ...from })
    .then((ready) => h.store.tx((t) => h.people.join(t, ready)))
}

async function codeFor(h: TestPeople, role: Role): Promise<string> {
  const { code } = await h.store.tx((t) => h.people.createInvite(t, h.operator, { role }))
  return code
}

const outcomes = async (all: Promise<unknown>[]): Promise<(RefusalCode | 'in')[]> =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? 'in' : one.reason.code))

test('[PPL1] the owner link makes the owner, who is signed in', async () => {
  await using h = openTestPeople()
  assert.equal(await h.store.read((r) => h.people.needsOwner(r)), true)
  const link = await h.store.tx((t) => h.people.openOwnerLink(t))
  assert.match(link!.code, /^hdo_[\w-]{43}$/)
  const preview = await h.store.read((r) =>
    h.people.previewJoin(r, { code: link!.code, address: testAddress }, h.clock.wall()),
  )
  assert.deepEqual(preview, { role: 'owner', expiresAt: h.clock.wall() + 24 * hourMs })

  const { person, secret, actor } = await join(h, link!.code, 'Kim')
  assert.deepEqual([person.handle, person.role, person.state], ['kim', 'owner', 'active'])
  assert.match(secret, /^hds_[\w-]{43}$/)
  const found = await h.store.read((r) => h.people.recognise(r, { cookie: secret }, h.clock.wall()))
  assert.deepEqual(found?.actor, actor)
  assert.equal(await h.store.read((r) => h.people.needsOwner(r)), false)
  assert.equal(await h.store.tx((t) => h.people.openOwnerLink(t)), undefined)
  assert.deepEqual(h.told, [
    { kind: 'person_joined', payload: { personId: person.id, role: 'owner', inviteId: link!.invite.id } },
  ])
})

test('[PPL1] a new owner link ends the older ones, and an owner made elsewhere ends them all', async () => {
  await using h = openTestPeople()
  const first = await h.store.tx((t) => h.people.openOwnerLink(t))
  const second = await h.store.tx((t) => h.people.openOwnerLink(t))
  await assert.rejects(join(h, first!.code, 'kim'), refusedWith('invite_invalid'))
  await h.signedIn('lou', 'owner')
  await assert.rejects(join(h, second!.code, 'kim'), refusedWith('invite_invalid'))
})

test('[PPL1] the owner link is void as soon as there is an owner, however they became one', async () => {
  const ways = {
    async invited(h: TestPeople) {
      await join(h, await codeFor(h, 'owner'), 'olga')
    },
    async promoted(h: TestPeople) {
      const { person } = await h.signedIn('olga', 'admin')
      await h.store.tx((t) => h.people.changeMember(t, h.operator, person.id, { role: 'owner' }))
    },
  }
  for (const becomeOwner of Object.values(ways)) {
    const h = openTestPeople()
    const link = await h.store.tx((t) => h.people.openOwnerLink(t))
    await becomeOwner(h)
    await assert.rejects(join(h, link!.code, 'kim'), refusedWith('invite_invalid'), becomeOwner.name)
    await h.close()
  }
})

test('[PPL1] the owner link ends after a day', async () => {
  await using h = openTestPeople()
  const link = await h.store.tx((t) => h.people.openOwnerLink(t))
  h.clock.advance(24 * hourMs)
  await assert.rejects(join(h, link!.code, 'kim'), refusedWith('invite_invalid'))
})

test('[PPL1] an invite works once', async () => {
  await using h = openTestPeople()
  const code = await codeFor(h, 'member')
  await join(h, code, 'kim')
  await assert.rejects(join(h, code, 'lou'), refusedWith('invite_invalid'))
})

test('[PPL1] of two people who use one link at the same moment, one joins', async () => {
  await using h = openTestPeople()
  const code = await codeFor(h, 'member')
  const both = await outcomes([join(h, code, 'kim'), join(h, code, 'lou')])
  assert.deepEqual(both.sort(), ['in', 'invite_invalid'])
  assert.equal(h.told.length, 1)
})

test('[PPL1] of two people who want one handle at the same moment, one gets it, and the other keeps the link', async () => {
  await using h = openTestPeople()
  const [one, two] = [await codeFor(h, 'member'), await codeFor(h, 'member')]
  const both = await outcomes([join(h, one, 'kim'), join(h, two, 'KIM')])
  assert.deepEqual([...both].sort(), ['handle_taken', 'in'])
  const left = both[0] === 'in' ? two : one
  assert.equal((await join(h, left, 'lou')).person.handle, 'lou')
})

test('[PPL1] an expired, withdrawn or invented link makes nobody', async () => {
  await using h = openTestPeople()
  const { code: expired } = await h.store.tx((t) =>
    h.people.createInvite(t, h.operator, { role: 'member', expiresInHours: 1 }),
  )
  const { code: withdrawn, invite } = await h.store.tx((t) =>
    h.people.createInvite(t, h.operator, { role: 'member' }),
  )
  await h.store.tx((t) => h.people.revokeInvite(t, h.operator, invite.id))
  h.clock.advance(hourMs)
  for (const code of [expired, withdrawn, 'hdi_', `hdi_${'A'.repeat(43)}`, invite.id, ' ', "' or 1=1 --"]) {
    await assert.rejects(join(h, code, 'kim'), refusedWith('invite_invalid'), code)
  }
  assert.deepEqual(h.told, [])
})

test('[PPL1] a link that expires between looking and joining is refused', async () => {
  await using h = openTestPeople()
  const code = await codeFor(h, 'member')
  const ready = await h.people.prepareJoin({ code, handle: 'kim', name: 'Kim', password, ...from })
  h.clock.advance(h.settings.inviteHours * hourMs)
  await assert.rejects(
    h.store.tx((t) => h.people.join(t, ready)),
    refusedWith('invite_invalid'),
  )
})

test('[R5] an invite gives no more than its maker still has when it is used', async () => {
  await using h = openTestPeople()
  const owner = await h.signedIn('olga', 'owner')
  const admin = await h.signedIn('ada', 'admin')
  const invite = (role: Role) => h.store.tx((t) => h.people.createInvite(t, admin.actor, { role }))
  const [asAdmin, asMember] = [await invite('admin'), await invite('member')]
  await h.store.tx((t) => h.people.removeMember(t, owner.actor, admin.person.id))
  // Nobody has swept yet.
  await assert.rejects(join(h, asAdmin.code, 'kim'), refusedWith('invite_invalid'))
  await assert.rejects(join(h, asMember.code, 'kim'), refusedWith('invite_invalid'))
})

test('[R5] invites of someone whose role was lowered are withdrawn with it, and do not come back', async () => {
  await using h = openTestPeople()
  const owner = await h.signedIn('olga', 'owner')
  const second = await h.signedIn('oleg', 'owner')
  const invite = (role: Role) => h.store.tx((t) => h.people.createInvite(t, second.actor, { role }))
  const [asOwner, asMember] = [await invite('owner'), await invite('member')]
  const move = (role: Role) =>
    h.store.tx((t) => h.people.changeMember(t, owner.actor, second.person.id, { role }))
  await move('admin')
  await move('owner')
  await assert.rejects(join(h, asOwner.code, 'kim'), refusedWith('invite_invalid'))
  assert.equal((await join(h, asMember.code, 'lou')).person.role, 'member')
})

test('[R14] wrong codes close an address, before a password is hashed for it', async () => {
  await using h = openTestPeople()
  const code = await codeFor(h, 'member')
  const preview = (guess: string) =>
    h.store.read((r) => h.people.previewJoin(r, { code: guess, address: testAddress }, h.clock.wall()))
  for (let i = 0; i < limits.wrongGuessesPerAddressMax; i++) {
    await assert.rejects(preview(`hdi_${i}`), refusedWith('invite_invalid'))
  }
  await assert.rejects(preview('hdi_next'), refusedWith('too_many_guesses'))
  await assert.rejects(join(h, 'hdi_another', 'kim'), refusedWith('too_many_guesses'))
  // Thirty-two random bytes are not found by guessing, so whoever holds a right one is let through.
  assert.equal((await join(h, code, 'kim')).person.handle, 'kim')
})

test('[API1] joining names the field that is wrong, and leaves the link unused', async () => {
  await using h = openTestPeople()
  const code = await codeFor(h, 'member')
  const attempt = (input: { handle?: string; name?: string; password?: string }) =>
    h.people.prepareJoin({ code, handle: 'kim', name: 'Kim', password, ...from, ...input })
  await assert.rejects(attempt({ handle: 'everyone' }), refusedWith('bad_input', 'handle'))
  await assert.rejects(attempt({ name: ' ' }), refusedWith('bad_input', 'name'))
  await assert.rejects(attempt({ password: 'short' }), refusedWith('bad_input', 'password'))
  await h.signedIn('kim', 'member')
  await assert.rejects(join(h, code, 'kim'), refusedWith('handle_taken', 'handle'))
  assert.equal((await join(h, code, 'lou')).person.handle, 'lou')
})

test('[I43] nothing in the database lets anyone in', async () => {
  await using h = openTestPeople()
  const code = await codeFor(h, 'member')
  const { secret, actor } = await join(h, code, 'kim')
  const { secret: token } = await h.tokenOf(actor)
  await h.store.close()
  const { readFileSync } = await import('node:fs')
  const bytes = readFileSync(`${h.folder}/heddle.db`)
  for (const text of [code, secret, token]) assert.equal(bytes.includes(text), false)
  assert.ok(bytes.includes('kim'))
})

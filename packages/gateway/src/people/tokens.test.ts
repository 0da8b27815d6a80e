import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type TokenId } from '@heddle/contract'
import { openTestPeople, type TestPeople } from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { Actor, CreateTokenInput } from './people.ts'

const dayMs = 24 * 3_600_000
const create = (h: TestPeople, actor: Actor, input: Partial<CreateTokenInput> = {}) =>
  h.store.tx((t) => h.people.createToken(t, actor, { name: 'build', ...input }))
const isAlive = async (h: TestPeople, bearer: string) =>
  (await h.store.read((r) => h.people.recognise(r, { bearer }, h.clock.wall()))) !== undefined

test('[PPL2] a token is shown once, carries all that its maker has, and does not end by itself', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'viewer')
  const { token, secret } = await create(h, kim.actor)
  assert.match(secret, /^hdt_[\w-]{43}$/)
  assert.deepEqual(
    [token.name, token.scopes, token.expiresAt, token.lastUsedAt],
    ['build', ['read', 'write', 'admin'], null, null],
  )
  const { items } = await h.store.read((r) => h.people.listTokens(r, kim.actor, { limit: 10 }))
  assert.deepEqual(items, [token])
  assert.equal(JSON.stringify(items).includes(secret), false)
})

test('[R5] a token makes only tokens with scopes of its own', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'owner')
  const narrow = await h.tokenOf(kim.actor, ['read', 'write'])
  assert.deepEqual((await create(h, narrow.actor)).token.scopes, ['read', 'write'])
  assert.deepEqual((await create(h, narrow.actor, { scopes: ['read'] })).token.scopes, ['read'])
  await assert.rejects(create(h, narrow.actor, { scopes: ['read', 'admin'] }), refusedWith('not_allowed'))
  const readOnly = await h.tokenOf(kim.actor, ['read'])
  await assert.rejects(create(h, readOnly.actor, { scopes: ['read'] }), refusedWith('not_allowed'))
})

test('[R5] a token makes none that outlives it', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const { secret } = await create(h, kim.actor, { expiresInDays: 10 })
  const maker = await h.store.read((r) => h.people.recognise(r, { bearer: secret }, h.clock.wall()))
  const actor = maker!.actor
  h.clock.advance(dayMs)
  const end = h.clock.wall() + 9 * dayMs
  assert.equal((await create(h, actor)).token.expiresAt, end)
  assert.equal((await create(h, actor, { expiresInDays: 9 })).token.expiresAt, end)
  assert.equal((await create(h, actor, { expiresInDays: 2 })).token.expiresAt, h.clock.wall() + 2 * dayMs)
  await assert.rejects(create(h, actor, { expiresInDays: 10 }), refusedWith('bad_input', 'expiresInDays'))
})

test('[R9] with a token end those that it made, and no others', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const parent = await h.tokenOf(kim.actor)
  const child = await h.tokenOf(parent.actor)
  const grandchild = await h.tokenOf(child.actor)
  const sibling = await h.tokenOf(kim.actor)
  await h.store.tx((t) => h.people.revokeTokens(t, kim.actor, { id: parent.actor.credential.id as TokenId }))
  for (const { secret } of [parent, child, grandchild]) assert.equal(await isAlive(h, secret), false)
  assert.equal(await isAlive(h, sibling.secret), true)
  const told = h.told.filter(({ kind }) => kind === 'access_revoked')
  assert.deepEqual(
    told.map(({ payload }) => payload),
    [parent, child, grandchild].map(({ actor }) => ({
      personId: kim.person.id,
      what: 'token',
      id: actor.credential.id,
    })),
  )
})

test('[PPL2] without a name all of one’s own tokens end', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const lou = await h.signedIn('lou', 'member')
  const [one, two, foreign] = [
    await h.tokenOf(kim.actor),
    await h.tokenOf(kim.actor),
    await h.tokenOf(lou.actor),
  ]
  await h.store.tx((t) => h.people.revokeTokens(t, kim.actor, {}))
  assert.deepEqual(
    [await isAlive(h, one.secret), await isAlive(h, two.secret), await isAlive(h, foreign.secret)],
    [false, false, true],
  )
})

test('[I38] a token of someone else looks like one that is not there', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const owner = await h.signedIn('olga', 'owner')
  const token = await h.tokenOf(kim.actor)
  for (const id of [token.actor.credential.id, 'tok_none', '']) {
    await assert.rejects(
      h.store.tx((t) => h.people.revokeTokens(t, owner.actor, { id: id as TokenId })),
      refusedWith('not_found'),
    )
  }
  await assert.rejects(create(h, owner.actor, { personId: kim.person.id }), refusedWith('not_allowed'))
  await assert.rejects(
    h.store.read((r) => h.people.listTokens(r, owner.actor, { limit: 10 }, kim.person.id)),
    refusedWith('not_allowed'),
  )
  assert.equal(await isAlive(h, token.secret), true)
})

test('[PPL2] the operator makes, sees and revokes tokens for someone, but not for one who was removed', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const { secret, token } = await create(h, h.operator, { personId: kim.person.id, scopes: ['read'] })
  assert.equal(await isAlive(h, secret), true)
  const { items } = await h.store.read((r) =>
    h.people.listTokens(r, h.operator, { limit: 10 }, kim.person.id),
  )
  assert.deepEqual(items, [token])
  await h.store.tx((t) => h.people.revokeTokens(t, h.operator, { personId: kim.person.id, id: token.id }))
  assert.equal(await isAlive(h, secret), false)
  await h.store.tx((t) => h.people.removeMember(t, h.operator, kim.person.id))
  await assert.rejects(create(h, h.operator, { personId: kim.person.id }), refusedWith('not_found'))
  await assert.rejects(create(h, h.operator), refusedWith('not_allowed'))
  await assert.rejects(create(h, { kind: 'anonymous', address: '' }), refusedWith('not_signed_in'))
})

test('[OPS6] a person has at most so many tokens, and each a name of one line', async () => {
  await using h = openTestPeople({ runTwiceShare: 0 })
  const kim = await h.signedIn('kim', 'member')
  for (let i = 0; i < limits.tokensPerPersonMax; i++) await create(h, kim.actor)
  await assert.rejects(create(h, kim.actor), refusedWith('limit_reached'))
  await assert.rejects(create(h, kim.actor, { name: ' ' }), refusedWith('bad_input', 'name'))
  await assert.rejects(create(h, kim.actor, { scopes: [] }), refusedWith('bad_input', 'scopes'))
  await assert.rejects(create(h, kim.actor, { expiresInDays: 0 }), refusedWith('bad_input', 'expiresInDays'))
})

test('[API4] tokens are paged newest first, each once', async () => {
  await using h = openTestPeople()
  const kim = await h.signedIn('kim', 'member')
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.unshift((await create(h, kim.actor, { name: `token ${i}` })).token.id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await h.store.read((r) => h.people.listTokens(r, kim.actor, { limit: 3, cursor }))
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next
    // What is added meanwhile is newer, so it is not in the way.
    await create(h, kim.actor)
  } while (cursor !== undefined)
  assert.deepEqual(seen, made)
})

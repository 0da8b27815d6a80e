import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type MeJson } from '@heddle/contract'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import { createBox } from '../../foundation/secrets/box.ts'
import { canonicalJson, sweepIdempotency } from './idempotency.ts'

const form = { 'X-Heddle-Request': '1' }
const keyed = (headers: Record<string, string>, key: string) => ({ ...headers, 'Idempotency-Key': key })

async function openInvite(house: TestDoor): Promise<string> {
  return (await house.store.tx((t) => house.people.createInvite(t, house.operator, { role: 'member' }))).code
}

const joinBody = (code: string) => ({ code, handle: 'kim', name: 'Kim', password: 'long enough for this' })

async function countOf(house: TestDoor, owner: Record<string, string>, path: string): Promise<number> {
  return (await house.ask('GET', path, { headers: owner })).body.items.length
}

test('[API2] a repeated request is answered as the first was, and makes nothing', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  for (const [path, body] of [
    ['/invites', { role: 'member', note: 'for Kim' }],
    ['/me/tokens', { name: 'deploy', scopes: ['read'] }],
  ] as const) {
    const first = await house.ask('POST', path, { headers: keyed(owner, 'one'), body })
    const again = await house.ask('POST', path, { headers: keyed(owner, 'one'), body })
    assert.equal(first.status, 201)
    assert.equal(first.headers.get('Idempotent-Replayed'), null)
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(await countOf(house, owner, path), 1)
  }
})

test('[API2] the order of fields does not make another request, another value does', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const post = (body: string) =>
    house.ask('POST', '/invites', { headers: keyed(owner, 'one'), body: JSON.parse(body) })
  assert.equal((await post('{"role":"member","note":"a"}')).status, 201)
  assert.equal((await post('{"note":"a","role":"member"}')).headers.get('Idempotent-Replayed'), 'true')
  const other = await post('{"note":"b","role":"member"}')
  assert.equal(other.status, 409)
  assert.equal(other.body.error.code, 'idempotency_conflict')
  assert.equal(await countOf(house, owner, '/invites'), 1)
})

test('[API2] a join is answered again with the same sign-in, after a restart too', async () => {
  await using house = await openTestDoor()
  const body = joinBody(await openInvite(house))
  const first = await house.ask('POST', '/join', { headers: keyed(form, 'join-1'), body })
  assert.equal(first.status, 201)
  const restarted = house.reopen()
  const again = await restarted.ask('POST', '/join', { headers: keyed(form, 'join-1'), body })
  assert.equal(again.status, 201)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('Set-Cookie'), first.headers.get('Set-Cookie'))
  const withoutKey = await restarted.ask('POST', '/join', { headers: form, body })
  assert.equal(withoutKey.body.error.code, 'invite_invalid')
})

test('[API2] requests with one key that arrive at once make one thing', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const body = joinBody(await openInvite(house))
  const joins = Array.from({ length: 8 }, () =>
    house.ask('POST', '/join', { headers: keyed(form, 'j'), body }),
  )
  const tokens = Array.from({ length: 8 }, () =>
    house.ask('POST', '/me/tokens', { headers: keyed(owner, 't'), body: { name: 'deploy' } }),
  )
  const joined = (await Promise.all(joins)).map((answer) => (answer.body as MeJson).person.id)
  const made = (await Promise.all(tokens)).map((answer) => answer.body.token)
  assert.equal(new Set(joined).size, 1)
  assert.equal(new Set(made).size, 1)
  assert.equal(await countOf(house, owner, '/members'), 2)
  assert.equal(await countOf(house, owner, '/me/tokens'), 1)
})

test('[API2] two doors on one store that take the same request at once still make one thing', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const request = { headers: keyed(owner, 't'), body: { name: 'deploy' } }
  const doors = [house, house.reopen(), house.reopen()]
  const answers = await Promise.all(doors.map((door) => door.ask('POST', '/me/tokens', request)))
  assert.equal(new Set(answers.map((answer) => answer.body.token)).size, 1)
  assert.equal(await countOf(house, owner, '/me/tokens'), 1)
})

test('[API2] a key belongs to one caller and one route', async () => {
  await using house = await openTestDoor()
  const [one, other] = [await house.cookieOf('owner'), await house.cookieOf('owner')]
  const first = await house.ask('POST', '/me/tokens', { headers: keyed(one, 'k'), body: { name: 'a' } })
  const second = await house.ask('POST', '/me/tokens', { headers: keyed(other, 'k'), body: { name: 'a' } })
  const third = await house.ask('POST', '/invites', { headers: keyed(one, 'k'), body: {} })
  assert.deepEqual([first.status, second.status, third.status], [201, 201, 201])
  assert.notEqual(second.body.token, first.body.token)
})

test('[API2] [R5] a narrower token is not handed what a stronger credential of its owner made', async () => {
  await using house = await openTestDoor()
  const { actor, secret } = await house.signedIn('kim', 'owner')
  const narrow = await house.tokenOf(actor, ['write'])
  const body = { name: 'all of it' }
  const strong = { Cookie: `heddle_sign_in=${secret}`, ...form }
  const first = await house.ask('POST', '/me/tokens', { headers: keyed(strong, 'k'), body })
  assert.equal(first.body.scopes.length, 3)
  const weak = { Authorization: `Bearer ${narrow.secret}` }
  const again = await house.ask('POST', '/me/tokens', { headers: keyed(weak, 'k'), body })
  assert.equal(again.body.error.code, 'idempotency_conflict')
})

test('[API2] what was refused may be tried again with the same key', async () => {
  await using house = await openTestDoor()
  const body = joinBody(await openInvite(house))
  await house.signedIn('kim', 'member')
  const taken = await house.ask('POST', '/join', { headers: keyed(form, 'k'), body })
  assert.equal(taken.body.error.code, 'handle_taken')
  const other = { ...body, handle: 'kim2' }
  assert.equal((await house.ask('POST', '/join', { headers: keyed(form, 'k'), body: other })).status, 201)
})

test('[API2] a key is forgotten after its time, by asking and by the sweep', async () => {
  await using house = await openTestDoor()
  const owner = await house.bearerOf('owner', ['read', 'write', 'admin'])
  const ask = (key: string) =>
    house.ask('POST', '/me/tokens', { headers: keyed(owner, key), body: { name: 'deploy' } })
  const first = await ask('k')
  house.clock.advance(limits.idempotencyKeptMs - 1)
  assert.equal((await ask('k')).body.token, first.body.token)
  house.clock.advance(1)
  const second = await ask('k')
  assert.notEqual(second.body.token, first.body.token)
  house.clock.advance(limits.idempotencyKeptMs - 1)
  assert.equal(await house.store.tx(sweepIdempotency), false)
  assert.equal((await ask('k')).body.token, second.body.token)
  house.clock.advance(2)
  assert.equal(await house.store.tx(sweepIdempotency), false)
  assert.notEqual((await ask('k')).body.token, second.body.token)
})

test('[I43] what is kept for a repetition is sealed; with another key it says that it was made', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const request = { headers: keyed(owner, 'k'), body: { name: 'deploy' } }
  const first = await house.ask('POST', '/me/tokens', request)
  const sealed = await house.store.read((r) =>
    r.all<{ text: string }>({
      compile: () => ({
        sql: 'select hex(sealed_answer) || hex(fingerprint) || key || scope as text from idempotency',
        parameters: [],
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'test' },
      }),
    }),
  )
  const secret = Buffer.from(String(first.body.token)).toString('hex').toUpperCase()
  assert.equal(sealed.length, 1)
  assert.ok(!sealed[0]?.text.includes(secret))
  const rotated = house.reopen({ box: createBox(house.random.bytes(32), house.random) })
  const again = await rotated.ask('POST', '/me/tokens', request)
  assert.equal(again.body.error.code, 'idempotency_conflict')
  assert.match(again.body.error.message, /secret key was changed/)
})

test('[API2] a key that is none is refused by name', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  for (const key of ['', ' ', 'a b', 'ä', 'x'.repeat(limits.idempotencyKeyCharsMax + 1)]) {
    const { body, status } = await house.ask('POST', '/invites', { headers: keyed(owner, key), body: {} })
    assert.equal(status, 400, key)
    assert.equal(body.error.issues[0].field, 'Idempotency-Key')
  }
})

test('[API2] equal values have one canonical text', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: 'x' }], a: true }),
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  )
  assert.notEqual(canonicalJson({ a: '1' }), canonicalJson({ a: 1 }))
  assert.notEqual(canonicalJson([1, 2]), canonicalJson([2, 1]))
})

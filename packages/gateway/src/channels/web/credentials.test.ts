import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import { passwordOf } from '../../../test-support/open-test-people.ts'

const form = { 'X-Heddle-Request': '1' }
const minuteMs = 60_000

function signIn(house: TestDoor, handle: string, password = passwordOf(handle), peer?: string) {
  return house.ask('POST', '/sign-in', { headers: form, body: { handle, password }, ...(peer && { peer }) })
}

test('[API8] the sign-in cookie is out of reach for scripts and other sites', async () => {
  await using house = await openTestDoor()
  await house.signedIn('kim', 'member')
  const plain = await signIn(house, 'kim')
  assert.equal(plain.status, 200)
  const thirtyDays = /^heddle_sign_in=hds_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/
  assert.match(plain.headers.get('Set-Cookie') ?? '', thirtyDays)
  house.inFile['server.publicUrl'] = 'https://heddle.example'
  assert.match((await signIn(house, 'kim')).headers.get('Set-Cookie') ?? '', /; SameSite=Strict; Secure$/)
})

test('[API5] a cookie alone changes nothing: everything but GET needs the header', async () => {
  await using house = await openTestDoor()
  const { Cookie = '' } = await house.cookieOf('owner')
  for (const value of [undefined, '0', 'true', '1, 1']) {
    const headers = { Cookie, ...(value !== undefined && { 'X-Heddle-Request': value }) }
    for (const [method, path] of [
      ['POST', '/invites'],
      ['PATCH', '/me'],
      ['PUT', '/settings'],
      ['DELETE', '/me/tokens'],
    ] as const) {
      const { status, body } = await house.ask(method, path, { headers, body: {} })
      assert.equal(status, 403, `${method} ${path} ${value}`)
      assert.equal(body.error.code, 'missing_request_header')
    }
    assert.equal((await house.ask('GET', '/me', { headers })).status, 200)
  }
})

test('[API5] nobody can be signed in or made to join by a form in their browser', async () => {
  await using house = await openTestDoor()
  await house.signedIn('kim', 'member')
  const body = { handle: 'kim', password: passwordOf('kim') }
  for (const path of ['/sign-in', '/join', '/join/preview']) {
    const answer = await house.ask('POST', path, { headers: { 'Sec-Fetch-Site': 'same-origin' }, body })
    assert.equal(answer.body.error.code, 'missing_request_header', path)
  }
})

test('[API5] a script without a browser signs in without the header', async () => {
  await using house = await openTestDoor()
  await house.signedIn('kim', 'member')
  const body = { handle: 'kim', password: passwordOf('kim') }
  assert.equal((await house.ask('POST', '/sign-in', { body })).status, 200)
})

test('[API5] a token is said on purpose and needs no such header', async () => {
  await using house = await openTestDoor()
  const token = await house.bearerOf('owner', ['read', 'write', 'admin'])
  assert.equal((await house.ask('POST', '/invites', { headers: token, body: {} })).status, 201)
})

test('[API8] a wrong token is refused even beside a right cookie, and on what is open to all', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  for (const Authorization of ['Bearer hdt_wrong', 'Bearer ', 'bearer x, Bearer y']) {
    for (const path of ['/me', '/about']) {
      const { status, headers } = await house.ask('GET', path, { headers: { ...owner, Authorization } })
      assert.equal(status, 401, `${Authorization} ${path}`)
      assert.equal(headers.get('WWW-Authenticate'), 'Bearer')
      assert.equal(headers.get('Set-Cookie'), null)
    }
  }
})

test('[API8] a password of some proxy in front is not ours to judge', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  assert.equal(
    (await house.ask('GET', '/me', { headers: { ...owner, Authorization: 'Basic eDp5' } })).status,
    200,
  )
})

test('[API8] of two different sign-in cookies neither counts', async () => {
  await using house = await openTestDoor()
  const [one, other] = [await house.signedIn('kim', 'member'), await house.signedIn('eve', 'member')]
  const ask = (Cookie: string) => house.ask('GET', '/me', { headers: { Cookie } })
  const [first, second] = [`heddle_sign_in=${one.secret}`, `heddle_sign_in=${other.secret}`]
  assert.equal((await ask(`${first}; ${second}`)).status, 401)
  assert.equal((await ask(`a=b; ${first}; ${first}; heddle_sign_in_x=1`)).status, 200)
})

test('[R9] [I39] a revoked token, an ended sign-in and a removed person stop at the very next request', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const kim = await house.signedIn('kim', 'member')
  const cookie = { Cookie: `heddle_sign_in=${kim.secret}` }
  const token = await house.tokenOf(kim.actor)
  const bearer = { Authorization: `Bearer ${token.secret}` }
  const both = async () => [
    (await house.ask('GET', '/me', { headers: bearer })).status,
    (await house.ask('GET', '/me', { headers: cookie })).status,
  ]
  assert.deepEqual(await both(), [200, 200])
  const revoked = await house.ask('DELETE', `/me/tokens/${token.actor.credential.id}`, {
    headers: { ...cookie, ...form },
  })
  assert.equal(revoked.status, 204)
  assert.deepEqual(await both(), [401, 200])
  await house.ask('POST', '/sign-out', { headers: { ...cookie, ...form } })
  assert.deepEqual(await both(), [401, 401])

  const eve = await house.signedIn('eve', 'admin')
  const eves = { Cookie: `heddle_sign_in=${eve.secret}` }
  assert.equal((await house.ask('GET', '/me', { headers: eves })).status, 200)
  await house.ask('DELETE', `/members/${eve.person.id}`, { headers: owner })
  assert.equal((await house.ask('GET', '/me', { headers: eves })).status, 401)
})

test('[R9] a role that was taken is gone at the very next request', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const kim = await house.signedIn('kim', 'admin')
  const kims = { Cookie: `heddle_sign_in=${kim.secret}`, ...form }
  assert.equal((await house.ask('GET', '/audit', { headers: kims })).status, 200)
  await house.ask('PATCH', `/members/${kim.person.id}`, { headers: owner, body: { role: 'viewer' } })
  assert.equal((await house.ask('GET', '/audit', { headers: kims })).status, 403)
})

test('[API8] a cookie that ended is taken out of the browser, which is then a stranger', async () => {
  await using house = await openTestDoor()
  const { Cookie = '' } = await house.cookieOf('member')
  await house.ask('POST', '/sign-out', { headers: { Cookie, ...form } })
  const refused = await house.ask('GET', '/me', { headers: { Cookie } })
  assert.equal(refused.status, 401)
  assert.match(refused.headers.get('Set-Cookie') ?? '', /^heddle_sign_in=; Path=\/; Max-Age=0/)
  const open = await house.ask('GET', '/about', { headers: { Cookie } })
  assert.equal(open.status, 200)
  assert.match(open.headers.get('Set-Cookie') ?? '', /Max-Age=0/)
  await house.signedIn('kim', 'member')
  const body = { handle: 'kim', password: passwordOf('kim') }
  const again = await house.ask('POST', '/sign-in', { headers: { Cookie, ...form }, body })
  assert.equal(again.status, 200)
  assert.match(again.headers.get('Set-Cookie') ?? '', /^heddle_sign_in=hds_/)
})

test('[PPL1] a sign-in that is used goes on, and its cookie with it', async () => {
  await using house = await openTestDoor()
  const { Cookie = '' } = await house.cookieOf('member')
  const ask = () => house.ask('GET', '/me', { headers: { Cookie } })
  assert.equal((await ask()).headers.get('Set-Cookie'), null)
  house.clock.advance(20 * 24 * 60 * minuteMs)
  assert.match(
    (await ask()).headers.get('Set-Cookie') ?? '',
    new RegExp(`^${Cookie}; Path=/; Max-Age=2592000;`),
  )
  assert.equal((await ask()).headers.get('Set-Cookie'), null)
  house.clock.advance(20 * 24 * 60 * minuteMs)
  assert.equal((await ask()).status, 200)
  house.clock.advance(31 * 24 * 60 * minuteMs)
  assert.equal((await ask()).status, 401)
})

test('[R14] guessing a password locks, says for how long, and the right one does not help', async () => {
  await using house = await openTestDoor()
  await house.signedIn('kim', 'member')
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) {
    assert.equal((await signIn(house, 'kim', `wrong guess ${i}`)).body.error.code, 'wrong_credentials')
  }
  const locked = await signIn(house, 'kim')
  assert.equal(locked.status, 429)
  assert.equal(locked.body.error.code, 'too_many_guesses')
  assert.equal(locked.headers.get('Retry-After'), String(limits.wrongGuessesLockMs / 1000))
  assert.equal((await signIn(house, 'kim', undefined, '198.51.100.9')).status, 200)
  house.clock.advance(limits.wrongGuessesLockMs)
  assert.equal((await signIn(house, 'kim')).status, 200)
})

test('[R14] guessing tokens, cookies and codes is limited by where it comes from, loopback too', async () => {
  for (const peer of ['127.0.0.1', '192.0.2.50']) {
    await using house = await openTestDoor()
    const guess = (i: number) => {
      if (i % 3 === 0) return house.ask('GET', '/me', { headers: { Authorization: `Bearer hdt_${i}` }, peer })
      if (i % 3 === 1)
        return house.ask('GET', '/me', { headers: { Cookie: `heddle_sign_in=hds_${i}` }, peer })
      return house.ask('POST', '/join/preview', { headers: form, body: { code: `hdi_${i}` }, peer })
    }
    for (let i = 0; i < limits.wrongGuessesPerAddressMax; i++) assert.notEqual((await guess(i)).status, 429)
    for (let i = 0; i < 3; i++) assert.equal((await guess(1_000 + i)).body.error.code, 'too_many_guesses')
    const elsewhere = { headers: { Authorization: 'Bearer hdt_x' }, peer: '198.51.100.9' }
    assert.equal((await house.ask('GET', '/me', elsewhere)).status, 401)
  }
})

test('[R14] a forwarded address is believed only from a proxy of ours', async () => {
  await using house = await openTestDoor({}, { trustedProxies: () => ['10.0.0.1'] })
  await house.signedIn('kim', 'member')
  const wrong = (peer: string, forwarded: string) =>
    house.ask('POST', '/sign-in', {
      headers: { ...form, 'X-Forwarded-For': forwarded },
      body: { handle: 'kim', password: 'wrong' },
      peer,
    })
  // Someone who claims to be many is one.
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) await wrong('192.0.2.9', `198.51.100.${i}`)
  assert.equal((await wrong('192.0.2.9', '198.51.100.77')).status, 429)
  // Many behind our proxy are many.
  for (let i = 0; i < 20; i++) assert.equal((await wrong('10.0.0.1', `203.0.113.${i}`)).status, 401)
})

test('[R4] what a request says about its own rights is refused or means nothing', async () => {
  await using house = await openTestDoor()
  const viewer = { ...(await house.cookieOf('viewer')), 'X-Role': 'owner', 'X-Heddle-Scopes': 'admin' }
  assert.equal((await house.ask('GET', '/audit', { headers: viewer })).status, 403)
  for (const extra of [{ role: 'owner' }, { state: 'active' }, { scopes: ['admin'] }]) {
    assert.equal(
      (await house.ask('PATCH', '/me', { headers: viewer, body: { name: 'K', ...extra } })).status,
      400,
    )
  }
  const { body } = await house.ask('GET', '/me', { headers: viewer })
  assert.equal(body.person.role, 'viewer')
})

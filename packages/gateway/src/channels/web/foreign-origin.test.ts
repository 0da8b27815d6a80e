import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPrefix, type Route, routes } from '@heddle/contract'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'

const elsewhere = [
  'https://evil.example',
  'null',
  'http://localhost:3000',
  'https://localhost',
  'http://localhost.evil.example',
  'http://127.0.0.1',
]

const paths = [
  ...Object.values<Route>(routes).map(({ method, path }) => ({
    method,
    path: apiPrefix + path.replace('{id}', 'per_1'),
  })),
  ...['/', '/members', '/assets/x.js', '/healthz', '/readyz', '/metrics', '/nothing.txt'].map((path) => ({
    method: 'GET',
    path,
  })),
]

async function assertNothing(house: TestDoor, response: Response, what: string): Promise<void> {
  const text = await response.text()
  assert.equal(response.status, 403, what)
  assert.equal(JSON.parse(text).error.code, 'foreign_origin', what)
  assert.equal(response.headers.get('Set-Cookie'), null, what)
  for (const [name] of response.headers) assert.ok(!name.toLowerCase().startsWith('access-control'), what)
  assert.deepEqual(house.logged, [])
}

for (const origin of elsewhere) {
  test(`[API6][R15] the origin ${origin} gets nothing from any path, with the best of credentials`, async () => {
    await using house = await openTestDoor()
    const owner = await house.cookieOf('owner')
    const before = house.store.figures().commits
    for (const { method, path } of paths) {
      const response = await house.fetch(path, { method, headers: { ...owner, Origin: origin } }, '127.0.0.1')
      await assertNothing(house, response, `${method} ${path}`)
    }
    assert.equal(house.store.figures().commits, before)
  })
}

test('[API6] a preflight from elsewhere is not answered with any permission', async () => {
  await using house = await openTestDoor()
  for (const { path } of paths) {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
    await assertNothing(house, await house.fetch(path, { method: 'OPTIONS', headers }), path)
  }
})

test('[API6] our own origin is the one under which the request came, or that of server.publicUrl', async () => {
  await using house = await openTestDoor()
  const ask = (headers: Record<string, string>) => house.ask('GET', '/about', { headers })
  assert.equal((await ask({ Origin: 'http://localhost' })).status, 200)
  assert.equal((await ask({ Host: '192.0.2.1:7420', Origin: 'http://192.0.2.1:7420' })).status, 200)
  assert.equal((await ask({ Host: '192.0.2.1:7420', Origin: 'http://192.0.2.1:7421' })).status, 403)
  assert.equal((await ask({ Host: '[2001:db8::1]:7420', Origin: 'http://[2001:db8::1]:7420' })).status, 200)
  house.inFile['server.publicUrl'] = 'https://heddle.example/'
  assert.equal((await ask({ Host: 'heddle.example', Origin: 'https://heddle.example' })).status, 200)
  assert.equal((await ask({ Host: 'heddle.example', Origin: 'https://heddle.example.evil' })).status, 403)
  // A proxy may rewrite the host; what the configuration names as our address still counts.
  assert.equal((await ask({ Host: '10.0.0.9', Origin: 'https://heddle.example' })).status, 200)
})

test('[API6] https is believed of a request only from a proxy that the configuration names', async () => {
  await using house = await openTestDoor({}, { trustedProxies: () => ['10.0.0.0/8'] })
  const headers = { Host: '192.0.2.1', Origin: 'https://192.0.2.1', 'X-Forwarded-Proto': 'https' }
  assert.equal((await house.ask('GET', '/about', { headers, peer: '10.1.1.1' })).status, 200)
  assert.equal((await house.ask('GET', '/about', { headers, peer: '192.0.2.7' })).status, 403)
})

test('[API6] what a foreign page embeds says so and gets nothing from the API, while links to pages work', async () => {
  await using house = await openTestDoor()
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors' }
    assert.equal((await house.ask('GET', '/about', { headers })).status, 403)
    assert.equal((await house.fetch('/metrics', { headers }, '127.0.0.1')).status, 403)
    assert.notEqual((await house.fetch('/members', { headers })).status, 403)
  }
  for (const site of ['same-origin', 'none']) {
    assert.equal((await house.ask('GET', '/about', { headers: { 'Sec-Fetch-Site': site } })).status, 200)
  }
})

test('[API6][R15] a name that is not ours is refused, so that nobody can point theirs at us', async () => {
  await using house = await openTestDoor({}, { host: 'loom.lan' })
  const ask = (host: string) => house.ask('GET', '/about', { headers: { Host: host } })
  for (const host of [
    'evil.example',
    'evil.example:7420',
    'localhost.evil.example',
    'localhost.',
    '',
    'a b',
  ]) {
    const { status, body } = await ask(host)
    assert.equal(status, 403, host)
    assert.match(String(body.error?.message), /server\.publicUrl/)
  }
  for (const host of [
    'localhost',
    'LOCALHOST:80',
    '127.0.0.1:7420',
    '[::1]:7420',
    'loom.lan',
    'Loom.LAN:1',
  ]) {
    assert.equal((await ask(host)).status, 200, host)
  }
  assert.equal((await ask('heddle.example')).status, 403)
  house.inFile['server.publicUrl'] = 'https://heddle.example'
  assert.equal((await ask('heddle.example')).status, 200)
})

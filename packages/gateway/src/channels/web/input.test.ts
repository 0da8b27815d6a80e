import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPrefix, type Issue, limits } from '@heddle/contract'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

const form = { 'X-Heddle-Request': '1' }

test('[API1] wrong input names every wrong field at once, with the nearest right word', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const issuesOf = async (method: string, path: string, body?: unknown): Promise<Issue[]> => {
    const answer = await house.ask(method, path, { headers: owner, body })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error.code, 'bad_input')
    assert.match(answer.body.error.requestId, /^req_/)
    return answer.body.error.issues
  }
  assert.deepEqual(
    await issuesOf('POST', '/invites', { rol: 'member', role: 'amdin', expiresInHours: 0.5 }),
    [
      { field: 'role', message: 'must be one of "viewer", "member", "admin", "owner"', nearest: 'admin' },
      { field: 'expiresInHours', message: 'must be a whole number' },
      { field: 'rol', message: 'is not known here', nearest: 'role' },
    ],
  )
  assert.deepEqual(await issuesOf('PATCH', '/me', { password: { curent: 'x', next: 'short' } }), [
    { field: 'password.current', message: 'is missing' },
    { field: 'password.next', message: 'is shorter than 10 characters' },
    { field: 'password.curent', message: 'is not known here', nearest: 'current' },
  ])
  assert.deepEqual(await issuesOf('POST', '/me/tokens', { name: '  ', scopes: ['reed'] }), [
    { field: 'name', message: 'is empty' },
    { field: 'scopes.0', message: 'must be one of "read", "write", "admin"', nearest: 'read' },
  ])
  assert.deepEqual(await issuesOf('POST', '/me/tokens'), [{ field: 'name', message: 'is missing' }])
  assert.deepEqual(await issuesOf('POST', '/me/tokens', ['name']), [
    { field: 'body', message: 'must be an object' },
  ])
  assert.deepEqual(await issuesOf('GET', '/members?limit=0&curser=x'), [
    { field: 'limit', message: 'must be at least 1' },
    { field: 'curser', message: 'is not known here', nearest: 'cursor' },
  ])
  assert.deepEqual(await issuesOf('GET', '/members?limit=201'), [
    { field: 'limit', message: 'must be at most 200' },
  ])
  assert.deepEqual(await issuesOf('GET', '/members?limit=x'), [
    { field: 'limit', message: 'must be a number' },
  ])
  assert.deepEqual(await issuesOf('GET', '/members?limit=1&limit=2'), [
    { field: 'limit', message: 'is given twice' },
  ])
  assert.deepEqual(await issuesOf('GET', '/me?verbose=1'), [
    { field: 'verbose', message: 'is not known here' },
  ])
})

test('[R3] fields with the names of JavaScript itself are unknown fields, and change nothing', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const invite = `{"${name}":{"role":"owner","polluted":1}}`
    const made = await house.ask('POST', '/invites', { headers: owner, body: invite })
    assert.ok(made.status === 400 || made.body.role === 'member', name)
    const set = await house.ask('PUT', '/settings', { headers: owner, body: `{"${name}":"x"}` })
    assert.notEqual(set.status, 500, name)
    assert.equal((await house.ask('GET', `/members?${name}=1`, { headers: owner })).status, 400, name)
  }
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  assert.deepEqual(house.logged, [])
})

test('[API1] a single wrong field stands in the message itself', async () => {
  await using house = await openTestDoor()
  const { body } = await house.ask('POST', '/join/preview', { headers: form, body: {} })
  assert.equal(body.error.message, 'code: is missing.')
})

test('[API9] a body is JSON, said to be JSON, in UTF-8 and as it is', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const post = async (body: string | Uint8Array, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { ...owner, ...headers }, body }
    const response = await house.fetch(`${apiPrefix}/invites`, init)
    return response.status === 201 ? 'made' : JSON.parse(await response.text()).error
  }
  const json = { 'Content-Type': 'application/json' }
  assert.equal(await post('{}', json), 'made')
  assert.equal(await post('\ufeff{}', { 'Content-Type': 'application/json; charset=UTF-8' }), 'made')
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
  ]) {
    assert.equal((await post('{}', { 'Content-Type': type })).code, 'unsupported_media_type', type)
  }
  assert.equal((await post('{}', { ...json, 'Content-Encoding': 'gzip' })).code, 'unsupported_media_type')
  for (const text of ['{', '{"role":}', 'nul', '{"a":1}{}', "{'role':'member'}"]) {
    assert.equal((await post(text, json)).code, 'bad_json', text)
  }
  assert.equal((await post(new Uint8Array([0x22, 0xff, 0x22]), json)).code, 'bad_json')
})

test('[I43] what is wrong with a body is told without quoting it', async () => {
  await using house = await openTestDoor()
  const body = '{"handle":"kim","password":"correct horse" oops'
  const answer = await house.ask('POST', '/sign-in', { headers: form, body })
  assert.equal(answer.body.error.code, 'bad_json')
  assert.doesNotMatch(JSON.stringify(answer.body), /horse|kim|oops/)
})

test('[OPS6] [R12] a body nested too deep is refused before it is parsed', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const put = (value: string) =>
    house.ask('PUT', '/settings', { headers: owner, body: `{"team.name":${value}}` })
  assert.equal((await put(deep(limits.jsonDepthMax))).body.error.code, 'bad_json')
  assert.equal((await put(deep(limits.jsonDepthMax - 1))).body.error.code, 'bad_input')
  assert.equal((await put(deep(200_000))).body.error.code, 'bad_json')
  const brackets = JSON.stringify(`"[[{`.repeat(15))
  assert.equal((await put(brackets)).status, 200)
})

test('[OPS6] [I42] a stranger may send less than a member, and nobody more than the limit', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const padded = (bytes: number) => `{"team.name":"x"${' '.repeat(bytes - 17)}}`
  const put = (bytes: number) => house.ask('PUT', '/settings', { headers: owner, body: padded(bytes) })
  assert.equal((await put(limits.requestBodyBytesMax)).status, 200)
  const over = await put(limits.requestBodyBytesMax + 1)
  assert.equal(over.status, 413)
  const preview = (bytes: number) =>
    house.ask('POST', '/join/preview', { headers: form, body: `{"code":"x"${' '.repeat(bytes - 12)}}` })
  assert.equal((await preview(limits.anonymousBodyBytesMax)).body.error.code, 'invite_invalid')
  assert.equal((await preview(limits.anonymousBodyBytesMax + 1)).status, 413)
})

test('[OPS6] an announced size is judged before anything else is asked', async () => {
  await using house = await openTestDoor()
  for (const size of [String(limits.requestBodyBytesMax + 1), '1e9', '99999999999999999999', 'many', '-1']) {
    const { status } = await house.ask('POST', '/invites', { headers: { 'Content-Length': size }, body: {} })
    assert.ok(status === 413 || size === '-1', size)
  }
})

test('[API9] an unknown path is 404, a known one with another method 405 with what it takes', async () => {
  await using house = await openTestDoor()
  for (const path of ['/nothing', '/me/', '/members/a/b', '/Me', '/../me', '/%2e%2e/x']) {
    const { status, body } = await house.ask('GET', path)
    assert.equal(status, 404, path)
    assert.equal(body.error.code, 'not_found')
  }
  const allow = async (method: string, path: string) => {
    const { status, body, headers } = await house.ask(method, path)
    assert.equal(status, 405, `${method} ${path}`)
    assert.equal(body.error.code, 'method_not_allowed')
    return headers.get('Allow')
  }
  assert.equal(await allow('DELETE', '/about'), 'GET, HEAD')
  assert.equal(await allow('PUT', '/me'), 'GET, HEAD, PATCH')
  assert.equal(await allow('POST', '/members/per_1'), 'GET, HEAD, PATCH, DELETE')
  assert.equal(await allow('GET', '/sign-in'), 'POST')
  assert.equal(await allow('OPTIONS', '/invites'), 'GET, HEAD, POST')
  assert.equal(await allow('BREW', '/me/tokens'), 'GET, HEAD, POST, DELETE')
})

test('[API9] HEAD says what GET would, without the body', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  for (const path of ['/about', '/me', '/members', '/openapi.json']) {
    const { status, headers, body } = await house.ask('HEAD', path, { headers: owner })
    assert.equal(status, 200, path)
    assert.equal(body, undefined)
    assert.match(headers.get('Content-Type') ?? '', /json/)
  }
  assert.equal((await house.ask('HEAD', '/me')).status, 401)
})

test('[API3] what was read carries its version; a change with an old one changes nothing', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const kim = await house.signedIn('kim', 'member')
  for (const path of ['/me', `/members/${kim.person.id}`]) {
    const read = await house.ask('GET', path, { headers: owner })
    const tag = read.headers.get('ETag') ?? ''
    assert.equal(tag, '"1"')
    const change = (headers: Record<string, string>, name: string) =>
      house.ask('PATCH', path, { headers: { ...owner, ...headers }, body: { name } })
    const changed = await change({ 'If-Match': tag }, 'First')
    assert.equal(changed.status, 200)
    assert.equal(changed.headers.get('ETag'), '"2"')
    const late = await change({ 'If-Match': tag }, 'Second')
    assert.equal(late.status, 412)
    assert.equal(late.body.error.code, 'changed_meanwhile')
    assert.match(JSON.stringify((await house.ask('GET', path, { headers: owner })).body), /"First"/)
    assert.equal((await change({ 'If-Match': '*' }, 'Third')).status, 200)
    assert.equal((await change({}, 'Fourth')).status, 200)
  }
})

test('[API3] an If-Match that is no version is refused by name', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  for (const tag of ['1', 'W/"1"', '"1", "2"', '"x"', '"-1"', '"1.5"', `"${'9'.repeat(40)}"`]) {
    const { body } = await house.ask('PATCH', '/me', {
      headers: { ...owner, 'If-Match': tag },
      body: { name: 'K' },
    })
    assert.equal(body.error.issues?.[0].field, 'If-Match', tag)
  }
})

test('[API1] an unexpected error says nothing but the request id, which is also in the log', async () => {
  await using house = await openTestDoor()
  const broken = house.reopen({
    people: { ...house.people, needsOwner: () => Promise.reject(new Error('secret inside of the house')) },
  })
  const { status, body, headers } = await broken.ask('GET', '/about')
  assert.equal(status, 500)
  assert.equal(body.error.code, 'internal')
  assert.doesNotMatch(JSON.stringify(body), /secret inside|\.ts/)
  assert.equal(headers.get('X-Request-Id'), body.error.requestId)
  assert.equal(broken.logged.length, 1)
  assert.match(JSON.stringify(broken.logged[0]?.fields), new RegExp(body.error.requestId))
})

test('[API1] an error that is not even an Error is answered like any other', async () => {
  await using house = await openTestDoor()
  const broken = house.reopen({ people: { ...house.people, needsOwner: () => Promise.reject('text') } })
  assert.equal((await broken.ask('GET', '/about')).body.error.code, 'internal')
})

test('[OPS6] requests are limited for strangers by address and for members by person', async () => {
  await using house = await openTestDoor(
    {},
    { limits: { requestsPerMinuteAnonymous: 3, requestsPerMinutePerson: 5 } },
  )
  const [one, other] = [await house.cookieOf('member'), await house.cookieOf('member')]
  const statuses = async (count: number, headers: Record<string, string>, peer?: string) => {
    const found: number[] = []
    for (let i = 0; i < count; i++) {
      found.push((await house.ask('GET', '/about', { headers, ...(peer && { peer }) })).status)
    }
    return found
  }
  assert.deepEqual(await statuses(4, {}), [200, 200, 200, 429])
  assert.deepEqual(await statuses(1, {}, '198.51.100.1'), [200])
  // Members behind the same address as a noisy stranger go on.
  assert.deepEqual(await statuses(6, one), [200, 200, 200, 200, 200, 429])
  assert.deepEqual(await statuses(1, other), [200])
  const refused = await house.ask('GET', '/about')
  assert.equal(refused.body.error.code, 'too_many_requests')
  assert.equal(refused.headers.get('Retry-After'), '20')
  house.clock.advance(20_000)
  assert.deepEqual(await statuses(2, {}), [200, 429])
  // Whoever shows wrong credentials is a stranger too.
  assert.deepEqual(
    await statuses(4, { Cookie: 'heddle_sign_in=hds_x' }, '198.51.100.2'),
    [200, 200, 200, 429],
  )
})

test('[R15] every answer tells the browser to run nothing but our own, and to keep nothing of the API', async () => {
  await using house = await openTestDoor()
  const paths = [
    `${apiPrefix}/about`,
    `${apiPrefix}/me`,
    `${apiPrefix}/nothing`,
    '/',
    '/healthz',
    '/readyz',
    '/x.txt',
  ]
  for (const path of paths) {
    const { headers } = await house.fetch(path)
    assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; script-src 'self';/)
    assert.doesNotMatch(headers.get('Content-Security-Policy') ?? '', /unsafe|\*/)
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', path)
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer', path)
    assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'same-origin', path)
    assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin', path)
    assert.equal(headers.get('Cache-Control'), 'no-store', path)
    assert.equal(headers.get('Strict-Transport-Security'), null, path)
    assert.match(headers.get('X-Request-Id') ?? '', /^req_/, path)
  }
  house.inFile['server.publicUrl'] = 'https://heddle.example'
  assert.match((await house.fetch('/')).headers.get('Strict-Transport-Security') ?? '', /^max-age=\d+$/)
})

test('[API4] a list goes from page to page and refuses a cursor that it did not give out', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  for (const handle of ['a1', 'b2', 'c3', 'd4']) await house.signedIn(handle, 'viewer')
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await house.ask('GET', `/members?limit=2${cursor}`, { headers: owner })
    for (const { handle } of body.items) seen.push(handle)
    cursor = body.next === undefined ? '' : `&cursor=${encodeURIComponent(body.next)}`
  } while (cursor !== '')
  assert.deepEqual(seen, ['a1', 'b2', 'c3', 'd4', 'owner-1'])
  for (const list of ['/members', '/invites', '/audit', '/me/tokens', '/me/sign-ins']) {
    const { body } = await house.ask('GET', `${list}?cursor=bm9uZQ`, { headers: owner })
    assert.equal(body.error.code, 'bad_cursor', list)
  }
})

test('[PPL1] an invite link begins with the public address, or with the one the asker used', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const make = async (headers: Record<string, string>) =>
    (await house.ask('POST', '/invites', { headers: { ...owner, ...headers }, body: {} })).body
  const asked = await make({ Host: '192.0.2.1:7420' })
  assert.equal(asked.url, `http://192.0.2.1:7420/join#${asked.code}`)
  house.inFile['server.publicUrl'] = 'https://heddle.example/'
  const told = await make({ Host: '192.0.2.1:7420' })
  assert.equal(told.url, `https://heddle.example/join#${told.code}`)
})

test('[OPS2] settings are set by their keys, all or nothing, and what the file sets is read-only', async () => {
  await using house = await openTestDoor()
  const owner = await house.cookieOf('owner')
  const put = (body: unknown) => house.ask('PUT', '/settings', { headers: owner, body })
  const valueOf = async (key: string) => {
    const { body } = await house.ask('GET', '/settings', { headers: owner })
    return body.items.find((item: { key: string }) => item.key === key)
  }
  assert.equal((await put({ 'team.name': 'Weavers', 'invites.expireHours': 5 })).status, 200)
  assert.deepEqual((await house.ask('GET', '/about')).body.name, 'Weavers')
  const wrong = await put({ 'team.name': 'Other', 'team.nam': 'x' })
  assert.deepEqual(wrong.body.error.issues[0], {
    field: 'team.nam',
    message: 'is not a setting that exists',
    nearest: 'team.name',
  })
  assert.equal((await valueOf('team.name')).value, 'Weavers')
  await put({ 'team.name': null })
  assert.equal((await valueOf('team.name')).source, 'default')
  house.inFile['team.name'] = 'From the file'
  assert.equal((await put({ 'team.name': 'Web' })).body.error.code, 'set_in_file')
  assert.deepEqual((await valueOf('team.name')).source, 'file')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { knownPerson } from '../../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor, type TestJson } from '../../../../test-support/open-test-door.ts'
import type { WebDoorDeps } from '../web-door.ts'

const path = '/v1/chat/completions'
const hello = { model: 'main', messages: [{ role: 'user', content: 'hello' }] }

async function openHouse(more: Partial<WebDoorDeps> = {}) {
  const house = await openTestDoor({ agents: { agents: { list: [{ id: 'main' }, { id: 'writer' }] } } }, more)
  const kim = await knownPerson(house, 'kim', 'member')
  const bearer = await kim.token(['read', 'write'])
  return { house, kim, bearer, [Symbol.asyncDispose]: () => house.close() }
}

interface Completed {
  status: number
  headers: Headers
  body: TestJson
}

async function complete(
  house: TestDoor,
  headers: Record<string, string>,
  body: unknown,
  signal?: AbortSignal,
): Promise<Completed> {
  const response = await house.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

test('[API12] every error has the vendor’s shape, its status, and the field it is about', async () => {
  await using all = await openHouse()
  const { house, bearer, kim } = all
  const vic = await knownPerson(house, 'vic', 'viewer')
  const cookieOnly = { Cookie: kim.headers['Cookie'] ?? '' }
  const tooLarge = JSON.stringify(hello) + ' '.repeat(limits.requestBodyBytesMax)
  const cases: [string, Record<string, string>, unknown, number, string, string | null][] = [
    ['nobody', {}, hello, 401, 'not_signed_in', null],
    ['a wrong key', { Authorization: 'Bearer hdt_wrong' }, hello, 401, 'not_signed_in', null],
    ['a viewer', vic.headers, hello, 403, 'not_allowed', null],
    ['a token to read', await kim.token(['read']), hello, 403, 'not_allowed', null],
    ['a cookie alone', cookieOnly, hello, 403, 'missing_request_header', null],
    ['an unknown agent', bearer, { ...hello, model: 'wirter' }, 404, 'model_not_found', 'model'],
    ['no JSON', bearer, '{', 400, 'bad_json', null],
    ['too large', bearer, tooLarge, 400, 'too_large', null],
    ['nothing', bearer, {}, 400, 'bad_input', 'model'],
    [
      'a wrong field',
      bearer,
      { ...hello, messages: [{ role: 'user' }] },
      400,
      'bad_input',
      'messages.0.content',
    ],
    ['a foreign page', { ...bearer, Origin: 'https://evil.example' }, hello, 403, 'foreign_origin', null],
    ['another site', { ...bearer, 'Sec-Fetch-Site': 'cross-site' }, hello, 403, 'foreign_origin', null],
  ]
  for (const [what, headers, body, status, code, param] of cases) {
    const answer = await complete(house, headers, body)
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.param],
      [status, code, param],
      what,
    )
    assert.deepEqual(Object.keys(answer.body), ['error'], what)
    assert.deepEqual(Object.keys(answer.body.error), ['message', 'type', 'param', 'code'], what)
    assert.match(answer.headers.get('X-Request-Id') ?? '', /^req_/, what)
  }
  const unknown = await complete(house, bearer, { ...hello, model: 'Wirter' })
  assert.match(unknown.body.error.message, /Did you mean "writer"\?/)
  for (const [method, at, status] of [
    ['GET', path, 405],
    ['POST', '/v1/models', 405],
    ['GET', '/v1/nothing', 404],
    ['POST', '/v1/embeddings', 404],
    ['GET', '/v1/models', 401],
  ] as const) {
    const response = await house.fetch(at, { method })
    assert.equal(response.status, status, `${method} ${at}`)
    assert.equal(typeof JSON.parse(await response.text()).error.type, 'string')
  }
  assert.equal(house.model.requests.length, 0)
  assert.deepEqual(house.logged, [])
})

test('[API12] a cookie with its header does as well as a token, and agents are listed as models', async () => {
  await using all = await openHouse()
  const { house, kim, bearer } = all
  assert.equal((await complete(house, kim.headers, hello)).status, 200)
  const response = await house.fetch('/v1/models', { headers: bearer })
  const { object, data } = JSON.parse(await response.text())
  assert.deepEqual([object, data.map(({ id }: { id: string }) => id)], ['list', ['main', 'writer']])
})

test('[API12] the agent hears its own instructions first, then the caller’s, and nothing is kept', async () => {
  await using all = await openHouse()
  const { house, bearer } = all
  const commits = house.store.figures().commits
  const messages = [
    { role: 'system', content: 'Speak like a pirate.' },
    { role: 'user', content: 'who are you?' },
  ]
  const { status, body } = await complete(house, bearer, { model: 'WRITER', messages })
  assert.equal(status, 200)
  const [request] = house.model.requests
  assert.match(request?.system ?? '', /^You are writer .*@writer[\s\S]*\n\nSpeak like a pirate\.$/)
  assert.deepEqual(request?.messages, [{ role: 'user', speaker: null, text: 'who are you?' }])
  assert.deepEqual([body.model, body.choices[0].message.content], ['writer', 'You said: who are you?'])
  // The use of the token is noted once, and what the answer used counts for the day; no session, no event, no turn.
  assert.ok(house.store.figures().commits - commits <= 2)
  const kept = await house.store.read((r) => house.sessions.list(r, house.operator, {}, { limit: 1 }))
  assert.deepEqual(kept.items, [])
})

test('[API12] whatever goes wrong with the model has a status and a code of its own', async () => {
  await using all = await openHouse()
  const { house, bearer } = all
  const cases = [
    ['key_missing', 502, 'model_key_missing'],
    ['refused', 502, 'model_refused'],
    ['rate_limited', 429, 'rate_limit_exceeded'],
    ['overloaded', 529, 'overloaded'],
    ['context_too_long', 400, 'context_length_exceeded'],
    ['network', 502, 'model_unreachable'],
    ['bad_answer', 502, 'model_bad_answer'],
  ] as const
  for (const [kind, status, code] of cases) {
    for (const stream of [false, true]) {
      const retryAfterMs = kind === 'rate_limited' ? 1_500 : undefined
      house.model.script({
        type: 'failed',
        error: { kind, message: `It is ${kind}.`, ...(retryAfterMs !== undefined && { retryAfterMs }) },
      })
      const answer = await complete(house, bearer, { ...hello, stream })
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], kind)
      assert.equal(answer.body.error.message, `It is ${kind}.`)
      assert.equal(answer.headers.get('Retry-After'), kind === 'rate_limited' ? '2' : null)
      assert.equal(answer.headers.get('X-Should-Retry'), null)
    }
  }
})

test('[API12] our own failure says nothing but the request id, whole or streamed', async () => {
  await using all = await openHouse()
  const { house, bearer } = all
  const agents = { ...house.agents, instruct: () => Promise.reject(new Error('secret inside of the house')) }
  const broken = house.reopen({ agents })
  for (const stream of [false, true]) {
    const { status, body, headers } = await complete(broken, bearer, { ...hello, stream })
    assert.equal(status, 500)
    assert.doesNotMatch(JSON.stringify(body), /secret inside/)
    assert.match(body.error.message, new RegExp(headers.get('X-Request-Id') ?? 'none'))
  }
  assert.equal(broken.logged.length, 2)
})

test('[API12] nobody has more completions under way than the limit, and each that ends makes room', async () => {
  await using all = await openHouse({ limits: { completionsAtOncePerPersonMax: 2 } })
  const { house, bearer } = all
  const lou = await knownPerson(house, 'lou', 'member')
  let letGo = () => {}
  const until = new Promise<void>((resolve) => (letGo = resolve))
  for (let i = 0; i < 2; i++) house.model.script({ type: 'wait', until }, 'done')
  const client = new AbortController()
  const first = complete(house, bearer, hello, client.signal)
  const second = complete(house, bearer, { ...hello, stream: true }).catch(() => undefined)
  while (house.model.running < 2) await house.breathe()
  const third = await complete(house, bearer, hello)
  assert.deepEqual([third.status, third.body.error.code], [429, 'rate_limit_exceeded'])
  assert.equal(third.headers.get('Retry-After'), '1')
  assert.equal((await complete(house, lou.headers, hello)).status, 200)
  client.abort()
  await first.catch(() => undefined)
  while (house.model.running > 1) await house.breathe()
  assert.equal((await complete(house, bearer, hello)).status, 200)
  letGo()
  await second
  assert.equal((await complete(house, bearer, hello)).status, 200)
})

test('[I39] [API12] a token that is revoked ends what it has under way within a second', async () => {
  await using all = await openHouse()
  const { house, kim, bearer } = all
  house.model.script('secret one', { type: 'wait', until: new Promise(() => {}) })
  const response = await house.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...bearer },
    body: JSON.stringify({ ...hello, stream: true }),
  })
  await house.store.tx((t) => house.people.revokeTokens(t, kim.actor, {}))
  house.clock.advance(limits.completionRecheckMs)
  const text = await response.text()
  assert.match(text, /secret one/)
  assert.match(text, /"code":"not_signed_in"/)
  assert.doesNotMatch(text, /DONE/)
  assert.equal(house.model.running, 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collaborationDefaults } from '@heddle/contract'
import { CallError } from './call-error.ts'
import { createClient } from './client.ts'

interface Sent {
  url: string
  init: RequestInit
}

function clientOver(respond: () => Response | Promise<Response>) {
  const sent: Sent[] = []
  const contacts: boolean[] = []
  const client = createClient({
    fetch: async (input, init) => {
      sent.push({ url: String(input), init: init ?? {} })
      return respond()
    },
    now: () => 0,
    onContact: (reached) => contacts.push(reached),
  })
  return { client, sent, contacts }
}

function headersOf(sent: Sent | undefined): Headers {
  return new Headers(sent?.init.headers)
}

const invite = {
  id: 'inv_1',
  role: 'member',
  note: '',
  state: 'open',
  createdBy: null,
  createdAt: '2026-03-01T09:00:00.000Z',
  expiresAt: '2026-03-04T09:00:00.000Z',
  usedBy: null,
  code: 'hdi_x',
  url: 'http://x/join#hdi_x',
}

test('[API5] everything but a GET carries X-Heddle-Request', async () => {
  const { client, sent } = clientOver(() =>
    Response.json({ name: 'Heddle', version: '1', needsOwner: false, collaboration: collaborationDefaults }),
  )
  await client.call('about', {})
  assert.equal(headersOf(sent[0]).get('X-Heddle-Request'), null)
  assert.equal(sent[0]?.url, '/api/v1/about')
  const writing = clientOver(() => new Response(null, { status: 204 }))
  await writing.client.call('signOut', {})
  assert.equal(headersOf(writing.sent[0]).get('X-Heddle-Request'), '1')
})

test('[API2] a route that makes something carries its Idempotency-Key and its body as JSON', async () => {
  const { client, sent } = clientOver(() => Response.json(invite, { status: 201 }))
  const made = await client.call('createInvite', { body: { role: 'member' }, key: 'k-1' })
  assert.equal(made.url, 'http://x/join#hdi_x')
  assert.equal(headersOf(sent[0]).get('Idempotency-Key'), 'k-1')
  assert.equal(headersOf(sent[0]).get('Content-Type'), 'application/json')
  assert.equal(sent[0]?.init.body, '{"role":"member"}')
})

test('[API3] a versioned route names the version that was read', async () => {
  const { client, sent } = clientOver(() => Response.json({}, { status: 412 }))
  await assert.rejects(
    client.call('changeMember', { path: { id: 'per_1' }, version: 3, body: { name: 'A' } }),
  )
  assert.equal(headersOf(sent[0]).get('If-Match'), '"3"')
  assert.equal(sent[0]?.url, '/api/v1/members/per_1')
})

test('[API4] what varies in a path is escaped, and an empty part of the query is left out', async () => {
  const { client, sent } = clientOver(() => Response.json({ items: [] }))
  await client.call('listMembers', { query: { limit: 2, text: 'a&b', cursor: undefined } })
  assert.equal(sent[0]?.url, '/api/v1/members?limit=2&text=a%26b')
  await assert.rejects(client.call('readMember', { path: { id: '../me' } }))
  assert.equal(sent[1]?.url, '/api/v1/members/..%2Fme')
  await assert.rejects(client.call('readMember', { path: { id: '' } }), /needs a value for id/)
})

test('[API1] a refusal becomes an error with its code, issues, request id and wait', async () => {
  const error = {
    code: 'bad_input',
    message: 'handle: is empty',
    requestId: 'req_1',
    issues: [{ field: 'handle', message: 'is empty' }],
  }
  const { client, contacts } = clientOver(() =>
    Response.json({ error }, { status: 400, headers: { 'Retry-After': '2' } }),
  )
  await assert.rejects(client.call('readMe', {}), (thrown) => {
    assert.ok(thrown instanceof CallError)
    assert.equal(thrown.code, 'bad_input')
    assert.deepEqual(thrown.issues, error.issues)
    assert.equal(thrown.requestId, 'req_1')
    assert.equal(thrown.retryAfterMs, 2_000)
    return true
  })
  assert.deepEqual(contacts, [true])
})

test('[API1] an answer outside the contract is not understood, also when it says it went well', async () => {
  const { client } = clientOver(() => Response.json({ person: 'Ann' }))
  await assert.rejects(client.call('readMe', {}), { code: 'not_understood' })
  const broken = clientOver(() => new Response('<html>', { status: 200 }))
  await assert.rejects(broken.client.call('readMe', {}), { code: 'not_understood' })
})

test('[API1] fields that a newer server adds do no harm', async () => {
  const { client } = clientOver(() =>
    Response.json({
      name: 'H',
      version: '2',
      needsOwner: false,
      collaboration: collaborationDefaults,
      more: 1,
    }),
  )
  assert.equal((await client.call('about', {})).name, 'H')
})

test('[API1] no answer is `unreachable` and is told; a call given up by its caller is neither', async () => {
  const { client, contacts } = clientOver(() => Promise.reject(new TypeError('fetch failed')))
  await assert.rejects(client.call('about', {}), { code: 'unreachable' })
  const given = new AbortController()
  given.abort()
  await assert.rejects(client.call('about', { signal: given.signal }), { name: 'TypeError' })
  assert.deepEqual(contacts, [false])
})

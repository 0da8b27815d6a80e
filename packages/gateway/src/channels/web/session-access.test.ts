import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RouteName, routes } from '@heddle/contract'
import { type KnownPerson, knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'

async function openHouse() {
  const house = await openTestDoor()
  const [kim, lou, vic] = [
    await knownPerson(house, 'kim', 'member'),
    await knownPerson(house, 'lou', 'owner'),
    await knownPerson(house, 'vic', 'viewer'),
  ]
  const open = async (who: KnownPerson, body: object = {}) =>
    (await house.ask('POST', '/sessions', { headers: who.headers, body })).body
  return { house, kim, lou, vic, open, [Symbol.asyncDispose]: () => house.close() }
}

const sessionRouteNames = (Object.keys(routes) as RouteName[]).filter((name) =>
  routes[name].path.startsWith('/sessions/{id}'),
)

const bodies: Partial<Record<RouteName, unknown>> = {
  changeSession: { title: 'x' },
  postMessage: { body: 'x', clientMessageId: 'x' },
  changeQueued: { position: 0 },
  runCommand: { text: '/status' },
  markRead: { seq: 1 },
  raiseBudget: { scope: 'day', tokens: 1 },
  spawnRun: { task: 'x' },
}

async function askAll(house: TestDoor, who: KnownPerson, session: string, event: string): Promise<string[]> {
  const found: string[] = []
  for (const name of sessionRouteNames) {
    const { method, path } = routes[name]
    const filled = path.replace('{id}', encodeURIComponent(session)).replace(/\{\w+\}/, event)
    const about = { forkSession: { eventId: event }, openThread: { anchorEventId: event } }
    const body = { ...bodies, ...about }[name]
    const { status } = await house.ask(method, filled, { headers: who.headers, body })
    found.push(`${name} ${status}`)
  }
  return found
}

test('[SES7] [API15] a private session is not there for anyone outside of it, an owner included, by any name', async () => {
  await using all = await openHouse()
  const { house, kim, lou, open } = all
  const session = await open(kim, { title: 'Secret plan' })
  const said = await house.say(kim.actor, session.id, 'between us', { mode: 'note' })
  const notThere = sessionRouteNames.map((name) => `${name} 404`)
  for (const name of [
    session.id,
    session.key,
    session.key.toUpperCase(),
    'ses_none',
    'agent:main:web:none',
  ]) {
    assert.deepEqual(await askAll(house, lou, name, said.eventId), notThere, name)
  }
  const listed = await house.ask('GET', '/sessions?text=secret', { headers: lou.headers })
  assert.deepEqual(listed.body.items, [])
  const own = await house.ask('GET', '/sessions?text=secret', { headers: kim.headers })
  assert.deepEqual(
    own.body.items.map(({ id }: { id: string }) => id),
    [session.id],
  )
})

test('[SES7] an event of one session cannot be reached through another', async () => {
  await using all = await openHouse()
  const { house, kim, lou, open } = all
  const secret = await open(kim)
  const said = await house.say(kim.actor, secret.id, 'between us', { mode: 'note' })
  const own = await open(lou)
  const path = `/sessions/${own.id}/events/${said.eventId}`
  assert.equal((await house.ask('GET', path, { headers: lou.headers })).status, 404)
  assert.equal((await house.ask('DELETE', path, { headers: lou.headers })).status, 404)
})

test('[SES7] who is let in reads and writes, who is taken out is out at the next request', async () => {
  await using all = await openHouse()
  const { house, kim, lou, vic, open } = all
  const session = await open(kim, { participants: ['lou', 'vic'] })
  const path = `/sessions/${session.id}`
  assert.equal((await house.ask('GET', path, { headers: lou.headers })).status, 200)
  assert.equal((await house.ask('GET', path, { headers: vic.headers })).status, 200)
  const message = { body: 'x', clientMessageId: 'x' }
  const write = (who: KnownPerson) =>
    house.ask('POST', `${path}/messages`, { headers: who.headers, body: message })
  assert.equal((await write(lou)).status, 201)
  assert.equal((await write(vic)).body.error.code, 'not_allowed')
  const out = await house.ask('PATCH', path, { headers: kim.headers, body: { participants: ['kim', 'vic'] } })
  assert.equal(out.status, 200)
  assert.equal((await house.ask('GET', path, { headers: lou.headers })).status, 404)
  assert.equal((await write(lou)).status, 404)
  // Letting the team in is for whoever made it.
  const disclose = { headers: vic.headers, body: { visibility: 'team' } }
  assert.equal((await house.ask('PATCH', path, disclose)).status, 403)
})

test('[SES7] a viewer reads what the team sees and changes nothing in it', async () => {
  await using all = await openHouse()
  const { house, kim, vic, open } = all
  const session = await open(kim, { visibility: 'team' })
  const said = await house.say(kim.actor, session.id, 'for all', { mode: 'note' })
  const found = await askAll(house, vic, session.id, said.eventId)
  const readable = [
    'readSession',
    'readTimeline',
    'readEvent',
    'listThreads',
    'readQueue',
    'runCommand',
    'suggestArguments',
    'markRead',
    'listBudgets',
    'listSubagents',
  ]
  assert.deepEqual(
    found,
    sessionRouteNames.map((name) => `${name} ${readable.includes(name) ? 200 : 403}`),
  )
})

test('[API15] agent:main:main is the asker’s own: a message opens it, reading does not', async () => {
  await using all = await openHouse()
  const { house, kim, lou } = all
  const read = (who: KnownPerson, name = 'agent:main:main') =>
    house.ask('GET', `/sessions/${name}`, { headers: who.headers })
  const say = (who: KnownPerson, name: string, id: string) =>
    house.ask('POST', `/sessions/${name}/messages`, {
      headers: who.headers,
      body: { body: 'hello', clientMessageId: id },
    })
  assert.equal((await read(kim)).status, 404)
  const first = await say(kim, 'AGENT:Main:main', 'a')
  assert.equal(first.status, 201)
  assert.equal((await say(kim, 'agent:main:main', 'a')).status, 200)
  const second = await say(kim, 'agent%3Amain%3Amain', 'b')
  assert.equal(second.body.sessionId, first.body.sessionId)
  const found = await read(kim)
  assert.equal(found.body.id, first.body.sessionId)
  assert.equal(found.body.visibility, 'private')
  assert.equal((await read(lou)).status, 404)
  const other = await say(lou, 'agent:main:main', 'a')
  assert.notEqual(other.body.sessionId, first.body.sessionId)
  const unknown = await say(kim, 'agent:mian:main', 'c')
  assert.equal(unknown.status, 404)
  assert.equal(unknown.body.error.code, 'unknown_agent')
  assert.equal(unknown.body.error.issues[0].nearest, 'main')
})

test('[API3] a session is changed only as it was read, and says its version', async () => {
  await using all = await openHouse()
  const { house, kim, open } = all
  const session = await open(kim)
  const path = `/sessions/${session.id}`
  const read = await house.ask('GET', path, { headers: kim.headers })
  const tag = read.headers.get('ETag') ?? ''
  assert.equal(tag, `"${session.version}"`)
  const rename = (title: string, match: string) =>
    house.ask('PATCH', path, { headers: { ...kim.headers, 'If-Match': match }, body: { title } })
  const changed = await rename('One', tag)
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('ETag'), tag)
  assert.equal((await rename('Two', tag)).body.error.code, 'changed_meanwhile')
  assert.equal((await house.ask('GET', path, { headers: kim.headers })).body.title, 'One')
})

test('[API2] a session that is opened twice with one Idempotency-Key is one session', async () => {
  await using all = await openHouse()
  const { house, kim } = all
  const headers = { ...kim.headers, 'Idempotency-Key': 'open-1' }
  const answers = await Promise.all(
    [1, 2, 3].map(() => house.ask('POST', '/sessions', { headers, body: { title: 'T' } })),
  )
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  const list = await house.ask('GET', '/sessions', { headers: kim.headers })
  assert.equal(list.body.items.length, 1)
})

test('[API15] a name that no session can have is simply not there', async () => {
  await using all = await openHouse()
  const { house, kim } = all
  for (const name of [
    'x'.repeat(301),
    'a%00b',
    'a%0Ab',
    '..',
    '%2e%2e',
    'a%2Fb',
    '%ff',
    "'--",
    'agent:::main',
  ]) {
    const { status } = await house.ask('GET', `/sessions/${name}`, { headers: kim.headers })
    assert.equal(status, 404, name)
  }
  assert.deepEqual(house.logged, [])
})

test('[AGT1] agents and models are listed with what they run on, and the demo model is marked', async () => {
  await using all = await openHouse()
  const { house, vic } = all
  const agents = await house.ask('GET', '/agents', { headers: vic.headers })
  assert.deepEqual(
    agents.body.items.map(({ id }: { id: string }) => id),
    ['main'],
  )
  assert.equal(typeof agents.body.items[0].isDemo, 'boolean')
  const models = await house.ask('GET', '/models', { headers: vic.headers })
  assert.ok(models.body.items.some(({ name }: { name: string }) => name === agents.body.items[0].model))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'

const persona = { name: 'Main · spade', agentId: 'main', isAccount: false }

function hold(house: TestDoor, cause: string, sessionId?: SessionId) {
  return house.store.tx((t) =>
    house.deliveries.hold(t, { kind: 'message', cause, text: `About ${cause}.`, persona, sessionId }),
  )
}

async function openHouse() {
  const house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const lou = await knownPerson(house, 'lou', 'admin')
  const vic = await knownPerson(house, 'vic', 'viewer')
  const secret = await house.chat(kim.actor)
  const open = await house.chat(kim.actor, { visibility: 'team' })
  return { house, kim, lou, vic, secret, open, [Symbol.asyncDispose]: () => house.close() }
}

test('[DLV4] [RTE1] what is held is listed with why, newest first, and can be sent or dismissed', async () => {
  await using all = await openHouse()
  const { house, kim, open } = all
  const ids = [await hold(house, 'one', open), await hold(house, 'two', open)]
  const { status, body } = await house.ask('GET', '/deliveries?state=trouble', { headers: kim.headers })
  assert.equal(status, 200)
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    ids.toReversed(),
  )
  const [{ createdAt, updatedAt, ...two }] = body.items
  assert.ok(createdAt <= updatedAt)
  assert.deepEqual(two, {
    id: ids[1],
    kind: 'message',
    cause: 'two',
    sessionId: open,
    eventId: null,
    runId: null,
    conversation: null,
    place: null,
    part: 1,
    parts: 1,
    text: 'About two.',
    hidden: null,
    attachments: [],
    persona: 'Main · spade',
    state: 'waiting',
    reason: 'held',
    detail: null,
    attempts: 0,
    platformMessageId: null,
    link: null,
    nextAt: null,
    sentAt: null,
    mayResend: true,
    mayDismiss: true,
  })
  const dismissed = await house.ask('POST', `/deliveries/${ids[1]}/dismiss`, { headers: kim.headers })
  assert.deepEqual(
    [dismissed.status, dismissed.body.state, dismissed.body.mayDismiss],
    [200, 'withdrawn', false],
  )
  const again = await house.ask('POST', `/deliveries/${ids[1]}/dismiss`, { headers: kim.headers })
  assert.deepEqual([again.status, again.body.error.code], [409, 'delivery_settled'])
  const left = await house.ask('GET', '/deliveries?state=trouble', { headers: kim.headers })
  assert.equal(left.body.items.length, 1)
})

test('[DLV4] [SES7] whoever may not see a session sees nothing of what is told of it; who runs the place sees that it is stuck', async () => {
  await using all = await openHouse()
  const { house, kim, lou, vic, secret } = all
  const id = await hold(house, 'secret', secret)
  const listed = async (headers: Record<string, string>) =>
    (await house.ask('GET', '/deliveries', { headers })).body.items
  assert.equal((await listed(kim.headers))[0].text, 'About secret.')
  assert.deepEqual(await listed(vic.headers), [])
  const [seen] = await listed(lou.headers)
  assert.deepEqual(
    [seen.text, seen.hidden, seen.persona, seen.mayResend, seen.reason],
    ['', 'not_yours', null, false, 'held'],
  )
  for (const { headers } of [lou, vic]) {
    for (const what of ['resend', 'dismiss']) {
      const { status } = await house.ask('POST', `/deliveries/${id}/${what}`, { headers })
      assert.ok(status === 404 || status === 403, `${what} ${status}`)
    }
  }
  const unknown = await house.ask('POST', '/deliveries/dlv_none/resend', { headers: kim.headers })
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'unknown_delivery'])
})

test('[DLV4] [FIL3] the files that it carries are named to whoever may read it, and to nobody else', async () => {
  await using all = await openHouse()
  const { house, kim, lou, secret } = all
  const { id } = await house.upload(kim.actor, 'a plan', { name: 'plan.txt', mediaType: 'text/plain' })
  await house.say(kim.actor, secret, 'mine', { attachments: [id] })
  const item = { kind: 'message', cause: 'files', text: '', persona, sessionId: secret } as const
  await house.store.tx((t) => house.deliveries.hold(t, { ...item, attachments: [id] }))
  const listed = async (headers: Record<string, string>) =>
    (await house.ask('GET', '/deliveries', { headers })).body.items[0].attachments
  assert.deepEqual(await listed(kim.headers), [{ id, name: 'plan.txt', mediaType: 'text/plain', bytes: 6 }])
  assert.deepEqual(await listed(lou.headers), [])
})

test('[DLV4] what belongs to no session is for those who run the place', async () => {
  await using all = await openHouse()
  const { house, kim, lou } = all
  const id = await hold(house, 'house')
  assert.deepEqual((await house.ask('GET', '/deliveries', { headers: kim.headers })).body.items, [])
  assert.equal((await house.ask('POST', `/deliveries/${id}/dismiss`, { headers: kim.headers })).status, 403)
  const [seen] = (await house.ask('GET', '/deliveries', { headers: lou.headers })).body.items
  assert.deepEqual([seen.text, seen.mayDismiss], ['About house.', true])
  assert.equal((await house.ask('POST', `/deliveries/${id}/dismiss`, { headers: lou.headers })).status, 200)
})

test('[DLV4] the list is for one session by id or key, in pages, and a wrong state names the right ones', async () => {
  await using all = await openHouse()
  const { house, kim, open, secret } = all
  for (const cause of ['a', 'b', 'c']) await hold(house, cause, open)
  await hold(house, 'other', secret)
  const { key } = await house.store.read((r) => house.sessions.find(r, kim.actor, open))
  const causes: string[] = []
  let cursor = ''
  do {
    const path = `/deliveries?session=${encodeURIComponent(key)}&limit=2${cursor}`
    const { body } = await house.ask('GET', path, { headers: kim.headers })
    causes.push(...body.items.map((one: { cause: string }) => one.cause))
    cursor = body.next === undefined ? '' : `&cursor=${encodeURIComponent(body.next)}`
  } while (cursor !== '')
  assert.deepEqual(causes, ['c', 'b', 'a'])
  const wrong = await house.ask('GET', '/deliveries?state=lost', { headers: kim.headers })
  assert.deepEqual([wrong.status, wrong.body.error.issues[0].field], [400, 'state'])
  const none = await house.ask('GET', '/deliveries?session=ses_none', { headers: kim.headers })
  assert.equal(none.status, 404)
})

test('[DLV4] [PPL3] what somebody decides about a delivery is in the audit log', async () => {
  await using all = await openHouse()
  const { house, kim, lou, open } = all
  const id = await hold(house, 'one', open)
  await house.ask('POST', `/deliveries/${id}/dismiss`, { headers: kim.headers })
  const { body } = await house.ask('GET', '/audit', { headers: lou.headers })
  const line = body.items.find(({ action }: { action: string }) => action === 'delivery.dismiss')
  assert.deepEqual([line.outcome, line.resource], ['allowed', open])
})

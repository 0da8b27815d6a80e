import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, notificationNewsShape, type SessionId } from '@heddle/contract'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import { openTestLive } from '../../../test-support/open-test-live.ts'
import type { PersonActor } from '../../people/people.ts'

/** Names somebody in a note. */
async function name(
  house: TestDoor,
  by: PersonActor,
  sessionId: SessionId,
  who: PersonActor,
): Promise<EventId> {
  const { eventId } = await house.say(by, sessionId, `look at this @${who.handle}`, { mode: 'note' })
  await house.work()
  return eventId
}

test('[NTF4] [NTF1] the inbox over HTTP: newest first, in pages, with the count and the dedupe key', async () => {
  await using house = await openTestDoor()
  const { actor: ann } = await house.signedIn('ann', 'member')
  const { actor: bob, secret } = await house.signedIn('bob', 'viewer')
  const headers = { Cookie: `heddle_sign_in=${secret}`, 'X-Heddle-Request': '1' }
  const sessionId = await house.chat(ann, { visibility: 'team', title: 'Ours' })
  const named: EventId[] = []
  for (let i = 0; i < 3; i++) named.push(await name(house, ann, sessionId, bob))
  const first = await house.ask('GET', '/notifications?limit=2', { headers })
  assert.deepEqual([first.body.items.length, first.body.unread], [2, 3])
  const [newest] = first.body.items
  assert.equal(newest.sourceEventId, named[2])
  assert.equal(
    newest.deliveries[0].dedupeKey,
    [sessionId, named[2], bob.personId, 'mention', 'in_app'].join(':'),
  )
  const rest = await house.ask('GET', `/notifications?limit=2&cursor=${first.body.next}`, { headers })
  assert.deepEqual([rest.body.items[0].sourceEventId, rest.body.next], [named[0], undefined])
  const read = await house.ask('POST', `/notifications/${newest.id}/read`, { headers })
  assert.deepEqual([read.body.unread, typeof read.body.notification.readAt], [2, 'string'])
  const unread = await house.ask('GET', '/notifications?show=unread', { headers })
  assert.equal(unread.body.items.length, 2)
  const again = await house.ask('POST', `/notifications/${newest.id}/unread`, { headers })
  assert.deepEqual([again.body.unread, again.body.notification.readAt], [3, undefined])
  const all = await house.ask('POST', '/notifications/read-all', { headers, body: { sessionId } })
  assert.deepEqual(all.body, { unread: 0 })
  const bad = await house.ask('POST', '/notifications/read-all', { headers, body: { all: true } })
  assert.equal(bad.status, 400)
  const none = await house.ask('POST', '/notifications/ntf_nobody/read', { headers })
  assert.deepEqual([none.status, none.body.error.code], [404, 'unknown_notification'])
})

test('[NTF1] turned off, there is no inbox', async () => {
  let isOn = true
  await using house = await openTestDoor({ isNotifying: () => isOn })
  const headers = await house.cookieOf('member')
  assert.equal((await house.ask('GET', '/notifications', { headers })).status, 200)
  isOn = false
  for (const [method, path] of [
    ['GET', '/notifications'],
    ['POST', '/notifications/ntf_1/read'],
    ['POST', '/notifications/ntf_1/unread'],
    ['POST', '/notifications/read-all'],
  ] as const) {
    const body = path.endsWith('all') ? { body: {} } : {}
    const { status, body: answer } = await house.ask(method, path, { headers, ...body })
    assert.deepEqual([status, answer.error.code], [404, 'not_found'])
  }
})

test('[NTF4] all who look on as that person are told at once, and whoever comes back is told how it is by then', async () => {
  await using house = await openTestLive()
  house.reactByWork()
  const ann = await house.someone()
  const bob = await house.someone()
  const sessionId = await house.chat(ann.actor, { participants: [bob.actor.handle] })
  const client = await house.connect(bob)
  client.send({ type: 'sub', scope: 'u:me' })
  await client.next('snap')
  const eventId = await name(house, ann.actor, sessionId, bob.actor)
  const event = await client.next('ev', ({ kind }) => kind === 'notification.created')
  const news = notificationNewsShape.parse(event.payload)
  assert.deepEqual(
    [news.notification?.sourceEventId, news.notification?.excerpt, news.unread],
    [eventId, `look at this @${bob.actor.handle}`, 1],
  )
  await house.store.tx((t) => house.sessions.redact(t, ann.actor, sessionId, eventId))
  await house.work()
  const later = await house.connect(bob)
  later.send({ type: 'sub', scope: 'u:me', after: event.seq - 1, epoch: 1 })
  const resumed = await later.next('ev', ({ kind }) => kind === 'notification.created')
  assert.equal(notificationNewsShape.parse(resumed.payload).notification?.excerpt, null)
  // Once they may not see the session any more, nothing of it is told.
  await house.store.tx((t) =>
    house.sessions.change(t, ann.actor, sessionId, { participants: [ann.actor.handle] }),
  )
  const last = await house.connect(bob)
  last.send({ type: 'sub', scope: 'u:me', after: event.seq - 1, epoch: 1 })
  const gone = await last.next('ev', ({ kind }) => kind === 'notification.created')
  assert.deepEqual(gone.payload, { unread: 1 })
})

test('[NTF2] who looks at a session with an awake window sits in front of it, and of no discussion of it', async () => {
  await using house = await openTestLive()
  const bob = await house.someone()
  const sessionId = await house.chat(bob.actor)
  const at = { sessionId, threadId: null }
  assert.equal(house.door.isThere(bob.personId, at), false)
  const client = await house.connect(bob)
  client.send({ type: 'sub', scope: `s:${sessionId}` })
  await client.next('snap')
  assert.equal(house.door.isThere(bob.personId, at), true)
  assert.equal(house.door.isThere(bob.personId, { sessionId, threadId: 'thr_1' as never }), false)
  client.send({ type: 'presence', state: 'idle' })
  await client.settle()
  assert.equal(house.door.isThere(bob.personId, at), false)
})

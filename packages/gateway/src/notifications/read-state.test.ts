import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import fc from 'fast-check'
import { refusedWith } from '../../test-support/refused-with.ts'
import { openNotifyingHouse, type NotifyingHouse } from '../../test-support/open-notifying-house.ts'
import type { PersonActor } from '../people/people.ts'

async function open() {
  const house = await openNotifyingHouse()
  const { actor: ann } = await house.signedIn('ann', 'member')
  const { actor: bob } = await house.signedIn('bob', 'member')
  const sessionId = await house.chat(ann, { visibility: 'team' })
  return { house, ann, bob, sessionId }
}
const news = (house: NotifyingHouse, { personId }: PersonActor) =>
  house.store.read((r) => house.sessions.personLogAfter(r, personId, 0, 1_000))

test('[NTF4] "In-app notification records persist unread/read state per user and survive reconnect"', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const mentioned = [bob]
  await house.reply(ann, { sessionId, mentioned })
  await house.reply(ann, { sessionId, mentioned })
  const named = await house.nameIn(ann, sessionId, mentioned)
  const { items, unread } = await house.inbox(bob)
  assert.deepEqual([items.length, unread], [3, 2])
  const [message, second, first] = items
  assert.ok(message && second && first)
  assert.equal(message.sourceEventId, named)
  // With the later one of a discussion, the one before it.
  const read = await house.store.tx((t) => house.notifications.markRead(t, bob, second.id))
  assert.equal(read.unread, 1)
  await house.restart()
  const after = await house.inbox(bob)
  assert.deepEqual(
    after.items.map(({ readAt }) => readAt !== null),
    [false, true, true],
  )
  assert.equal(after.unread, 1)
  const again = await house.store.tx((t) => house.notifications.markUnread(t, bob, first.id))
  assert.deepEqual([again.unread, again.notification.readAt], [2, null])
  assert.deepEqual(
    (await house.inbox(bob, 'unread')).items.map(({ id }) => id),
    [message.id, first.id],
  )
})

test('[NTF4] reading a session reads what was said in it, but not what is discussed, nor what waits for a word', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  await house.nameIn(ann, sessionId, [bob])
  await house.reply(ann, { sessionId, mentioned: [bob] })
  const { seq } = await house.store.read((r) => house.sessions.find(r, bob, sessionId))
  await house.store.tx((t) => house.sessions.markRead(t, bob, sessionId, seq))
  await house.settle()
  const { items, unread } = await house.inbox(bob)
  assert.deepEqual(
    items.map(({ threadId, readAt }) => [threadId !== null, readAt === null]),
    [
      [true, true],
      [false, false],
    ],
  )
  assert.equal(unread, 1)
})

test('[NTF4] a mark that moves sets something off only where something was told that is not read', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  let moves = 0
  house.queue.onTold('read_moved', () => void moves++)
  const read = async () => {
    const { seq } = await house.store.read((r) => house.sessions.find(r, bob, sessionId))
    await house.store.tx((t) => house.sessions.markRead(t, bob, sessionId, seq))
    await house.settle()
  }
  await house.say(ann, sessionId, 'nobody is named')
  await read()
  assert.equal(moves, 0)
  await house.nameIn(ann, sessionId, [bob])
  await read()
  assert.equal(moves, 1)
  assert.equal((await house.inbox(bob)).unread, 0)
})

test('[NTF4] all of a discussion, of a session, or everything is marked as read at once, and told once', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const other = await house.chat(ann, { visibility: 'team' })
  for (let i = 0; i < 3; i++) await house.reply(ann, { sessionId, mentioned: [bob] })
  await house.reply(ann, { sessionId, mentioned: [bob], thread: 'two' })
  await house.nameIn(ann, other, [bob])
  assert.equal((await house.inbox(bob)).unread, 3)
  const before = (await news(house, bob)).length
  const all = (of: object) => house.store.tx((t) => house.notifications.markAllRead(t, bob, of))
  assert.deepEqual(await all({ threadId: house.threadOf(sessionId, 'two') }), { unread: 2 })
  assert.deepEqual(await all({ sessionId }), { unread: 1 })
  assert.deepEqual(await all({}), { unread: 0 })
  assert.equal((await news(house, bob)).length, before + 3)
})

test('[NTF4] nobody marks what is somebody else’s', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  await house.reply(ann, { sessionId, mentioned: [bob] })
  const [item] = (await house.inbox(bob)).items
  const id = item?.id ?? ''
  for (const verb of ['markRead', 'markUnread'] as const) {
    await assert.rejects(
      house.store.tx((t) => house.notifications[verb](t, ann, id)),
      refusedWith('unknown_notification'),
    )
  }
})

test('[NTF4] what the person’s own log keeps of a notification is its name: what was said stands nowhere else', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  await house.reply(ann, { sessionId, text: 'the secret is 42', mentioned: [bob] })
  const [event] = (await news(house, bob)).filter(({ kind }) => kind === 'notification.created')
  const [item] = (await house.inbox(bob)).items
  assert.deepEqual(event?.payload, { notificationId: item?.id, unread: 1 })
})

test('[I29] the count of what is unread equals a recount, whatever happens', async () => {
  const step = fc.record({
    what: fc.constantFrom(
      'reply',
      'reply',
      'name',
      'read',
      'unread',
      'thread',
      'session',
      'all',
      'hide',
      'show',
    ),
    session: fc.nat(1),
    thread: fc.nat(2),
    pick: fc.nat(30),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await using house = await openNotifyingHouse()
      const { actor: ann } = await house.signedIn('ann', 'member')
      const { actor: bob } = await house.signedIn('bob', 'member')
      const sessions = [
        await house.chat(ann, { visibility: 'team' }),
        await house.chat(ann, { participants: ['bob'] }),
      ] as const
      for (const { what, session, thread: n, pick } of steps) {
        const sessionId = sessions[session] ?? sessions[0]
        const thread = `${session}${n}`
        const { items } = await house.inbox(bob)
        const one = items[pick % Math.max(1, items.length)]?.id
        const { tx } = house.store
        if (what === 'reply') await house.reply(ann, { sessionId, thread, mentioned: [bob] })
        if (what === 'name') await house.nameIn(ann, sessionId, [bob])
        if (what === 'read' && one) await tx((t) => house.notifications.markRead(t, bob, one))
        if (what === 'unread' && one) await tx((t) => house.notifications.markUnread(t, bob, one))
        const threadId = house.threadOf(sessionId, thread)
        if (what === 'thread' && threadId)
          await tx((t) => house.notifications.markAllRead(t, bob, { threadId }))
        if (what === 'session') await tx((t) => house.notifications.markAllRead(t, bob, { sessionId }))
        if (what === 'all') await tx((t) => house.notifications.markAllRead(t, bob, {}))
        const participants = what === 'hide' ? ['ann'] : ['ann', 'bob']
        if (what === 'hide' || what === 'show')
          await tx((t) => house.sessions.change(t, ann, sessions[1], { participants }))
        const list = await house.inbox(bob)
        const open = list.items.filter(({ readAt }) => readAt === null)
        const groups = new Set(open.map(({ id, threadId }) => threadId ?? id))
        assert.equal(list.unread, groups.size)
        const shown = await house.inbox(bob, 'unread')
        assert.deepEqual(
          shown.items.map(({ id }) => id),
          open.map(({ id }) => id),
        )
        assert.equal(
          await house.store.read((r) => house.notifications.countUnread(r, bob.personId)),
          groups.size,
        )
      }
    }),
    { numRuns: 12 },
  )
})

test('[NTF4] what was told long ago is forgotten, in pieces', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  // A sign-in does not last so long.
  const { actor: byToken } = await house.tokenOf(ann)
  await house.reply(byToken, { sessionId, mentioned: [bob] })
  house.clock.advance(limits.notificationsKeptMs - 60_000)
  await house.reply(byToken, { sessionId, mentioned: [bob] })
  house.clock.advance(120_000)
  assert.equal(await house.store.tx((t) => house.notifications.forgetOld(t)), false)
  const { items, unread } = await house.inbox(bob)
  assert.deepEqual([items.length, unread], [1, 1])
})

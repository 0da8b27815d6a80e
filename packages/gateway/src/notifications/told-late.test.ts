import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNotifyingHouse, type NotifyingHouse } from '../../test-support/open-notifying-house.ts'
import type { PersonActor } from '../people/people.ts'

async function open() {
  const house = await openNotifyingHouse()
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team' })
  /** All there is by now. */
  const readSession = async () => {
    const { seq } = await house.store.read((r) => house.sessions.find(r, bob.actor, sessionId))
    await house.store.tx((t) => house.sessions.markRead(t, bob.actor, sessionId, seq))
  }
  /** An agent has begun to write, and stands still before it names Bob. */
  const beginNaming = async () => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    house.model.script('I ask ', { type: 'wait', until }, '@bob for that.')
    await house.say(ann.actor, sessionId, 'Who knows?')
    for (;;) {
      const begun = (await house.timeline(sessionId)).find(({ kind }) => kind === 'message.agent')
      if (begun) return { seq: begun.seq, goOn }
      house.clock.advance(50)
      await house.breathe()
    }
  }
  return { house, ann, bob, sessionId, readSession, beginNaming }
}

async function told(house: NotifyingHouse, who: PersonActor) {
  const { items, unread } = await house.inbox(who)
  return { unread, each: items.map((item) => [item.reason, item.readAt === null, ...house.statuses(item)]) }
}
const unreadMention = {
  unread: 1,
  each: [['mention', true, 'in_app delivered', 'loopback delivered']],
}

test('[NTF2] [NTF4] an edit tells whom it newly names, however far they had read before', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const first = await house.reply(ann.actor, { sessionId })
  const last = await house.reply(ann.actor, { sessionId })
  await house.readThread(bob.actor, last.threadId, last.seq)
  await house.edit(first, { mentioned: [bob.actor] })
  assert.deepEqual(await told(house, bob.actor), unreadMention)
  assert.equal(bob.dm().length, 1)
  // To have read what came after it is to have read it.
  const next = await house.reply(ann.actor, { sessionId })
  await house.readThread(bob.actor, next.threadId, next.seq)
  assert.equal((await house.inbox(bob.actor)).unread, 0)
})

test('[NTF4] [THR2] whoever reads a discussion has read whom an edit after the last reply names', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const first = await house.reply(ann.actor, { sessionId })
  const last = await house.reply(ann.actor, { sessionId })
  const { threadId } = last
  await house.readThread(bob.actor, threadId, last.seq)
  await house.edit(first, { mentioned: [bob.actor] })
  // A page that was slow says how far it had come before.
  await house.readThread(bob.actor, threadId, last.seq)
  assert.deepEqual(await told(house, bob.actor), unreadMention)
  const seen = await house.store.read((r) => house.collaboration.find(r, bob.actor, threadId))
  // An edit is no new reply, but it is something to read.
  assert.equal(seen.unread, 0)
  await house.readThread(bob.actor, threadId, seen.lastReplySeq ?? 0)
  const { unread, each } = await told(house, bob.actor)
  assert.deepEqual([unread, each[0]?.[1]], [0, false])
  assert.deepEqual((await house.inbox(bob.actor, 'unread')).items, [])
})

test('[NTF2] [NTF4] who has read as far as the edit that names them before it leaves is told nothing elsewhere', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const posted = await house.reply(ann.actor, { sessionId })
  await house.store.tx((t) => house.collaboration.edit(t, ann.actor, posted.replyId, 'you, @bob'))
  const seen = await house.store.read((r) => house.collaboration.find(r, bob.actor, posted.threadId))
  await house.readThread(bob.actor, posted.threadId, seen.lastReplySeq ?? 0)
  const { unread, each } = await told(house, bob.actor)
  assert.deepEqual(
    [unread, each],
    [0, [['mention', false, 'in_app delivered', 'loopback suppressed (read)']]],
  )
  assert.deepEqual(bob.dm(), [])
})

test('[NTF2] [NTF4] an edit that names somebody tells nobody else of a reply that they have read', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const cleo = await house.linked('cleo')
  const posted = await house.reply(ann.actor, { sessionId, opener: bob.actor, isAwaited: false })
  await house.store.tx((t) => house.collaboration.markThreadRead(t, bob.actor, posted.threadId, posted.seq))
  await house.edit(posted, { mentioned: [cleo.actor] })
  assert.deepEqual(await told(house, cleo.actor), unreadMention)
  const { each } = await told(house, bob.actor)
  assert.deepEqual(each, [['reply_in_thread', false, 'in_app delivered', 'loopback suppressed (read)']])
})

test('[NTF4] [MEN1] who left while an agent still wrote is told whom it names in the end', async () => {
  const { house, bob, readSession, beginNaming } = await open()
  await using _ = house
  const { goOn } = await beginNaming()
  await readSession()
  goOn()
  await house.settle()
  assert.deepEqual(await told(house, bob.actor), unreadMention)
  assert.equal(bob.dm().length, 1)
  await readSession()
  await house.settle()
  assert.equal((await house.inbox(bob.actor)).unread, 0)
})

test('[NTF4] [MEN1] a mark that reaches where a text began does not read what its end named', async () => {
  const { house, bob, sessionId, beginNaming } = await open()
  await using _ = house
  const { seq, goOn } = await beginNaming()
  goOn()
  await house.settle()
  // What a page that was slow sends of what it had seen.
  await house.store.tx((t) => house.sessions.markRead(t, bob.actor, sessionId, seq))
  await house.settle()
  assert.deepEqual(await told(house, bob.actor), unreadMention)
})

test('[NTF4] [MEN1] a message that waits and is edited tells whom it newly names, however far they had read', async () => {
  const { house, ann, bob, sessionId, readSession } = await open()
  await using _ = house
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  house.model.script({ type: 'wait', until }, 'Done.')
  house.model.script('Done too.')
  await house.say(ann.actor, sessionId, 'first')
  while (house.model.running === 0) await house.breathe()
  const { eventId } = await house.say(ann.actor, sessionId, 'second')
  await readSession()
  await house.store.tx((t) => house.sessions.editQueued(t, ann.actor, sessionId, eventId, 'second, @bob'))
  goOn()
  await house.settle()
  assert.deepEqual(await told(house, bob.actor), unreadMention)
})

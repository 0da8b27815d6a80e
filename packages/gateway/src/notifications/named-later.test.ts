import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NotifyingHouse, openNotifyingHouse } from '../../test-support/open-notifying-house.ts'
import type { PersonActor } from '../people/people.ts'

async function open(options: Parameters<typeof openNotifyingHouse>[0] = {}) {
  const house = await openNotifyingHouse(options)
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team', title: 'Fix the build' })
  return { house, ann, bob, sessionId }
}

async function told(house: NotifyingHouse, who: PersonActor) {
  const { items, unread } = await house.inbox(who)
  return [unread, ...items.map((item) => [item.reason, item.alsoReasons, ...house.statuses(item)])]
}

const asMention = [1, ['mention', ['reply_in_thread'], 'in_app delivered', 'loopback delivered']]

test('[NTF1] an edit that names somebody who was told of the reply makes it a mention, told where they heard nothing of it', async () => {
  const { house, ann, sessionId } = await open()
  await using _ = house
  const { actor } = await house.signedIn('cleo', 'member')
  const posted = await house.reply(ann.actor, { sessionId, opener: actor })
  assert.deepEqual(await told(house, actor), [1, ['reply_in_thread', [], 'in_app delivered']])
  const cleo = await house.link(actor, 'cleo')
  assert.deepEqual(cleo.dm(), [])
  await house.edit(posted, { mentioned: [cleo.actor] })
  assert.deepEqual(await told(house, cleo.actor), asMention)
  assert.match(cleo.dm()[0] ?? '', /mentioned you/)
  // Named once more in other words: that was told.
  await house.edit(posted, { text: 'or this', mentioned: [cleo.actor] })
  assert.deepEqual([await told(house, cleo.actor), cleo.dm().length], [asMention, 1])
})

test('[NTF1] where a reply was told, that it names them since is not told once more; here it is a mention', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const posted = await house.reply(ann.actor, { sessionId, opener: bob.actor })
  assert.equal(bob.dm().length, 1)
  await house.edit(posted, { mentioned: [bob.actor] })
  assert.deepEqual([await told(house, bob.actor), bob.dm().length], [asMention, 1])
})

test('[NTF1] [NTF4] who has read the reply, and not that it names them, has a mention to read, and hears of it elsewhere', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const posted = await house.reply(ann.actor, { sessionId, opener: bob.actor, isAwaited: false })
  await house.store.tx((t) => house.collaboration.markThreadRead(t, bob.actor, posted.threadId, posted.seq))
  await house.settle()
  assert.deepEqual([(await house.inbox(bob.actor)).unread, bob.dm()], [0, []])
  await house.edit(posted, { mentioned: [bob.actor] })
  assert.deepEqual([await told(house, bob.actor), bob.dm().length], [asMention, 1])
})

test('[NTF3] what waits as a reply waits as a mention once it names them', async () => {
  const { house, ann, bob, sessionId } = await open({ grace: { mentionMs: 10_000, otherMs: 60_000 } })
  await using _ = house
  const posted = await house.reply(ann.actor, { sessionId, opener: bob.actor })
  await house.edit(posted, { mentioned: [bob.actor] })
  assert.deepEqual(bob.dm(), [])
  house.clock.advance(10_000)
  await house.settle()
  assert.deepEqual([await told(house, bob.actor), bob.dm().length], [asMention, 1])
  house.clock.advance(60_000)
  await house.settle()
  assert.equal(bob.dm().length, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNotifyingHouse, type NotifyingHouse } from '../../test-support/open-notifying-house.ts'
import type { PersonActor } from '../people/people.ts'

async function open(options: Parameters<typeof openNotifyingHouse>[0] = {}) {
  const house = await openNotifyingHouse(options)
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team', title: 'Fix the build' })
  return { house, ann, bob, sessionId }
}

const only = async (house: NotifyingHouse, who: PersonActor) => {
  const { items } = await house.inbox(who)
  assert.equal(items.length, 1)
  const [item] = items
  assert.ok(item)
  return item
}

test('[NTF1] [NTF6] [NTF7] who is mentioned in a reply is told here and elsewhere, with who, why, where and a link', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const { anchorId, eventId, replyId, threadId, text } = await house.reply(ann.actor, {
    sessionId,
    text: 'the secret is 42',
    mentioned: [bob.actor],
  })
  const told = await only(house, bob.actor)
  assert.deepEqual([told.reason, told.excerpt, told.readAt], ['mention', text, null])
  assert.deepEqual([told.sourceEventId, told.causedByEventId], [eventId, eventId])
  assert.deepEqual([told.sessionTitle, told.actor.name], ['Fix the build', 'ann'])
  assert.deepEqual(house.statuses(told), ['in_app delivered', 'loopback delivered'])
  const link = `https://heddle.test/sessions/${sessionId}?at=${anchorId}&thread=${threadId}&reply=${replyId}`
  assert.deepEqual(bob.dm(), [`Heddle: **ann** mentioned you in “Fix the build”.\n${link}`])
  assert.ok(told.deliveries[1]?.link?.startsWith('loopback://'))
})

test('[NTF1] [I25] "Direct-reply notifications do not notify the acting user"', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const all = [ann.actor, bob.actor]
  await house.reply(ann.actor, { sessionId, mentioned: all, anchorAuthor: ann.actor, opener: bob.actor })
  assert.deepEqual((await house.inbox(ann.actor)).items, [])
  assert.deepEqual(ann.dm(), [])
  const told = await only(house, bob.actor)
  assert.deepEqual([told.reason, told.alsoReasons], ['mention', ['reply_in_thread']])
})

test('[NTF1] [THR3] "Retries after network timeout produce at most one persisted reply and one notification request per target/channel dedupe key"', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  const { threadId } = await house.reply(ann.actor, { sessionId })
  const words = { body: 'look, @bob', clientMessageId: 'same' }
  const post = () => house.store.tx((t) => house.collaboration.post(t, ann.actor, threadId, words))
  const first = await post()
  // Whoever heard no answer asks again: at once, when it is told already, and after the program began anew.
  await Promise.all([post(), post()])
  await house.settle()
  await post()
  await house.crash()
  await house.settle()
  const last = await post()
  await house.settle()
  assert.deepEqual([last.replyId, last.deduped], [first.replyId, true])
  const told = await only(house, bob.actor)
  assert.deepEqual(house.statuses(told), ['in_app delivered', 'loopback delivered'])
  assert.equal(bob.dm().length, 1)
})

test('[NTF2] [I25] a member removed between enqueue and dispatch learns nothing, and so does one who may not see the session any more', async () => {
  const { house, ann, bob } = await open({ grace: { mentionMs: 10_000, otherMs: 60_000 } })
  await using _ = house
  const cleo = await house.linked('cleo')
  const { actor: olga } = await house.signedIn('olga', 'owner')
  const sessionId = await house.chat(ann.actor, { participants: ['bob', 'cleo'], title: 'Ours' })
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor, cleo.actor] })
  assert.deepEqual(house.statuses(await only(house, bob.actor)), ['in_app delivered', 'loopback held'])
  const cleos = await only(house, cleo.actor)
  await house.store.tx((t) => house.people.removeMember(t, olga, bob.actor.personId))
  await house.store.tx((t) => house.sessions.change(t, ann.actor, sessionId, { participants: ['ann'] }))
  house.clock.advance(10_000)
  await house.settle()
  assert.deepEqual([bob.dm(), cleo.dm()], [[], []])
  // What they were told before is not there for them either, nor counted.
  assert.deepEqual(await house.inbox(cleo.actor), { items: [], unread: 0 })
  await assert.rejects(house.store.tx((t) => house.notifications.markRead(t, cleo.actor, cleos.id)))
  const rows = await house.store.read((r) => r.all<{ why: string; status: string }>(heldQuery))
  assert.deepEqual(rows.map(({ status, why }) => `${status} ${why}`).toSorted(), [
    'suppressed may_not_see',
    'suppressed no_longer_a_member',
  ])
})

const heldQuery = {
  compile: () =>
    ({
      sql: "select status, why from notification_deliveries where channel = 'loopback'",
      parameters: [],
    }) as never,
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationPreferencesShape } from '@heddle/contract'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'

const grace = { mentionMs: 10_000, otherMs: 60_000 }

async function open() {
  const house = await openNotifyingHouse({ grace })
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team', title: 'Ours' })
  const pass = async (ms: number) => {
    house.clock.advance(ms)
    await house.settle()
  }
  const status = async () => house.statuses((await house.inbox(bob.actor)).items[0])
  return { house, ann, bob, sessionId, pass, status }
}

test('[NTF3] a mention waits ten seconds outside of the web and none within it', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  assert.deepEqual(await status(), ['in_app delivered', 'loopback held'])
  await pass(9_000)
  assert.deepEqual(bob.dm(), [])
  await pass(1_000)
  assert.equal(bob.dm().length, 1)
  assert.deepEqual(await status(), ['in_app delivered', 'loopback delivered'])
})

test('[NTF1] [NTF4] replies of one discussion are rolled up into one message, those of another are not', async () => {
  const { house, ann, bob, sessionId, pass } = await open()
  await using _ = house
  const cleo = await house.linked('cleo')
  const opener = bob.actor
  await house.reply(ann.actor, { sessionId, opener })
  await pass(30_000)
  await house.reply(cleo.actor, { sessionId })
  await house.reply(ann.actor, { sessionId, opener, thread: 'two' })
  await pass(30_000)
  assert.equal(bob.dm().length, 1)
  assert.match(
    bob.dm()[0] ?? '',
    /^Heddle: \*\*ann\*\* and one other replied in a discussion .* 2 times in “Ours”/,
  )
  await pass(30_000)
  assert.equal(bob.dm().length, 2)
  const { items, unread } = await house.inbox(bob.actor)
  assert.deepEqual([items.length, unread], [3, 2])
  for (const item of items) assert.deepEqual(house.statuses(item), ['in_app delivered', 'loopback delivered'])
})

test('[NTF1] a mention takes along what waits for the same discussion, and is what the message says', async () => {
  const { house, ann, bob, sessionId, pass } = await open()
  await using _ = house
  await house.reply(ann.actor, { sessionId, opener: bob.actor })
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await pass(10_000)
  assert.equal(bob.dm().length, 1)
  assert.match(bob.dm()[0] ?? '', /mentioned you/)
  await pass(60_000)
  assert.equal(bob.dm().length, 1)
})

test('[NTF2] [NTF4] who reads the discussion before is told nothing elsewhere', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  const { threadId, seq } = await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await house.readThread(bob.actor, threadId, seq)
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (read)'])
  assert.equal((await house.inbox(bob.actor)).unread, 0)
  await pass(60_000)
  assert.deepEqual(bob.dm(), [])
})

test('[NTF2] who has read it before the reaction ran is told of it as read', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  await house.runner.stop()
  const { threadId, seq } = await house.reply(ann.actor, {
    sessionId,
    mentioned: [bob.actor],
    isAwaited: false,
  })
  await house.store.tx((t) => house.collaboration.markThreadRead(t, bob.actor, threadId, seq))
  await house.restart()
  await house.settle()
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (read)'])
  assert.equal((await house.inbox(bob.actor)).unread, 0)
  await pass(60_000)
  assert.deepEqual(bob.dm(), [])
})

test('[NTF2] who sits in front of it is told nothing elsewhere; without a proof they are', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  house.present.add(`${bob.actor.personId} ${sessionId} thr_other`)
  const { threadId } = await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await pass(10_000)
  assert.equal(bob.dm().length, 1)
  house.present.add(`${bob.actor.personId} ${sessionId} ${threadId}`)
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await pass(10_000)
  assert.equal(bob.dm().length, 1)
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (present)'])
})

test('[NTF2] an edit before dispatch: who is new in it is told, who was taken out is not, and nobody twice', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  const cleo = await house.linked('cleo')
  const posted = await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await house.edit(posted, { text: 'not you', mentioned: [cleo.actor] })
  await house.edit(posted, { text: 'not you, really', mentioned: [cleo.actor] })
  await pass(10_000)
  assert.deepEqual([bob.dm().length, cleo.dm().length], [0, 1])
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (no_longer_mentioned)'])
  await house.edit(posted, { mentioned: [cleo.actor, bob.actor] })
  await pass(60_000)
  // Once for the same source and person, whatever becomes of it.
  assert.deepEqual([bob.dm().length, cleo.dm().length], [0, 1])
  assert.equal((await house.inbox(cleo.actor)).items.length, 1)
})

test('[NTF2] who is named no longer but takes part is told as one who takes part', async () => {
  const { house, ann, bob, sessionId, pass } = await open()
  await using _ = house
  const posted = await house.reply(ann.actor, {
    sessionId,
    mentioned: [bob.actor],
    opener: bob.actor,
  })
  await house.edit(posted, { mentioned: [] })
  await pass(10_000)
  assert.equal(bob.dm().length, 1)
  assert.match(bob.dm()[0] ?? '', /replied in a discussion/)
})

test('[NTF2] a deletion cancels what has not left, and leaves nothing unread', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  const posted = await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await house.remove(posted)
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (source_deleted)'])
  const { items, unread } = await house.inbox(bob.actor)
  assert.deepEqual([items[0]?.excerpt, unread], [null, 0])
  await pass(60_000)
  assert.deepEqual(bob.dm(), [])
})

test('[NTF2] what was redacted meanwhile, and an account that was unlinked or turned off, are told nothing', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  const named = await house.nameIn(ann.actor, sessionId, [bob.actor])
  await house.store.tx((t) => house.sessions.redact(t, ann.actor, sessionId, named))
  await pass(10_000)
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (source_deleted)'])
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await house.store.tx((t) => house.people.removeLinks(t, bob.actor, {}))
  await pass(10_000)
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (not_linked)'])
  assert.deepEqual(bob.dm(), [])
})

test('[NTF1] what waited is told once after a crash, whenever that comes', async () => {
  const { house, ann, bob, sessionId, pass } = await open()
  await using _ = house
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  await house.crash()
  await pass(10_000)
  await house.crash()
  await pass(60_000)
  assert.equal(bob.dm().length, 1)
  assert.equal((await house.inbox(bob.actor)).items.length, 1)
})

test('[NTF2] [NTF5] who muted chatter and is named no longer is told nothing, whatever else concerns them', async () => {
  const { house, ann, bob, sessionId, pass, status } = await open()
  await using _ = house
  const notifications = { ...notificationPreferencesShape.parse({}), muteChatter: true }
  const wish = { theme: 'system', density: 'comfortable', notifications } as const
  await house.store.tx((t) => house.people.writePreferences(t, bob.actor, wish))
  const posted = await house.reply(ann.actor, { sessionId, mentioned: [bob.actor], opener: bob.actor })
  assert.deepEqual(await status(), ['in_app delivered', 'loopback held'])
  await house.edit(posted, { mentioned: [] })
  await pass(60_000)
  assert.deepEqual(bob.dm(), [])
  assert.deepEqual(await status(), ['in_app delivered', 'loopback suppressed (no_longer_mentioned)'])
})

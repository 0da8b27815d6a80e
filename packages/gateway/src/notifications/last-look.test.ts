// What waits in the outbox is looked at once more before each try: all that its message tells of, and what its person wants by
// then.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationPreferencesShape } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'

/** The platform asks for a minute of patience; what is told meanwhile stands in the outbox. */
const wait = { kind: 'rate_limited', retryAfterMs: 60_000, scope: 'conversation' } as const

async function open(times = 1) {
  const house = await openNotifyingHouse({ grace: { mentionMs: 10_000, otherMs: 10_000 } })
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const cleo = await house.linked('cleo')
  const sessionId = await house.chat(ann.actor, { visibility: 'team', title: 'Ours' })
  house.platform.useFaults(scriptFaults([{ on: 'send', fault: wait, times }]))
  const opener = bob.actor
  /** In Bob's discussion; all of it leaves as one message. */
  const reply = (by = ann, mentioned = [] as (typeof opener)[]) =>
    house.reply(by.actor, { sessionId, opener, mentioned })
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left--) {
      house.clock.advance(1_000)
      await house.settle()
    }
  }
  /** Until it was tried and has to wait. */
  const leave = async () => {
    await pass(11)
    const { items } = await house.inbox(opener)
    for (const item of items)
      assert.deepEqual(house.statuses(item), ['in_app delivered', 'loopback retrying'])
  }
  /** Replies are told nowhere from now on. */
  const mute = async () => {
    const notifications = { ...notificationPreferencesShape.parse({}), muteChatter: true }
    const preferences = { theme: 'system', density: 'comfortable', notifications } as const
    await house.store.tx((t) => house.people.writePreferences(t, opener, preferences))
  }
  /** Oldest first: what became of each there. */
  const ends = async () =>
    (await house.inbox(opener)).items
      .map((item) => house.statuses(item)[1]?.replace('loopback ', ''))
      .toReversed()
  return { house, ann, bob, cleo, sessionId, reply, pass, leave, mute, ends }
}

test('[NTF2] of what is told together, what was deleted while it waited is dropped, and the rest is told as it is then', async () => {
  const { house, bob, cleo, reply, pass, leave, ends, ann } = await open()
  await using _ = house
  await reply(ann)
  const kept = await reply(cleo)
  const named = await reply(ann, [bob.actor])
  await leave()
  await house.remove(named)
  await pass(90)
  assert.deepEqual(await ends(), ['delivered', 'delivered', 'suppressed (source_deleted)'])
  const [only, ...others] = bob.dm()
  assert.match(only ?? '', /^Heddle: \*\*ann\*\* and one other replied in a discussion .* 2 times in “Ours”/)
  assert.ok(only?.includes(kept.replyId), 'it leads to the newest that is there')
  assert.deepEqual(others, [])
})

test('[NTF2] one of those that it does not lead to is dropped, and the message is the same or counts fewer', async () => {
  const { house, ann, bob, cleo, reply, pass, leave, ends } = await open()
  await using _ = house
  const first = await reply(ann)
  await reply(cleo)
  await reply(cleo)
  await leave()
  await house.remove(first)
  await pass(90)
  assert.deepEqual(await ends(), ['suppressed (source_deleted)', 'delivered', 'delivered'])
  assert.equal(bob.dm().length, 1)
  assert.match(bob.dm()[0] ?? '', /^Heddle: \*\*cleo\*\* replied in a discussion .* 2 times/)
})

test('[NTF2] where nothing is left of it nothing leaves, and each says why', async () => {
  const { house, ann, bob, reply, pass, leave, ends } = await open()
  await using _ = house
  const read = await reply(ann)
  const gone = await reply(ann)
  await leave()
  await house.readThread(bob.actor, read.threadId, read.seq)
  await house.remove(gone)
  await pass(90)
  assert.deepEqual(await ends(), ['suppressed (read)', 'suppressed (source_deleted)'])
  assert.deepEqual(bob.dm(), [])
})

test('[NTF2] [NTF5] who has turned such things off while they waited is told nothing there', async () => {
  const { house, ann, bob, reply, pass, leave, mute, ends } = await open()
  await using _ = house
  await reply(ann)
  await reply(ann)
  await leave()
  await mute()
  await pass(90)
  assert.deepEqual(await ends(), ['suppressed (turned_off)', 'suppressed (turned_off)'])
  assert.deepEqual(bob.dm(), [])
})

test('[NTF2] [NTF5] who muted chatter while it waited is told of what names them alone', async () => {
  const { house, ann, bob, reply, pass, leave, mute, ends } = await open()
  await using _ = house
  const named = await reply(ann, [bob.actor])
  await reply(ann)
  await leave()
  await mute()
  await house.edit(named, { text: 'in other words', mentioned: [bob.actor] })
  await pass(90)
  assert.deepEqual(await ends(), ['delivered', 'suppressed (turned_off)'])
  assert.match(bob.dm().join(), /mentioned you/)
})

test('[NTF2] a mention that was edited out while it waited is told as a reply; one that comes back is told once', async () => {
  const { house, ann, bob, reply, pass, leave, ends } = await open(3)
  await using _ = house
  const posted = await reply(ann, [bob.actor])
  await leave()
  await house.edit(posted, { mentioned: [] })
  await pass(65)
  assert.deepEqual(bob.dm(), [])
  await house.edit(posted, { text: 'after all', mentioned: [bob.actor] })
  await pass(65)
  await house.edit(posted, { text: 'or not', mentioned: [] })
  await pass(200)
  assert.equal(bob.dm().length, 1)
  assert.match(bob.dm()[0] ?? '', /replied in a discussion/)
  assert.deepEqual(await ends(), ['delivered'])
})

test('[NTF2] who sits in front of it by then is told nothing elsewhere', async () => {
  const { house, ann, bob, reply, pass, leave, ends, sessionId } = await open()
  await using _ = house
  const { threadId } = await reply(ann)
  await leave()
  house.present.add(`${bob.actor.personId} ${sessionId} ${threadId}`)
  await pass(90)
  assert.deepEqual([await ends(), bob.dm()], [['suppressed (present)'], []])
})

test('[NTF2] [NTF3] what may be there already is not said in other words', async () => {
  const { house, ann, bob, reply, pass, ends } = await open()
  await using _ = house
  const lost = { kind: 'silence', isDone: false } as const
  house.platform.useFaults(
    scriptFaults([
      { on: 'send', fault: lost },
      { on: 'send', fault: wait },
    ]),
  )
  const first = await reply(ann)
  await reply(ann)
  house.clock.advance(10_000)
  await house.pass(60_000)
  await house.remove(first)
  await pass(120)
  assert.equal(bob.dm().length, 1)
  assert.match(bob.dm()[0] ?? '', /2 times/)
  assert.deepEqual(await ends(), ['suppressed (source_deleted)', 'delivered'])
})

test('[NTF2] what was read or deleted while nobody knew whether it had left, and had not, says so', async () => {
  for (const [what, why] of [
    ['read', 'read'],
    ['deleted', 'source_deleted'],
  ]) {
    const { house, ann, bob, reply, pass, ends } = await open()
    await using _ = house
    const lost = { kind: 'status', status: 500, isDone: false } as const
    house.platform.useFaults(scriptFaults([{ on: 'send', fault: lost }]))
    const posted = await reply(ann)
    await pass(10)
    assert.deepEqual(await ends(), ['unknown'])
    if (what === 'read') await house.readThread(bob.actor, posted.threadId, posted.seq)
    else await house.remove(posted)
    await pass(90)
    assert.deepEqual([await ends(), bob.dm()], [[`suppressed (${why})`], []])
  }
})

// The eyes of the rounds of discussions for who is written to directly: each thing that they are there to see is done to a
// healthy database, or on the platform, and seen.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { limits, placeName } from '@heddle/contract'
import { openNotifyingHouse, type NotifyingHouse } from '../../test-support/open-notifying-house.ts'
import { inspect } from '../inspect-database.ts'
import { checkDeliveries } from '../places/check-deliveries.ts'
import { createPlaceLedger } from '../places/place-ledger.ts'
import { checkDirect } from './check-direct.ts'
import { createReplyLedger } from './reply-ledger.ts'

/** Bob was told of a reply, read another one before it left, and a third was deleted; Dan has no account there. */
async function complaintsAfter(
  harm: string,
  happens: (house: NotifyingHouse) => void = () => {},
): Promise<string[]> {
  await using house = await openNotifyingHouse({ grace: { mentionMs: 10_000, otherMs: 10_000 } })
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const { actor: dan } = await house.signedIn('dan', 'member')
  const startedAt = house.clock.wall()
  const sessionId = await house.chat(ann.actor, { visibility: 'team' })
  const mentioned = [bob.actor, dan]
  const read = await house.reply(ann.actor, { sessionId, mentioned, thread: 'read' })
  await house.readThread(bob.actor, read.threadId, read.seq)
  await house.remove(await house.reply(ann.actor, { sessionId, mentioned, thread: 'deleted' }))
  await house.reply(ann.actor, { sessionId, mentioned, thread: 'told' })
  house.clock.advance(10_000)
  await house.settle()
  assert.equal(bob.dm().length, 1)
  happens(house)
  const ledger = createReplyLedger()
  ledger.sessions.push({ id: sessionId, anchors: [] })
  const path = join(house.folder, 'heddle.db')
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(harm)
  database.close()
  const places = new Map([ann, bob].map(({ actor, platformId }) => [actor.handle, house.dmWith(platformId)]))
  const direct = {
    linked: new Set(places.keys()),
    muted: new Set<string>(),
    placeOf(handle: string) {
      const conversationId = places.get(handle)
      return conversationId && placeName({ channel: 'loopback', accountId: 'main', conversationId })
    },
    attemptsMax: limits.notifyAttemptsMax,
  }
  return inspect(path, (looked) => [
    ...checkDirect(looked, ledger, direct),
    ...checkDeliveries(looked, house.platform, createPlaceLedger(startedAt, 0)),
  ])
}

test('[I25] the rounds have nothing against who is written to once, or not and why', async () => {
  assert.deepEqual(await complaintsAfter(''), [])
})

const there = `channel = 'loopback'`
const set = (what: string, where: string) =>
  `update notification_deliveries set ${what} where ${there} and ${where}`

const seen: Record<string, [string, RegExp]> = {
  'a notification without a status there': [
    `delete from notification_deliveries where ${there} and status = 'delivered'`,
    /has no status there|tells nobody of anything/,
  ],
  'a status of somebody without an account': [
    `insert into notification_deliveries select n.id, 'loopback', n.person_id, 'delivered', null, null, 1, null, null, null, 1, 1
      from notifications n join people p on p.id = n.person_id where p.handle = 'dan'`,
    /for dan has a status where they have no account/,
  ],
  'one that waits for ever': [set(`status = 'held'`, `status = 'delivered'`), /is held for ever/],
  'one that is on its way for ever': [set(`status = 'pending'`, `status = 'delivered'`), /is pending/],
  'one that is said to be delivered and was never sent': [
    set(`status = 'delivered', why = null`, `why = 'read'`),
    /is delivered, and its message is null/,
  ],
  'one that was suppressed for no reason': [set('why = null', `why = 'read'`), /because of null/],
  'one that was not read': [`update notifications set read_at = null`, /because of read, which is not so/],
  'one that was not deleted': [
    `update replies set deleted_at = null`,
    /because of source_deleted, which is not so/,
  ],
  'one that nobody turned off': [set(`why = 'turned_off'`, `why = 'read'`), /because of turned_off/],
  'one that nobody took out': [set(`why = 'no_longer_mentioned'`, `why = 'read'`), /no_longer_mentioned/],
  'one that failed too early': [
    set(`status = 'failed', attempts = 2`, `status = 'delivered'`),
    /has failed after 2 tries/,
  ],
  'a message that tells nobody of anything': [
    set(`cause = null, status = 'suppressed', why = 'read'`, `status = 'delivered'`),
    /tells nobody of anything/,
  ],
  'one that was written to somebody else': [
    `update deliveries set destination = 'loopback/main/x'`,
    /was written to loopback\/main\/x/,
  ],
  'a message that is said to be there and is not': [
    `update deliveries set id = id || 'x', lead_id = id || 'x'`,
    /can be seen 0 times/,
  ],
  'a message that is there and was called off': [
    `update deliveries set state = 'withdrawn'`,
    /is withdrawn .* can be seen 1 times/,
  ],
}

for (const [what, [harm, complaint]] of Object.entries(seen)) {
  test(`[I25] the rounds see ${what}`, async () => {
    assert.match((await complaintsAfter(harm)).join('\n'), complaint)
  })
}

test('[I25] [I6] the rounds see a direct message that is there twice', async () => {
  const complaints = await complaintsAfter('', (house) => {
    const { messages } = house.platform.state
    const [first] = house.platform.visible().filter(({ author }) => author.isBot)
    assert.ok(first)
    const copy = { ...first, id: `${first.id}9` }
    messages.set(copy.id, copy)
    house.platform.state.conversations.get(copy.conversationId)?.messages.push(copy)
  })
  assert.match(complaints.join('\n'), /can be seen 2 times/)
})

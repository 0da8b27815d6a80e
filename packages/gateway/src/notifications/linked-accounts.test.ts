import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'

/** Bob has two accounts, of which the later one is written to; Ann names him in a session of hers. */
async function open() {
  const house = await openNotifyingHouse()
  const ann = await house.linked('ann')
  const old = await house.linked('bob')
  house.clock.advance(1_000)
  const addressed = await house.link(old.actor, 'bobby')
  const sessionId = await house.chat(ann.actor, { visibility: 'team', title: 'Ours' })
  const tell = () => house.reply(ann.actor, { sessionId, mentioned: [old.actor] })
  const unlink = ({ guestId }: typeof old) =>
    house.store.tx((t) => house.people.removeLinks(t, old.actor, { id: guestId }))
  const status = async () => house.statuses((await house.inbox(old.actor)).items[0])
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left--) {
      house.clock.advance(1_000)
      await house.settle()
    }
  }
  return { house, old, addressed, tell, unlink, status, pass }
}

const wait = { kind: 'rate_limited', retryAfterMs: 60_000, scope: 'conversation' } as const

test('[NTF2] the account that is written to is the one that came last', async () => {
  const { house, old, addressed, tell } = await open()
  await using _ = house
  await tell()
  assert.deepEqual([old.dm().length, addressed.dm().length], [0, 1])
})

test('[NTF2] an account that was unlinked while its message waited in the outbox gets nothing; another one is told, once', async () => {
  const { house, old, addressed, tell, unlink, status, pass } = await open()
  await using _ = house
  house.platform.useFaults(scriptFaults([{ on: 'send', fault: wait }]))
  await tell()
  assert.deepEqual(await status(), ['in_app delivered', 'loopback retrying'])
  await unlink(addressed)
  await pass(90)
  assert.deepEqual([addressed.dm(), old.dm().length], [[], 1])
  assert.deepEqual(await status(), ['in_app delivered', 'loopback delivered'])
})

test('[NTF2] an account that took the place of another one while a message waited is told in its stead', async () => {
  const { house, old, addressed, tell, pass } = await open()
  await using _ = house
  house.platform.useFaults(scriptFaults([{ on: 'send', fault: wait }]))
  await tell()
  await house.store.tx((t) => house.people.removeLinks(t, old.actor, {}))
  const next = await house.link(old.actor, 'robert')
  await pass(90)
  assert.deepEqual([addressed.dm(), old.dm(), next.dm().length], [[], [], 1])
})

test("[NTF2] an account that became somebody else's while a message waited gets nothing of it", async () => {
  const { house, old, addressed, tell, pass } = await open()
  await using _ = house
  house.platform.useFaults(scriptFaults([{ on: 'send', fault: wait }]))
  await tell()
  const { actor: cleo } = await house.signedIn('cleo', 'member')
  await house.store.tx(async (t) => {
    const { code } = await house.people.offerLink(t, cleo)
    const { guestId } = addressed
    await house.people.useCode(t, { kind: 'guest', guestId, name: 'cleo', admitted: {} }, code)
  })
  await pass(90)
  assert.deepEqual([addressed.dm(), old.dm().length], [[], 1])
})

test('[NTF2] one that was unlinked, and linked anew after another one was tried, is told once', async () => {
  const { house, old, addressed, tell, unlink, status, pass } = await open()
  await using _ = house
  house.platform.useFaults(scriptFaults([{ on: 'send', fault: wait, times: 2 }]))
  await tell()
  await unlink(addressed)
  await pass(61)
  assert.deepEqual(await status(), ['in_app delivered', 'loopback retrying'])
  await unlink(old)
  await house.store.tx(async (t) => {
    const { code } = await house.people.offerLink(t, old.actor)
    const { guestId } = addressed
    await house.people.useCode(t, { kind: 'guest', guestId, name: 'bobby', admitted: {} }, code)
  })
  await pass(90)
  assert.deepEqual([old.dm(), addressed.dm().length], [[], 1])
  assert.deepEqual(await status(), ['in_app delivered', 'loopback delivered'])
})

test('[NTF2] an account that was unlinked while its conversation was opened gets nothing; another one is told, once', async () => {
  const refusal = { kind: 'status', status: 403, isDone: false } as const
  for (const answer of [undefined, refusal]) {
    const { house, old, addressed, tell, unlink, status, pass } = await open()
    await using _ = house
    let unlinked: Promise<void> | undefined
    house.platform.useFaults(({ kind }) => {
      if (kind !== 'dm.open' || unlinked) return undefined
      unlinked = unlink(addressed)
      return answer
    })
    await tell()
    await unlinked
    await pass(5)
    assert.deepEqual([addressed.dm(), old.dm().length], [[], 1])
    assert.deepEqual(await status(), ['in_app delivered', 'loopback delivered'])
  }
})

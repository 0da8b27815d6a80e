import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'
import { openTestDoor } from '../../test-support/open-test-door.ts'
import { refusedWith } from '../../test-support/refused-with.ts'

test('[NTF3] [NTF7] admins see what waits, was called off or could not be opened outside of the web, and nothing of what it says', async () => {
  const house = await openNotifyingHouse({ grace: { mentionMs: 10_000, otherMs: 60_000 } })
  await using _ = house
  const [ann, bob, cleo] = [await house.linked('ann'), await house.linked('bob'), await house.linked('cleo')]
  const { actor: olga } = await house.signedIn('olga', 'admin')
  const sessionId = await house.chat(ann.actor, { participants: ['bob', 'cleo'], title: 'The weaverbird' })
  const { threadId, seq } = await house.reply(ann.actor, {
    sessionId,
    text: 'weaverbird',
    mentioned: [bob.actor, cleo.actor],
  })
  const list = (cursor?: string) =>
    house.store.read((r) => house.notifications.listOutside(r, olga, { limit: 1, cursor }))
  const states = async () => {
    const all = []
    for (let page = await list(); ; page = await list(page.next)) {
      all.push(...page.items)
      if (page.next === undefined) break
    }
    assert.ok(!JSON.stringify(all).includes('weaverbird'))
    assert.ok(!JSON.stringify(all).includes(sessionId))
    return all
      .map(({ person, channel, status, why, lastError }) =>
        [person.handle, channel, status, why, lastError === null ? '' : 'with an error'].join(' ').trim(),
      )
      .toSorted()
  }
  assert.deepEqual(await states(), ['bob loopback held', 'cleo loopback held'])
  await house.readThread(bob.actor, threadId, seq)
  const refusal = { kind: 'status', status: 403, isDone: false } as const
  house.platform.useFaults(scriptFaults([{ on: 'dm.open', fault: refusal }]))
  house.clock.advance(10_000)
  await house.settle()
  assert.deepEqual(await states(), ['bob loopback suppressed read', 'cleo loopback failed  with an error'])
  await assert.rejects(
    house.store.read((r) => house.notifications.listOutside(r, bob.actor, { limit: 1 })),
    refusedWith('not_allowed'),
  )
})

test('[NTF3] [COL1] what became of notifications elsewhere is for admins, and absent where there are none', async () => {
  await using house = await openTestDoor()
  const ask = async (role: 'member' | 'admin') =>
    house.ask('GET', '/notifications/deliveries', { headers: await house.cookieOf(role) })
  assert.equal((await ask('member')).status, 403)
  assert.deepEqual((await ask('admin')).body, { items: [] })
  house.collaborationFlags.current = { ...house.collaborationFlags.current, notifications: false }
  assert.equal((await ask('admin')).status, 404)
})

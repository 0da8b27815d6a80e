import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, notificationPreferencesShape } from '@heddle/contract'
import { type Fault, scriptFaults } from '@heddle/emulators/discord/faults'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'

const openDm = 'POST /users/@me/channels'
const byBot = 'POST /channels/{channel_id}/messages'

async function openScene(options: Parameters<typeof openDiscordHouse>[0] = {}) {
  const h = await openDiscordHouse(options)
  const ann = await h.member('ann')
  const bob = await h.member('bob')
  const sessionId = await h.chat(ann.actor, { visibility: 'team', title: 'Fix @bob’s build' })
  return {
    h,
    ann,
    bob,
    async name(): Promise<void> {
      await h.say(ann.actor, sessionId, 'the secret is 42, @bob', { mode: 'note' })
      await h.settle()
    },
    async there() {
      const { items } = await h.store.read((r) => h.notifications.list(r, bob.actor, 'all', { limit: 1 }))
      const [inApp, discord] =
        items[0]?.deliveries.toSorted((a, b) => b.channel.localeCompare(a.channel)) ?? []
      assert.ok(inApp && discord)
      assert.deepEqual([inApp.channel, inApp.status, discord.channel], ['in_app', 'delivered', 'discord'])
      return discord
    },
    dm: () => h.read(h.dmWith(bob)),
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 5_000) {
        h.clock.advance(5_000)
        await h.settle()
      }
    },
  }
}

test('[NTF1] [NTF7] who is named is told in a direct message on Discord, which calls nobody and does not say what was said', async () => {
  const { h, name, there, dm } = await openScene()
  await using _ = h
  await name()
  assert.equal((await there()).status, 'delivered')
  assert.equal(dm().length, 1)
  assert.match(dm()[0] ?? '', /\*\*ann\*\* mentioned you in “Fix .?@bob’s build”/)
  assert.match(dm()[0] ?? '', /https:\/\/heddle\.test\/sessions\//)
  assert.doesNotMatch(dm()[0] ?? '', /secret|<@/)
  assert.ok((await there()).link?.startsWith('https://discord.com/channels/@me/'))
  // The second one goes the same way, without asking for the conversation again.
  await name()
  assert.equal(dm().length, 2)
})

test('[NTF3] who takes no direct messages (50007): it has failed, once, and here it is delivered', async () => {
  const { h, bob, name, there, dm, pass } = await openScene()
  await using _ = h
  const user = h.discord.platform.state.users.get(bob.id)
  assert.ok(user)
  user.refusesDirectMessages = true
  await name()
  const { status, attempts, lastError } = await there()
  assert.deepEqual([status, attempts], ['failed', 1])
  assert.match(lastError ?? '', /takes no direct messages/)
  await pass(60_000)
  assert.equal((await there()).attempts, 1)
  assert.deepEqual(dm(), [])
})

const passing: Record<string, Fault> = {
  'is a 429': { kind: 'rate_limited', scope: 'user', retryAfterMs: 2_000 },
  'breaks off after it was done': { kind: 'drop', isDone: true },
  'is a 500': { kind: 'status', status: 500, isDone: false },
  'is a 502': { kind: 'status', status: 502, isDone: false },
}

for (const [how, fault] of Object.entries(passing)) {
  test(`[NTF3] there is one direct message where the answer ${how}, to opening the conversation and to writing in it`, async () => {
    const { h, name, there, dm, pass } = await openScene()
    await using _ = h
    h.discord.platform.useFaults(
      scriptFaults([
        { on: openDm, fault },
        { on: byBot, fault },
      ]),
    )
    await name()
    await pass(3 * limits.deliverySettleMs)
    assert.equal((await there()).status, 'delivered')
    assert.equal(dm().length, 1)
  })
}

const grace = { mentionMs: 10_000, otherMs: 60_000 }

test('[NTF3] Discord switched off before it leaves: nothing is lost, the status says why, and it is told once when it is back', async () => {
  const { h, name, there, dm, pass } = await openScene({ grace })
  await using _ = h
  await name()
  assert.equal((await there()).status, 'held')
  await h.switchOff()
  await pass(15_000)
  const waiting = await there()
  assert.deepEqual([waiting.status, waiting.attempts], ['retrying', 0])
  assert.match(waiting.lastError ?? '', /account main of discord is not connected/)
  assert.ok((waiting.nextAt ?? 0) > h.store.now())
  await h.reopenAccount()
  await pass(limits.notifyRetryLookMs + 10_000)
  assert.deepEqual([(await there()).status, (await there()).lastError], ['delivered', null])
  assert.equal(dm().length, 1)
})

test('[NTF3] Discord switched off for good: after six hours it has failed, with the reason, and here it stands as before', async () => {
  const { h, bob, name, there, dm } = await openScene({ grace })
  await using _ = h
  await name()
  await h.switchOff()
  for (const ms of [10_000, limits.notifyRetryLookMs, limits.notifyExpiresMs]) {
    h.clock.advance(ms)
    await h.settle()
  }
  const { status, lastError } = await there()
  assert.equal(status, 'failed')
  assert.match(lastError ?? '', /not connected/)
  assert.deepEqual(dm(), [])
  const { unread } = await h.store.read((r) => h.notifications.list(r, bob.actor, 'unread', { limit: 1 }))
  assert.equal(unread, 1)
})

test('[NTF2] [NTF5] who turns Discord off for themselves before it leaves is told nothing there, and sees why', async () => {
  const { h, bob, name, there, dm, pass } = await openScene({ grace })
  await using _ = h
  await name()
  const notifications = notificationPreferencesShape.parse({ mention: { discord: false } })
  const wish = { theme: 'system', density: 'comfortable', notifications } as const
  await h.store.tx((t) => h.people.writePreferences(t, bob.actor, wish))
  await pass(15_000)
  assert.deepEqual([(await there()).status, (await there()).why], ['suppressed', 'turned_off'])
  assert.deepEqual(dm(), [])
})

test('[NTF2] [NTF5] who turns Discord off for mentions while one waits in the outbox gets no direct message', async () => {
  const { h, bob, name, there, dm, pass } = await openScene()
  await using _ = h
  const wait: Fault = { kind: 'rate_limited', scope: 'user', retryAfterMs: 30_000 }
  h.discord.platform.useFaults(scriptFaults([{ on: byBot, fault: wait }]))
  await name()
  assert.equal((await there()).status, 'retrying')
  const { mention, ...others } = notificationPreferencesShape.parse({})
  const notifications = { ...others, mention: { ...mention, discord: false } }
  const wish = { theme: 'system', density: 'comfortable', notifications } as const
  await h.store.tx((t) => h.people.writePreferences(t, bob.actor, wish))
  await pass(60_000)
  const { status, why } = await there()
  assert.deepEqual([status, why, dm()], ['suppressed', 'turned_off', []])
})

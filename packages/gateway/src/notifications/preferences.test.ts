import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationPreferencesShape, preferencesInput, preferencesShape } from '@heddle/contract'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'
import { openTestDoor } from '../../test-support/open-test-door.ts'

test('[NTF5] a mention here cannot be turned off, and the refusal names the field', async () => {
  await using house = await openTestDoor()
  const headers = await house.cookieOf('member')
  const off = { notifications: { mention: { in_app: false } } }
  const { status, body } = await house.ask('PUT', '/me/preferences', { headers, body: off })
  assert.equal(status, 400)
  assert.equal(body.error.issues[0].field, 'notifications.mention.in_app')
  assert.match(body.error.issues[0].message, /stays on/)
  assert.equal(preferencesInput.safeParse({ notifications: { mention: { discord: false } } }).success, true)
})

test('[NTF5] what is not said of notifications stays, and what an older Heddle stored is readable', async () => {
  await using house = await openTestDoor()
  const headers = await house.cookieOf('member')
  const put = (body: object) => house.ask('PUT', '/me/preferences', { headers, body })
  await put({ notifications: { reply: { discord: false }, muteChatter: true } })
  const { body } = await put({ theme: 'dark' })
  assert.deepEqual(
    [body.theme, body.notifications.reply.discord, body.notifications.muteChatter],
    ['dark', false, true],
  )
  assert.deepEqual(
    preferencesShape.parse({ theme: 'light' }).notifications,
    notificationPreferencesShape.parse({}),
  )
})

test('[NTF5] "mute all chatter" leaves mentions alone', async () => {
  await using house = await openNotifyingHouse()
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team' })
  const notifications = { ...notificationPreferencesShape.parse({}), muteChatter: true }
  const wish = { theme: 'system', density: 'comfortable', notifications } as const
  await house.store.tx((t) => house.people.writePreferences(t, bob.actor, wish))
  await house.reply(ann.actor, { sessionId, anchorAuthor: bob.actor, opener: bob.actor })
  assert.deepEqual((await house.inbox(bob.actor)).items, [])
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  assert.equal((await house.inbox(bob.actor)).items[0]?.reason, 'mention')
  assert.equal(bob.dm().length, 1)
})

test('[NTF5] who wants replies elsewhere alone has none in the inbox, and none that counts', async () => {
  await using house = await openNotifyingHouse()
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team' })
  const notifications = notificationPreferencesShape.parse({ reply: { in_app: false } })
  const wish = { theme: 'system', density: 'comfortable', notifications } as const
  await house.store.tx((t) => house.people.writePreferences(t, bob.actor, wish))
  await house.reply(ann.actor, { sessionId, opener: bob.actor })
  assert.deepEqual(await house.inbox(bob.actor), { items: [], unread: 0 })
  assert.equal(bob.dm().length, 1)
})

test('[NTF5] [NTF4] what is told elsewhere alone shows up in no window, also not when it is read', async () => {
  await using house = await openNotifyingHouse({ grace: { mentionMs: 10_000, otherMs: 60_000 } })
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team' })
  const notifications = notificationPreferencesShape.parse({ reply: { in_app: false } })
  const wish = { theme: 'system', density: 'comfortable', notifications } as const
  await house.store.tx((t) => house.people.writePreferences(t, bob.actor, wish))
  const shown: string[] = []
  const hear = (kind: string) => (kind.startsWith('notification.') ? void shown.push(kind) : undefined)
  house.sessions.feed.listen({ personAppended: (_id, { kind }) => hear(kind) })
  const { threadId, seq } = await house.reply(ann.actor, { sessionId, opener: bob.actor })
  await house.readThread(bob.actor, threadId, seq)
  house.clock.advance(60_000)
  await house.settle()
  assert.deepEqual([shown, bob.dm()], [[], []])
})

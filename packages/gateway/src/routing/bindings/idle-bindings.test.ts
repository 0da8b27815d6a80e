import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'

const hourMs = 3_600_000
/** The platform is listened to, whoever is bound. */
const listening = new Set(['me', 'events.open', 'events.poll'])

test('[BND6] [BND8] bindings that nobody uses cost the platform no request, also over a restart, until they expire', async () => {
  await using h = await openHearingHouse()
  const { actor, user } = await h.member('kim')
  const id = await h.chat(actor, { visibility: 'team' })
  const threads: string[] = []
  for (let i = 0; i < 20; i++) {
    const anchor = h.platform.say(user.id, h.general, `thread ${i}`)
    threads.push(h.platform.startThread(anchor.id, `t${i}`))
  }
  await h.settle()
  for (const conversationId of threads) {
    const conversation = { channel: 'loopback', accountId: 'main', conversationId }
    await h.store.tx((t) =>
      h.routing.bindings.bind(t, {
        conversation: { ...conversation, parentConversationId: h.general },
        placeKind: 'thread',
        sessionId: id,
        boundBy: { id: actor.personId, name: 'kim' },
        label: null,
        isOpened: false,
      }),
    )
  }
  await h.settle()
  const asked = () => h.platform.truth.requests.filter(({ kind }) => !listening.has(kind)).length
  const before = asked()
  assert.ok(before >= threads.length, 'each was introduced')
  for (let hour = 1; hour < 24; hour++) {
    h.clock.advance(hourMs)
    await h.settle()
    if (hour === 12) await h.restart()
  }
  assert.equal(asked() - before, 0)
  const inForce = () => h.store.read((r) => h.routing.bindings.countInForce(r))
  assert.equal(await inForce(), threads.length)
  h.clock.advance(hourMs)
  await h.settle()
  assert.equal(await inForce(), 0)
  assert.equal(asked() - before, threads.length, 'a farewell each, and nothing else')
})

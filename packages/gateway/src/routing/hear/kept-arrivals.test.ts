import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { type EndedChild, endedChild } from '../../../test-support/ended-child.ts'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'

const breathe = async (h: HearingHouse) => {
  for (let i = 0; i < 40; i++) await h.breathe()
}

/** Somebody writes where the sub-agent ended; the platform does not say what stands there before it is let. */
async function kept(h: HearingHouse, { user, thread }: EndedChild, ...texts: string[]) {
  assert.ok(h.account.history)
  const told = Promise.withResolvers<void>()
  h.account.history.read = async () => {
    await told.promise
    return { messages: [], hasMore: false }
  }
  for (const text of texts) h.platform.say(user.id, thread, text)
  await breathe(h)
  return async () => {
    told.resolve()
    await h.settle()
  }
}

test('[CHN3] [CHN7] [I21] what other programs said is counted once: at the door, and not when it is taken', async () => {
  await using h = await openHearingHouse()
  const child = await endedChild(h)
  const rules = h.placeRules.accounts['loopback/main']!
  h.placeRules.accounts['loopback/main'] = { ...rules, allow: { ...rules.allow, bots: 'mention' } }
  const author = { platformId: 'b1', name: 'Builder', isBot: true, isOwn: false }
  const kinds: string[] = []
  for (let i = 1; i <= limits.botTurnsMax + 1; i++) {
    const { conversation } = child
    kinds.push((await h.hear({ conversation, kind: 'thread', author, text: `build ${i}` })).kind)
  }
  assert.deepEqual(kinds, [...Array.from({ length: limits.botTurnsMax }, () => 'kept'), 'ignored'])
  await h.settle()
  const { sessionId } = await child.binding()
  assert.deepEqual(
    await h.saidIn(sessionId),
    Array.from({ length: limits.botTurnsMax }, (_, i) => `Builder: build ${i + 1}`),
  )
})

test('[BND12] [BND6] [CHN7] what is said before a binding expires goes on with it, however long the platform is read', async () => {
  await using h = await openHearingHouse()
  const child = await endedChild(h)
  const { expiresAt, status } = await child.binding()
  assert.equal(status, 'ending')
  h.clock.advance(Number(expiresAt) - h.clock.wall() - 2_000)
  await h.settle()
  const go = await kept(h, child, 'go on, please')
  h.clock.advance(3_000)
  await breathe(h)
  await go()
  const binding = await child.binding()
  assert.deepEqual([binding.status, binding.endReason], ['active', null])
  assert.deepEqual(await h.saidIn(binding.sessionId), ['kim: go on, please'])
})

test('[BND6] [CHN7] no time of a binding is over before what was said until then is taken', async () => {
  await using h = await openHearingHouse()
  // Shorter than what it takes to read a place.
  const child = await endedChild(h, { idleMs: limits.historyReadMs / 2 })
  const go = await kept(h, child, 'go on, please')
  h.clock.advance(limits.historyReadMs - 1_000)
  await breathe(h)
  assert.equal((await child.binding()).status, 'ending')
  await go()
  const { sessionId } = await child.binding()
  assert.deepEqual(await h.saidIn(sessionId), ['kim: go on, please'])
  // From then on its time counts as always.
  h.clock.advance(limits.bindingEndAgainMsMin)
  await h.settle()
  assert.equal((await child.binding()).endReason, 'idle')
})

test('[BND12] neither a command nor what a program says keeps bound what is to be revived', async () => {
  await using h = await openHearingHouse()
  const child = await endedChild(h)
  const rules = h.placeRules.accounts['loopback/main']!
  h.placeRules.accounts['loopback/main'] = { ...rules, allow: { ...rules.allow, bots: 'mention' } }
  const { lastActivityAt } = await child.binding()
  h.clock.advance(60_000)
  const { conversation, user } = child
  const bot = { platformId: 'b1', name: 'Builder', isBot: true, isOwn: false }
  const kim = { platformId: user.id, name: 'kim', isBot: false, isOwn: false }
  const heard = [
    await h.hear({ conversation, kind: 'thread', author: bot }),
    await h.hear({ conversation, kind: 'thread', author: kim, text: '/whoami' }),
  ]
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ['kept', 'kept'],
  )
  assert.equal((await child.binding()).lastActivityAt, lastActivityAt)
})

test('[CHN7] [BND6] what is left without its binding while it waits is not lost in silence: the place is told once', async () => {
  await using h = await openHearingHouse()
  const child = await endedChild(h)
  const go = await kept(h, child, 'go on, please', 'and quickly')
  await h.store.tx((t) => h.routing.bindings.unbind(t, child.bindingId, { why: 'unfocus' }))
  await go()
  const told = h.read(child.thread).filter((line) => line.includes('was not heard'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /⚙️ .*no longer bound here/)
  assert.deepEqual(await h.saidIn(child.childId), ['kim: Look into it.'])
})

for (const [where, why, enabled] of [
  ['nobody could read it', 'place_deleted', true],
  ['bindings are off', 'unfocus', false],
] as const) {
  test(`[CHN7] [BND6] [BND11] nothing is told of that where ${where}`, async () => {
    await using h = await openHearingHouse()
    const child = await endedChild(h)
    const go = await kept(h, child, 'go on, please')
    const before = h.read(child.thread)
    h.placeRules.layers['loopback'] = { enabled }
    await h.store.tx((t) => h.routing.bindings.unbind(t, child.bindingId, { why }))
    await go()
    assert.deepEqual(h.read(child.thread), before)
  })
}

test('[BND5] [CHN7] a thread that was put away with its farewell is put away again after that word', async () => {
  await using h = await openHearingHouse()
  const child = await endedChild(h, { isOpened: true })
  const go = await kept(h, child, 'go on, please')
  h.clock.advance(1_000)
  await h.store.tx((t) => h.routing.bindings.unbind(t, child.bindingId, { why: 'unfocus' }))
  await breathe(h)
  const isArchived = () => h.platform.state.conversations.get(child.thread)?.isArchived
  assert.equal(isArchived(), true)
  h.clock.advance(1_000)
  await go()
  assert.match(h.read(child.thread).at(-1) ?? '', /was not heard/)
  assert.equal(isArchived(), true)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlatformUser } from '@heddle/emulators/loopback/platform-words'
import { openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'

test('[BND5] [BND6] a thread that Heddle opened is put away after the farewell', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say, told } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  await say(ann, id, '/unfocus')
  assert.match(told(id).at(-1) ?? '', /No longer bound/)
  assert.equal(openedThread(scene).isArchived, true)
})

test('[BND5] [BND11] with archiveOnUnbind off it stays open', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say } = scene
  h.placeRules.layers['loopback'] = { archiveOnUnbind: false }
  await say(ann, h.general, `${h.mention} /focus worker`)
  await say(ann, openedThread(scene).id, '/unfocus')
  assert.equal(openedThread(scene).isArchived, false)
})

test('[BND5] the buttons do what the commands do, with the rights of whoever presses', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say, told } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const intro = h.platform.read(thread).find(({ buttons }) => buttons.length > 0)
  assert.ok(intro)
  const press = async (who: { user: PlatformUser }, text: string) => {
    const token = intro.buttons.find((button) => button.text === text)?.token ?? ''
    const id = h.platform.press(who.user.id, intro.id, token)
    await h.settle()
    return h.platform.answerTo(id)
  }
  const bob = await h.member('bob')
  assert.match((await press(bob, 'Unfocus')) ?? '', /bound this/)
  assert.equal(await press(ann, 'Stop'), 'Nothing was running.')
  assert.equal(await press(ann, 'Unfocus'), 'What is written here goes its usual way again.')
  assert.ok(told(thread).some((line) => line.includes('No longer bound')))
  assert.equal(await press(ann, 'Unfocus'), 'Nothing is bound here any more.')
})

test('[BND11] [CHN6] where bindings are off, the buttons of an intro that still stands there act no more than the commands', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  const intro = h.platform.read(id).find(({ buttons }) => buttons.length > 0)!
  const before = h.read(id)
  h.placeRules.layers['loopback'] = { enabled: false }
  for (const { token } of intro.buttons) {
    const pressed = h.platform.press(ann.user.id, intro.id, token)
    await h.settle()
    assert.match(h.platform.answerTo(pressed) ?? '', /threadBindings\.enabled is false/)
  }
  assert.deepEqual(h.read(id), before)
  h.placeRules.layers['loopback'] = {}
  const place = { channel: 'loopback', accountId: 'main', conversationId: id }
  assert.ok(await h.store.read((r) => h.routing.bindings.resolveByConversation(r, place)))
})

test('[BND6] a thread that is deleted loses its binding silently, one that is archived is archived again after the farewell', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say, told, threads } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  h.platform.archive(thread, ann.user.id)
  await h.settle()
  assert.match(told(thread).at(-1) ?? '', /No longer bound: the conversation was archived/)
  assert.equal(threads()[0]?.isArchived, true)
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  h.platform.deleteConversation(id, ann.user.id)
  await h.settle()
  const reasons = (
    await h.store.read((r) => h.routing.listBindings(r, ann.actor, { status: 'ended' }, { limit: 9 }))
  ).items
  assert.deepEqual(
    reasons.map(({ endReason }) => endReason),
    ['place_deleted', 'place_archived'],
  )
  const out = await h.store.read((r) =>
    h.deliveries.list(r, { state: 'all', sessionId: worker, seenBy: { kind: 'all' } }, { limit: 50 }),
  )
  assert.equal(out.items.filter(({ cause }) => cause.startsWith('farewell:')).length, 1)
  assert.deepEqual(h.logged, [])
})

test('[BND6] [BND12] a binding that nobody uses ends by itself, with one farewell; whoever writes keeps it', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say, told } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  await say(ann, thread, '/session ttl 30m')
  h.clock.advance(20 * 60_000)
  await say(ann, thread, 'still here')
  h.clock.advance(20 * 60_000)
  await h.settle()
  assert.ok(!told(thread).some((line) => line.includes('No longer bound')))
  h.clock.advance(11 * 60_000)
  await h.settle()
  await h.crash()
  await h.settle()
  const farewells = told(thread).filter((line) =>
    line.includes('No longer bound: nobody wrote here for a while'),
  )
  assert.equal(farewells.length, 1)
  const before = (await h.saidIn(worker)).length
  await say(ann, thread, 'too late')
  assert.equal((await h.saidIn(worker)).length, before)
})

test('[BND7] a second focus says farewell for the first before the intro of the second', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, thread, say, told } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  await say(ann, thread, `/focus ${root}`)
  const notices = told(thread).filter((line) => line.includes('⚙️'))
  assert.equal(notices.filter((line) => line.includes('No longer bound')).length, 1)
  assert.match(notices.at(-2) ?? '', /No longer bound: something else was focused here/)
  assert.match(notices.at(-1) ?? '', /is here\. What is written here goes straight to it/)
})

test('[BND7] [CMD3] what somebody else bound is not replaced, and they are named; an admin may', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, worker, thread, say, told } = scene
  const bob = await h.member('bob')
  const olga = await h.member('olga', 'admin')
  await say(ann, thread, `${h.mention} /focus worker`)
  await say(bob, thread, `/focus ${root}`)
  assert.match(told(thread).at(-1) ?? '', /ann bound this/)
  await say(bob, thread, 'hello')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'bob: hello')
  await say(olga, thread, `/focus ${root}`)
  await say(bob, thread, 'and now?')
  assert.deepEqual((await h.saidIn(root)).at(-1), 'bob: and now?')
})

test('[CNV5] a private session is bound where others read only by whoever may disclose it, and the intro says so', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say, told } = scene
  const bob = await h.member('bob')
  const secret = await h.chat(ann.actor, { participants: ['bob'], title: 'Plans' })
  await say(bob, thread, `${h.mention} /focus ${secret}`)
  assert.match(told(thread).at(-1) ?? '', /may not/)
  await say(ann, thread, `${h.mention} /focus ${secret}`)
  assert.match(told(thread).at(-1) ?? '', /Its session is private; whoever can read this place/)
  const dm = h.dmWith(ann.user.id)
  await say(ann, dm, `/focus ${secret}`)
  assert.doesNotMatch(told(dm).join('\n'), /private/)
})

test('[CMD8] [CNV5] whoever may not disclose it is told why, and who may; nothing is bound', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say, told } = scene
  const bob = await h.member('bob')
  const secret = await h.chat(ann.actor, { participants: ['bob'], title: 'Plans' })
  for (const place of [thread, h.general]) {
    await say(bob, place, `${h.mention} /focus ${secret}`)
    assert.match(
      told(place).at(-1) ?? '',
      /You may not show this session here: it is private and others read here, so only ann may\.$/,
    )
  }
  const { items } = await h.store.read((r) =>
    h.routing.bindings.list(r, h.operator, { status: 'all' }, { limit: 5 }),
  )
  assert.deepEqual(items, [])
})

test('[CHN3] [I21] a notice of ours that comes back starts nothing; a person who writes the same is heard', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const asked = h.model.requests.length
  const intro = h.platform.read(thread).find(({ buttons }) => buttons.length > 0)
  assert.ok(intro)
  const conversation = {
    channel: 'loopback',
    accountId: 'main',
    conversationId: thread,
    parentConversationId: h.general,
  }
  const author = { platformId: intro.author.id, name: intro.author.name, isBot: true, isOwn: false }
  const heard = await h.hear({ conversation, kind: 'thread', eventId: intro.id, author, text: intro.text })
  assert.equal(heard.kind, 'ignored')
  await h.settle()
  assert.equal(h.model.requests.length, asked)
  await say(ann, thread, '⚙️ No longer bound')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: ⚙️ No longer bound')
})

test('[BND5] a locked thread gets no farewell, and nothing else suffers from it', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say, told } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const { items } = await h.store.read((r) =>
    h.routing.listBindings(r, ann.actor, { status: 'in_force' }, { limit: 1 }),
  )
  h.platform.lock(thread, true)
  const before = told(thread).length
  await h.store.tx((t) => h.routing.endBinding(t, ann.actor, items[0]?.id ?? ''))
  await h.settle()
  assert.equal(told(thread).length, before)
  await say(ann, h.general, `${h.mention} still there?`)
  assert.equal(told(h.general).at(-1), 'Heddle: Main answers.')
})

test('[BND5] [DLV4] a farewell that a locked thread refuses is let be, and waits for nobody', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say, told } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  const before = told(id)
  h.platform.lock(id, true)
  await say(ann, h.general, `${h.mention} /subagents kill worker`)
  assert.deepEqual(told(id), before)
  const list = async (state: 'trouble' | 'withdrawn') =>
    (await h.store.read((r) => h.deliveries.list(r, { state, seenBy: { kind: 'all' } }, { limit: 9 }))).items
  assert.deepEqual(await list('trouble'), [])
  const [farewell] = await list('withdrawn')
  assert.equal(farewell?.reason, 'place_refused')
  assert.match(farewell?.detail ?? '', /locked/)
})

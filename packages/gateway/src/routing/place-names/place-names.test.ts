import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FocusScene, openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'
import type { Actor } from '../../people/people.ts'
import { forgetPlaceNames, selectPlaceName } from './place-name-store.ts'
import { rememberNames, rememberOpened } from './remember-names.ts'

const listed = async ({ h }: FocusScene, actor: Actor, q?: string) => {
  const found = await h.store.read((r) =>
    h.routing.listBindings(r, actor, { status: 'in_force', q }, { limit: 50 }),
  )
  return found.items
}

const placesSeen = async (scene: FocusScene, actor: Actor, q?: string) =>
  (await listed(scene, actor, q)).map(({ place }) => place)

test('[BND2] [BND5] a thread that Heddle opened is called as it was opened, under the channel as people call that', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  assert.deepEqual(await placesSeen(scene, ann.actor), [
    { kind: 'thread', name: '🤖 worker', above: 'general' },
  ])
})

test('[BND2] a thread of people is called as they call it, also after they call it otherwise', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  assert.deepEqual(await placesSeen(scene, ann.actor), [{ kind: 'thread', name: 'people', above: 'general' }])
  const there = h.platform.state.conversations.get(thread)
  assert.ok(there)
  there.name = 'people of the loom'
  await say(ann, thread, 'it has another name now')
  assert.deepEqual(await placesSeen(scene, ann.actor), [
    { kind: 'thread', name: 'people of the loom', above: 'general' },
  ])
})

test('[BND2] direct messages are called by the member who writes there, under their name here', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, say } = scene
  const dm = h.dmWith(ann.user.id)
  await say(ann, dm, `/focus ${worker}`)
  assert.deepEqual(await placesSeen(scene, ann.actor), [{ kind: 'dm', name: ann.actor.name, above: null }])
})

test('[BND2] bindings are found by words of what is shown of them', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  await say(ann, thread, `${h.mention} /focus worker`)
  const found = async (q: string) => (await placesSeen(scene, ann.actor, q)).map(({ name }) => name)
  assert.deepEqual(await found('WORKER'), ['people', '🤖 worker'])
  assert.deepEqual(await found('people general'), ['people'])
  assert.deepEqual(await found('loopback'), ['people', '🤖 worker'])
  assert.deepEqual(await found('loom'), [])
})

test('[SES6] a name that came from a redacted task goes with it, and is not learned again from the platform', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  const task = (await h.timeline(worker)).find(({ payload }) => payload['channel'] === 'task')
  assert.ok(task)
  await h.store.tx((t) => h.sessions.redact(t, h.operator, worker, task.eventId))
  await h.settle()
  assert.deepEqual(await placesSeen(scene, ann.actor), [{ kind: 'thread', name: null, above: 'general' }])
  await say(ann, id, 'and what is it called now?')
  assert.deepEqual(await placesSeen(scene, ann.actor), [{ kind: 'thread', name: null, above: 'general' }])
})

test('[DLV4] [SES7] whoever may not read what is said in a place learns of what kind it is, and not its name', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const [said] = await h.store.read(async (r) => {
    const page = await h.routing.outbox.list(r, ann.actor, { state: 'sent' }, { limit: 50 })
    return page.items.filter(({ place }) => place?.conversationId === thread)
  })
  assert.ok(said)
  const seenBy = (actor: Actor) => h.store.read((r) => h.routing.callDelivery(r, actor, said))
  assert.deepEqual((await seenBy(ann.actor)).called, { kind: 'thread', name: 'people', above: 'general' })
  const stranger = { ...ann.actor, personId: 'per_nobody' as never, role: 'viewer' } as const
  const own = await h.store.tx((t) =>
    h.routing.openWebChat(t, ann.actor, { agentId: 'main', visibility: 'private' }),
  )
  const secret = { ...said, sessionId: own.id, text: '' }
  const seen = await h.store.read((r) => h.routing.callDelivery(r, stranger, secret))
  assert.deepEqual([seen.called, seen.hidden], [{ kind: 'thread', name: null, above: null }, 'not_yours'])
})

test('[SES6] whose label it is stays known where somebody was heard there before it was bound', async () => {
  await using scene = await openFocusScene()
  const { h, worker } = scene
  const place = { channel: 'loopback', accountId: 'main', conversationId: 't1' }
  const author = { platformId: 'u1', name: 'Vera', isBot: false, isOwn: false }
  const told = { conversation: place, kind: 'thread' as const, author, placeName: '🤖 worker' }
  const named = () => h.store.read(async (r) => (await r.one(selectPlaceName(place)))?.name)
  await h.store.tx(async (t) => {
    await rememberNames(t, told)
    await rememberOpened(t, place, '🤖 worker', worker)
  })
  assert.equal(await named(), '🤖 worker')
  await h.store.tx((t) => t.run(forgetPlaceNames({ sessionId: worker })))
  assert.equal(await named(), '')
  await h.store.tx((t) => rememberNames(t, told))
  assert.equal(await named(), '')
})

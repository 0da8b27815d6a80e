import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FocusScene, openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'

/** Ann asks in the thread that was opened for her, and leaves it before she is answered. */
async function leaveBeforeAnswer(scene: FocusScene) {
  const { h, ann, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  const [begin, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const until = (gate: typeof begin) => ({ type: 'wait', until: gate.promise }) as const
  h.model.respond(() => [until(begin), 'A late ', until(end), 'answer.'])
  h.platform.say(ann.user.id, id, 'a question')
  await h.pass(2_000)
  h.platform.say(ann.user.id, id, '/unfocus')
  await h.pass(5_000)
  const answer = async () => {
    begin.resolve()
    end.resolve()
    await h.pass(5_000)
    await h.settle()
  }
  return { id, begin, answer }
}

const closings = async ({ h }: FocusScene) => {
  const { items } = await h.store.read((r) =>
    h.deliveries.list(r, { state: 'all', seenBy: { kind: 'all' } }, { limit: 50 }),
  )
  return items.filter(({ kind }) => kind === 'close').map(({ state }) => state)
}

test('[BND5] an answer that comes after the farewell is told, and the thread is put away again', async () => {
  await using scene = await openFocusScene()
  const { id, answer } = await leaveBeforeAnswer(scene)
  assert.equal(openedThread(scene).isArchived, true)
  assert.deepEqual(await closings(scene), ['sent'])
  await answer()
  assert.match(scene.told(id).at(-1) ?? '', /A late answer\.$/)
  assert.equal(openedThread(scene).isArchived, true)
  assert.deepEqual(await closings(scene), ['sent', 'sent'])
})

test('[BND5] [DLV5] one that is shown while it is written is told whole before that', async () => {
  await using scene = await openFocusScene()
  const { h } = scene
  const account = h.placeRules.accounts['loopback/main']
  assert.ok(account)
  account.streaming = { mode: 'edit', coalesceChars: 1, coalesceIdleMs: 100 }
  h.routing.streamReplies((error) => {
    throw error
  })
  const { id, begin, answer } = await leaveBeforeAnswer(scene)
  begin.resolve()
  await h.pass(5_000)
  assert.match(scene.told(id).at(-1) ?? '', /A late $/)
  assert.equal(openedThread(scene).isArchived, false, 'the rest is still to be edited into it')
  await answer()
  assert.match(scene.told(id).at(-1) ?? '', /A late answer\.$/)
  assert.equal(openedThread(scene).isArchived, true)
})

test('[BND5] a thread in which somebody has written since stays open', async () => {
  await using scene = await openFocusScene()
  const { h, ann } = scene
  const { id, answer } = await leaveBeforeAnswer(scene)
  h.platform.say(ann.user.id, id, 'among ourselves now')
  await h.pass(1_000)
  await answer()
  assert.match(scene.told(id).at(-1) ?? '', /A late answer\.$/)
  assert.equal(openedThread(scene).isArchived, false)
})

test('[BND5] [BND11] with archiveOnUnbind off nothing is put away, early or late', async () => {
  await using scene = await openFocusScene()
  scene.h.placeRules.layers['loopback'] = { archiveOnUnbind: false }
  const { answer } = await leaveBeforeAnswer(scene)
  await answer()
  assert.equal(openedThread(scene).isArchived, false)
  assert.deepEqual(await closings(scene), [])
})

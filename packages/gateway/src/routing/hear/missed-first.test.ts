import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FocusScene, openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'

function lose({ h }: FocusScene): void {
  h.platform.state.bots.get(h.botId)?.feed.lose()
}

test('[CHN2] [I1] what is said first in a thread that Heddle opened is heard after a gap, also where a button was all that was used', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id: thread } = openedThread(scene)
  const intro = h.platform.read(thread).find(({ buttons }) => buttons.length > 0)
  const stop = intro?.buttons.find(({ text }) => text === 'Stop')
  assert.ok(intro && stop)
  h.platform.press(ann.user.id, intro.id, stop.token)
  await h.settle()
  h.platform.say(ann.user.id, thread, 'Are you there?')
  h.platform.say(ann.user.id, thread, 'Well?')
  lose(scene)
  await h.settle()
  assert.deepEqual((await h.saidIn(worker)).slice(1), ['ann: Are you there?', 'ann: Well?'])
})

test('[CHN2] [I1] what is said first in a place that was bound from elsewhere is heard after a gap', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker } = scene
  const { actor: admin } = await h.member('abe', 'admin')
  const elsewhere = h.platform.addChannel(h.serverId, 'elsewhere')
  const conversation = { channel: 'loopback', accountId: 'main', conversationId: elsewhere }
  await h.store.tx((t) => h.routing.makeBinding(t, admin, { targetSessionId: worker, conversation }))
  await h.settle()
  h.platform.say(ann.user.id, elsewhere, 'Are you there?')
  lose(scene)
  await h.settle()
  assert.deepEqual((await h.saidIn(worker)).slice(1), ['ann: Are you there?'])
})

test('[CHN2] [I1] what was lost is fetched although something that was written after it had come before', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker } = scene
  await scene.say(ann, h.general, `${h.mention} /focus worker`)
  const { id: thread } = openedThread(scene)
  const first = h.platform.say(ann.user.id, thread, 'First.')
  const second = h.platform.say(ann.user.id, thread, 'Second.')
  // The platform tells the second one, and loses the first.
  const conversation = { channel: 'loopback', accountId: 'main', conversationId: thread }
  const author = { platformId: ann.user.id, name: 'ann', isBot: false, isOwn: false }
  await h.hear({
    conversation: { ...conversation, parentConversationId: h.general },
    kind: 'thread',
    author,
    eventId: second.id,
    text: 'Second.',
    writtenAt: second.createdAt,
  })
  lose(scene)
  await h.settle()
  assert.deepEqual((await h.saidIn(worker)).slice(1), ['ann: Second.', 'ann: First.'])
  assert.ok(first.id < second.id)
})

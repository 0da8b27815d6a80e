import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spawn, spawning } from '../../../test-support/spawning-sessions.ts'

test('[BND10] [SUB2] on the web a sub-agent with a thread gets its own page at once, and stays to be talked to', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('weave', { label: 'looms', thread: true })])
  await scene.say('go')
  await scene.settle()
  const run = await scene.run('weave')
  assert.equal(run.mode, 'session')
  assert.equal(run.status, 'success')
  const { bindings } = scene.world.routing
  const page = { channel: 'web', accountId: 'web', conversationId: run.sessionId }
  const bound = await scene.world.store.read((r) => bindings.resolveByConversation(r, page))
  assert.equal(bound?.sessionId, run.sessionId)
  assert.equal(bound?.conversation.parentConversationId, scene.id)
  assert.equal(bound?.boundBy?.id, scene.ann.personId)
  assert.equal(bound?.label, 'looms')
  assert.equal(bound?.runId, run.id)
})

test('[BND10] [BND11] where it is off nothing is spawned, and the setting is named', async () => {
  await using scene = await spawning()
  scene.world.placeRules.layers['web'] = { spawnSubagentSessions: false }
  scene.play('root', [spawn('weave', { thread: true })])
  await scene.say('go')
  await scene.settle()
  const result = (await scene.world.timeline(scene.id)).find(({ kind }) => kind === 'tool.result')
  assert.match(String(result?.payload['output']), /channels\.web\.threadBindings\.spawnSubagentSessions/)
  assert.deepEqual(await scene.runs(), [])
})

test('[BND6] [BND10] [REV5] on the web what a kept run ended with waits on its page for ever, and is revived there days later', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('weave', { label: 'looms', thread: true, mode: 'run' })])
  await scene.say('go')
  await scene.settle()
  const run = await scene.run('weave')
  const page = { channel: 'web', accountId: 'web', conversationId: run.sessionId }
  const { store, routing } = scene.world
  const bound = () => store.read((r) => routing.bindings.resolveByConversation(r, page))
  assert.deepEqual([(await bound())?.status, (await bound())?.expiresAt], ['ending', null])
  await scene.wait(25 * 3_600_000)
  await scene.settle()
  assert.equal((await bound())?.status, 'ending')
  const message = {
    conversation: { ...page, accountId: scene.ann.personId },
    sessionId: run.sessionId,
    eventId: 'later',
    text: 'Are you there?',
    mode: 'queue',
    to: 'focus',
  } as const
  const heard = await store.tx((t) => routing.receive(t, scene.ann, message))
  assert.notEqual(heard.sessionId, run.sessionId)
  assert.equal((await bound())?.sessionId, heard.sessionId)
})

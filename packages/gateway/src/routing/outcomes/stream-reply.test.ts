import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { spawn } from '../../../test-support/spawning-sessions.ts'
import { follow, moment, pieces, streaming } from '../../../test-support/streaming-house.ts'
import { type Telling, telling } from '../../../test-support/telling-house.ts'

test('[DLV5] what is written is shown as one message that grows, and the answer is its last edit', async () => {
  await using scene = await streaming()
  const text = pieces('First this. ', 'Then that. ', 'And that was all.')
  scene.play('root', text.answer)
  await scene.sayAt(scene.general, 'Tell me')
  await scene.pass()
  await moment(scene)
  assert.deepEqual(scene.read(scene.general), ['Heddle: First this. '])
  text.go(0)
  await moment(scene)
  assert.deepEqual(scene.read(scene.general), ['Heddle: First this. Then that. '])
  text.go(1)
  text.go(2)
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), ['Heddle: First this. Then that. And that was all.'])
  const sends = scene.world.platform.truth.requests.filter(({ kind }) => kind === 'send')
  assert.equal(sends.length, 1)
})

test('[DLV5] [DLV2] while one edit is held up no other is put behind it, and the answer comes after all', async () => {
  await using scene = await streaming()
  const more = Array.from(
    { length: 6 },
    (_, i) => `And then ${i}, which is long enough to be shown at once. `,
  )
  const text = pieces('First this. ', ...more, 'That was all.')
  scene.play('root', text.answer)
  await scene.sayAt(scene.general, 'Tell me')
  await scene.pass()
  await moment(scene)
  const slow = { kind: 'rate_limited', retryAfterMs: 30_000, scope: 'conversation' } as const
  scene.world.platform.useFaults(scriptFaults([{ on: 'edit', fault: slow }]))
  for (const [i] of more.entries()) {
    text.go(i)
    await moment(scene)
    const { items } = await scene.world.store.read((r) =>
      scene.world.deliveries.list(r, { state: 'open', seenBy: { kind: 'all' } }, { limit: 50 }),
    )
    assert.ok(items.length <= 1, `${items.length} on their way`)
  }
  text.go(more.length)
  text.go(more.length + 1)
  await scene.settle()
  await scene.wait(40_000)
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), [`Heddle: First this. ${more.join('')}That was all.`])
})

test('[DLV5] a place that wants answers whole sees nothing before', async () => {
  await using scene = await telling()
  follow(scene)
  const text = pieces('First this. ', 'And that was all.')
  scene.play('root', text.answer)
  await scene.sayAt(scene.general, 'Tell me')
  await scene.pass()
  await moment(scene)
  assert.deepEqual(scene.read(scene.general), [])
  text.go(0)
  text.go(1)
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), ['Heddle: First this. And that was all.'])
})

test('[DLV5] [RTE3] when a run ends with it, what is told of the run is edited into what was shown', async () => {
  await using scene = await streaming()
  const text = pieces('First this. ', 'And that was all.')
  scene.play('root', [spawn('dig', { label: 'spade' })])
  // It begins to write once it has its place.
  const gate = Promise.withResolvers<void>()
  scene.play('dig', [{ type: 'wait', until: gate.promise }, ...text.answer])
  await scene.say('go')
  await scene.pass()
  const place = scene.thread('dig')
  await scene.bind((await scene.run('dig')).sessionId, place)
  gate.resolve()
  await scene.pass()
  await moment(scene)
  assert.deepEqual(scene.read(place), ['Main · spade: First this. '])
  text.go(0)
  text.go(1)
  await scene.settle()
  const [told = '', ...more] = scene.read(place)
  assert.match(
    told,
    /^Main · spade: First this\. And that was all\.\s+Done\. Write here to go on with it\.\nruntime /,
  )
  assert.deepEqual(more, [])
})

test('[DLV5] [I6] what a crash leaves half written is completed by the answer, in the same message', async () => {
  await using scene = await streaming()
  const text = pieces('First this. ', 'never said')
  scene.play('root', text.answer, ['It was this all along.'])
  await scene.sayAt(scene.general, 'Tell me')
  await scene.pass()
  await moment(scene)
  assert.deepEqual(scene.read(scene.general), ['Heddle: First this. '])
  await scene.world.crash()
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), ['Heddle: It was this all along.'])
  text.go(0)
  text.go(1)
})

test('[SUB9] [DLV5] the word for nothing is never shown while it is written', async () => {
  await using scene = await streaming()
  const text = pieces('ANNOUNCE', '_SKIP')
  scene.play('root', [spawn('dig')])
  const gate = Promise.withResolvers<void>()
  scene.play('dig', [{ type: 'wait', until: gate.promise }, ...text.answer])
  await scene.say('go')
  await scene.pass()
  const place = scene.thread('dig')
  await scene.bind((await scene.run('dig')).sessionId, place)
  gate.resolve()
  for (const i of [0, 1]) {
    await moment(scene)
    text.go(i)
  }
  await scene.settle()
  assert.deepEqual(scene.read(place), [])
})

/** Half of an answer is shown in a place that is bound to the session, to whom nobody wrote there. */
async function halfShown(scene: Telling) {
  const [here, there] = [scene.thread('here'), scene.thread('there')]
  const bindingId = await scene.bind(scene.id, here)
  const text = pieces('First this. ', 'Then that. ', 'And that was all.')
  scene.play('root', text.answer)
  await scene.say('Tell me')
  await scene.pass()
  await moment(scene)
  assert.deepEqual(scene.read(here), ['Heddle: First this. '])
  return { here, there, bindingId, text }
}

test('[I17] [I20] [RTE3] [DLV5] half of an answer goes from a place that is no longer bound: no more of it is shown there', async () => {
  await using scene = await streaming()
  const { here, bindingId, text } = await halfShown(scene)
  await scene.world.store.tx((t) => scene.world.routing.bindings.unbind(t, bindingId, { why: 'unfocus' }))
  text.go(0)
  await moment(scene)
  assert.deepEqual(scene.read(here), ['Heddle: First this. '])
  text.go(1)
  text.go(2)
  await scene.settle()
  assert.deepEqual(scene.read(here), [])
  const answer = (await scene.world.timeline(scene.id)).findLast(({ kind }) => kind === 'message.agent')
  assert.equal(answer?.payload['text'], 'First this. Then that. And that was all.')
})

test('[I17] [RTE3] [DLV5] an answer that is told in another place than it was begun in stands there alone', async () => {
  await using scene = await streaming()
  const { here, there, bindingId, text } = await halfShown(scene)
  await scene.bind(scene.id, there)
  await scene.world.store.tx((t) => scene.world.routing.bindings.unbind(t, bindingId, { why: 'unfocus' }))
  for (const i of [0, 1, 2]) text.go(i)
  await scene.settle()
  assert.deepEqual(
    [scene.read(here), scene.read(there)],
    [[], ['Heddle: First this. Then that. And that was all.']],
  )
})

test('[DLV5] what a sub-agent had written when it was stopped, which is told nowhere else, stays where it was shown', async () => {
  await using scene = await streaming()
  const text = pieces('First this. ', 'never said')
  const gate = Promise.withResolvers<void>()
  scene.play('root', [spawn('dig', { label: 'spade' })])
  scene.play('dig', [{ type: 'wait', until: gate.promise }, ...text.answer])
  await scene.say('go')
  await scene.pass()
  const place = scene.thread('dig')
  const { sessionId } = await scene.run('dig')
  const bindingId = await scene.bind(sessionId, place)
  gate.resolve()
  await scene.pass()
  await moment(scene)
  await scene.world.store.tx(async (t) => {
    await scene.world.routing.bindings.unbind(t, bindingId, { why: 'unfocus' })
    await scene.world.sessions.stop(t, scene.ann, sessionId)
  })
  await scene.settle()
  assert.deepEqual(scene.read(place), ['Main · spade: First this. '])
})

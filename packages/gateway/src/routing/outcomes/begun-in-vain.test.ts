// What was begun while it was written came to nothing, or took with it what was edited into it: nothing of the answer is lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeName, type RunId } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { spawn } from '../../../test-support/spawning-sessions.ts'
import { moment, pieces, streaming } from '../../../test-support/streaming-house.ts'
import type { Telling } from '../../../test-support/telling-house.ts'

const outbox = (scene: Telling, state: 'all' | 'trouble' = 'all') =>
  scene.world.store.read(
    async (r) => (await scene.world.routing.outbox.list(r, scene.ann, { state }, { limit: 50 })).items,
  )

const completionOf = (scene: Telling, id: RunId) =>
  scene.world.store.read((r) => scene.world.routing.completionOf(r, id))

/** A run that is bound to a thread and begins to write once it may. */
async function writing(scene: Telling, text: ReturnType<typeof pieces>) {
  const gate = Promise.withResolvers<void>()
  scene.play('root', [spawn('dig', { label: 'spade' })])
  scene.play('dig', [{ type: 'wait', until: gate.promise }, ...text.answer])
  await scene.sayAt(scene.general, 'go')
  await scene.pass()
  const place = scene.thread('dig')
  const { id: runId, sessionId } = await scene.run('dig')
  await scene.bind(sessionId, place)
  await scene.pass()
  return { place, runId, begin: () => gate.resolve() }
}

async function come(scene: Telling): Promise<void> {
  await scene.settle()
  await scene.wait(120_000)
  await scene.settle()
}

/** Half of an answer in a thread of its own, which takes it or not. */
async function half(scene: Telling, before: (conversationId: string) => void) {
  const text = pieces('First this. ', 'And that was all.')
  scene.play('root', text.answer)
  const here = scene.thread('here')
  before(here.conversationId)
  await scene.sayAt(here, 'Tell me')
  await scene.pass()
  await moment(scene)
  return {
    here,
    finish: async () => {
      for (const i of [0, 1]) text.go(i)
      await come(scene)
    },
  }
}

test('[RTE3] [DLV5] [I3] an answer whose beginning was refused is said whole where it is told, and its beginning waits for nobody', async () => {
  await using scene = await streaming()
  const lock = (id: string, isLocked: boolean) => scene.world.platform.lock(id, isLocked)
  const { here, finish } = await half(scene, (id) => lock(id, true))
  assert.deepEqual(
    (await outbox(scene, 'trouble')).map(({ text }) => text),
    ['First this. '],
  )
  lock(here.conversationId, false)
  await finish()
  assert.deepEqual(scene.read(here), ['Heddle: First this. And that was all.'])
  assert.deepEqual(await outbox(scene, 'trouble'), [])
})

test('[RTE3] [DLV4] [I3] where a place takes nothing, the whole answer is what waits for somebody, and is what they send', async () => {
  await using scene = await streaming()
  const { here, finish } = await half(scene, (id) => scene.world.platform.lock(id, true))
  await finish()
  const stuck = await outbox(scene, 'trouble')
  assert.deepEqual(
    stuck.map(({ state, text }) => [state, text]),
    [['rejected', 'First this. And that was all.']],
  )
  scene.world.platform.lock(here.conversationId, false)
  await scene.world.store.tx((t) => scene.world.routing.outbox.resend(t, scene.ann, stuck[0]?.id ?? ''))
  await scene.settle()
  assert.deepEqual(scene.read(here), ['Heddle: First this. And that was all.'])
})

for (const isDone of [false, true]) {
  test(`[RTE3] [DLV4] [I3] [I6] an answer whose beginning somebody let be while nobody knew of it, and which was ${isDone ? '' : 'not '}there, stands there once and whole`, async () => {
    await using scene = await streaming()
    const { platform, routing, store } = scene.world
    const lost = { kind: 'reset', isDone } as const
    const { here, finish } = await half(scene, () => {
      platform.useFaults(scriptFaults([{ on: 'send', fault: lost }]))
    })
    const [begun] = await outbox(scene, 'trouble')
    assert.equal(begun?.state, 'unknown')
    await store.tx((t) => routing.outbox.dismiss(t, scene.ann, begun.id))
    await finish()
    await scene.wait(10 * 60_000)
    await scene.settle()
    assert.deepEqual(scene.read(here), ['Heddle: First this. And that was all.'])
  })
}

test('[RTE3] [DLV1] that a turn is over is heard once: an answer that was refused is not said a second time', async () => {
  await using scene = await streaming()
  const { here, finish } = await half(scene, (id) => scene.world.platform.lock(id, true))
  await finish()
  scene.world.platform.lock(here.conversationId, false)
  const [stuck] = await outbox(scene, 'trouble')
  const [, turnId] = stuck?.cause.split(':') ?? []
  await scene.world.store.tx((t) => scene.world.routing.sendTurnReply(t, turnId as never))
  await come(scene)
  assert.deepEqual(scene.read(here), [])
})

test('[RTE7] [DLV5] a completion that was put into what had not left yet is told elsewhere when that is refused', async () => {
  await using scene = await streaming()
  const text = pieces('First this. ', 'And that was all.')
  const { place, runId, begin } = await writing(scene, text)
  scene.world.disconnect()
  begin()
  await scene.pass()
  await moment(scene)
  for (const i of [0, 1]) text.go(i)
  await scene.settle()
  scene.world.platform.lock(place.conversationId, true)
  await scene.world.reconnect()
  await come(scene)
  const told = scene.read(scene.general).filter((one) => one.includes('And that was all.'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /Its own conversation took this no more/)
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'requester',
    reason: 'binding_lost',
    place: placeName(scene.general),
  })
  assert.deepEqual(await outbox(scene, 'trouble'), [])
})

test('[RTE7] [DLV4] [DLV5] of a long completion that is told elsewhere no part waits in the place where it was begun', async () => {
  await using scene = await streaming()
  const text = pieces('First this. ', 'And that was all. '.repeat(200))
  const { place, runId, begin } = await writing(scene, text)
  begin()
  await scene.pass()
  await moment(scene)
  assert.deepEqual(scene.read(place), ['Main · spade: First this. '])
  scene.world.platform.lock(place.conversationId, true)
  for (const i of [0, 1]) text.go(i)
  await come(scene)
  assert.deepEqual(await outbox(scene, 'trouble'), [])
  assert.equal((await completionOf(scene, runId))?.reason, 'binding_lost')
  assert.ok(scene.read(scene.general).some((one) => one.includes('And that was all.')))
})

test('[RTE7] [RTE3] what a run came to stays told in its place when its last answer is refused where that was asked for', async () => {
  await using scene = await streaming()
  const text = pieces('First this. ', 'And that was all.')
  const { place, runId, begin } = await writing(scene, text)
  const { sessionId } = await scene.run('dig')
  const elsewhere = scene.thread('elsewhere')
  scene.world.platform.lock(elsewhere.conversationId, true)
  // By then what the run came to has been told.
  const slow = { kind: 'rate_limited', retryAfterMs: 30_000, scope: 'conversation' } as const
  const first = { on: 'send', in: elsewhere.conversationId, fault: slow } as const
  scene.world.platform.useFaults(scriptFaults([first]))
  scene.play('dig', ['Deeper.'])
  await scene.sayAt(elsewhere, 'deeper', sessionId)
  begin()
  for (const i of [0, 1]) text.go(i)
  await come(scene)
  const [refusedOne] = await outbox(scene, 'trouble')
  assert.deepEqual([refusedOne?.text, refusedOne?.state], ['Deeper.', 'rejected'])
  assert.equal((await completionOf(scene, runId))?.place, placeName(place))
  assert.ok(!scene.read(scene.general).some((one) => one.includes('Deeper.')))
  assert.equal(scene.read(place).filter((one) => one.includes('Deeper.')).length, 1)
})

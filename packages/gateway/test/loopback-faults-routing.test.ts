// Where it goes is decided once, on a platform that fails: a completion is told there, once, and nowhere else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, placeName, type RunId } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import {
  bindingsAt,
  boundIn,
  broken,
  brokenAfterwards,
  lostAnswer,
  outboxOf,
  refused,
  tooMany,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'
import { held, spawn } from '../test-support/spawning-sessions.ts'
import { type Telling, telling } from '../test-support/telling-house.ts'

/** Spawns it from the channel, bound to a thread of its own before it says anything. */
async function boundRun(scene: Telling, task: string, more: object = {}) {
  const gate = held(`${task} is done`)
  scene.play('root', [spawn(task, { label: task, ...more })], ['Begun.'])
  scene.play(task, gate.answer)
  await scene.sayAt(scene.general, task)
  await scene.pass()
  const place = scene.thread(task)
  const { id: runId, sessionId } = await scene.run(task)
  await scene.bind(sessionId, place)
  await scene.pass()
  return { gate, place, runId, sessionId }
}

const completionOf = ({ world }: Telling, id: RunId) =>
  world.store.read((r) => world.routing.completionOf(r, id))

test('[RTE1] where a completion goes is decided once and kept: rate limited, timed out and begun anew, it is told there and nowhere else', async () => {
  await using scene = await telling()
  const { world } = scene
  const { gate, place, runId } = await boundRun(scene, 'dig')
  const elsewhere = scene.read(scene.general)
  world.platform.useFaults(
    scriptFaults([
      { on: 'send', in: place.conversationId, fault: tooMany(10_000) },
      { on: 'send', in: place.conversationId, fault: lostAnswer },
    ]),
  )
  gate.go()
  await world.pass(2_000)
  const decided = await completionOf(scene, runId)
  assert.deepEqual(decided, { destination: 'bound', reason: 'bound_place', place: placeName(place) })
  assert.deepEqual(scene.read(place), [])
  await world.crash()
  await world.pass(15_000)
  assert.equal(scene.read(place).length, 1, 'it is there, and we do not know it')
  await world.crash()
  await world.pass(untilSettledMs)
  assert.equal(scene.read(place).length, 1)
  assert.match(scene.read(place)[0] ?? '', /^Main · dig: dig is done\n/)
  assert.deepEqual(await completionOf(scene, runId), decided)
  assert.deepEqual(scene.read(scene.general), elsewhere)
  assert.deepEqual(world.platform.truth.early(), [])
})

test('[RTE1] what is held stays held over a crash, and sent again by somebody it is there once though its answer was lost', async () => {
  await using scene = await telling()
  const { world } = scene
  const { gate, place, sessionId } = await boundRun(scene, 'dig', { mode: 'session' })
  world.platform.lock(place.conversationId, true)
  gate.go()
  await world.pass(3_000)
  await world.crash()
  await world.pass(untilSettledMs)
  const waiting = (await outboxOf(world)).filter(({ state }) => state === 'waiting')
  assert.deepEqual(
    waiting.map(({ reason, place: at }) => [reason, at]),
    [['held', null]],
  )
  const fresh = scene.thread('fresh')
  await scene.bind(sessionId, fresh)
  await world.pass(2_000)
  world.platform.useFaults(scriptFaults([{ on: 'send', in: fresh.conversationId, fault: lostAnswer }]))
  await world.store.tx((t) => world.routing.outbox.resend(t, scene.ann, waiting[0]?.id ?? ''))
  await world.pass(2_000)
  await world.crash()
  await world.pass(untilSettledMs)
  assert.equal(scene.read(fresh).filter((text) => text.includes('dig is done')).length, 1)
})

test('[RTE7] a place in trouble keeps its binding; refused for good it loses it, and the completion is told once where it was asked for', async () => {
  await using scene = await telling()
  const { world } = scene
  const { gate, place, runId } = await boundRun(scene, 'dig')
  const there = place.conversationId
  world.platform.useFaults(({ kind, conversationId }) =>
    kind === 'send' && conversationId === there ? broken : undefined,
  )
  gate.go()
  await world.pass(untilSettledMs)
  assert.equal((await boundIn(world, there)).length, 1)
  assert.equal((await completionOf(scene, runId))?.destination, 'bound')
  await world.crash()
  const first = scriptFaults([{ on: 'send', in: scene.general.conversationId, fault: brokenAfterwards }])
  world.platform.useFaults((question) =>
    question.kind === 'send' && question.conversationId === there ? refused : first(question),
  )
  await world.pass(limits.deliveryBackoffMaxMs)
  await world.crash()
  await world.pass(untilSettledMs)
  assert.deepEqual(
    (await bindingsAt(world, there)).map(({ endReason }) => endReason),
    ['place_refused'],
  )
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'requester',
    reason: 'binding_lost',
    place: placeName(scene.general),
  })
  const told = scene.read(scene.general).filter((text) => text.includes('Result: dig is done'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /Its own conversation took this no more/)
  assert.deepEqual(scene.read(place), [])
})

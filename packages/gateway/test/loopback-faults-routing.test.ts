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
import type { AgentsConfig } from '../src/agents/agents-config.ts'
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

test('[RTE2] asked for by a person it is told once where they asked and wakes nobody; asked for by an agent only that one tells it, whatever fails', async () => {
  await using scene = await telling()
  const { world, general } = scene
  const faults = () =>
    world.platform.useFaults(
      scriptFaults([
        { on: 'send', in: general.conversationId, fault: tooMany(5_000) },
        { on: 'send', in: general.conversationId, fault: lostAnswer },
      ]),
    )
  scene.play('look', ['A loom.'])
  const place = { conversation: general, sessionId: scene.id }
  faults()
  const { runId: byPerson } = await world.store.tx((t) =>
    world.routing.spawn(t, scene.ann, place, { task: 'look' }),
  )
  await world.pass(2_000)
  await world.crash()
  await world.pass(2 * untilSettledMs)
  const told = scene.read(general).filter((text) => text.includes('Result: A loom.'))
  assert.equal(told.length, 1)
  assert.deepEqual(await completionOf(scene, byPerson), {
    destination: 'requester',
    reason: 'asked_there',
    place: placeName(general),
  })
  assert.deepEqual(scene.asked('root'), [], 'it is on record for the agent, and wakes it not')
  scene.play('root', [spawn('dig')], ['Begun.'], ['It dug a hole.'])
  scene.play('dig', ['A hole.'])
  faults()
  await scene.sayAt(general, 'go')
  await world.pass(2_000)
  await world.crash()
  await world.pass(2 * untilSettledMs)
  const { id: byAgent } = await scene.run('dig')
  assert.deepEqual((await completionOf(scene, byAgent))?.reason, 'parent_tells')
  const after = scene.read(general).slice(-2)
  assert.deepEqual(after, ['Heddle: Begun.', 'Heddle: It dug a hole.'])
  assert.equal(world.platform.copies().size, 0)
})

test('[RTE2] of several bound places the one where it was asked for is told, once, though the others are easier to reach', async () => {
  await using scene = await telling()
  const { world } = scene
  const gate = held('A hole.')
  const [asked, other] = [scene.thread('asked'), scene.thread('other')]
  scene.play('root', [spawn('dig', { label: 'dig' })], ['Begun.'])
  scene.play('dig', gate.answer)
  await scene.sayAt(asked, 'go')
  await scene.pass()
  const { sessionId, id: runId } = await scene.run('dig')
  await scene.bind(sessionId, asked)
  await world.pass(1_000)
  // The most recently active is another one.
  await scene.bind(sessionId, other)
  await world.pass(1_000)
  world.platform.useFaults(
    scriptFaults([
      { on: 'send', in: asked.conversationId, times: 2, fault: broken },
      { on: 'send', in: asked.conversationId, fault: brokenAfterwards },
    ]),
  )
  gate.go()
  await world.pass(1_000)
  await world.crash()
  await world.pass(2 * untilSettledMs)
  assert.equal(scene.read(asked).filter((text) => text.includes('A hole.')).length, 1)
  assert.deepEqual(scene.read(other), [])
  assert.equal((await completionOf(scene, runId))?.place, placeName(asked))
})

test('[RTE5] [RTE2] what two levels down came to, and the one above failed on, is told where the root was asked, which it has from its spawn', async () => {
  const agents: AgentsConfig = {
    agents: { defaults: { subagents: { maxSpawnDepth: 2 } }, list: [{ id: 'main' }] },
  }
  await using scene = await telling({ agents })
  const { world } = scene
  const [asked, other] = [scene.thread('asked'), scene.thread('other')]
  const gate = held('A hole.')
  scene.play('root', [spawn('plan')], ['Begun.'])
  scene.play(
    'plan',
    [spawn('dig')],
    ['It digs.'],
    [{ type: 'failed', error: { kind: 'refused', message: 'No.' } }],
  )
  scene.play('dig', gate.answer)
  await scene.sayAt(asked, 'go')
  await scene.pass()
  // Somebody else asks elsewhere meanwhile: where it was asked for is not inferred from what was said last.
  scene.play('root', ['Something else.'])
  await scene.sayAt(other, 'and something else')
  await scene.pass()
  const [plan, dig] = [await scene.run('plan'), await scene.run('dig')]
  const from = { conversation: placeName(asked), personId: scene.ann.personId }
  const origins = (await scene.runs()).map(({ origin }) => JSON.parse(origin))
  assert.deepEqual(origins, [from, from])
  world.platform.useFaults(scriptFaults([{ on: 'send', in: asked.conversationId, fault: lostAnswer }]))
  gate.go()
  await world.pass(2_000)
  await world.crash()
  await world.pass(2 * untilSettledMs)
  const where = await Promise.all([plan, dig].map(({ id }) => completionOf(scene, id)))
  assert.deepEqual(where[1], { destination: 'requester', reason: 'parent_failed', place: placeName(asked) })
  assert.equal(scene.read(asked).filter((text) => text.includes('Result: A hole.')).length, 1)
  assert.deepEqual(scene.read(other), ['Heddle: Something else.'])
})

test('[RTE1] [I3] two that end at the same moment on a bad day are told each in its own place, once and whole', async () => {
  await using scene = await telling()
  const { world } = scene
  const [dig, weave] = [await boundRun(scene, 'dig'), await boundRun(scene, 'weave')]
  world.platform.useFaults(
    scriptFaults([
      { on: 'send', in: dig.place.conversationId, fault: tooMany(5_000, 'account') },
      { on: 'send', in: dig.place.conversationId, fault: lostAnswer },
      { on: 'send', in: weave.place.conversationId, fault: brokenAfterwards },
    ]),
  )
  dig.gate.go()
  weave.gate.go()
  await world.pass(1_000)
  await world.crash()
  await world.pass(7_000)
  await world.crash()
  await world.pass(2 * untilSettledMs)
  for (const [task, { place, runId }] of Object.entries({ dig, weave })) {
    const told = scene.read(place)
    assert.equal(told.length, 1, told.join('\n'))
    assert.match(told[0] ?? '', new RegExp(`^Main · ${task}: ${task} is done\\n[\\s\\S]*runtime `))
    assert.equal((await completionOf(scene, runId))?.place, placeName(place))
  }
  assert.equal(world.platform.copies().size, 0)
  assert.deepEqual(world.platform.truth.early(), [])
})

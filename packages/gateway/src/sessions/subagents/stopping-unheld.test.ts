import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { Tool } from '../../agents/tools.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  givenTool,
  held,
  manage,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

const stop = (scene: Spawning, id: string = scene.id) =>
  scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, id))

const spawnFrom = (scene: Spawning, parentId: string, task: string) =>
  scene.world.store.tx((t) => scene.world.sessions.spawn(t, scene.ann, parentId, { task }, ''))

const lastKind = async (scene: Spawning, id = scene.id) => (await scene.world.log(id)).at(-1)?.kind

const stateOf = async (scene: Spawning, task: string) =>
  (await scene.runs()).find((run) => run.task === task)?.state

const later = {
  type: 'failed',
  error: { kind: 'rate_limited', message: 'Later.', retryAfterMs: 50_000 },
} as const

test('[SUB12] [I22] what waits is stopped while every slot for turns is taken', async () => {
  await using scene = await spawning()
  const { world, ann } = scene
  scene.play('root', [spawn('dig'), manage('wait')], [later])
  scene.play('dig', held('never').answer)
  const retries = await world.chat(ann)
  await scene.say('go')
  await scene.pass()
  await world.say(ann, retries, 'go')
  await scene.pass()
  for (let i = 0; i < limits.turnsAtOnceMax; i++) {
    scene.play('root', held('never').answer)
    await world.say(ann, await world.chat(ann), 'hold it')
  }
  await scene.pass()
  assert.equal(world.model.running, limits.turnsAtOnceMax + 1)
  await stop(scene)
  await stop(scene, retries)
  await scene.pass()
  assert.equal(await lastKind(scene, retries), 'turn.finished')
  assert.equal((await world.log(scene.id)).filter(({ kind }) => kind === 'turn.finished').length, 1)
  assert.equal(await stateOf(scene, 'dig'), 'cancelled')
  assert.equal(world.model.running, limits.turnsAtOnceMax)
})

for (const how of ['crash', 'restart'] as const) {
  test(`[SUB12] [I22] one whose slot somebody else has after a ${how} is stopped without it`, async () => {
    await using scene = await spawning(withRules({ maxConcurrent: 1 }))
    const { world, ann } = scene
    scene.play('dig', held('never').answer)
    scene.play('write', held('never').answer)
    // After a start the slots are given out from the first parent on, whoever had them before.
    const younger = await world.chat(ann)
    await spawnFrom(scene, younger, 'dig')
    await scene.pass()
    await spawnFrom(scene, scene.id, 'write')
    await world[how]()
    await scene.pass()
    assert.equal(scene.order.at(-1), 'write')
    await stop(scene, younger)
    await scene.pass()
    assert.equal(await stateOf(scene, 'dig'), 'cancelled')
    assert.equal(await stateOf(scene, 'write'), 'running')
    assert.equal(scene.order.at(-1), 'write', 'and it was not asked again for that')
  })
}

test('[SUB12] [I22] what is tried again later for trouble of our own is stopped before that', async () => {
  await using scene = await spawning()
  const { world } = scene
  const { instruct } = world.agents
  let isBroken = true
  world.agents.instruct = async (...all) => {
    if (isBroken) throw new Error('the disk makes trouble')
    return instruct(...all)
  }
  await scene.say('go')
  await world.breathe()
  await stop(scene)
  await world.breathe()
  assert.equal(await lastKind(scene), 'turn.finished')
  isBroken = false
  await scene.say('What now?')
  await scene.settle()
  assert.equal((await world.timeline(scene.id)).at(-2)?.payload['text'], 'root is done')
})

test('[SUB12] [I22] a stop of what does not listen is carried out when its holder is gone', async () => {
  const gate = Promise.withResolvers<void>()
  const deaf: Tool = {
    ...givenTool('deaf', ''),
    async run() {
      await gate.promise
      return { output: 'at last', isError: false }
    },
  }
  await using scene = await spawning({
    ...withRules({ maxConcurrent: 1 }),
    toolOrigins: [{ tools: async () => [deaf] }],
  })
  const { world, ann } = scene
  scene.play('dig', [toolCall('deaf')])
  scene.play('write', held('never').answer)
  const younger = await world.chat(ann)
  await spawnFrom(scene, younger, 'dig')
  await scene.pass()
  await spawnFrom(scene, scene.id, 'write')
  await stop(scene, younger)
  await scene.pass()
  assert.equal(await stateOf(scene, 'dig'), 'running')
  await world.crash()
  await scene.wait(limits.stopConfirmMs)
  assert.equal(scene.order.at(-1), 'write')
  assert.equal(await stateOf(scene, 'dig'), 'cancelled')
  gate.resolve()
  await scene.pass()
  assert.equal(await stateOf(scene, 'dig'), 'cancelled')
})

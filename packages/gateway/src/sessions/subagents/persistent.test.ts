import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { textOf } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import {
  heardIn,
  held,
  manage,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

const hourMs = 3_600_000

/** A persistent sub-agent of the root that has done its task. */
async function staying(wish: object = {}) {
  const scene = await spawning()
  scene.play('root', [spawn('stay', { mode: 'session', label: 'p', ...wish })])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('stay')
  return { scene, sessionId }
}

const kill = async (scene: Spawning) => {
  const { id } = await scene.run('stay')
  await scene.world.store.tx((t) => scene.world.sessions.kill(t, scene.ann, id))
  await scene.settle()
}

const talk = (scene: Spawning, id: SessionId, text: string) => scene.world.say(scene.ann, id, text)

const stateOf = async (scene: Spawning) => (await scene.run('stay')).sessionState

test('[SUB16] a persistent one announces its task once, and talk after it starts no run', async () => {
  const { scene, sessionId } = await staying()
  await using _ = scene
  assert.equal((await scene.told()).length, 1)
  for (const text of ['And now?', 'And then?']) {
    await talk(scene, sessionId, text)
    await scene.settle()
  }
  assert.equal(scene.asked('stay').length, 3)
  assert.equal((await scene.told()).length, 1)
  assert.equal(scene.asked('root').length, 3, 'the parent is not woken by talk')
  assert.equal((await scene.runs()).length, 1)
  assert.equal(await stateOf(scene), 'idle')
  assert.deepEqual(heardIn(scene.asked('stay').at(-1)), ['stay', 'And now?', 'And then?'])
})

test('[SUB16] [SUB9] what talk after the end uses is not what the run used', async () => {
  const { scene, sessionId } = await staying()
  await using _ = scene
  const { usage, announcement } = await scene.run('stay')
  assert.ok(usage.inputTokens > 0)
  assert.deepEqual(usage, announcement?.usage)
  await talk(scene, sessionId, 'And now?')
  await scene.settle()
  assert.deepEqual((await scene.run('stay')).usage, usage)
  const { world, ann } = scene
  const session = await world.store.read((r) => world.sessions.find(r, ann, sessionId))
  assert.equal(session.usage.inputTokens, 2 * usage.inputTokens, 'the session has all of it')
})

test('[SES12] [SUB16] the end of a run needs nobody below; what one was answered after it does', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  const slow = held('I stay.')
  scene.play('root', [spawn('stay', { mode: 'session' })])
  scene.play('stay', slow.answer)
  await scene.say('go')
  await scene.pass()
  const { sessionId } = await scene.run('stay')
  await talk(scene, sessionId, 'Hurry')
  slow.go()
  await scene.settle()
  const needs = async () =>
    (await world.store.read((r) => world.sessions.list(r, ann, { needs: 'me' }, { limit: 9 }))).items.map(
      (one) => one.id,
    )
  assert.deepEqual(await needs(), [id])
  await talk(scene, sessionId, 'And now?')
  await scene.settle()
  assert.deepEqual(await needs(), [sessionId, id])
})

test('[SUB16] its parent talks to it by tools, and reads what it answers', async () => {
  const { scene, sessionId } = await staying()
  await using _ = scene
  scene.play(
    'root',
    [manage('send', { id: 'p', text: 'Look again' })],
    ['sent'],
    [manage('log', { id: 'p' })],
  )
  await scene.say('Have it look again')
  await scene.settle()
  assert.equal(heardIn(scene.asked('stay').at(-1)).at(-1), 'Look again')
  await scene.say('What does it say?')
  await scene.settle()
  assert.equal((await scene.runs()).length, 1)
  assert.equal(textOf((await scene.world.timeline(sessionId)).at(-2)), 'stay is done')
})

test('[SUB16] it is not archived by time', async () => {
  const { scene } = await staying()
  await using _ = scene
  scene.world.clock.advance(48 * hourMs)
  await scene.settle()
  assert.deepEqual([await stateOf(scene), (await scene.run('stay')).archiveAt], ['idle', null])
})

test('[SUB16] cleanup acts when it ends and not when its task does', async () => {
  const { scene } = await staying({ cleanup: 'delete' })
  await using _ = scene
  assert.equal(await stateOf(scene), 'idle')
  await kill(scene)
  assert.equal(await stateOf(scene), 'archived')
  assert.equal((await scene.told()).length, 1)
})

test('[SUB16] [SUB13] one that is killed is over, and archived an hour later', async () => {
  const { scene } = await staying()
  await using _ = scene
  await kill(scene)
  assert.equal(await stateOf(scene), 'over')
  assert.equal((await scene.run('stay')).status, 'success', 'its task had ended well')
  scene.world.clock.advance(hourMs)
  await scene.settle()
  assert.equal(await stateOf(scene), 'archived')
})

test('[SUB16] one that is killed while it talks ends its turn and is over', async () => {
  const { scene, sessionId } = await staying()
  await using _ = scene
  scene.play('stay', held('never').answer)
  await talk(scene, sessionId, 'Talk')
  await scene.pass()
  await kill(scene)
  assert.equal(await stateOf(scene), 'over')
  assert.equal(scene.world.model.running, 0)
  assert((await scene.run('stay')).archiveAt)
})

test('[SUB16] one that is killed in the middle of its task is over, and its parent hears of it', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('stay', { mode: 'session' })])
  scene.play('stay', held('never').answer)
  await scene.say('go')
  await scene.pass()
  await kill(scene)
  assert.deepEqual([(await scene.run('stay')).status, await stateOf(scene)], ['cancelled', 'over'])
  assert.match(heardIn(scene.asked('root').at(-1)).at(-1) ?? '', /Status: cancelled/)
})

test('[SUB16] a person ends it by archiving its session', async () => {
  const { scene, sessionId } = await staying()
  await using _ = scene
  await scene.world.store.tx((t) => scene.world.sessions.archive(t, scene.ann, sessionId))
  await scene.settle()
  assert.equal(await stateOf(scene), 'archived')
  await assert.rejects(talk(scene, sessionId, 'Hello?'), refusedWith('session_archived'))
})

test('[SUB16] a stop from above ends its turn and its queue, and leaves the session', async () => {
  const { scene, sessionId } = await staying()
  await using _ = scene
  scene.play('stay', held('never').answer)
  await talk(scene, sessionId, 'Talk')
  await scene.pass()
  await talk(scene, sessionId, 'And talk')
  await scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, scene.id))
  await scene.settle()
  assert.equal(await stateOf(scene), 'idle')
  assert.equal(scene.world.model.running, 0)
  const queue = await scene.world.store.read((r) => scene.world.sessions.queue(r, scene.ann, sessionId))
  assert.equal(queue.length, 0)
  await talk(scene, sessionId, 'Are you there?')
  await scene.settle()
  assert.equal(textOf((await scene.world.timeline(sessionId)).at(-2)), 'stay is done')
  scene.world.clock.advance(2 * hourMs)
  await scene.settle()
  assert.equal(await stateOf(scene), 'idle')
})

test('[SUB16] a stop from above in the middle of its task ends the task and leaves the session', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('stay', { mode: 'session' })])
  scene.play('stay', held('never').answer)
  await scene.say('go')
  await scene.pass()
  await scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, scene.id))
  await scene.settle()
  const run = await scene.run('stay')
  assert.deepEqual([run.status, run.sessionState], ['cancelled', 'idle'])
})

test('[SUB16] what a persistent one spawns later is told to it, as long as it stays', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('stay', { mode: 'session' })])
  scene.play('stay', ['ready'], [spawn('dig')], ['begun'], ['It is dug.'])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('stay')
  await talk(scene, sessionId, 'Have it dug')
  await scene.settle()
  assert.match(heardIn(scene.asked('stay').at(-1)).at(-1) ?? '', /Result: dig is done/)
  assert.equal(textOf((await scene.world.timeline(sessionId)).at(-2)), 'It is dug.')
  assert.equal((await scene.told()).length, 1, 'the root hears of the task only')
})

test('[SUB16] a killed one is over for good: it is talked to as such, and comes to nothing more', async () => {
  const { scene, sessionId } = await staying()
  await using _ = scene
  await kill(scene)
  await talk(scene, sessionId, 'One last word')
  await scene.settle()
  assert.equal(await stateOf(scene), 'over')
  assert.equal((await scene.told()).length, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { held, spawn, spawning, withRules } from '../../../test-support/spawning-sessions.ts'

test('[SUB12] [SUB13] archiving a session ends everything below it, persistent or not; each is archived by its own timer', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2, archiveAfterMinutes: 5 }))
  const { world, ann, id } = scene
  const slow = held('Never.')
  scene.play('root', [
    spawn('plan'),
    spawn('stay', { mode: 'session' }),
    spawn('gone', { mode: 'session', cleanup: 'delete' }),
  ])
  scene.play('plan', [spawn('dig')])
  scene.play('dig', slow.answer)
  await scene.say('go')
  await scene.pass()
  const tasks = ['plan', 'dig', 'stay', 'gone']
  const states = async () => Promise.all(tasks.map(async (task) => (await scene.run(task)).sessionState))
  await world.store.tx((t) => world.sessions.archive(t, ann, id))
  await scene.settle()
  assert.deepEqual(await states(), ['over', 'over', 'over', 'archived'])
  assert.deepEqual(await Promise.all(tasks.map(async (task) => (await scene.run(task)).status)), [
    'cancelled',
    'cancelled',
    'success',
    'success',
  ])
  const asked = scene.order.length
  world.clock.advance(6 * 60_000)
  await scene.settle()
  assert.deepEqual(await states(), ['archived', 'archived', 'archived', 'archived'])
  // Taken out again, the session is without them; one of them can be taken out too, and is as over as it was.
  await world.store.tx((t) => world.sessions.change(t, ann, id, { archived: false }))
  await scene.settle()
  assert.equal(scene.order.length, asked, 'nobody wakes for it')
  assert.equal((await states())[0], 'archived')
  const plan = (await scene.run('plan')).sessionId
  const out = await world.store.tx((t) => world.sessions.change(t, ann, plan, { archived: false }))
  assert.equal(out.state, 'over')
})

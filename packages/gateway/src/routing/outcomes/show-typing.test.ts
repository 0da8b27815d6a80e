import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Telling, telling } from '../../../test-support/telling-house.ts'

const shown = (scene: Telling) =>
  scene.world.platform.truth.requests.filter(({ kind }) => kind === 'typing').length

async function typing(): Promise<Telling> {
  const scene = await telling()
  const { account } = scene.world
  scene.world.routing.showTyping({ find: () => account.typing })
  return scene
}

test('[CHN1] while a turn runs its place shows that somebody is about to write, again and again, and no longer than that', async () => {
  await using scene = await typing()
  const gate = Promise.withResolvers<void>()
  scene.play('root', [{ type: 'wait', until: gate.promise }, 'Done.'])
  await scene.sayAt(scene.general, 'Tell me')
  await scene.pass()
  const first = shown(scene)
  assert.equal(first, 1)
  await scene.wait(20_000)
  assert.equal(shown(scene), 3)
  gate.resolve()
  await scene.settle()
  const last = shown(scene)
  await scene.wait(60_000)
  assert.equal(shown(scene), last)
})

test('[CHN1] a turn on the web shows nothing outside', async () => {
  await using scene = await typing()
  const id = await scene.world.chat(scene.ann)
  await scene.world.say(scene.ann, id, 'hello')
  await scene.settle()
  assert.equal(shown(scene), 0)
})

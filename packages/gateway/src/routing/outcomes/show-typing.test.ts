import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
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
  assert.equal(shown(scene), 1)
  await scene.wait(20_000)
  assert.equal(shown(scene), 3)
  gate.resolve()
  await scene.settle()
  const last = shown(scene)
  await scene.wait(60_000)
  assert.equal(shown(scene), last)
})

test('[CHN1] a turn that is over at once shows nothing', async () => {
  await using scene = await typing()
  scene.play('root', ['Done.'])
  await scene.sayAt(scene.general, 'Tell me')
  await scene.settle()
  await scene.wait(60_000)
  assert.equal(shown(scene), 0)
})

test('[CHN1] a turn on the web shows nothing outside', async () => {
  await using scene = await typing()
  const id = await scene.world.chat(scene.ann)
  await scene.world.say(scene.ann, id, 'hello')
  await scene.settle()
  assert.equal(shown(scene), 0)
})

for (const scope of ['conversation', 'account'] as const) {
  test(`[I30] nothing is shown until the time is over that the platform asked for, also by an account that does not remember it (${scope})`, async () => {
    await using scene = await telling()
    const { world, general } = scene
    let signs = 0
    // As after a restart: what is on record is all that is known.
    world.routing.showTyping({ find: () => ({ show: async () => void signs++ }) })
    world.platform.useFaults(
      scriptFaults([{ on: 'send', fault: { kind: 'rate_limited', retryAfterMs: 60_000, scope } }]),
    )
    await scene.sayAt(general, 'Tell me')
    await scene.pass()
    const gate = Promise.withResolvers<void>()
    scene.play('root', [{ type: 'wait', until: gate.promise }, 'Done.'])
    await scene.sayAt(general, 'And now?')
    await scene.wait(30_000)
    assert.equal(signs, 0)
    await scene.wait(60_000)
    assert.ok(signs > 0)
    gate.resolve()
    await scene.settle()
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { commanding } from '../../../test-support/commanding-sessions.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'

/** A chat that the team may read, with a sub-agent that stays; Bob focuses that on a private page of his own. */
async function open() {
  const { scene } = await commanding()
  const { world, ann, id } = scene
  scene.play('root', [spawn('dig', { label: 'worker', mode: 'session' })])
  await scene.say('go')
  await scene.settle()
  await world.store.tx((t) => world.sessions.change(t, ann, id, { visibility: 'team' }))
  const { actor: bob } = await world.signedIn('bob', 'member')
  const page = await world.chat(bob)
  const { sessionId: worker } = await scene.run('dig')
  const focus = (who: typeof bob, on: SessionId, text: string) => {
    const conversation = { channel: 'web', accountId: who.personId, conversationId: on }
    return world.store.tx((t) => world.routing.runCommand(t, who, { conversation, sessionId: on }, text))
  }
  const recorded = async (of: SessionId) =>
    (await world.timeline(of)).filter(({ kind }) => kind.startsWith('binding.'))
  return { scene, world, ann, bob, id, page, worker, focus, recorded }
}

test('[BND2] [SES7] readers of a session are not told on which page of theirs somebody focused it', async () => {
  const { scene, world, bob, id, page, worker, focus, recorded } = await open()
  await using _ = world
  await focus(bob, page, `/focus ${worker}`)
  await focus(bob, page, '/unfocus')
  for (const timeline of [worker, id]) {
    const events = await recorded(timeline)
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['binding.made', 'binding.ended'],
    )
    assert.equal(JSON.stringify(events).includes(page), false)
  }
  await focus(bob, page, `/focus ${worker}`)
  scene.play('dig', ['Yes?'])
  await world.say(bob, worker, 'Who are you?')
  await scene.settle()
  assert.equal(JSON.stringify(world.model.requests.at(-1)).includes(page), false)
})

test('[BND2] on a page of the same tree they are, because they may read that too', async () => {
  const { world, ann, id, worker, focus, recorded } = await open()
  await using _ = world
  await focus(ann, id, '/focus worker')
  const [made] = await recorded(worker)
  assert.deepEqual(made?.payload['conversation'], {
    channel: 'web',
    accountId: ann.personId,
    conversationId: id,
  })
})

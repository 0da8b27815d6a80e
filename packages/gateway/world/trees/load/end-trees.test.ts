import assert from 'node:assert/strict'
import { test } from 'node:test'
import { held, spawn, type Spawning, spawning } from '../../../test-support/spawning-sessions.ts'
import type { ActScene } from '../../sessions/load/scene.ts'
import type { SessionsNode } from '../../sessions/sessions-node.ts'
import { createTreesTruth } from '../trees-truth.ts'
import { archiveTree } from './end-trees.ts'

/** Ann as one of the people of a world, whose requests are all answered. */
function annIn({ world, ann }: Spawning): ActScene {
  // As much of both as archiving asks for.
  const node = { store: world.store, sessions: world.sessions } as unknown as SessionsNode
  const scene: Partial<ActScene> = {
    name: 'ann',
    actor: ann,
    async ask(request) {
      const value = await request.serve(node)
      request.acknowledge?.(value)
      return { kind: 'done', value }
    },
    step: () => 0,
  }
  return scene as ActScene
}

test('[SUB12] [I22] to archive once more ends nothing: whoever talks below meanwhile is answered', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  const first = held('Never.')
  const slow = held('Still here.')
  scene.play('root', [spawn('dig')])
  scene.play('dig', first.answer, slow.answer)
  await scene.say('go')
  await scene.pass()
  const { sessionId } = await scene.run('dig')
  const turnOf = async () => (await world.store.read((r) => world.sessions.find(r, ann, sessionId))).turnId
  const working = await turnOf()
  const truth = createTreesTruth(0)
  await archiveTree(annIn(scene), truth, id)
  assert.ok(working !== null && truth.stopped.has(working))
  await scene.settle()
  await world.say(ann, sessionId, 'And now?')
  await scene.pass()
  const talking = await turnOf()
  assert.ok(talking !== null)
  await archiveTree(annIn(scene), truth, id)
  assert.ok(!truth.stopped.has(talking))
  slow.go()
  await scene.settle()
  const last = (await world.timeline(sessionId)).findLast(({ kind }) => kind === 'message.agent')
  assert.equal(last?.payload['text'], 'Still here.')
})

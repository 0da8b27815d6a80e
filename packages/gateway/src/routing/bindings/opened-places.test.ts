import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { type FocusScene, openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'

/** Those that hear of each other after a moment hear of each other. */
async function settleAll({ h }: FocusScene): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await h.settle()
    h.clock.advance(limits.announceTogetherMs)
  }
  await h.settle()
}

const inForce = async ({ h }: FocusScene) => {
  const { items } = await h.store.read((r) =>
    h.routing.bindings.list(r, h.operator, { status: 'in_force' }, { limit: 10 }),
  )
  return items
}

test('[BND5] [BND7] a thread that Heddle opened stays one after it was left: whoever comes back and leaves again archives it', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  await say(ann, id, '/unfocus')
  assert.equal(openedThread(scene).isArchived, true)
  await say(ann, id, `${h.mention} /focus worker`)
  const [again] = await inForce(scene)
  assert.equal(again?.isOpened, true)
  assert.equal(openedThread(scene).isArchived, false)
  await say(ann, id, '/unfocus')
  assert.equal(openedThread(scene).isArchived, true)
})

test('[BND6] [BND7] a sub-agent that takes the opened thread of what goes on there waits in it for ever too', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say } = scene
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const asked = new Map([
    ['weave it', spawn('weave', { label: 'looms', thread: true, mode: 'run' })],
    ['dye it', spawn('dye', { label: 'vats', thread: true, mode: 'run' })],
  ])
  h.model.respond(({ system, messages }) => {
    if (/^\{"task":/m.test(system)) return ['Done.']
    const last = messages.at(-1)
    const wish = [...asked].find(([words]) => JSON.stringify(last).includes(words))
    return last?.role === 'tool' || wish === undefined ? ['Yes?'] : [wish[1]]
  })
  await say(ann, h.general, `${h.mention} weave it`)
  await settleAll(scene)
  const [first] = await inForce(scene)
  assert.ok(first)
  await say(ann, first.conversation.conversationId, 'now dye it')
  await settleAll(scene)
  const [second] = await inForce(scene)
  assert.equal(second?.label, 'vats')
  assert.equal(second?.conversation.conversationId, first.conversation.conversationId)
  assert.deepEqual([second?.status, second?.isOpened, second?.expiresAt], ['ending', true, null])
})

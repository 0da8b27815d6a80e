import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking, decide, pendingOf } from '../../../test-support/asking-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'

test('[AGT6] [I49] what is said while a turn waits for a word is answered right after it, not when the word would have expired', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  world.model.script(toolCall('send', {}))
  await world.say(ann, id, 'Send it.')
  await world.work()
  await world.say(ann, id, 'And what is next?')
  await world.work()
  const [approval] = await pendingOf(world, ann)
  assert.ok(approval)
  world.model.script('Sent.')
  world.model.script('Nothing.')
  await decide(world, ann, approval.id, { decision: 'once' })
  assert.equal(made.length, 1)
  const session = await world.store.read((r) => world.sessions.find(r, ann, id))
  assert.equal(session.queued, 0)
  const answers = (await world.timeline(id)).filter(({ kind }) => kind === 'message.agent')
  assert.deepEqual(
    answers.map(({ payload }) => payload['text']),
    ['Sent.', 'Nothing.'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSessions, textOf } from '../../../test-support/open-test-sessions.ts'

test('[SES4] [I49] what is said while a turn waits for its model is answered after it', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script({
    type: 'failed',
    error: { kind: 'rate_limited', message: 'Too many requests.', retryAfterMs: 5_000 },
  })
  world.model.script('One.')
  world.model.script('Two.')
  await world.say(actor, id, 'first')
  await world.work()
  await world.say(actor, id, 'second')
  await world.work()
  world.clock.advance(5_000)
  await world.work()
  const answers = (await world.timeline(id)).filter(({ kind }) => kind === 'message.agent')
  assert.deepEqual(answers.map(textOf), ['One.', 'Two.'])
  assert.equal((await world.store.read((r) => world.sessions.find(r, actor, id))).queued, 0)
})

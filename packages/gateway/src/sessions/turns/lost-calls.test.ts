import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolSource } from '../../agents/tools.ts'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'

const stuck: ToolSource = {
  describe: () => [],
  run: (_call, _scene, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  isIdempotent: () => false,
}

test('[SES5] a turn that is stopped in the middle of its calls leaves none without a result', async () => {
  await using world = await openTestSessions({ tools: stuck })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  // Some servers give both calls of an answer one id.
  world.model.script(toolCall('send', {}, 'call_1'), toolCall('send', {}, 'call_1'))
  await world.say(actor, id, 'go')
  await world.breathe()
  await world.store.tx((t) => world.sessions.stop(t, actor, id))
  await world.work()
  const events = await world.timeline(id)
  const results = events.filter(({ kind }) => kind === 'tool.result')
  assert.equal(events.filter(({ kind }) => kind === 'tool.call').length, 2)
  assert.deepEqual(
    results.map(({ payload }) => [payload['callId'], payload['interrupted']]),
    [
      ['call_1', true],
      ['call_1', true],
    ],
  )
  assert.equal(events.at(-1)?.payload['outcome'], 'cancelled')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelError } from '../../agents/agents.ts'
import type { AgentsConfig } from '../../agents/agents-config.ts'
import { kindsOf, openTestSessions, textOf } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'

const local = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' } as const
const agents: AgentsConfig = {
  agents: { defaults: { model: 'local/a', fallbackModels: ['local/b', 'gone/x', 'local/c'] } },
  models: { providers: { local } },
}
const failed = (kind: ModelError['kind'], more: Partial<ModelError> = {}) => ({
  type: 'failed' as const,
  error: { kind, message: 'No.', ...more },
})

async function openTalk(config = agents, more: Parameters<typeof openTestSessions>[0] = {}) {
  const world = await openTestSessions({ agents: config, ...more })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  return { world, id, say: (text: string) => world.say(actor, id, text) }
}

test('[AGT3] another model answers when the own one cannot, and everyone sees who did and for whom', async () => {
  const { world, id, say } = await openTalk()
  await using _ = world
  world.model.script(failed('key_missing'))
  world.model.script('Hello.')
  await say('Hi')
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), [
    'message.user',
    'turn.started',
    'notice',
    'message.agent',
    'turn.finished',
  ])
  const [, , notice, answer] = events
  assert.equal(textOf(notice), 'local/a could not answer (no key). local/b answers instead.')
  assert.equal(notice?.payload['code'], 'model_fallback')
  assert.deepEqual([answer?.payload['model'], answer?.payload['insteadOf']], ['local/b', 'local/a'])
  assert.deepEqual(
    world.model.requests.map(({ model }) => model),
    ['a', 'b'],
  )

  world.model.script('Hello again.')
  await say('And now?')
  await world.work()
  const last = (await world.timeline(id)).filter(({ kind }) => kind === 'message.agent').at(-1)
  assert.deepEqual(
    [last?.payload['model'], last?.payload['insteadOf']],
    ['local/a', undefined],
    'a new turn, a new chance',
  )
})

test('[AGT3] they are asked one after the other, without those that are not there, and then the turn fails', async () => {
  const { world, id, say } = await openTalk()
  await using _ = world
  for (let i = 0; i < 3; i++) world.model.script(failed('refused', { about: 'credit' }))
  await say('Hi')
  await world.work()
  assert.deepEqual(
    world.model.requests.map(({ model }) => model),
    ['a', 'b', 'c'],
  )
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), ['message.user', 'turn.started', 'notice', 'notice', 'turn.failed'])
  assert.equal(textOf(events[3]), 'local/b could not answer (no credit left). local/c answers instead.')
})

test('[AGT3] what is too long or not allowed is not handed on', async () => {
  for (const error of [failed('refused'), failed('context_too_long')]) {
    const { world, id, say } = await openTalk()
    await using _ = world
    world.model.script(error)
    await say('Hi')
    await world.work()
    assert(world.model.requests.every(({ model }) => model === 'a'))
    assert.equal(kindsOf(await world.timeline(id)).at(-1), 'turn.failed')
  }
})

test('[AGT3] what may pass is tried again first, and the other model goes on after a restart', async () => {
  const { world, id, say } = await openTalk()
  await using _ = world
  for (let i = 0; i < 4; i++) world.model.script(failed('overloaded', { retryAfterMs: 2_000 }))
  const gate = Promise.withResolvers<void>()
  world.model.script('Half', { type: 'wait', until: gate.promise })
  world.model.script('Hello.')
  await say('Hi')
  await world.work()
  for (let i = 0; i < 3; i++) {
    world.clock.advance(5_000)
    await world.breathe()
  }
  while (world.model.running === 0) await world.breathe()
  assert.deepEqual(
    world.model.requests.map(({ model }) => model),
    ['a', 'a', 'a', 'a', 'b'],
  )
  await world.restart()
  gate.resolve()
  await world.work()
  assert.equal(world.model.requests.at(-1)?.model, 'b')
  const answer = (await world.timeline(id)).find(({ kind }) => kind === 'message.agent')
  assert.deepEqual([textOf(answer), answer?.payload['insteadOf']], ['Hello.', 'local/a'])
})

test('[AGT3] in the middle of a turn the other one goes on with what was done', async () => {
  const { world, id, say } = await openTalk(agents, {
    tools: toolsOf({ run: async () => ({ output: 'seen', isError: false }) }),
  })
  await using _ = world
  world.model.script(toolCall('look'))
  world.model.script(failed('bad_answer'))
  world.model.script('Done.')
  await say('Look')
  await world.work()
  const last = world.model.requests.at(-1)
  assert.equal(last?.model, 'b')
  assert.deepEqual(
    last.messages.map(({ role }) => role),
    ['user', 'assistant', 'tool'],
  )
  assert.equal(kindsOf(await world.timeline(id)).at(-1), 'turn.finished')
})

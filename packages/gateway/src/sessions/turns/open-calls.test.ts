import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'

const stuck = toolsOf({
  run: (_call, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
})

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

test('[AGT5] calls that only look are made side by side; what changes something keeps its place, also where it may be made again', async () => {
  const order: string[] = []
  const tools = toolsOf({
    isIdempotent: () => true,
    looks: (name) => name === 'read',
    async run({ name, id }) {
      order.push(`${name} ${id}`)
      await Promise.resolve()
      order.push(`${name} ${id} ends`)
      return { output: 'ok', isError: false }
    },
  })
  await using world = await openTestSessions({ tools })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script(
    toolCall('write', {}, '1'),
    toolCall('write', {}, '2'),
    toolCall('read', {}, '3'),
    toolCall('write', {}, '4'),
  )
  await world.say(actor, id, 'go')
  await world.work()
  assert.deepEqual(
    order,
    ['write 1', 'write 2', 'read 3', 'write 4'].flatMap((call) => [call, `${call} ends`]),
  )
})

test('[SES5] what was not begun when the program was stopped in good order is made after the start, not told as lost', async () => {
  const made: string[] = []
  let isStopping = true
  const tools = toolsOf({
    async run({ name }, { signal }) {
      made.push(name)
      // As a command does that is ended with its turn: it has an outcome all the same.
      if (isStopping)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return { output: `${name} is done`, isError: false }
    },
  })
  await using world = await openTestSessions({ tools })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script(toolCall('one'), toolCall('two'))
  await world.say(actor, id, 'go')
  await world.breathe()
  await world.restart()
  isStopping = false
  world.model.script('Done.')
  await world.work()
  assert.deepEqual(made, ['one', 'two'])
  const results = (await world.timeline(id)).filter(({ kind }) => kind === 'tool.result')
  assert.deepEqual(
    results.map(({ payload }) => payload['output']),
    ['one is done', 'two is done'],
  )
})

test('[SES8] each result is told with its own call, also when both calls have one id and the second was made first', async () => {
  const tools = toolsOf({
    judge: ({ name }) =>
      name === 'send'
        ? { kind: 'ask', why: 'policy', reason: 'It asks.', scope: { key: '', label: name } }
        : { kind: 'run' },
    run: async ({ name }) => ({ output: `${name} is done`, isError: false }),
  })
  await using world = await openTestSessions({ tools })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script(toolCall('send', {}, 'call_1'), toolCall('look', {}, 'call_1'))
  await world.say(actor, id, 'go')
  await world.work()
  const { items } = await world.store.read((r) =>
    world.sessions.listApprovals(r, actor, { state: 'pending' }, { limit: 1 }),
  )
  world.model.script('Done.')
  await world.store.tx((t) => world.sessions.decideApproval(t, actor, items[0]!.id, { decision: 'once' }))
  await world.work()
  const told = world.model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? []
  assert.deepEqual(
    told.map((message) => message.role === 'tool' && [message.name, message.output]),
    [
      ['send', 'send is done'],
      ['look', 'look is done'],
    ],
  )
})

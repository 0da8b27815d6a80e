import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestSessions, type TestSessions } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { smallModel } from '../../../test-support/small-window.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'
import type { Reader } from '../../foundation/database/store.ts'
import { selectTurnSteps } from './context-store.ts'
import { createKeptPasts } from './kept-pasts.ts'
import { createTokenGauge } from './token-gauge.ts'
import { createTurnContext, type TurnContext } from './turn-context.ts'
import { selectLastTurn } from './turn-store.ts'

async function openContext(world: TestSessions, sessionId: SessionId): Promise<TurnContext> {
  const turn = await world.store.read((r) => r.one(selectLastTurn({ sessionId })))
  return createTurnContext({
    gauge: createTokenGauge(),
    pasts: createKeptPasts(),
    session: { id: sessionId },
    turn: turn ?? null,
    modelName: 'p/m',
    model: world.agents.findModel('p/m'),
    system: '',
    tools: [],
    hasSeveralPeople: false,
  })
}

/** Counts the rows that it reads. */
function countingReader(r: Reader): Reader & { rows: number } {
  const counting = {
    rows: 0,
    async all<Row>(query: Parameters<typeof r.all<Row>>[0]) {
      const rows = await r.all(query)
      counting.rows += rows.length
      return rows
    },
    async one<Row>(query: Parameters<typeof r.one<Row>>[0]) {
      const row = await r.one(query)
      counting.rows += row === undefined ? 0 : 1
      return row
    },
  }
  return counting
}

test('[SES8] a context is extended by what is new: each step reads as much as any other, and it is as if built anew', async () => {
  const steps = 60
  const read: number[] = []
  let context: TurnContext | undefined
  await using world = await openTestSessions({
    agents: smallModel(100_000),
    tools: toolsOf({
      async run(_call, _run, { sessionId }) {
        // The edge: the scene names the session that is worked in.
        const id = sessionId as SessionId
        context ??= await openContext(world, id)
        const counting = await world.store.read(async (r) => {
          const reader = countingReader(r)
          const extended = await context?.next(reader)
          assert.deepEqual(extended, await (await openContext(world, id)).next(r))
          return reader
        })
        read.push(counting.rows)
        return { output: 'something', isError: false }
      },
    }),
  })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  await world.say(actor, id, 'before')
  await world.work()
  for (let i = 0; i < steps; i++) world.model.script(`step ${i}`, toolCall('read', {}, `c${i}`))
  await world.say(actor, id, 'go')
  await world.work()
  assert.deepEqual(world.logged, [])
  assert.equal(read.length, steps)
  const later = read.slice(1)
  assert.equal(Math.max(...later), later[0])
  assert.ok(Math.max(...later) <= 5, `${Math.max(...later)} rows in a step`)
})

test('[SES6] what is redacted in the middle of a turn is gone from the next request', async () => {
  let redact = async (): Promise<void> => undefined
  await using world = await openTestSessions({
    agents: smallModel(100_000),
    tools: toolsOf({
      async run() {
        await redact()
        return { output: 'ok', isError: false }
      },
    }),
  })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script('Noted.')
  const secret = await world.say(actor, id, 'hunter2')
  await world.work()
  redact = () => world.store.tx((t) => world.sessions.redact(t, actor, id, secret.eventId))
  world.model.script(toolCall('wait'))
  await world.say(actor, id, 'go')
  await world.work()
  assert.match(JSON.stringify(world.model.requests.at(-2)), /hunter2/)
  assert.doesNotMatch(JSON.stringify(world.model.requests.at(-1)), /hunter2/)
})

test('[SES4] what steers a turn is told once, where it was taken', async () => {
  const gate = Promise.withResolvers<void>()
  await using world = await openTestSessions({
    agents: smallModel(100_000),
    tools: toolsOf({
      async run() {
        await gate.promise
        return { output: 'ok', isError: false }
      },
    }),
  })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script('I look.', toolCall('wait'))
  await world.say(actor, id, 'go')
  await world.breathe()
  await world.say(actor, id, 'faster', { mode: 'steer' })
  gate.resolve()
  await world.work()
  assert.deepEqual(
    world.model.requests
      .at(-1)
      ?.messages.map((message) => (message.role === 'tool' ? message.output : message.text)),
    ['go', 'I look.', 'ok', 'faster'],
  )
})

test('[AGT3] what a provider wants to see again comes back with its answer in the same turn, and goes with the turn', async () => {
  let kept: unknown
  await using world = await openTestSessions({
    agents: smallModel(100_000),
    tools: toolsOf({
      async run(_call, _run, { turnId }) {
        // The edge: the scene names the turn that runs.
        kept = await world.store.read((r) => r.all(selectTurnSteps({ turnId: turnId as never, after: 0 })))
        return { output: 'ok', isError: false }
      },
    }),
  })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0 }
  world.model.script('thinking', toolCall('read'), {
    type: 'finish',
    reason: 'tool_calls',
    usage,
    vendor: '{"sign":1}',
  })
  world.model.script(toolCall('read', {}, 'c2'))
  await world.say(actor, id, 'go')
  await world.work()
  assert.equal((kept as unknown[]).length, 1)
  const vendors = world.model.requests.map(({ messages }) =>
    messages.flatMap((message) => (message.role === 'assistant' ? [message.vendor] : [])),
  )
  const trace = { model: 'p/m', data: '{"sign":1}' }
  assert.deepEqual(vendors, [[], [trace], [trace, undefined]])
  await world.say(actor, id, 'and now?')
  await world.work()
  assert.doesNotMatch(JSON.stringify(world.model.requests.at(-1)), /sign/)
  const turn = await world.store.read((r) => r.one(selectLastTurn({ sessionId: id })))
  assert.ok(turn)
  assert.deepEqual(await world.store.read((r) => r.all(selectTurnSteps({ turnId: turn.id, after: 0 }))), [])
})

test('[SES8] a long output of a tool is told with its beginning and its end', async () => {
  await using world = await openTestSessions({
    agents: smallModel(4_000),
    tools: toolsOf({ run: async () => ({ output: `begin ${'x'.repeat(50_000)} end`, isError: false }) }),
  })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script(toolCall('read'))
  await world.say(actor, id, 'go')
  await world.work()
  const told = world.model.requests.at(-1)?.messages.at(-1)
  assert.ok(told?.role === 'tool')
  assert.ok(told.output.length <= 3_000)
  assert.match(told.output, /^begin x+\n\[… \d+ bytes left out …\]\nx+ end$/)
})

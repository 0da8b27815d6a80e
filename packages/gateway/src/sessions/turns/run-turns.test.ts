import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { ToolSource } from '../../agents/tools.ts'
import {
  kindsOf,
  openTestSessions,
  type TestSessions,
  textOf,
} from '../../../test-support/open-test-sessions.ts'
import { testUsage, toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'

test('[SES4] a message starts a turn, and its answer stands on the timeline', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script('Hello', ' Ann.')
  await world.say(actor, id, 'Hi there')
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), ['message.user', 'turn.started', 'message.agent', 'turn.finished'])
  assert.equal(textOf(events[2]), 'Hello Ann.')
  assert.deepEqual(events[1]?.payload['messages'], [events[0]?.eventId])
  assert.deepEqual(events[3]?.payload['outcome'], 'succeeded')
  const session = await world.store.read((r) => world.sessions.find(r, actor, id))
  assert.equal(session.state, 'idle')
  assert.equal(session.title, 'Hi there')
  assert.deepEqual(session.usage, { inputTokens: 10, outputTokens: 5, cachedTokens: 0, costMicros: 0 })
  assert.deepEqual(world.logged, [])
})

test('[SES4] what is said while the agent is busy waits, and one turn takes it together', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const gate = Promise.withResolvers<void>()
  world.model.script('one', { type: 'wait', until: gate.promise }, ' two')
  await world.say(actor, id, 'first')
  await world.breathe()
  await world.say(actor, id, 'second')
  await world.say(actor, id, 'third')
  await world.breathe()
  assert.equal(world.model.requests.length, 1)
  assert.equal((await world.store.read((r) => world.sessions.queue(r, actor, id))).length, 2)
  gate.resolve()
  await world.work()
  assert.equal(world.model.requests.length, 2)
  assert.deepEqual(
    world.model.requests[1]?.messages.map((message) => (message.role === 'tool' ? '' : message.text)),
    ['first', 'one two', 'second', 'third'],
  )
  assert.equal((await world.store.read((r) => world.sessions.queue(r, actor, id))).length, 0)
})

test('[SES4] sessions do not wait for each other', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const slow = await world.chat(actor)
  const quick = await world.chat(actor)
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'late')
  await world.say(actor, slow, 'first')
  await world.breathe()
  await world.say(actor, quick, 'second')
  await world.breathe()
  assert.equal((await world.timeline(quick)).at(-1)?.kind, 'turn.finished')
  assert.equal((await world.timeline(slow)).at(-1)?.kind, 'turn.started')
  gate.resolve()
  await world.work()
  assert.equal((await world.timeline(slow)).at(-1)?.kind, 'turn.finished')
})

test('[SES4] a message that steers goes into the running turn at its next boundary', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'going left')
  world.model.script('going right')
  await world.say(actor, id, 'go')
  await world.breathe()
  const steer = await world.say(actor, id, 'no, right', { mode: 'steer' })
  assert.ok(steer.turnId)
  gate.resolve()
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), [
    'message.user',
    'turn.started',
    'message.user',
    'message.agent',
    'message.agent',
    'turn.finished',
  ])
  assert.deepEqual(
    world.model.requests[1]?.messages.map((message) => (message.role === 'tool' ? '' : message.text)),
    ['go', 'going left', 'no, right'],
  )
})

test('[SES3] text streams, gets its id and place with the first of it, and becomes one event', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const heard: { offset: number; text: string }[] = []
  const started: string[] = []
  world.sessions.feed.listen({
    appended: (_, events) =>
      started.push(...events.filter(({ kind }) => kind === 'text.started').map((e) => e.eventId)),
    delta: (_, { offset, text }) => heard.push({ offset, text }),
    reset: () => assert.fail('nothing began anew'),
    listed: () => undefined,
    accessChanged: () => undefined,
    personAppended: () => undefined,
  })
  const gate = Promise.withResolvers<void>()
  world.model.script('The first ', { type: 'wait', until: gate.promise }, 'and the rest.')
  await world.say(actor, id, 'go')
  await world.breathe()
  world.clock.advance(limits.draftOpenMs)
  await world.breathe()
  assert.deepEqual(heard, [{ offset: 0, text: 'The first ' }])
  const [streaming] = world.sessions.streaming(id)
  assert.equal(streaming?.text, 'The first ')
  assert.equal(streaming?.eventId, started[0])
  const during = (await world.timeline(id)).at(-1)
  assert.equal(during?.eventId, started[0])
  assert.equal(textOf(during), 'The first ')
  await world.say(actor, id, 'meanwhile', { mode: 'note' })
  gate.resolve()
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), [
    'message.user',
    'turn.started',
    'message.agent',
    'message.user',
    'turn.finished',
  ])
  assert.equal(events[2]?.eventId, started[0])
  assert.equal(textOf(events[2]), 'The first and the rest.')
  assert.deepEqual(world.sessions.streaming(id), [])
  const log = await world.log(id)
  assert.deepEqual(
    log.map(({ kind, seq, place }) => [kind, seq, place]),
    [
      ['message.user', 1, 1],
      ['turn.started', 2, 2],
      ['text.started', 3, 3],
      ['message.user', 4, 4],
      ['message.agent', 5, 3],
      ['turn.finished', 6, 6],
    ],
  )
  assert.equal(log[4]?.eventId, started[0])
  assert.equal(textOf(log[4]), 'The first and the rest.')
})

test('[SES5] after a crash in mid-stream the turn goes on, and nothing is there twice', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script('Half of ', { type: 'wait', until: new Promise(() => undefined) })
  world.model.script('The whole answer.')
  await world.say(actor, id, 'go')
  await world.breathe()
  world.clock.advance(limits.draftOpenMs)
  await world.breathe()
  world.clock.advance(limits.draftSaveMs)
  await world.breathe()
  assert.equal(textOf((await world.timeline(id)).at(-1)), 'Half of ')
  await world.crash()
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), ['message.user', 'turn.started', 'message.agent', 'turn.finished'])
  assert.equal(textOf(events[2]), 'The whole answer.')
  assert.equal(events[2]?.payload['attempt'], 2)
})

test('[SES5] a restart in good order does not count as a crash', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  for (let i = 0; i < limits.turnCrashesMax + 1; i++) {
    world.model.script({ type: 'wait', until: new Promise(() => undefined) })
  }
  world.model.script('At last.')
  await world.say(actor, id, 'go')
  for (let i = 0; i < limits.turnCrashesMax + 1; i++) {
    await world.breathe()
    await world.restart()
  }
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[SES5] after three crashes the turn ends as failed and says so', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  for (let i = 0; i < limits.turnCrashesMax; i++) {
    world.model.script('Partly ', { type: 'wait', until: new Promise(() => undefined) })
  }
  await world.say(actor, id, 'go')
  for (let i = 0; i < limits.turnCrashesMax; i++) {
    await world.breathe()
    world.clock.advance(limits.draftOpenMs)
    await world.breathe()
    await world.crash()
  }
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), ['message.user', 'turn.started', 'message.agent', 'turn.failed'])
  assert.equal(events[3]?.payload['reason'], 'crashed')
  assert.equal(textOf(events[2]), 'Partly ')
  assert.equal(events[2]?.payload['state'], 'interrupted')
  await world.say(actor, id, 'again')
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[SES5] every step is on record before the next begins: a call, its result, the answer to it', async () => {
  const runs: string[] = []
  await using world = await openTestSessions({ tools: running(async (name) => void runs.push(name)) })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script('Let me look. ', toolCall('look', { at: 'x' }), toolCall('touch'))
  world.model.script('Done.')
  await world.say(actor, id, 'go')
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), [
    'message.user',
    'turn.started',
    'message.agent',
    'tool.call',
    'tool.call',
    'tool.result',
    'tool.result',
    'message.agent',
    'turn.finished',
  ])
  assert.deepEqual(runs, ['look', 'touch'])
  const told = world.model.requests[1]?.messages ?? []
  assert.deepEqual(
    told.map((message) => message.role),
    ['user', 'assistant', 'tool', 'tool'],
  )
  assert.equal(told[1]?.role === 'assistant' && told[1].toolCalls.length, 2)
})

test('[SES5] a call whose outcome nobody knows is told as interrupted, and made again only if that is safe', async () => {
  for (const isIdempotent of [false, true]) {
    const runs: string[] = []
    let hang = true
    const tools = running(async (name, signal) => {
      runs.push(name)
      if (hang)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }, isIdempotent)
    await using world = await openTestSessions({ tools })
    const { actor } = await world.signedIn('ann', 'member')
    const id = await world.chat(actor)
    world.model.script(toolCall('charge'))
    world.model.script('I see.')
    await world.say(actor, id, 'go')
    await world.breathe()
    assert.deepEqual(runs, ['charge'])
    hang = false
    await world.crash()
    await world.work()
    const result = (await world.timeline(id)).find(({ kind }) => kind === 'tool.result')
    assert.equal(result?.payload['interrupted'], isIdempotent ? undefined : true)
    assert.deepEqual(runs, isIdempotent ? ['charge', 'charge'] : ['charge'])
    assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
  }
})

test('[CMD6] stop ends the turn, keeps what was written, and returns what waited by name', async () => {
  await using world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const id = await world.chat(ann, { participants: ['bob'] })
  world.model.script('I was going to ', { type: 'wait', until: new Promise(() => undefined) })
  await world.say(ann, id, 'go')
  await world.breathe()
  world.clock.advance(limits.draftOpenMs)
  await world.breathe()
  await world.say(bob, id, 'and then this')
  const stopped = await world.store.tx((t) => world.sessions.stop(t, ann, id))
  assert.ok(stopped.turnId)
  assert.deepEqual(
    stopped.cancelled.map(({ author, text }) => [author, text]),
    [['bob', 'and then this']],
  )
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), [
    'message.user',
    'turn.started',
    'message.agent',
    'message.user',
    'turn.finished',
  ])
  assert.equal(textOf(events[2]), 'I was going to ')
  assert.equal(events[2]?.payload['state'], 'stopped')
  assert.deepEqual(events[3]?.payload['cancelled'], { by: 'ann', why: 'stop' })
  assert.equal(events[4]?.payload['outcome'], 'cancelled')
  assert.equal(events[4]?.payload['by'], 'ann')
  assert.equal(world.model.aborted, 1)
  const session = await world.store.read((r) => world.sessions.find(r, ann, id))
  assert.deepEqual([session.state, session.queued, session.turnId], ['idle', 0, null])
})

test('[SES5] a stop that was asked for is kept over a crash', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script({ type: 'wait', until: new Promise(() => undefined) })
  await world.say(actor, id, 'go')
  await world.breathe()
  await world.crash()
  await world.store.tx((t) => world.sessions.stop(t, actor, id))
  await world.crash()
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.payload['outcome'], 'cancelled')
})

test('[AGT3] what may pass is tried again, visibly; what will not pass ends the turn with its reason', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script({
    type: 'failed',
    error: { kind: 'rate_limited', message: 'Too many requests.', retryAfterMs: 2_000 },
  })
  world.model.script('There.')
  await world.say(actor, id, 'go')
  await world.breathe()
  assert.equal(world.model.requests.length, 1)
  world.clock.advance(1_999)
  await world.work()
  assert.equal(world.model.requests.length, 1)
  world.clock.advance(1)
  await world.work()
  assert.deepEqual(kindsOf(await world.timeline(id)), [
    'message.user',
    'turn.started',
    'notice',
    'message.agent',
    'turn.finished',
  ])
  // Once more after the past was put into fewer words, and then no more.
  world.model.script({ type: 'failed', error: { kind: 'context_too_long', message: 'Too long.' } })
  world.model.script({ type: 'failed', error: { kind: 'context_too_long', message: 'Too long.' } })
  await world.say(actor, id, 'go on')
  await world.work()
  const failed = (await world.timeline(id)).at(-1)
  assert.equal(failed?.kind, 'turn.failed')
  assert.equal(failed?.payload['reason'], 'context_too_long')
})

test('[SES3] a stream that breaks off begins anew under the same id, and its beginning is told to be void', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const resets: { eventId: string; attempt: number }[] = []
  world.sessions.feed.listen({
    appended: () => undefined,
    delta: () => undefined,
    reset: (_, reset) => resets.push(reset),
    listed: () => undefined,
    accessChanged: () => undefined,
    personAppended: () => undefined,
  })
  const gate = Promise.withResolvers<void>()
  world.model.script('Wrong beg', { type: 'wait', until: gate.promise }, { type: 'cut' })
  world.model.script('Right beginning and end.')
  await world.say(actor, id, 'go')
  await world.breathe()
  world.clock.advance(limits.draftOpenMs)
  await world.breathe()
  gate.resolve()
  await world.work()
  world.clock.advance(2_000)
  await world.work()
  const events = await world.timeline(id)
  const message = events.find(({ kind }) => kind === 'message.agent')
  assert.equal(textOf(message), 'Right beginning and end.')
  assert.deepEqual(resets, [{ eventId: message?.eventId, attempt: 2 }])
  assert.equal(events.filter(({ kind }) => kind === 'message.agent').length, 1)
})

test('[CNV8] with several people each message says who speaks; with one it does not', async () => {
  await using world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const alone = await world.chat(ann)
  await world.say(ann, alone, 'hello')
  await world.work()
  const together = await world.chat(ann, { participants: ['bob'] })
  await world.say(bob, together, 'hello')
  await world.work()
  const [first, second] = world.model.requests.map(({ messages }) => messages[0])
  assert.deepEqual(first, { role: 'user', speaker: null, text: 'hello' })
  assert.deepEqual(second, {
    role: 'user',
    speaker: { name: 'bob', handle: 'bob', place: 'web' },
    text: 'hello',
  })
})

test('[CMD6] a note is for people: it starts nothing and the agent never hears it', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  await world.say(actor, id, 'between us', { mode: 'note' })
  await world.say(actor, id, '/note also this')
  await world.work()
  assert.equal(world.model.requests.length, 0)
  await world.say(actor, id, 'hello')
  await world.work()
  assert.deepEqual(world.model.requests[0]?.messages, [{ role: 'user', speaker: null, text: 'hello' }])
})

test('[AGT1] an agent that is no longer configured ends the turn with words, and nothing is lost', async () => {
  const agents = { agents: { list: [{ id: 'main' }, { id: 'ops' }] } }
  await using world: TestSessions = await openTestSessions({ agents })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor, { agentId: 'ops' })
  agents.agents = { list: [{ id: 'main' }] }
  await world.restart()
  await world.say(actor, id, 'hello')
  await world.work()
  const last = (await world.timeline(id)).at(-1)
  assert.equal(last?.kind, 'turn.failed')
  assert.equal(last?.payload['reason'], 'unknown_agent')
})

test('[I13] how long to wait for a model is a row: a restart neither shortens it nor forgets the tries', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const busy = {
    type: 'failed',
    error: { kind: 'overloaded', message: 'Busy.', retryAfterMs: 50_000 },
  } as const
  for (let i = 0; i <= limits.modelRetriesMax; i++) world.model.script(busy)
  await world.say(actor, id, 'go')
  await world.work()
  for (let i = 0; i < 5; i++) {
    await world.restart()
    await world.work()
  }
  assert.equal(world.model.requests.length, 1)
  for (let tries = 2; tries <= limits.modelRetriesMax + 1; tries++) {
    world.clock.advance(50_000)
    await world.work()
    await world.crash()
    await world.work()
    assert.equal(world.model.requests.length, tries)
  }
  const last = (await world.timeline(id)).at(-1)
  assert.equal(last?.kind, 'turn.failed')
  assert.equal(last?.payload['reason'], 'overloaded')
})

test('[SES4] turns that only wait for a model keep nobody else waiting', async () => {
  await using world = await openTestSessions({ runTwiceShare: 0 })
  const { actor } = await world.signedIn('ann', 'member')
  const error = { kind: 'rate_limited', message: 'Wait.', retryAfterMs: 50_000 } as const
  for (let i = 0; i < limits.turnsAtOnceMax; i++) {
    world.model.script({ type: 'failed', error })
    await world.say(actor, await world.chat(actor), 'go')
  }
  await world.work()
  const id = await world.chat(actor)
  await world.say(actor, id, 'and I?')
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[CMD6] a turn that waits for a model stops at once, and what is said meanwhile waits with it', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script({
    type: 'failed',
    error: { kind: 'rate_limited', message: 'Wait.', retryAfterMs: 50_000 },
  })
  await world.say(actor, id, 'go')
  await world.work()
  await world.say(actor, id, 'and then')
  await world.work()
  assert.equal(world.model.requests.length, 1)
  await world.store.tx((t) => world.sessions.stop(t, actor, id))
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.payload['outcome'], 'cancelled')
  const session = await world.store.read((r) => world.sessions.find(r, actor, id))
  assert.deepEqual([session.state, session.queued], ['idle', 0])
  world.clock.advance(60_000)
  await world.work()
  assert.equal(world.model.requests.length, 1)
})

test('[SES5] trouble of our own is no crash: it is tried again, and given up with true words', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  let troubles = 0
  const { instruct } = world.agents
  world.agents.instruct = async (...all) => {
    if (troubles-- > 0) throw new Error('the disk makes trouble')
    return instruct(...all)
  }
  const settle = async () => {
    for (let i = 0; i < limits.turnTroublesMax; i++) {
      await world.work()
      world.clock.advance(60_000)
    }
    await world.work()
  }
  troubles = limits.turnTroublesMax - 1
  await world.say(actor, id, 'go')
  await settle()
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
  troubles = limits.turnTroublesMax
  await world.say(actor, id, 'again')
  await settle()
  const last = (await world.timeline(id)).at(-1)
  assert.equal(last?.kind, 'turn.failed')
  assert.equal(last?.payload['reason'], 'internal')
})

test('[AGT3] an answer that is cut off or held back says so', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  for (const reason of ['length', 'filtered'] as const) {
    world.model.script('Once upon a', { type: 'finish', reason, usage: testUsage })
    await world.say(actor, id, 'tell me')
    await world.work()
    const notice = (await world.timeline(id)).findLast(({ kind }) => kind === 'notice')
    assert.equal(notice?.payload['code'], `answer_${reason}`)
  }
})

test('[AGT3] a turn that was too large for the model does not spoil those that follow', async () => {
  const agents = {
    agents: { defaults: { model: 'small/one' } },
    models: {
      providers: { small: { kind: 'demo', models: [{ id: 'one', contextTokens: 1_000 }] } },
    },
  } as const
  await using world = await openTestSessions({ agents })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  await world.say(actor, id, 'before')
  await world.work()
  world.model.script({ type: 'failed', error: { kind: 'context_too_long', message: 'Too long.' } })
  await world.say(actor, id, `x${'y'.repeat(50_000)}`)
  await world.work()
  await world.say(actor, id, 'after')
  await world.work()
  const told = JSON.stringify(world.model.requests.at(-1)?.messages)
  assert.ok(told.length < 3_000)
  assert.ok(told.includes('after'))
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

function running(
  run: (name: string, signal: AbortSignal) => Promise<void>,
  isIdempotent = false,
): ToolSource {
  return toolsOf({
    isIdempotent: () => isIdempotent,
    async run(call, { signal }) {
      await run(call.name, signal)
      return { output: 'ok', isError: false }
    },
  })
}

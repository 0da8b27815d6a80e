import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventPayloads, SessionId } from '@heddle/contract'
import { smallModel, tellsPairs, weighRequest } from '../../../test-support/small-window.ts'
import {
  kindsOf,
  openTestSessions,
  type TestSessions,
  textOf,
} from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { testUsage, toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'
import type { PersonActor } from '../../people/people.ts'
import type { LogEvent } from '../sessions.ts'

const window = 4_000
const long = (what: string) => `${what} ${'x'.repeat(1_200)}`

async function withChat(options: Parameters<typeof openTestSessions>[0] = {}) {
  const world = await openTestSessions({ agents: smallModel(window), ...options })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  return { world, actor, id }
}

async function talk(world: TestSessions, actor: PersonActor, id: SessionId, count: number, from = 0) {
  for (let i = from; i < from + count; i++) {
    world.model.script(`answer ${i} ${'y'.repeat(600)}`)
    await world.say(actor, id, long(`question ${i}`))
    await world.work()
  }
}

const compactionsIn = (events: readonly LogEvent[]) => events.filter(({ kind }) => kind === 'compaction')
const payloadOf = (event: LogEvent | undefined) => event?.payload as unknown as EventPayloads['compaction']
const firstText = (world: TestSessions) => {
  const first = world.model.requests.at(-1)?.messages[0]
  return first?.role === 'user' ? first.text : ''
}

test('[SES8] near the window the past becomes one event that cites its range, and the model reads that instead', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  world.model.summarise(() => ['They asked questions.'])
  await talk(world, actor, id, 6)
  const events = await world.timeline(id)
  const [first] = compactionsIn(events)
  assert.ok(first)
  const made = payloadOf(first)
  assert.equal(made.text, 'They asked questions.')
  assert.equal(made.by, 'window')
  assert.equal(made.model, 'p/m')
  assert.equal(made.fromEventId, events[0]?.eventId)
  const through = events.find(({ eventId }) => eventId === made.throughEventId)
  assert.equal(through?.kind, 'turn.finished')
  assert.ok(made.turns >= 2)
  assert.ok(made.tokensAfter < made.tokensBefore)
  assert.ok(made.tokensBefore > window * 0.7)
  assert.match(firstText(world), /^\[Heddle: a summary .*up to event evt_.*\]\n\nThey asked questions\.$/s)
  for (const request of world.model.requests) assert.ok(weighRequest(request) <= window * 0.8)
  assert.equal(events.filter(({ kind }) => kind === 'message.user').length, 6)
  assert.deepEqual(world.logged, [])
})

test('[SES8] what was remembered before is told to whoever writes the next summary, as data with the record', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  let summaries = 0
  world.model.summarise(() => [`memory ${++summaries}`])
  await talk(world, actor, id, 12)
  assert.ok(summaries >= 2)
  const [first, second] = world.model.summaries
  assert.ok(first && second)
  const [asked] = second.messages
  assert.ok(asked?.role === 'user')
  assert.match(asked.text, /^What was remembered before:\nmemory 1\n/)
  assert.match(asked.text, /\n\{"by":"ann \(@ann\)","said":"question \d/)
  assert.deepEqual(second.tools, [])
  assert.ok(world.model.summaries.every((request) => weighRequest(request) < window))
})

test('[SES8] what a summary used is counted in the turn that needed it', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  await talk(world, actor, id, 6)
  const events = await world.timeline(id)
  const [made] = compactionsIn(events)
  const end = events.find(({ kind, turnId }) => kind === 'turn.finished' && turnId === made?.turnId)
  const { inputTokens } = payloadOf(made).usage
  assert.ok(inputTokens > 0)
  const used = end?.payload['usage'] as typeof testUsage | undefined
  assert.equal(used?.inputTokens, inputTokens + testUsage.inputTokens)
  const session = await world.store.read((r) => world.sessions.find(r, actor, id))
  const answers = world.model.requests.length + world.model.summaries.length
  assert.equal(session.usage.inputTokens, answers * testUsage.inputTokens)
})

const tools = toolsOf({ run: async () => ({ output: 'o'.repeat(900), isError: false }) })

test('[SES8] a turn that is itself too long is put into fewer words step by step, and keeps what it was asked', async () => {
  const { world, actor, id } = await withChat({ tools })
  await using _ = world
  await talk(world, actor, id, 1)
  for (let i = 0; i < 60; i++)
    world.model.script(`step ${i}`, toolCall('read', { path: 'p'.repeat(150) }, `c${i}`))
  world.model.script('all done')
  await world.say(actor, id, 'please read everything')
  await world.work()
  const events = await world.timeline(id)
  assert.equal(textOf(events.findLast(({ kind }) => kind === 'message.agent')), 'all done')
  assert.ok(compactionsIn(events).length >= 2)
  const last = payloadOf(compactionsIn(events).at(-1))
  assert.equal(events.find(({ eventId }) => eventId === last.throughEventId)?.kind, 'tool.result')
  const inTurn = world.model.requests.slice(1)
  for (const request of inTurn) {
    assert.ok(weighRequest(request) <= window * 0.8, `${weighRequest(request)}`)
    tellsPairs(request)
    const said = request.messages
      .filter(({ role }) => role === 'user')
      .map((message) => 'text' in message && message.text)
    assert.equal(said.filter((text) => text === 'please read everything').length, 1)
  }
  assert.equal(events.filter(({ kind }) => kind === 'tool.result').length, 60)
})

test('[SES8] a session that goes on with a smaller window is put into fewer words in several parts', async () => {
  const reading = toolsOf({ run: async () => ({ output: 'o'.repeat(9_000), isError: false }) })
  const { world, actor, id } = await withChat({ agents: smallModel(100_000), tools: reading })
  await using _ = world
  for (let i = 0; i < 15; i++) {
    world.model.script(toolCall('read', {}, `c${i}`))
    world.model.script(`answer ${i} ${'y'.repeat(900)}`)
    await world.say(actor, id, long(`question ${i}`))
    await world.work()
  }
  assert.equal(world.model.summaries.length, 0)
  world.useConfig(() => smallModel(window))
  world.model.summarise(() => ['All of it.'])
  await world.say(actor, id, 'and now?')
  await world.work()
  assert.ok(world.model.summaries.length > 2)
  for (const request of world.model.summaries) assert.ok(weighRequest(request) < window)
  const asked = world.model.summaries.map(({ messages }) => JSON.stringify(messages)).join('\n')
  for (let i = 0; i < 15; i++) assert.match(asked, new RegExp(`question ${i} x`))
  const last = world.model.requests.at(-1)
  assert.ok(last)
  assert.ok(weighRequest(last) <= window * 0.8)
  assert.equal(last.messages.length, 2)
  assert.equal(payloadOf(compactionsIn(await world.timeline(id))[0]).turns, 15)
})

test('[SES8] a model that could not is asked again later; the past is not given up for that', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  let tries = 0
  const error = { kind: 'overloaded', message: 'Busy.', retryAfterMs: 2_000 } as const
  world.model.summarise(() => (++tries === 1 ? [{ type: 'failed', error }] : ['short']))
  await talk(world, actor, id, 6)
  world.clock.advance(2_000)
  await world.work()
  const events = await world.timeline(id)
  assert.ok(tries >= 2)
  assert.equal(payloadOf(compactionsIn(events)[0]).isPlain, undefined)
  assert.equal(events.at(-1)?.kind, 'turn.finished')
})

test('[SES8] when no model can, the beginnings of what was said stand in, and a warning says so', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  world.model.summarise(() => [{ type: 'failed', error: { kind: 'refused', message: 'I will not.' } }])
  await talk(world, actor, id, 6)
  const events = await world.timeline(id)
  const made = payloadOf(compactionsIn(events)[0])
  assert.equal(made.isPlain, true)
  assert.match(made.text, /ann: question 0 x+/)
  const notice = events.find(({ payload }) => payload['code'] === 'compaction_plain')
  assert.equal(notice?.payload['level'], 'warning')
  assert.match(textOf(notice), /^I will not\. So what was said before is kept in short form/)
  assert.equal(events.at(-1)?.payload['outcome'], 'succeeded')
  for (const request of world.model.requests) assert.ok(weighRequest(request) <= window * 0.8)
})

test('[SES8] a request that the model calls too long is made shorter once, then it fails with that reason', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  await talk(world, actor, id, 2)
  const tooLong = { type: 'failed', error: { kind: 'context_too_long', message: 'Too long.' } } as const
  world.model.script(tooLong)
  world.model.script('fits')
  await world.say(actor, id, 'third')
  await world.work()
  assert.equal(textOf((await world.timeline(id)).at(-2)), 'fits')
  assert.equal(compactionsIn(await world.timeline(id)).length, 1)
  assert.deepEqual(world.model.requests.at(-1)?.messages.length, 2)
  world.model.script(tooLong)
  world.model.script(tooLong)
  await world.say(actor, id, 'fourth')
  await world.work()
  const end = (await world.timeline(id)).at(-1)
  assert.equal(end?.kind, 'turn.failed')
  assert.equal(end?.payload['reason'], 'context_too_long')
})

test('[SES8] [CMD6] /compact puts what was said into fewer words at once, with what is to be kept', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  await assert.rejects(() => world.say(actor, id, '/compact'), refusedWith('nothing_to_compact'))
  await talk(world, actor, id, 1)
  const said = await world.say(actor, id, '/compact the names')
  assert.equal(said.command?.ok, true)
  await world.work()
  const [asked] = world.model.summaries[0]?.messages ?? []
  assert.ok(
    asked?.role === 'user' && asked.text.endsWith('A person asks to keep this above all: "the names"'),
  )
  const [made] = compactionsIn(await world.timeline(id))
  assert.equal(payloadOf(made).by, 'command')
  assert.equal(payloadOf(made).turns, 1)
  const session = await world.store.read((r) => world.sessions.find(r, actor, id))
  assert.equal(session.usage.inputTokens, 2 * testUsage.inputTokens)
  await assert.rejects(() => world.say(actor, id, '/compact'), refusedWith('nothing_to_compact'))
  await world.say(actor, id, 'next')
  await world.work()
  assert.match(firstText(world), /What was said before\.$/)
  assert.equal(compactionsIn(await world.timeline(id)).length, 1)
})

test('[SES8] [CMD6] /compact while a turn runs happens before its next step', async () => {
  const gate = Promise.withResolvers<void>()
  const waiting = toolsOf({
    async run() {
      await gate.promise
      return { output: 'ok', isError: false }
    },
  })
  const { world, actor, id } = await withChat({ tools: waiting })
  await using _ = world
  await talk(world, actor, id, 1)
  world.model.script(toolCall('wait'))
  world.model.script('done')
  await world.say(actor, id, 'go')
  await world.breathe()
  const said = await world.say(actor, id, '/compact')
  assert.match(said.command?.text ?? '', /before the next step/)
  gate.resolve()
  await world.work()
  const kinds = kindsOf(await world.timeline(id))
  assert.equal(kinds.filter((kind) => kind === 'compaction').length, 1)
  assert.ok(kinds.indexOf('compaction') < kinds.lastIndexOf('message.agent'))
  assert.equal(world.model.requests.at(-1)?.messages.length, 4)
  tellsPairs(world.model.requests.at(-1)!)
})

test('[CMD8] /compact takes the right to write', async () => {
  const { world, actor } = await withChat()
  await using _ = world
  const viewer = (await world.signedIn('vera', 'viewer')).actor
  const id = await world.chat(actor, { visibility: 'team' })
  await talk(world, actor, id, 1)
  await assert.rejects(() => world.say(viewer, id, '/compact'), refusedWith('not_allowed'))
  await assert.rejects(() => world.say(actor, id, `/compact ${'k'.repeat(2_000)}`), refusedWith('bad_input'))
  assert.equal(world.model.summaries.length, 0)
})

test('[SES8] [SES5] a crash while the summary is written, or right before it is on record, makes it once', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.summarise(() => [{ type: 'wait', until: gate.promise }, 'late'])
  await talk(world, actor, id, 2)
  await world.say(actor, id, '/compact')
  await world.breathe()
  assert.equal(world.model.summaries.length, 1)
  world.model.summarise(() => ['in time'])
  await world.crash()
  gate.resolve()
  await world.work()
  const made = compactionsIn(await world.timeline(id))
  assert.deepEqual(made.map(textOf), ['in time'])
  await world.restart()
  await world.work()
  assert.equal(compactionsIn(await world.timeline(id)).length, 1)
  assert.equal(world.model.summaries.length, 2)
})

test('[SES6] [SES8] what is redacted while a summary is written is not in it', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.summarise((request) => [
    { type: 'wait', until: gate.promise },
    `said: ${JSON.stringify(request.messages)}`,
  ])
  world.model.script('Noted.')
  const secret = await world.say(actor, id, 'the password is hunter2')
  await world.work()
  await world.say(actor, id, '/compact')
  await world.breathe()
  await world.store.tx((t) => world.sessions.redact(t, actor, id, secret.eventId))
  gate.resolve()
  await world.work()
  const [made] = compactionsIn(await world.timeline(id))
  assert.ok(made)
  assert.doesNotMatch(textOf(made), /hunter2/)
  assert.match(textOf(made), /redacted/)
  // The one that was thrown away was paid for as well.
  assert.equal(world.model.summaries.length, 2)
  const { usage } = await world.store.read((r) => world.sessions.find(r, actor, id))
  assert.equal(usage.inputTokens, 3 * testUsage.inputTokens)
})

test('[BUD1] [SES8] the parts of a summary that were written before one failed are counted', async () => {
  const { world, actor, id } = await withChat({ agents: smallModel(100_000) })
  await using _ = world
  await talk(world, actor, id, 12)
  world.useConfig(() => smallModel(window))
  let parts = 0
  const error = { kind: 'overloaded', message: 'Busy.', retryAfterMs: 2_000 } as const
  world.model.summarise(() => (++parts === 2 ? [{ type: 'failed', error }] : ['short']))
  await world.say(actor, id, 'and now?')
  await world.work()
  world.clock.advance(2_000)
  await world.work()
  assert.ok(parts >= 4)
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
  const { usage } = await world.store.read((r) => world.sessions.find(r, actor, id))
  const answers = world.model.requests.length + world.model.summaries.length - 1
  assert.equal(usage.inputTokens, answers * testUsage.inputTokens)
})

test('[SES6] [SES8] redacting something takes every summary with it that may quote it, also in forks', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  let count = 0
  world.model.summarise(() => [`hunter2 in memory ${++count}`])
  await talk(world, actor, id, 1)
  await world.say(actor, id, '/compact')
  await world.work()
  world.model.script('Noted.')
  const secret = await world.say(actor, id, 'the password is hunter2')
  await world.work()
  await world.say(actor, id, '/compact')
  await world.work()
  const last = (await world.timeline(id)).at(-1)
  assert.ok(last)
  const fork = await world.store.tx((t) =>
    world.routing.forkChat(t, actor, { sessionId: id, eventId: last.eventId }),
  )
  await world.say(actor, fork.id, 'and here?')
  await world.work()
  assert.match(firstText(world), /hunter2 in memory 2$/)
  await world.say(actor, fork.id, '/compact')
  await world.work()
  await world.store.tx((t) => world.sessions.redact(t, actor, id, secret.eventId))
  await world.work()
  assert.deepEqual(
    compactionsIn(await world.timeline(id)).map((event) => [event.isRedacted, textOf(event)]),
    [
      [false, 'hunter2 in memory 1'],
      [true, ''],
    ],
  )
  assert.deepEqual(
    compactionsIn(await world.timeline(fork.id)).map((event) => event.isRedacted),
    [false, true, true],
  )
  for (const session of [id, fork.id]) {
    await world.say(actor, session, 'go on')
    await world.work()
    assert.match(firstText(world), /hunter2 in memory 1$/)
    const told = JSON.stringify(world.model.requests.at(-1)?.messages.slice(1))
    assert.doesNotMatch(told, /hunter2/)
    assert.match(told, /\[redacted\]/)
  }
})

test('[SES8] [SES10] a fork goes on from the summary that was in force there; from inside of what it sums up it reads that itself', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  await talk(world, actor, id, 3)
  const before = (await world.timeline(id)).at(-1)
  await world.say(actor, id, '/compact')
  await world.work()
  await talk(world, actor, id, 1, 3)
  const after = (await world.timeline(id)).at(-1)
  assert.ok(before && after)
  const forkAt = async (eventId: string) => {
    const fork = await world.store.tx((t) => world.routing.forkChat(t, actor, { sessionId: id, eventId }))
    await world.say(actor, fork.id, 'here')
    await world.work()
    return { id: fork.id, messages: world.model.requests.at(-1)?.messages ?? [] }
  }
  const inside = await forkAt(before.eventId)
  assert.ok(inside.messages[0]?.role === 'user' && inside.messages[0].text.startsWith('question 0'))
  assert.equal(compactionsIn(await world.timeline(inside.id)).length, 0)
  const later = await forkAt(after.eventId)
  assert.ok(later.messages[0]?.role === 'user' && later.messages[0].text.endsWith('What was said before.'))
  assert.equal(later.messages.length, 4)
  const events = await world.timeline(later.id)
  const made = payloadOf(compactionsIn(events)[0])
  assert.equal(events.find(({ eventId }) => eventId === made.throughEventId)?.seq, made.throughSeq)
  assert.equal(events.find(({ eventId }) => eventId === made.fromEventId)?.kind, 'message.user')
})

test('[SES6] a summary itself can be redacted; what it summed up is told again', async () => {
  const { world, actor, id } = await withChat()
  await using _ = world
  const owner = (await world.signedIn('olga', 'owner')).actor
  const shared = await world.chat(actor, { visibility: 'team' })
  await talk(world, actor, shared, 1)
  await world.say(actor, shared, '/compact')
  await world.work()
  const [made] = compactionsIn(await world.timeline(shared))
  assert.ok(made)
  await assert.rejects(
    () => world.store.tx((t) => world.sessions.redact(t, actor, shared, made.eventId)),
    refusedWith('not_allowed'),
  )
  await world.store.tx((t) => world.sessions.redact(t, owner, shared, made.eventId))
  await world.say(actor, shared, 'go on')
  await world.work()
  assert.match(firstText(world), /^question 0/)
  assert.ok(id)
})

test('[AGT4] the demo model writes no summary: beginnings stand in without a warning', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  await talk(world, actor, id, 2)
  await world.say(actor, id, '/compact')
  await world.work()
  const events = await world.timeline(id)
  assert.equal(payloadOf(compactionsIn(events)[0]).isPlain, true)
  assert.equal(world.model.summaries.length, 0)
  assert.ok(!events.some(({ payload }) => payload['level'] === 'warning'))
})

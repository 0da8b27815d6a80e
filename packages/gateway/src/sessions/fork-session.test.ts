import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import {
  kindsOf,
  openTestSessions,
  type TestSessions,
  textOf,
} from '../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import { toolCall } from '../../test-support/scripted-model.ts'
import { toolsOf } from '../../test-support/tools-of.ts'
import type { PersonActor } from '../people/people.ts'
import type { LogEvent } from './sessions.ts'

const tools = toolsOf({
  descriptions: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
  run: async ({ name }) => ({ output: `${name} is done`, isError: false }),
})

type ForkInput = Parameters<TestSessions['routing']['forkChat']>[2]

const fork = (world: TestSessions, actor: PersonActor, input: ForkInput) =>
  world.store.tx((t) => world.routing.forkChat(t, actor, input))

const contentOf = (events: readonly LogEvent[]) =>
  events.map(({ kind, actor, createdAt, isRedacted, payload }) => {
    const { clientMessageId: _, messages, ...rest } = payload
    return { kind, actor, createdAt, isRedacted, rest, taken: (messages as unknown[] | undefined)?.length }
  })

/** Of a fork: without what only it has at its beginning. */
const copied = (events: readonly LogEvent[]) => events.filter(({ payload }) => payload['code'] !== 'forked')

async function talk(...texts: string[]) {
  const world = await openTestSessions({ tools })
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const id = await world.chat(ann, { visibility: 'team' })
  for (const text of texts) {
    await world.say(ann, id, text)
    await world.work()
    world.clock.advance(60_000)
  }
  return { world, ann, bob, id, events: await world.timeline(id) }
}

test('[SES10] a fork is a session of one’s own with the same past, and says what it is', async () => {
  const { world, ann, bob, id, events } = await talk('Name a boat', 'Another')
  await using _ = world
  await world.store.tx((t) => world.sessions.change(t, ann, id, { model: 'demo/demo' }))
  const point = events.at(-1)!
  const made = await fork(world, bob, { sessionId: id, eventId: point.eventId })
  assert.deepEqual(
    [made.agentId, made.visibility, made.createdBy, made.model, made.title, made.state],
    ['main', 'private', bob.personId, 'demo/demo', 'Name a boat', 'idle'],
  )
  assert.deepEqual(made.forkedFrom, { sessionId: id, eventId: point.eventId })
  assert.deepEqual(
    made.participants.map(({ handle }) => handle),
    ['bob'],
  )
  assert.deepEqual(made.usage, { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicros: null })
  assert.deepEqual([made.queued, made.lastOutcome], [0, null])
  const there = await world.timeline(made.id)
  assert.equal(there[0]?.payload['code'], 'forked')
  assert.deepEqual(contentOf(copied(there)), contentOf(events))
  // Nothing in it is named as in the other, nor points there.
  const ids = new Set<string | null>(events.flatMap(({ eventId, turnId }) => [eventId, turnId]))
  ids.delete(null)
  for (const { eventId, turnId, causedBy, payload } of there) {
    for (const name of [eventId, turnId, causedBy, ...((payload['messages'] ?? []) as string[])]) {
      assert.ok(!ids.has(name))
    }
  }
  for (const [i, event] of there.entries()) {
    assert.ok(i === 0 || event.createdAt >= there[i - 1]!.createdAt)
    assert.equal(event.seq, i + 1)
  }
  // It goes on by itself, and the other one does not notice.
  await world.say(bob, made.id, 'A third')
  await world.work()
  assert.deepEqual(await world.timeline(id), events)
  assert.equal((await world.timeline(made.id)).at(-1)?.kind, 'turn.finished')
})

test('[SES10] the model is shown in a fork what it was shown in the original', async () => {
  const { world, ann, bob, id } = await talk()
  await using _ = world
  world.model.script('I look.', toolCall('look'), toolCall('look', {}, 'again'))
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, toolCall('look', {}, 'third'))
  world.model.script('Steered.')
  await world.say(ann, id, 'look around')
  await world.breathe()
  await world.say(bob, id, 'and below', { mode: 'steer' })
  await world.say(ann, id, 'for people', { mode: 'note' })
  gate.resolve()
  await world.work()
  const last = (await world.timeline(id)).at(-1)!
  // Two have spoken there, so that they are told apart here too, though only one is left.
  const made = await fork(world, ann, { sessionId: id, eventId: last.eventId })
  await world.say(ann, id, 'go on')
  await world.work()
  const original = world.model.requests.at(-1)?.messages
  await world.say(ann, made.id, 'go on')
  await world.work()
  assert.equal(original?.filter(({ role }) => role === 'tool').length, 3)
  assert.deepEqual(world.model.requests.at(-1)?.messages, original)
})

test('[SES10] an earlier message is said in other words: the fork ends before it, and a turn begins', async () => {
  const { world, ann, bob, id, events } = await talk('Name a boat', 'Make it French')
  await using _ = world
  const said = events.filter(({ kind }) => kind === 'message.user')
  const made = await fork(world, bob, { sessionId: id, eventId: said[1]!.eventId, text: 'Make it Greek' })
  assert.equal(made.queued, 1)
  await world.work()
  const there = copied(await world.timeline(made.id))
  const before = events.slice(0, events.indexOf(said[1]!))
  assert.deepEqual(contentOf(there).slice(0, before.length), contentOf(before))
  const rest = there.slice(before.length)
  assert.deepEqual(kindsOf(rest), ['message.user', 'turn.started', 'message.agent', 'turn.finished'])
  assert.deepEqual([textOf(rest[0]), rest[0]?.actor.id], ['Make it Greek', bob.personId])
  const told = world.model.requests.at(-1)?.messages.map((message) => 'text' in message && message.text)
  assert.deepEqual(told, ['Name a boat', 'You said: Name a boat', 'Make it Greek'])
  // In place of the very first one nothing is left before it, and it gives the title.
  const first = await fork(world, ann, { sessionId: id, eventId: said[0]!.eventId, text: 'Name a dog' })
  assert.equal(first.title, 'Name a dog')
  assert.deepEqual(kindsOf(await world.timeline(first.id)), ['notice', 'message.user'])
})

test('[SES10] a message that waited while the agent was busy is said in other words after what it had waited for', async () => {
  const { world, ann, id } = await talk()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'The first answer.')
  await world.say(ann, id, 'first')
  await world.breathe()
  await world.say(ann, id, 'second')
  const third = await world.say(ann, id, 'third')
  await world.say(ann, id, 'fourth')
  gate.resolve()
  await world.work()
  const original = world.model.requests.at(-1)!.messages
  const texts = (messages: typeof original) => messages.map((message) => 'text' in message && message.text)
  assert.deepEqual(texts(original), ['first', 'The first answer.', 'second', 'third', 'fourth'])
  await fork(world, ann, { sessionId: id, eventId: third.eventId, text: 'THIRD' })
  await world.work()
  const shown = world.model.requests.at(-1)!.messages
  assert.deepEqual(texts(shown), [...texts(original).slice(0, 3), 'THIRD'])
})

test('[SES10] a message that steered is said in other words where it had steered', async () => {
  const { world, ann, id } = await talk()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script('I look.', { type: 'wait', until: gate.promise }, toolCall('look'))
  world.model.script('Done.')
  await world.say(ann, id, 'look around')
  await world.breathe()
  const steering = await world.say(ann, id, 'only below', { mode: 'steer' })
  gate.resolve()
  await world.work()
  const original = world.model.requests.at(-1)!.messages
  assert.deepEqual(
    original.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'user'],
  )
  await fork(world, ann, { sessionId: id, eventId: steering.eventId, text: 'only above' })
  await world.work()
  const shown = world.model.requests.at(-1)!.messages
  const withoutSpeakers = (messages: typeof original) =>
    messages.map((message) => ('speaker' in message ? { ...message, speaker: null } : message))
  assert.deepEqual(withoutSpeakers(shown).slice(0, 3), withoutSpeakers(original).slice(0, 3))
  assert.equal(shown.length, 4)
})

test('[SES10] in a fork with the words of one person nobody is named; of somebody else’s, both are', async () => {
  const { world, ann, bob, id, events } = await talk('Name a boat')
  await using _ = world
  const speakers = async (actor: PersonActor) => {
    const made = await fork(world, actor, { sessionId: id, eventId: events.at(-1)!.eventId })
    await world.say(actor, made.id, 'go on')
    await world.work()
    const { messages } = world.model.requests.at(-1)!
    return messages.flatMap((message) => ('speaker' in message ? [message.speaker?.handle ?? null] : []))
  }
  assert.deepEqual(await speakers(ann), [null, null])
  assert.deepEqual(await speakers(bob), ['ann', 'bob'])
})

test('[SES10] forked at a message, the fork’s agent has heard it', async () => {
  const { world, ann, id, events } = await talk('Name a boat')
  await using _ = world
  const made = await fork(world, ann, { sessionId: id, eventId: events[0]!.eventId })
  assert.deepEqual(kindsOf(await world.timeline(made.id)), ['notice', 'message.user'])
  await world.say(ann, made.id, 'a small one')
  await world.work()
  const told = world.model.requests.at(-1)?.messages.map((message) => 'text' in message && message.text)
  assert.deepEqual(told, ['Name a boat', 'a small one'])
})

test('[SES10] forked while a turn runs, nothing of that turn goes along, and what waits does not wait there', async () => {
  const { world, ann, id } = await talk('first')
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script('working ', toolCall('look'))
  world.model.script('half a ', { type: 'wait', until: gate.promise }, 'text')
  await world.say(ann, id, 'second')
  await world.breathe()
  world.clock.advance(100)
  await world.breathe()
  await world.say(ann, id, 'third')
  const events = await world.timeline(id)
  assert.ok(kindsOf(events).includes('tool.result'))
  const made = await fork(world, ann, { sessionId: id, eventId: events.at(-1)!.eventId })
  const texts = copied(await world.timeline(made.id)).map(textOf)
  assert.deepEqual(texts, ['first', '', 'You said: first', '', 'second', 'third'])
  assert.deepEqual(await world.store.read((r) => world.sessions.queue(r, ann, made.id)), [])
  assert.equal(made.turnId, null)
  gate.resolve()
  await world.work()
})

test('[SES10] [SES7] whoever may not read the source cannot fork it, a viewer cannot fork at all, and a wrong place is named', async () => {
  const { world, ann, bob, id, events } = await talk('hello')
  await using _ = world
  const viewer = (await world.signedIn('vera', 'viewer')).actor
  const eventId = events[0]!.eventId
  await assert.rejects(() => fork(world, viewer, { sessionId: id, eventId }), refusedWith('not_allowed'))
  const secret = await world.chat(ann)
  const said = await world.say(ann, secret, 'between us')
  await world.work()
  await assert.rejects(
    () => fork(world, bob, { sessionId: secret, eventId: said.eventId }),
    refusedWith('not_found'),
  )
  // An event of another session is none of this one.
  await assert.rejects(
    () => fork(world, ann, { sessionId: id, eventId: said.eventId }),
    refusedWith('not_found'),
  )
  const end = events.at(-1)!.eventId
  await assert.rejects(
    () => fork(world, ann, { sessionId: id, eventId: end, text: 'instead' }),
    refusedWith('bad_input'),
  )
  await assert.rejects(
    () => fork(world, ann, { sessionId: id, eventId: end, attachments: ['fil_1'] }),
    refusedWith('bad_input'),
  )
})

test('[SES10] [SES7] what a session was forked from is told only to those who may read that', async () => {
  const { world, ann, bob } = await talk()
  await using _ = world
  const secret = await world.chat(ann)
  const said = await world.say(ann, secret, 'the plan')
  await world.work()
  const made = await fork(world, ann, { sessionId: secret, eventId: said.eventId })
  await world.store.tx((t) => world.sessions.change(t, ann, made.id, { participants: ['ann', 'bob'] }))
  const seenBy = (actor: PersonActor) => world.store.read((r) => world.sessions.find(r, actor, made.id))
  const inList = async (actor: PersonActor) =>
    (await world.store.read((r) => world.sessions.list(r, actor, {}, { limit: 10 }))).items.find(
      ({ id }) => id === made.id,
    )?.forkedFrom
  assert.equal((await seenBy(ann)).forkedFrom?.sessionId, secret)
  assert.equal((await seenBy(bob)).forkedFrom, null)
  assert.equal((await inList(ann))?.sessionId, secret)
  assert.equal(await inList(bob), null)
  assert.equal((await world.store.read((r) => world.sessions.listed(r, bob, made.id)))?.forkedFrom, null)
  assert.ok(!JSON.stringify(await world.log(made.id)).includes(secret))
})

test('[SES7] [SES10] a fork of a private session is shown only by whoever may show that, over any number of forks', async () => {
  const { world, ann: lou, bob: pat, id: team, events } = await talk('open to all')
  await using _ = world
  const kim = (await world.signedIn('kim', 'member')).actor
  const admin = (await world.signedIn('alma', 'admin')).actor
  const secret = await world.chat(kim, { participants: ['ann', 'alma'] })
  const said = await world.say(kim, secret, 'between us', { mode: 'note' })
  const change = (actor: PersonActor, id: SessionId, input: object) =>
    world.store.tx((t) => world.sessions.change(t, actor, id, input))
  const forkOf = async (actor: PersonActor, id: SessionId) => {
    const last = (await world.timeline(id)).at(-1)!
    return (await fork(world, actor, { sessionId: id, eventId: last.eventId })).id
  }
  const refusedFor = (handle: string) => (error: Error) =>
    refusedWith('not_allowed')(error) &&
    assert.match(error.message, new RegExp(`only @${handle} may`)) === undefined
  const one = await forkOf(lou, secret)
  const two = await forkOf(lou, one)
  for (const id of [one, two]) {
    await assert.rejects(() => change(lou, id, { visibility: 'team' }), refusedFor('kim'))
    await assert.rejects(() => change(lou, id, { participants: ['ann', 'bob'] }), refusedFor('kim'))
    // Whoever may read it there may read it here.
    await change(lou, id, { participants: ['ann', 'alma'] })
    await change(lou, id, { participants: ['ann'] })
  }
  // A role is no right to what is private; nor is a fork of somebody else’s fork.
  const byAdmin = await forkOf(admin, secret)
  await assert.rejects(() => change(admin, byAdmin, { visibility: 'team' }), refusedFor('kim'))
  await change(lou, one, { participants: ['ann', 'kim'] })
  const byKim = await forkOf(kim, one)
  await assert.rejects(() => change(kim, byKim, { visibility: 'team' }), refusedFor('ann'))
  // Its maker may, and from there on it is no secret.
  const shown = await forkOf(kim, secret)
  await change(kim, shown, { visibility: 'team' })
  const free = await forkOf(pat, shown)
  await change(pat, free, { visibility: 'team' })
  const open = (await fork(world, pat, { sessionId: team, eventId: events[0]!.eventId })).id
  await change(pat, open, { participants: ['bob', 'kim'] })
  await change(pat, open, { visibility: 'team' })
  // What is redacted is no longer there to be shown.
  await world.store.tx((t) => world.sessions.redact(t, kim, secret, said.eventId))
  await world.work()
  await change(lou, one, { visibility: 'team' })
})

test('[SES7] a fork that took nothing along, and one of a session that was opened to the team, are free', async () => {
  const { world, ann, bob } = await talk()
  await using _ = world
  const secret = await world.chat(ann, { participants: ['bob'] })
  const said = await world.say(ann, secret, 'between us', { mode: 'note' })
  const show = (id: SessionId) =>
    world.store.tx((t) => world.sessions.change(t, bob, id, { visibility: 'team' }))
  const anew = await fork(world, bob, { sessionId: secret, eventId: said.eventId, text: 'my own words' })
  await show(anew.id)
  const { id } = await fork(world, bob, { sessionId: secret, eventId: said.eventId })
  await assert.rejects(() => show(id), refusedWith('not_allowed'))
  await world.store.tx((t) => world.sessions.change(t, ann, secret, { visibility: 'team' }))
  await show(id)
})

test('[SES10] what becomes of the source changes nothing in the fork', async () => {
  const { world, ann, id, events } = await talk('hello')
  await using _ = world
  const made = await fork(world, ann, { sessionId: id, eventId: events.at(-1)!.eventId })
  const before = await world.timeline(made.id)
  await world.store.tx((t) => world.sessions.archive(t, ann, id))
  await world.work()
  assert.deepEqual(await world.timeline(made.id), before)
  await world.say(ann, made.id, 'still here')
  await world.work()
  // An archived session can be forked, too: its past is there.
  const again = await fork(world, ann, { sessionId: id, eventId: events.at(-1)!.eventId })
  assert.equal(again.state, 'idle')
})

test('[SES10] of a very long past the newest part goes along, and the fork says so', async () => {
  const { world, ann } = await talk()
  await using _ = world
  const id = await world.chat(ann)
  const count = limits.forkEventsMax + 30
  await world.store.tx(async (t) => {
    const place = { sessionId: id, channel: 'web', conversation: 'web/web/x', mode: 'note' as const }
    for (let i = 0; i < count; i++) await world.sessions.admit(t, ann, { ...place, text: `note ${i}` })
  })
  const rows = await world.timeline(id)
  const made = await fork(world, ann, { sessionId: id, eventId: rows.at(-1)!.eventId })
  const log = await world.log(made.id)
  assert.deepEqual(
    log.slice(0, 2).map(({ payload }) => payload['code']),
    ['forked', 'fork_cut'],
  )
  assert.equal(log.length, limits.forkEventsMax + 2)
  assert.deepEqual([textOf(log[2]), textOf(log.at(-1))], ['note 30', `note ${count - 1}`])
})

test('[SES6] redacting an event redacts every copy of it, whichever is named, also in forks of forks', async () => {
  const { world, ann, id, events } = await talk('my password is hunter2', 'and more')
  await using _ = world
  const end = events.at(-1)!.eventId
  const one = await fork(world, ann, { sessionId: id, eventId: end })
  const ofOne = await world.timeline(one.id)
  const two = await fork(world, ann, { sessionId: one.id, eventId: ofOne.at(-1)!.eventId })
  const appended: string[] = []
  world.sessions.feed.listen({
    appended: (sessionId, [event]) => void appended.push(`${sessionId} ${event?.kind}`),
    delta: () => undefined,
    reset: () => undefined,
    listed: () => undefined,
    accessChanged: () => undefined,
    personAppended: () => undefined,
  })
  const redact = (sessionId: SessionId, event: LogEvent) =>
    world.store.tx((t) => world.sessions.redact(t, ann, sessionId, event.eventId))
  await redact(one.id, ofOne.find((event) => textOf(event).includes('hunter2'))!)
  await world.work()
  const session = async (name: SessionId) => world.store.read((r) => world.sessions.find(r, ann, name))
  for (const name of [id, one.id, two.id]) {
    const [first] = (await world.timeline(name)).filter(({ kind }) => kind === 'message.user')
    assert.deepEqual([first?.isRedacted, first?.payload], [true, {}], name)
    assert.ok(appended.includes(`${name} event.redacted`), name)
    assert.equal((await session(name)).title, '')
  }
  await assert.rejects(() => redact(id, events[0]!), refusedWith('already_redacted'))
  // The agent repeated it; an admin takes that back too.
  const admin = (await world.signedIn('alma', 'admin')).actor
  const answer = events.find(({ kind }) => kind === 'message.agent')!
  await world.store.tx((t) => world.sessions.redact(t, admin, id, answer.eventId))
  await world.work()
  const rows = await dump(world)
  assert.ok(rows.includes(two.id))
  assert.ok(!rows.includes('hunter2'))
  // What is forked from now on has nothing to take along.
  const three = await fork(world, ann, {
    sessionId: two.id,
    eventId: (await world.timeline(two.id)).at(-1)!.eventId,
  })
  assert.equal((await world.timeline(three.id)).filter(({ isRedacted }) => isRedacted).length, 2)
})

test('[SES6] [SES10] files go along with their messages, and go when any of these is redacted', async () => {
  const { world, ann, bob } = await talk()
  await using _ = world
  const id = await world.chat(ann)
  const file = await world.upload(ann, 'a picture of it')
  const said = await world.say(ann, id, 'look', { mode: 'note', attachments: [file.id] })
  const made = await fork(world, ann, { sessionId: id, eventId: said.eventId })
  const find = (actor: PersonActor) => world.store.read((r) => world.sessions.findFile(r, actor, file.id))
  await assert.rejects(() => find(bob), refusedWith('not_found'))
  await world.store.tx((t) => world.sessions.change(t, ann, made.id, { participants: ['ann', 'bob'] }))
  assert.equal((await find(bob)).id, file.id)
  const copy = copied(await world.timeline(made.id))[0]!
  assert.deepEqual(copy.payload['attachments'], (await world.timeline(id))[0]?.payload['attachments'])
  await world.store.tx((t) => world.sessions.redact(t, ann, made.id, copy.eventId))
  await world.work()
  await assert.rejects(() => find(ann), refusedWith('not_found'))
})

test('[SES6] of very many copies all are redacted, in pieces, across a crash', async () => {
  const { world, ann, id, events } = await talk('a secret-word')
  await using _ = world
  const made: SessionId[] = []
  for (let i = 0; i < 130; i++) {
    made.push((await fork(world, ann, { sessionId: id, eventId: events[0]!.eventId })).id)
  }
  await world.store.tx((t) => world.sessions.redact(t, ann, id, events[0]!.eventId))
  const left = async () => {
    let count = 0
    for (const name of made) {
      const row = (await world.timeline(name)).find(({ kind }) => kind === 'message.user')
      if (!row?.isRedacted) count++
    }
    return count
  }
  const atOnce = await left()
  assert.ok(atOnce > 0 && atOnce < 130, `${atOnce} were left to durable work`)
  await world.crash()
  await world.work()
  assert.equal(await left(), 0)
  const answer = events.find(({ kind }) => kind === 'message.agent')!
  const admin = (await world.signedIn('alma', 'admin')).actor
  await world.store.tx((t) => world.sessions.redact(t, admin, id, answer.eventId))
  assert.ok(!(await dump(world)).includes('secret-word'))
})

async function dump(world: TestSessions): Promise<string> {
  const raw = (sql: string) => ({ compile: () => ({ sql, parameters: [] }) as never })
  return world.store.read(async (r) => {
    const names = await r.all<{ name: string }>(raw("select name from sqlite_master where type = 'table'"))
    const found: string[] = []
    for (const { name } of names) found.push(JSON.stringify(await r.all(raw(`select * from "${name}"`))))
    return found.join('\n')
  })
}

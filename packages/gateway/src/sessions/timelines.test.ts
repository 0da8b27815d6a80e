import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsOf, openTestSessions, textOf } from '../../test-support/open-test-sessions.ts'
import { toolCall } from '../../test-support/scripted-model.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { PersonActor } from '../people/people.ts'

async function talk() {
  const world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const admin = (await world.signedIn('alma', 'admin')).actor
  const id = await world.chat(ann, { visibility: 'team' })
  const redact = (actor: PersonActor, eventId: string) =>
    world.store.tx((t) => world.sessions.redact(t, actor, id, eventId))
  return { world, ann, bob, admin, id, redact }
}

test('[SES2] the timeline is read in pages, forwards and backwards, without hole or repeat', async () => {
  const { world, ann, id } = await talk()
  await using _ = world
  for (let i = 0; i < 5; i++) {
    await world.say(ann, id, `message ${i}`)
    await world.work()
  }
  const all = await world.timeline(id)
  const page = (input: { after?: number; before?: number }) =>
    world.store.read((r) => world.sessions.timeline(r, ann, id, { ...input, limit: 3 }))
  const forwards = []
  for (let after = 0; ; ) {
    const { events, more } = await page({ after })
    forwards.push(...events)
    after = events.at(-1)?.seq ?? after
    if (!more) break
  }
  assert.deepEqual(forwards, all)
  const backwards = []
  for (let before: number | undefined; ; ) {
    const { events, more } = await page(before === undefined ? {} : { before })
    backwards.unshift(...events)
    before = events[0]?.seq
    if (!more) break
  }
  assert.deepEqual(backwards, all)
  const between = await page({ after: all[1]!.seq, before: all[4]!.seq })
  assert.deepEqual(between.events, all.slice(2, 4))
})

test('[SES6] the author or an admin redacts: the content is gone, the place stays', async () => {
  const { world, ann, bob, admin, id, redact } = await talk()
  await using _ = world
  await world.say(ann, id, 'my password is hunter2')
  await world.work()
  const [message, , answer] = await world.timeline(id)
  await assert.rejects(() => redact(bob, message!.eventId), refusedWith('not_allowed'))
  await redact(ann, message!.eventId)
  await assert.rejects(() => redact(ann, message!.eventId), refusedWith('already_redacted'))
  await assert.rejects(() => redact(ann, answer!.eventId), refusedWith('not_allowed'))
  await redact(admin, answer!.eventId)
  await world.work()
  const after = await world.timeline(id)
  assert.deepEqual(kindsOf(after), ['message.user', 'turn.started', 'message.agent', 'turn.finished'])
  assert.deepEqual([after[0]?.isRedacted, after[2]?.isRedacted], [true, true])
  assert.deepEqual([after[0]?.payload, after[2]?.payload], [{}, {}])
  const session = await world.store.read((r) => world.sessions.find(r, ann, id))
  assert.equal(session.title, '')
})

test('[SES6] nothing of what was redacted is left in any table', async () => {
  const { world, ann, id, redact } = await talk()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'ok')
  await world.say(ann, id, 'begin')
  await world.breathe()
  await world.say(ann, id, '/status')
  const said = await world.say(ann, id, 'secret-word-one')
  const lost = await world.say(ann, id, 'secret-word-three')
  await world.store.tx((t) => world.sessions.editQueued(t, ann, id, said.eventId, 'secret-word-two'))
  await redact(ann, said.eventId)
  await world.say(ann, id, '/stop')
  await redact(ann, lost.eventId)
  gate.resolve()
  await world.work()
  assert.equal(world.model.requests.length, 1)
  const rows = await world.store.read(async (r) => {
    const names = await r.all<{ name: string }>(raw("select name from sqlite_master where type = 'table'"))
    const found: string[] = []
    for (const { name } of names) found.push(JSON.stringify(await r.all(raw(`select * from "${name}"`))))
    return found.join('\n')
  })
  assert.ok(rows.includes(said.eventId))
  assert.ok(!rows.includes('secret-word'))
  // Its fingerprint would let someone try out what it was.
  const repeated = await world.store.tx((t) =>
    world.routing.receive(t, ann, {
      conversation: { channel: 'web', accountId: ann.personId, conversationId: id },
      eventId: 'm3',
      text: 'something else altogether',
      mode: 'queue',
      sessionId: id,
    }),
  )
  assert.equal(repeated.deduped, true)
})

test('[SES6] what says only when something happened cannot be redacted, and the session goes on', async () => {
  const { world, ann, admin, id, redact } = await talk()
  await using _ = world
  await world.say(ann, id, 'hello')
  await world.work()
  for (const event of await world.timeline(id)) {
    if (!event.kind.startsWith('turn.')) continue
    await assert.rejects(() => redact(admin, event.eventId), refusedWith('not_allowed'))
  }
  await world.say(ann, id, 'still there?')
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[SES6] a redacted result still belongs to its call', async () => {
  const { world, ann, admin, id, redact } = await talk()
  await using _ = world
  world.model.script(toolCall('look', { at: 'secret-place' }, 'c1'))
  world.model.script('I see.')
  await world.say(ann, id, 'look')
  await world.work()
  for (const event of await world.timeline(id)) {
    if (event.kind.startsWith('tool.')) await redact(admin, event.eventId)
  }
  await world.say(ann, id, 'and?')
  await world.work()
  const told = world.model.requests.at(-1)?.messages ?? []
  assert.ok(!JSON.stringify(told).includes('secret-place'))
  const call = told.find((message) => message.role === 'assistant' && message.toolCalls.length > 0)
  const result = told.find((message) => message.role === 'tool')
  assert.equal(call?.role === 'assistant' && call.toolCalls[0]?.id, 'c1')
  assert.equal(result?.role === 'tool' && result.callId, 'c1')
})

test('[SES6] the title goes with the message that it was made of, and with no other', async () => {
  const { world, ann, id, redact } = await talk()
  await using _ = world
  const first = await world.say(ann, id, 'the first words')
  const second = await world.say(ann, id, 'others')
  const title = async () => (await world.store.read((r) => world.sessions.find(r, ann, id))).title
  await redact(ann, second.eventId)
  assert.equal(await title(), 'the first words')
  await redact(ann, first.eventId)
  assert.equal(await title(), '')
})

test('[SES6] a model never sees again what was redacted', async () => {
  const { world, ann, id, redact } = await talk()
  await using _ = world
  const said = await world.say(ann, id, 'the code is 4711')
  await world.work()
  await redact(ann, said.eventId)
  await world.say(ann, id, 'and now?')
  await world.work()
  const told = JSON.stringify(world.model.requests.at(-1)?.messages[0])
  assert.ok(told.includes('[redacted]'))
  assert.ok(!told.includes('4711'))
})

test('[SES6] what is still being written is stopped first, then redacted', async () => {
  const { world, ann, admin, id, redact } = await talk()
  await using _ = world
  world.model.script('half ', { type: 'wait', until: new Promise(() => undefined) })
  await world.say(ann, id, 'go')
  await world.breathe()
  world.clock.advance(50)
  await world.breathe()
  const streaming = (await world.timeline(id)).at(-1)
  assert.equal(textOf(streaming), 'half ')
  await assert.rejects(() => redact(admin, streaming!.eventId), refusedWith('busy'))
  await world.store.tx((t) => world.sessions.stop(t, ann, id))
  await world.work()
  await redact(admin, streaming!.eventId)
})

test('[SES7] an event is found in its own session alone', async () => {
  const { world, ann, bob, id } = await talk()
  await using _ = world
  const own = await world.chat(ann)
  const said = await world.say(ann, own, 'private')
  await assert.rejects(
    () => world.store.read((r) => world.sessions.event(r, bob, id, said.eventId)),
    refusedWith('not_found'),
  )
})

test('[I29] a read mark never moves back, is the same everywhere, and stands in the person’s own log', async () => {
  const { world, ann, id } = await talk()
  await using _ = world
  await world.say(ann, id, 'one')
  await world.work()
  const mark = (seq: number) => world.store.tx((t) => world.sessions.markRead(t, ann, id, seq))
  assert.deepEqual(await mark(2), { sessionId: id, seq: 2 })
  assert.deepEqual(await mark(1), { sessionId: id, seq: 2 })
  assert.deepEqual(await mark(99), { sessionId: id, seq: 4 })
  const log = await world.store.read((r) => world.sessions.personLogAfter(r, ann.personId, 0, 10))
  assert.deepEqual(
    log.map(({ seq, kind, payload }) => [seq, kind, payload['seq']]),
    [
      [1, 'read.changed', 2],
      [2, 'read.changed', 4],
    ],
  )
  assert.deepEqual(await world.store.read((r) => world.sessions.readMarks(r, ann.personId)), [
    { sessionId: id, seq: 4 },
  ])
})

function raw(sql: string) {
  return { compile: () => ({ sql, parameters: [], query: {} }) as never }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsOf, openTestSessions } from '../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { PersonActor } from '../people/people.ts'
import type { InboundMessage } from './routing.ts'

async function twoPeople() {
  const world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const arrive = (actor: PersonActor, message: Partial<InboundMessage>) =>
    world.store.tx((t) =>
      world.routing.arrive(t, actor, {
        conversation: { channel: 'elsewhere', accountId: 'a1', conversationId: 'c1' },
        eventId: 'e1',
        text: 'hello',
        mode: 'queue',
        kind: 'channel',
        isAddressed: true,
        ...message,
      }),
    )
  return { world, ann, bob, arrive }
}

test('[CHN2] [I10] one event makes one message and one turn, however often it is delivered', async () => {
  const { world, ann } = await twoPeople()
  await using _ = world
  const id = await world.chat(ann)
  const results = await Promise.all(
    Array.from({ length: 20 }, () => world.say(ann, id, 'once', { clientMessageId: 'x' })),
  )
  assert.equal(results.filter(({ deduped }) => !deduped).length, 1)
  assert.equal(new Set(results.map(({ eventId, seq }) => `${eventId} ${seq}`)).size, 1)
  await world.work()
  assert.equal(world.model.requests.length, 1)
  assert.equal(kindsOf(await world.timeline(id)).filter((kind) => kind === 'message.user').length, 1)
})

test('[I11] the same id with another text is refused and changes nothing; another author has ids of their own', async () => {
  const { world, ann, bob } = await twoPeople()
  await using _ = world
  const id = await world.chat(ann, { participants: ['bob'] })
  await world.say(ann, id, 'first', { clientMessageId: 'x' })
  await assert.rejects(
    () => world.say(ann, id, 'second', { clientMessageId: 'x' }),
    refusedWith('message_conflict'),
  )
  const other = await world.say(bob, id, 'second', { clientMessageId: 'x' })
  assert.equal(other.deduped, false)
  await world.work()
  const texts = (await world.timeline(id))
    .filter(({ kind }) => kind === 'message.user')
    .map(({ payload }) => payload['text'])
  assert.deepEqual(texts, ['first', 'second'])
})

test('[CNV1] each place has a session of its own, and keeps it', async () => {
  const { world, ann, bob, arrive } = await twoPeople()
  await using _ = world
  const c2 = { channel: 'elsewhere', accountId: 'a1', conversationId: 'c2' }
  const first = await arrive(ann, {})
  const again = await arrive(bob, { eventId: 'e2' })
  const other = await arrive(ann, { eventId: 'e3', conversation: c2 })
  assert.ok(first.kind === 'received' && again.kind === 'received' && other.kind === 'received')
  assert.equal(again.sessionId, first.sessionId)
  assert.notEqual(other.sessionId, first.sessionId)
  const session = await world.store.read((r) => world.sessions.find(r, ann, first.sessionId))
  assert.equal(session.key, 'agent:main:elsewhere:channel:c1')
  assert.equal(session.visibility, 'team')
})

test('[CNV5] what begins in a direct message is private', async () => {
  const { world, ann, bob, arrive } = await twoPeople()
  await using _ = world
  const direct = await arrive(ann, { kind: 'dm', isAddressed: false })
  assert.ok(direct.kind === 'received')
  const { sessionId } = direct
  assert.equal((await world.store.read((r) => world.sessions.find(r, ann, sessionId))).visibility, 'private')
  await assert.rejects(
    () => world.store.read((r) => world.sessions.find(r, bob, sessionId)),
    refusedWith('not_found'),
  )
})

test('[CNV3] what does not address us starts nothing, and nothing of it is kept but its id', async () => {
  const { world, ann, arrive } = await twoPeople()
  await using _ = world
  const ignored = await arrive(ann, { isAddressed: false, text: 'lunch anyone?' })
  assert.deepEqual(ignored, { kind: 'ignored', reason: 'not_addressed', deduped: false })
  assert.deepEqual(await arrive(ann, { isAddressed: false, text: 'lunch anyone?' }), {
    kind: 'ignored',
    reason: 'not_addressed',
    deduped: true,
  })
  await world.work()
  assert.equal(world.model.requests.length, 0)
})

test('[CNV2] agent:<id>:main is everyone’s own, opened on first use', async () => {
  const { world, ann, bob } = await twoPeople()
  await using _ = world
  const open = (actor: PersonActor) => world.store.tx((t) => world.routing.openPersonal(t, actor, 'main'))
  const [a, b] = [await open(ann), await open(bob)]
  assert.notEqual(a.id, b.id)
  assert.equal((await open(ann)).id, a.id)
  assert.equal((await world.store.read((r) => world.sessions.find(r, bob, 'AGENT:main:MAIN'))).id, b.id)
  assert.equal(a.visibility, 'private')
})

test('[RTE1] where the answer was told, and why, is on record', async () => {
  const { world, ann } = await twoPeople()
  await using _ = world
  const id = await world.chat(ann)
  await world.say(ann, id, 'hello')
  await world.work()
  assert.deepEqual(await world.store.read((r) => world.routing.lastReply(r, id)), {
    destination: 'requester',
    reason: 'asked_there',
  })
})

test('[RTE3] a turn takes the messages of one place; those of another place have a turn of their own', async () => {
  const { world, ann, bob, arrive } = await twoPeople()
  await using _ = world
  const first = await arrive(ann, { eventId: 'e0' })
  assert.ok(first.kind === 'received')
  await world.work()
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'busy')
  await arrive(ann, { eventId: 'e1', text: 'there 1' })
  await world.breathe()
  await arrive(bob, { eventId: 'e2', text: 'there 2' })
  await world.say(ann, first.sessionId, 'on the web')
  await arrive(bob, { eventId: 'e3', text: 'there 3' })
  gate.resolve()
  await world.work()
  const turns = (await world.timeline(first.sessionId)).filter(({ kind }) => kind === 'turn.started')
  assert.deepEqual(
    turns.map(({ payload }) => (payload['messages'] as string[]).length),
    [1, 1, 1, 1, 1],
  )
})

test('[CNV2] a personal session that was archived gives way to a new one', async () => {
  const { world, ann } = await twoPeople()
  await using _ = world
  const open = () => world.store.tx((t) => world.routing.openPersonal(t, ann, 'main'))
  const first = await open()
  await world.store.tx((t) => world.sessions.archive(t, ann, first.id))
  const said = await world.say(ann, 'agent:main:main', 'hello again')
  assert.notEqual(said.sessionId, first.id)
  assert.equal((await open()).id, said.sessionId)
})

test('[CNV1] a place whose session was archived begins a new one', async () => {
  const { world, ann, arrive } = await twoPeople()
  await using _ = world
  const first = await arrive(ann, {})
  assert.ok(first.kind === 'received')
  await world.store.tx((t) => world.sessions.archive(t, ann, first.sessionId))
  const second = await arrive(ann, { eventId: 'e2' })
  const third = await arrive(ann, { eventId: 'e3' })
  assert.ok(second.kind === 'received' && third.kind === 'received')
  assert.notEqual(second.sessionId, first.sessionId)
  assert.equal(third.sessionId, second.sessionId)
})

test('[I11] a message is the same whether its session is named by id or by key', async () => {
  const { world, ann } = await twoPeople()
  await using _ = world
  const id = await world.chat(ann)
  const { key } = await world.store.read((r) => world.sessions.find(r, ann, id))
  await world.say(ann, id, 'once', { clientMessageId: 'x' })
  assert.equal((await world.say(ann, key.toUpperCase(), 'once', { clientMessageId: 'x' })).deduped, true)
})

test('[CNV3] elsewhere than on the web, who does not say that we were addressed is not heard', async () => {
  const { world, ann } = await twoPeople()
  await using _ = world
  const arrived = await world.store.tx((t) =>
    world.routing.arrive(t, ann, {
      conversation: { channel: 'elsewhere', accountId: 'a1', conversationId: 'c1' },
      eventId: 'e1',
      text: 'hello',
      mode: 'queue',
      kind: 'channel',
    }),
  )
  assert.equal(arrived.kind, 'ignored')
})

// Discussions on the rooms themselves: what a crash leaves, what guests and agents name, what a text that came to nothing
// does to those who discuss it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventId } from '@heddle/contract'
import { openHearingHouse } from '../../test-support/hearing-house.ts'
import { openTestSessions, type TestSessions } from '../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import { toolCall } from '../../test-support/scripted-model.ts'

const mentionedIn = async (world: Pick<TestSessions, 'store' | 'collaboration'>, eventId: EventId) =>
  (await world.store.read((r) => world.collaboration.sources.read(r, eventId)))?.mentioned

async function openWorld() {
  const world = await openTestSessions({ toolOrigins: [] })
  const { actor: ann } = await world.signedIn('ann', 'member')
  const { actor: ben } = await world.signedIn('ben', 'member')
  const id = await world.chat(ann, { visibility: 'team' })
  const { eventId } = await world.say(ann, id, 'The roof leaks.', { mode: 'note' })
  const open = (at: string = eventId) => world.store.tx((t) => world.collaboration.open(t, ann, id, at))
  const post = (threadId: string, body: string, clientMessageId: string, who = ann) =>
    world.store.tx((t) => world.collaboration.post(t, who, threadId, { body, clientMessageId }))
  return { world, ann, ben, id, eventId, open, post }
}

test('[MEN1] [THR3] "Retries after network timeout produce at most one persisted reply", also across a crash, and whom a text names is recorded once', async () => {
  const { world, ben, id, open, post } = await openWorld()
  await using _ = world
  const { thread } = await open()
  const first = await post(thread.id, 'See @ben', 'r1')
  const { eventId } = await world.say(await ann(world), id, 'And @ben?', { mode: 'note' })
  await world.crash()
  const again = await post(thread.id, 'See @ben', 'r1')
  assert.deepEqual(again, { ...first, deduped: true })
  await world.work()
  await world.crash()
  await world.work()
  assert.deepEqual(await mentionedIn(world, first.sourceEventId), [ben.personId])
  assert.deepEqual(await mentionedIn(world, eventId), [ben.personId])
  const { replyCount } = await world.store.read((r) => world.collaboration.find(r, ben, thread.id))
  assert.equal(replyCount, 1)
})

/** The one who opened everything, as they are known now. */
async function ann(world: TestSessions) {
  const person = await world.store.read((r) => world.people.findMember(r, world.operator, 'ann'))
  const { secret } = await world.store.tx((t) =>
    world.people.createToken(t, world.operator, { personId: person.id, name: 'again' }),
  )
  const found = await world.store.read((r) =>
    world.people.recognise(r, { bearer: secret }, world.clock.wall()),
  )
  if (!found) throw new Error('ann is not recognised')
  return found.actor
}

test('[THR3] the rows themselves let no author have two replies by one id, nor an event two threads', async () => {
  const { world, open, post } = await openWorld()
  await using _ = world
  const { thread } = await open()
  await post(thread.id, 'one', 'r1')
  const copy = (sql: string) =>
    world.store.tx((t) =>
      t.run({
        compile: () => ({ sql, parameters: [], query: undefined as never, queryId: undefined as never }),
      }),
    )
  const others = 'thread_id, session_id, author_id, body, client_message_id, fingerprint, mentions, rejected'
  const rest = 'handed_over, answer, created_at, event_id, seq, words_event_id'
  await assert.rejects(
    () => copy(`insert into replies (id, ${others}, ${rest}) select 'x', ${others}, ${rest} from replies`),
    /UNIQUE/i,
  )
  const columns =
    'session_id, anchor_event_id, anchor_place, state, created_by, created_at, updated_at, reply_count, last_reply_seq, event_id'
  await assert.rejects(
    () => copy(`insert into threads (id, ${columns}) select 'x', ${columns} from threads`),
    /UNIQUE/i,
  )
})

test('[THR4] a text that came to nothing leaves its discussion without an anchor', async () => {
  const { world, ann: person, id, open } = await openWorld()
  await using _ = world
  let cut: (value?: unknown) => void = () => undefined
  world.model.script('I think', { type: 'wait', until: new Promise((done) => (cut = done)) }, { type: 'cut' })
  // The second attempt goes another way: it says nothing before its call.
  world.model.script(toolCall('agents_list'))
  world.model.script('Done.')
  await world.say(person, id, 'Well?')
  const begun = async () => (await world.timeline(id)).find(({ kind }) => kind === 'message.agent')
  while ((await begun()) === undefined) {
    world.clock.advance(50)
    await world.breathe()
  }
  const text = await begun()
  const { thread } = await open(text?.eventId)
  assert.deepEqual([thread.state, thread.anchor.excerpt], ['active', 'I think'])
  cut()
  await world.work()
  world.clock.advance(60_000)
  await world.work()
  const left = await world.timeline(id)
  assert.equal(
    left.some(({ eventId }) => eventId === text?.eventId),
    false,
  )
  assert.equal(left.findLast(({ kind }) => kind === 'message.agent')?.payload['text'], 'Done.')
  const now = await world.store.read((r) => world.collaboration.find(r, person, thread.id))
  assert.deepEqual([now.state, now.anchor.excerpt], ['orphaned_anchor', null])
})

test('[MEN1] [M11] what a guest or a linked member writes elsewhere names people here', async () => {
  await using house = await openHearingHouse()
  const { actor: kim } = await house.member('kim')
  const heard = await house.hear({ text: 'Ask @kim, please.' })
  await house.work()
  assert.equal(heard.kind, 'heard')
  const id = await house.sessionIn({})
  const message = (await house.timeline(id!)).find(({ kind }) => kind === 'message.user')
  assert.equal(message?.actor.kind, 'guest')
  assert.deepEqual(await mentionedIn(house, message!.eventId), [kim.personId])
})

test('[THR1] agents, guests and the operator open no thread and write no reply', async () => {
  const { world, id, eventId, open } = await openWorld()
  await using _ = world
  const { thread } = await open()
  const others = [
    world.operator,
    { kind: 'system' } as const,
    { kind: 'guest', guestId: 'gst_1' as never, name: 'Visitor', admitted: { heardBy: id } } as const,
  ]
  for (const other of others) {
    const opening = world.store.tx((t) => world.collaboration.open(t, other, id, eventId))
    await assert.rejects(opening, refusedWith('not_allowed'), other.kind)
    const said = { body: 'x', clientMessageId: 'x' }
    const posting = world.store.tx((t) => world.collaboration.post(t, other, thread.id, said))
    await assert.rejects(posting, refusedWith('not_allowed'), other.kind)
  }
  // A command line that looks on may read.
  const seen = await world.store.read((r) => world.collaboration.find(r, world.operator, thread.id))
  assert.equal(seen.id, thread.id)
})

test('[THR2] a reply tells who takes part, who wrote what it is about, and how far somebody has read', async () => {
  const { world, ann: person, ben, id, eventId, open, post } = await openWorld()
  await using _ = world
  const { thread } = await open()
  const first = await post(thread.id, 'one', 'r1')
  const second = await post(thread.id, 'two, @ann', 'r2', ben)
  const read = (of: EventId) => world.store.read((r) => world.collaboration.sources.read(r, of))
  const source = await read(second.sourceEventId)
  assert.deepEqual(source, {
    sourceEventId: second.sourceEventId,
    sessionId: id,
    threadId: thread.id,
    replyId: second.replyId,
    eventId,
    actor: { kind: 'person', id: ben.personId, name: ben.name },
    actorId: ben.personId,
    createdAt: second.createdAt,
    seq: second.seq,
    namedSeq: second.seq,
    text: 'two, @ann',
    mentioned: [person.personId],
    anchorAuthorId: person.personId,
    takingPart: [person.personId],
  })
  assert.deepEqual((await read(first.sourceEventId))?.takingPart, [person.personId])
  assert.equal(await read('evt_none' as EventId), undefined)
  await world.store.tx((t) => world.collaboration.remove(t, ben, second.replyId))
  assert.deepEqual(
    [(await read(second.sourceEventId))?.text, (await read(second.sourceEventId))?.mentioned],
    [null, []],
  )
  const upTo = async () => {
    const marks = await world.store.read((r) =>
      world.collaboration.sources.readUpTo(r, [ben.personId], thread.id),
    )
    return marks.get(ben.personId) ?? 0
  }
  assert.equal(await upTo(), 0)
  await world.store.tx((t) => world.collaboration.markThreadRead(t, ben, thread.id, first.seq))
  assert.equal(await upTo(), first.seq)
})

// Following a session of the real room, from the first message to the end of the answer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventJson, eventShape, limits, streamingShape, wholeSessionShape } from '@heddle/contract'
import { openTestLive, type TestLive } from '../../../../test-support/open-test-live.ts'

const order = (client: { frames: { type: string }[] }) =>
  client.frames
    .filter(({ type }) => type === 'ev' || type === 'd' || type === 'dr')
    .map((frame) => (frame.type === 'ev' ? (frame as unknown as EventJson).kind : frame.type))

test('[LIV3] a snapshot holds the session, what waits, what streams, who is there and the newest rows', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  await it.say(member.actor, id, 'Good morning')
  await it.work()
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: `s:${id}` })
  const snap = await client.next('snap')
  const log = await it.log(id)
  assert.equal(snap.scope, `s:${id}`)
  assert.equal(snap.seq, log.length)
  assert.equal(wholeSessionShape.parse(snap.state['session']).id, id)
  assert.deepEqual([snap.state['queue'], snap.state['streaming']], [[], []])
  assert.deepEqual(snap.state['presence'], [
    { id: member.personId, handle: member.actor.handle, name: member.actor.name, state: 'active' },
  ])
  const rows = await it.timeline(id)
  assert.deepEqual(
    snap.events.map(({ eventId }) => eventId),
    rows.map(({ eventId }) => eventId),
  )
  for (const event of snap.events) eventShape.parse(event)
})

test('[LIV3] a session is found by its key too, and answers go by its id', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const { key } = await it.store.read((r) => it.sessions.find(r, member.actor, id))
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: `s:${key}` })
  assert.equal((await client.next('snap')).scope, `s:${id}`)
  client.send({ type: 'unsub', scope: `s:${key}` })
  await client.settle()
  await it.breathe()
  await it.say(member.actor, id, 'unheard', { mode: 'note' })
  await it.breathe()
  await client.settle()
  assert.equal(client.all('ev').length, 0)
})

test('[LIV3] a session that one may not see, or that is not there, is refused by its scope', async () => {
  await using it = await openTestLive()
  const [member, other] = [await it.someone(), await it.someone('owner')]
  const id = await it.chat(member.actor)
  const client = await it.connect(other)
  for (const scope of [`s:${id}`, 's:ses_nothing', `u:${member.personId}`]) {
    client.send({ type: 'sub', scope })
    const nak = await client.next('nak')
    assert.deepEqual([nak.code, nak.scope], ['not_found', scope])
  }
  await it.say(member.actor, id, 'secret', { mode: 'note' })
  await it.breathe()
  await client.settle()
  assert.equal(client.all('ev').length, 0)
})

test('[LIV4] text comes in pieces between its first and its completing entry, and the completing one is whole', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: `s:${id}` })
  await client.next('snap')
  const rest = Promise.withResolvers<void>()
  it.model.script('Once upon ', { type: 'wait', until: rest.promise }, 'a time.')
  await it.say(member.actor, id, 'Tell me a story')
  await untilText(it, 'Once upon ')
  const late = await it.connect(member)
  late.send({ type: 'sub', scope: `s:${id}` })
  const [streaming] = streamingShape.array().parse((await late.next('snap')).state['streaming'])
  assert.deepEqual([streaming?.off, streaming?.text], [0, 'Once upon '])
  rest.resolve()
  await it.work()
  const done = await client.next('ev', ({ kind, place, seq }) => kind === 'message.agent' && place !== seq)
  assert.equal(done.payload['text'], 'Once upon a time.')
  assert.equal(done.eventId, streaming?.msgId)
  await client.next('ev', ({ kind }) => kind === 'turn.finished')
  const seen = order(client)
  assert.ok(seen.indexOf('text.started') < seen.indexOf('d'))
  assert.ok(seen.lastIndexOf('d') < seen.lastIndexOf('message.agent'))
  const told = client.all('d').map(({ t }) => t)
  assert.ok('Once upon a time.'.startsWith(told.join('')))
  assert.deepEqual(
    client.all('ev').map(({ seq }) => seq),
    (await it.log(id)).map(({ seq }) => seq),
  )

  async function untilText(house: TestLive, text: string): Promise<void> {
    for (let i = 0; i < 100 && house.sessions.streaming(id)[0]?.text !== text; i++) {
      house.clock.advance(20)
      await house.breathe()
    }
  }
})

test('[I1] nothing of a log leaves before the disk has it, and pieces of text wait behind it', async () => {
  const gate: { wait: Promise<void> } = { wait: Promise.resolve() }
  await using it = await openTestLive({}, (house) => ({
    store: {
      ...house.store,
      durable: async () => {
        await gate.wait
        await house.store.durable()
      },
    },
  }))
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: `s:${id}` })
  await client.next('snap')
  const disk = Promise.withResolvers<void>()
  gate.wait = disk.promise
  await it.say(member.actor, id, 'first', { mode: 'note' })
  const delta = { eventId: 'evt_x', kind: 'message.agent', attempt: 1, offset: 0, text: 'a' } as const
  it.sessions.feed.delta(id, delta as unknown as Parameters<typeof it.sessions.feed.delta>[1])
  await it.say(member.actor, id, 'second', { mode: 'note' })
  client.send({ type: 'sub', scope: 'l:' })
  client.send({
    type: 'cmd',
    cid: 'c',
    op: 'message',
    sessionId: id,
    body: 'third',
    clientMessageId: 'm',
    mode: 'note',
  })
  await it.breathe()
  await client.settle()
  assert.deepEqual(order(client), [], 'nothing before the disk')
  assert.equal(client.all('snap').length + client.all('ack').length, 1)
  disk.resolve()
  await client.next('ev', ({ payload }) => payload['text'] === 'third')
  await client.next('ack')
  await client.next('snap', ({ scope }) => scope === 'l:')
  assert.deepEqual(order(client), ['message.user', 'd', 'message.user', 'message.user'])
})

test('[LIV3] a large payload comes cut and marked', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: `s:${id}` })
  await client.next('snap')
  await it.say(member.actor, id, 'x'.repeat(60_000), { mode: 'note' })
  const event = await client.next('ev')
  assert.equal(event.truncated, true)
  assert.ok(JSON.stringify(event).length < limits.eventPayloadInlineBytesMax + 1_000)
})

test('[LIV3] what is taken up again under another name is not one more', async () => {
  await using it = await openTestLive({}, { liveLimits: { liveSubscriptionsMax: 2 } })
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const { key } = await it.store.read((r) => it.sessions.find(r, member.actor, id))
  const client = await it.connect(member)
  for (const scope of ['u:me', `s:${id}`, 'u:me', `u:${member.personId}`, `s:${key}`]) {
    client.send({ type: 'sub', scope })
    await client.next('snap')
  }
  client.send({ type: 'sub', scope: 'l:' })
  assert.equal((await client.next('nak')).code, 'limit_reached')
})

test('[LIV3] a connection has a limited number of subscriptions', async () => {
  await using it = await openTestLive({}, { liveLimits: { liveSubscriptionsMax: 1 } })
  const client = await it.connect(await it.someone())
  client.send({ type: 'sub', scope: 'u:me' })
  await client.next('snap')
  client.send({ type: 'sub', scope: 'l:' })
  const nak = await client.next('nak')
  assert.deepEqual([nak.code, nak.scope], ['limit_reached', 'l:'])
  client.send({ type: 'unsub', scope: 'u:me' })
  client.send({ type: 'sub', scope: 'l:' })
  await client.next('snap')
})

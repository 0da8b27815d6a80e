// One's own log, the list of sessions, who is there and who types.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LiveFrameOf, limits, listedSessionShape, sessionShape } from '@heddle/contract'
import { openTestLive, type TestClient, type TestLive } from '../../../../test-support/open-test-live.ts'

const hintsOf = (client: TestClient) => client.all('eph').filter(({ kind }) => kind === 'sessions.changed')
const idsOf = (hint: LiveFrameOf<'eph'> | undefined) =>
  sessionShape
    .array()
    .parse(hint?.['items'])
    .map(({ id }) => id)

async function second(it: TestLive, ...clients: TestClient[]): Promise<void> {
  await it.breathe()
  it.clock.advance(limits.liveListHintMs)
  await it.breathe()
  for (const client of clients) await client.settle()
}

test('[LIV10] [I29] a read mark set in one window arrives in the other, and resumes without a hole', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  for (const text of ['one', 'two']) await it.say(member.actor, id, text, { mode: 'note' })
  const [one, two] = [await it.connect(member), await it.connect(member)]
  one.send({ type: 'sub', scope: 'u:me' })
  const snap = await one.next('snap')
  assert.deepEqual([snap.scope, snap.state['readMarks']], [`u:${member.personId}`, []])
  two.send({ type: 'cmd', cid: 'c', op: 'read', sessionId: id, seq: 1 })
  const event = await one.next('ev')
  assert.deepEqual(
    [event.scope, event.kind, event.seq],
    [`u:${member.personId}`, 'read.changed', snap.seq + 1],
  )
  assert.equal(event.actor.id, member.personId)
  two.send({ type: 'cmd', cid: 'd', op: 'read', sessionId: id, seq: 2 })
  await one.next('ev')
  two.send({ type: 'sub', scope: `u:${member.personId}`, after: snap.seq })
  await two.next('ev', ({ seq }) => seq === snap.seq + 2)
  assert.deepEqual(
    two.all('ev').map(({ payload }) => payload),
    one.all('ev').map(({ payload }) => payload),
  )
})

test('[LIV10] the list comes with its first page, then with hints, joined and at most one a second', async () => {
  await using it = await openTestLive()
  const [member, other] = [await it.someone(), await it.someone()]
  const mine = await it.chat(member.actor)
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: 'l:' })
  const snap = await client.next('snap')
  assert.deepEqual(
    sessionShape
      .array()
      .parse(snap.state['items'])
      .map(({ id }) => id),
    [mine],
  )
  for (let i = 0; i < 5; i++) await it.say(member.actor, mine, `message ${i}`, { mode: 'note' })
  const team = await it.chat(other.actor, { visibility: 'team' })
  await it.chat(other.actor)
  await it.breathe()
  await client.settle()
  assert.equal(hintsOf(client).length, 0, 'not before its time')
  await second(it, client)
  const hints = hintsOf(client)
  assert.equal(hints.length, 1)
  assert.deepEqual(idsOf(hints[0]).toSorted(), [mine, team].toSorted())
  assert.deepEqual(hints[0]?.['removed'], [])
  await second(it, client)
  assert.equal(hintsOf(client).length, 1, 'nothing happened, nothing is said')
})

test('[LIV10] a session that one may no longer see is named as removed, to whoever was shown it', async () => {
  await using it = await openTestLive()
  const [maker, guest, stranger] = [await it.someone(), await it.someone(), await it.someone()]
  const id = await it.chat(maker.actor, { participants: [guest.actor.handle] })
  const [client, unaware] = [await it.connect(guest), await it.connect(stranger)]
  for (const one of [client, unaware]) {
    one.send({ type: 'sub', scope: 'l:' })
    await one.next('snap')
  }
  await it.store.tx((t) => it.sessions.change(t, maker.actor, id, { participants: [maker.actor.handle] }))
  await second(it, client, unaware)
  assert.deepEqual(
    hintsOf(client).map((hint) => [hint['items'], hint['removed']]),
    [[[], [id]]],
  )
  assert.equal(hintsOf(unaware).length, 0)
})

test('[LIV10] [SES12] each is told of a session as it stands with them, and of what they read in another window', async () => {
  await using it = await openTestLive()
  const [ann, bob] = [await it.someone(), await it.someone()]
  const id = await it.chat(ann.actor, { participants: [bob.actor.handle] })
  const [hers, his] = [await it.connect(ann), await it.connect(bob)]
  for (const client of [hers, his]) {
    client.send({ type: 'sub', scope: 'l:' })
    const snap = await client.next('snap')
    const items = listedSessionShape.array().parse(snap.state['items'])
    assert.deepEqual(
      items.map(({ unread, readSeq }) => [unread, readSeq]),
      [[false, 0]],
    )
  }
  const told = (client: TestClient) =>
    hintsOf(client).map((hint) => {
      const items = listedSessionShape.array().parse(hint['items'])
      return items.map((item) => [item.id, item.unread, item.readSeq])
    })
  await it.say(ann.actor, id, 'a note', { mode: 'note' })
  await second(it, hers, his)
  assert.deepEqual(told(hers), [[[id, false, 0]]])
  assert.deepEqual(told(his), [[[id, true, 0]]])
  const other = await it.connect(bob)
  other.send({ type: 'cmd', cid: 'r', op: 'read', sessionId: id, seq: 1 })
  await other.next('ack')
  await second(it, hers, his)
  assert.deepEqual(told(his).at(-1), [[id, false, 1]])
  assert.equal(told(hers).length, 1, 'what he read is nothing to her')
})

test('[LIV10] a hint names only so many sessions and holds only so many bytes, and the rest comes with the next', async () => {
  await using it = await openTestLive({}, { liveLimits: { hintSessionsMax: 3, liveFrameOutBytesMax: 8_192 } })
  const member = await it.someone()
  const client = await it.connect(member)
  const ids = []
  for (let i = 0; i < 5; i++) {
    const id = await it.chat(member.actor)
    ids.push(id)
    await it.say(member.actor, id, 'a note', { mode: 'note' })
  }
  client.send({ type: 'sub', scope: 'l:' })
  await client.next('snap')
  for (const id of ids.slice(0, 3)) await it.say(member.actor, id, 'a note', { mode: 'note' })
  const other = await it.connect(member)
  for (const id of ids.slice(2)) {
    other.send({ type: 'cmd', cid: id, op: 'read', sessionId: id, seq: 1 })
    await other.next('ack')
  }
  for (let i = 0; i < 4; i++) await second(it, client)
  assert.ok(hintsOf(client).every((hint) => idsOf(hint).length <= 3))
  assert.deepEqual([...new Set(hintsOf(client).flatMap(idsOf))].toSorted(), ids.toSorted())
  const counted = hintsOf(client).length
  const title = '€'.repeat(limits.titleCharsMax)
  for (const id of ids) await it.store.tx((t) => it.sessions.change(t, member.actor, id, { title }))
  for (let i = 0; i < 6; i++) await second(it, client)
  const hints = hintsOf(client).slice(counted)
  assert.ok(hints.length > 2)
  assert.ok(hints.every((hint) => Buffer.byteLength(JSON.stringify(hint)) <= 8_192))
  assert.deepEqual(hints.flatMap(idsOf).toSorted(), ids.toSorted())
})

test('[LIV9] whoever comes back where they were is told who is there now', async () => {
  await using it = await openTestLive()
  const [one, two] = [await it.someone(), await it.someone()]
  const id = await it.chat(one.actor, { visibility: 'team' })
  const staying = await it.connect(one)
  staying.send({ type: 'sub', scope: `s:${id}` })
  const { seq } = await staying.next('snap')
  it.clock.advance(limits.presenceEveryMs)
  const back = await it.connect(two)
  back.send({ type: 'sub', scope: `s:${id}`, after: seq })
  const frame = await back.next('eph', ({ kind }) => kind === 'presence')
  assert.equal(frame['isAll'], true)
  assert.deepEqual(
    (frame['people'] as { id: string }[]).map((person) => person.id).toSorted(),
    [one.personId, two.personId].toSorted(),
  )
  assert.equal(back.all('snap').length, 0)
})

test('[LIV9] who is there is told to the others, at most once in five seconds for each', async () => {
  await using it = await openTestLive()
  const [one, two] = [await it.someone(), await it.someone()]
  const id = await it.chat(one.actor, { visibility: 'team' })
  const client = await it.connect(one)
  client.send({ type: 'sub', scope: `s:${id}` })
  await client.next('snap')
  it.clock.advance(limits.presenceEveryMs)
  const statesOf = () =>
    client
      .all('eph')
      .filter(({ kind }) => kind === 'presence')
      .flatMap((frame) => frame['people'] as { id: string; state: string }[])
      .filter((person) => person.id === two.personId)
      .map(({ state }) => state)
  const pass = async (ms: number) => {
    await it.breathe()
    it.clock.advance(ms)
    await it.breathe()
    await client.settle()
  }
  const other = await it.connect(two)
  other.send({ type: 'sub', scope: `s:${id}` })
  const snap = await other.next('snap')
  assert.equal((snap.state['presence'] as unknown[]).length, 2)
  await pass(1)
  assert.deepEqual(statesOf(), ['active'])
  for (const state of ['idle', 'active', 'away']) other.send({ type: 'presence', state })
  await other.settle()
  await pass(1_000)
  assert.deepEqual(statesOf(), ['active'], 'not so soon again')
  await pass(limits.presenceEveryMs)
  assert.deepEqual(statesOf(), ['active', 'away'])
  other.end()
  await other.closed
  await pass(limits.presenceEveryMs)
  await pass(limits.presenceEveryMs)
  assert.deepEqual(statesOf(), ['active', 'away', 'gone'])
})

test('[LIV9] a crowd is shown in part, so that it does not grow what everybody is told', async () => {
  await using it = await openTestLive({}, { liveLimits: { viewersMax: 2 } })
  const maker = await it.someone()
  const id = await it.chat(maker.actor, { visibility: 'team' })
  for (let i = 0; i < 4; i++) {
    const client = await it.connect(i === 0 ? maker : await it.someone())
    client.send({ type: 'sub', scope: `s:${id}` })
    const snap = await client.next('snap')
    assert.equal((snap.state['presence'] as unknown[]).length, Math.min(2, i + 1))
  }
})

test('[LIV9] typing is told to those who look on, at most once in three seconds, and to nobody later', async () => {
  await using it = await openTestLive()
  const [one, two] = [await it.someone(), await it.someone()]
  const id = await it.chat(one.actor, { visibility: 'team' })
  const client = await it.connect(one)
  client.send({ type: 'sub', scope: `s:${id}` })
  await client.next('snap')
  const writer = await it.connect(two)
  const typing = () => client.all('eph').filter(({ kind }) => kind === 'typing')
  const type = async (cid: string) => {
    writer.send({ type: 'cmd', cid, op: 'typing', sessionId: id })
    await writer.next('ack')
    await client.settle()
  }
  await type('a')
  await type('b')
  assert.equal(typing().length, 1)
  assert.deepEqual(
    typing().map((frame) => (frame['person'] as { id: string }).id),
    [two.personId],
  )
  assert.equal(typing()[0]?.['expiresMs'], limits.typingExpiresMs)
  it.clock.advance(limits.typingEveryMs)
  assert.equal((await it.ask('POST', `/sessions/${id}/typing`, { headers: two.headers })).status, 204)
  await client.settle()
  assert.equal(typing().length, 2)
  writer.send({ type: 'sub', scope: `s:${id}` })
  await writer.next('snap')
  await writer.settle()
  assert.equal(writer.all('eph').filter(({ kind }) => kind === 'typing').length, 0)
})

test('[LIV9] to say that one types one must be allowed to write, not to read', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const { actor } = await it.signedIn('writer', 'member')
  const writer = await it.tokenOf(actor, ['write'])
  const reader = await it.tokenOf(actor, ['read'])
  await it.store.tx((t) =>
    it.sessions.change(t, member.actor, id, { participants: [member.actor.handle, actor.handle] }),
  )
  const tell = async ({ secret }: { secret: string }) =>
    (await it.ask('POST', `/sessions/${id}/typing`, { headers: { Authorization: `Bearer ${secret}` } }))
      .status
  assert.deepEqual([await tell(writer), await tell(reader)], [204, 403])
})

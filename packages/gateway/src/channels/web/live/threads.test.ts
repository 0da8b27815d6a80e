// Discussions on the live socket: what is said is told once to each, and who has which one open.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type ReplyJson, type ThreadId, type ThreadJson } from '@heddle/contract'
import { openTestLive, type TestLive } from '../../../../test-support/open-test-live.ts'

async function discussing(it: TestLive, visibility: 'team' | 'private' = 'team') {
  const member = await it.someone()
  const other = await it.someone()
  const id = await it.chat(member.actor, { visibility })
  const { eventId } = await it.say(member.actor, id, 'The roof leaks.', { mode: 'note' })
  const { thread } = await it.store.tx((t) => it.collaboration.open(t, member.actor, id, eventId))
  const follow = async (who = member, more: object = {}) => {
    const client = await it.connect(who)
    client.send({ type: 'sub', scope: `s:${id}`, ...more })
    return client
  }
  const reply = (body: string, clientMessageId: string, who = member) =>
    it.store.tx((t) => it.collaboration.post(t, who.actor, thread.id, { body, clientMessageId }))
  return { member, other, id, eventId, thread, follow, reply }
}

test('[THR3] [LIV8] [I11] 20 parallel posts with one clientMessageId: one reply, 20 equal answers, one event for each socket', async () => {
  await using it = await openTestLive()
  const { member, other, id, thread, follow } = await discussing(it)
  const [mine, theirs] = [await follow(), await follow(other)]
  await mine.next('snap')
  await theirs.next('snap')
  for (let i = 0; i < 20; i++) {
    const said = { op: 'reply', threadId: thread.id, body: 'Since Monday.', clientMessageId: 'same' }
    mine.send({ type: 'cmd', cid: `c${i}`, ...said })
  }
  await mine.next('ack', ({ cid }) => cid === 'c19')
  const acks = mine.all('ack').map(({ cid: _cid, deduped: _deduped, ...rest }) => rest)
  assert.equal(acks.length, 20)
  for (const ack of acks) assert.deepEqual(ack, acks[0])
  assert.equal(mine.all('ack').filter(({ deduped }) => deduped === false).length, 1)
  for (const client of [mine, theirs]) {
    await client.settle()
    const told = client.all('ev').filter(({ kind }) => kind === 'reply.posted')
    assert.equal(told.length, 1)
    const { reply, thread: now } = told[0]!.payload as { reply: ReplyJson; thread: ThreadJson }
    assert.deepEqual(
      [reply.id, reply.body, reply.author.id, reply.seq, reply.sourceEventId],
      [acks[0]?.id, 'Since Monday.', member.personId, told[0]?.seq, told[0]?.eventId],
    )
    assert.deepEqual([now.id, now.replyCount, now.lastReplySeq], [thread.id, 1, told[0]?.seq])
  }
  assert.equal((await it.log(id)).filter(({ kind }) => kind === 'reply.posted').length, 1)
})

test('[LIV8] [MEN2] a message and a reply over the socket say whom they name, and what becomes of agents', async () => {
  await using it = await openTestLive()
  const { other, id, thread, follow } = await discussing(it)
  const client = await follow()
  const { handle } = other.actor
  const message = { op: 'message', sessionId: id, body: `@${handle}, @ghost`, mode: 'note' }
  client.send({ type: 'cmd', cid: 'c1', ...message })
  const said = await client.next('ack')
  assert.deepEqual(said.mentions, [handle])
  assert.deepEqual(said.rejectedMentions, [{ handle: 'ghost', reason: 'unknown' }])
  client.send({ type: 'cmd', cid: 'c2', op: 'reply', threadId: thread.id, body: '@main?' })
  const replied = await client.next('ack')
  assert.deepEqual(
    replied.agents?.map(({ handle: agent, sessionId }) => [agent, sessionId]),
    [['main', id]],
  )
  client.send({ type: 'cmd', cid: 'c3', op: 'reply', threadId: 'thr_none', body: 'x' })
  assert.deepEqual((await client.next('nak')).code, 'unknown_thread')
  client.send({ type: 'cmd', cid: 'c4', op: 'reply', threadId: thread.id, body: ' ' })
  const nak = await client.next('nak')
  assert.deepEqual([nak.code, nak.field], ['bad_input', 'body'])
})

test('[THR2] [I24] whoever resumes from any point reads what everyone else has read', async () => {
  await using it = await openTestLive()
  const { thread, follow, reply } = await discussing(it)
  const watching = await follow()
  await watching.next('snap')
  for (let i = 0; i < 3; i++) await reply(`number ${i}`, `r${i}`)
  while (watching.all('ev').length < 3) await watching.settle()
  const seen = watching.all('ev')
  assert.deepEqual(
    seen.map(({ seq }) => seq),
    seen.map((_, i) => (seen[0]?.seq ?? 0) + i),
  )
  for (const [i, { seq }] of seen.entries()) {
    const late = await follow(undefined, { after: seq - 1 })
    while (late.all('ev').length < seen.length - i) await late.settle()
    assert.deepEqual(late.all('ev'), seen.slice(i))
  }
  const { items } = await it.store.read((r) =>
    it.collaboration.listReplies(r, it.operator, thread.id, 'asc', { limit: 10 }),
  )
  assert.deepEqual(
    items.map(({ seq, body }) => [seq, body]),
    seen.map(({ seq, payload }) => [seq, (payload['reply'] as ReplyJson).body]),
  )
})

test('[THR5] what was edited or deleted is not read by whoever resumes from before it', async () => {
  await using it = await openTestLive()
  const { member, id, follow, reply } = await discussing(it)
  const before = (await it.log(id)).at(-1)?.seq ?? 0
  const { replyId } = await reply('swordfish', 'r1')
  await it.store.tx((t) => it.collaboration.edit(t, member.actor, replyId, 'another word'))
  const late = await follow(undefined, { after: before })
  const posted = await late.next('ev', ({ kind }) => kind === 'reply.posted')
  const edited = await late.next('ev', ({ kind }) => kind === 'reply.edited')
  assert.equal((posted.payload['reply'] as ReplyJson).body, '')
  assert.equal((edited.payload['reply'] as ReplyJson).body, 'another word')
  await it.store.tx((t) => it.collaboration.remove(t, member.actor, replyId))
  const deleted = await late.next('ev', ({ kind }) => kind === 'reply.deleted')
  assert.deepEqual(
    [deleted.payload['replyId'], (deleted.payload['thread'] as ThreadJson).replyCount],
    [replyId, 0],
  )
  const later = await follow(undefined, { after: before })
  await later.next('ev', ({ kind }) => kind === 'reply.deleted')
  assert.ok(!JSON.stringify(later.frames).includes('swordfish'))
  assert.ok(!JSON.stringify(later.frames).includes('another word'))
})

test('[THR2] a long reply travels cut and marked, and is read whole by its event', async () => {
  await using it = await openTestLive()
  const { member, id, follow, reply } = await discussing(it)
  const client = await follow()
  await client.next('snap')
  const body = '王'.repeat(limits.replyCharsMax)
  await reply(body, 'long')
  const told = await client.next('ev', ({ kind }) => kind === 'reply.posted')
  assert.equal(told.truncated, true)
  const shown = (told.payload['reply'] as ReplyJson).body
  assert.ok(body.startsWith(shown) && shown.length > 1_000 && shown.length < body.length)
  assert.ok(Buffer.byteLength(JSON.stringify(told.payload)) <= limits.eventPayloadInlineBytesMax)
  const whole = await it.ask('GET', `/sessions/${id}/events/${told.eventId}`, { headers: member.headers })
  assert.equal(whole.body.payload.reply.body, body)
})

test('[SES7] [THR1] a socket of whoever may not see the session hears nothing of its discussions, and nothing more once it is private', async () => {
  await using it = await openTestLive()
  it.reactAtCommit()
  const { member, other, id, follow, reply, thread } = await discussing(it)
  const stranger = await follow(other)
  await stranger.next('snap')
  await reply('for the team', 'r1')
  await stranger.next('ev', ({ kind }) => kind === 'reply.posted')
  await it.store.tx((t) => it.sessions.change(t, member.actor, id, { visibility: 'private' }))
  await reply('for us', 'r2')
  await stranger.next('nak', ({ code }) => code === 'not_found')
  stranger.send({ type: 'sub', scope: `s:${id}` })
  await stranger.next('nak', ({ code }) => code === 'not_found')
  stranger.send({ type: 'viewing', scope: `s:${id}`, threadId: thread.id })
  await stranger.next('nak', ({ code }) => code === 'not_found')
  stranger.send({ type: 'cmd', cid: 'c1', op: 'reply', threadId: thread.id, body: 'me' })
  await stranger.next('nak', ({ code }) => code === 'unknown_thread')
  await stranger.settle()
  assert.ok(!JSON.stringify(stranger.frames).includes('for us'))
})

test('[THR1] [R1] a viewer follows a discussion of the team over the socket, and cannot reply there', async () => {
  await using it = await openTestLive()
  const { id, thread, follow, reply } = await discussing(it)
  const client = await follow(await it.someone('viewer'))
  await client.next('snap')
  await reply('for all', 'r1')
  await client.next('ev', ({ kind }) => kind === 'reply.posted')
  const said = { op: 'reply', threadId: thread.id, body: 'me too', clientMessageId: 'v1' }
  client.send({ type: 'cmd', cid: 'c1', ...said })
  assert.equal((await client.next('nak')).code, 'not_allowed')
  assert.equal((await it.log(id)).filter(({ kind }) => kind === 'reply.posted').length, 1)
})

test('[THR2] how far one has read in a discussion is equal in all tabs, and moves no mark of the session', async () => {
  await using it = await openTestLive()
  const { other, id, thread, reply } = await discussing(it)
  const tabs = [await it.connect(other), await it.connect(other)]
  for (const tab of tabs) {
    tab.send({ type: 'sub', scope: 'u:me' })
    await tab.next('snap')
  }
  const { seq } = await reply('new', 'r1')
  const marked = await it.ask('PUT', `/threads/${thread.id}/read`, { headers: other.headers, body: { seq } })
  assert.equal(marked.status, 200)
  for (const tab of tabs) {
    const { payload } = await tab.next('ev', ({ kind }) => kind === 'read.changed')
    assert.deepEqual(payload, { sessionId: id, threadId: thread.id, seq })
  }
  const marks = await it.store.read((r) => it.sessions.readMarks(r, other.personId))
  assert.deepEqual(marks, [])
})

test('[LIV14] who has a discussion open is told while they have it, and gone with their connection', async () => {
  await using it = await openTestLive({}, { liveLimits: { threadViewersEveryMs: 0 } })
  const { member, other, id, thread, follow } = await discussing(it)
  const [mine, theirs] = [await follow(), await follow(other)]
  await mine.next('snap')
  await theirs.next('snap')
  const viewers = async (client: typeof mine) => {
    it.clock.advance(1)
    const { threads } = (await client.next('eph', ({ kind }) => kind === 'thread.viewers')) as unknown as {
      threads: { threadId: string; people: { id: string }[] }[]
    }
    return threads.map(({ threadId, people }) => [threadId, people.map((person) => person.id)])
  }
  theirs.send({ type: 'viewing', scope: `s:${id}`, threadId: thread.id })
  await theirs.settle()
  assert.deepEqual(await viewers(mine), [[thread.id, [other.personId]]])
  // Whoever comes later knows it from the start.
  const late = await follow()
  const { state } = await late.next('snap')
  assert.deepEqual(state['threadViewers'], [
    {
      threadId: thread.id,
      people: [{ id: other.personId, handle: other.actor.handle, name: other.actor.name }],
    },
  ])
  theirs.send({ type: 'viewing', scope: `s:${id}`, threadId: null })
  await theirs.settle()
  assert.deepEqual(await viewers(mine), [[thread.id, []]])
  theirs.send({ type: 'viewing', scope: `s:${id}`, threadId: thread.id })
  await theirs.settle()
  assert.deepEqual(await viewers(mine), [[thread.id, [other.personId]]])
  theirs.end()
  await theirs.closed
  while (it.door.live().sockets > 2) await it.breathe()
  assert.deepEqual(await viewers(mine), [[thread.id, []]])
  const stray = await it.connect(member)
  stray.send({ type: 'viewing', scope: `s:${id}`, threadId: thread.id })
  assert.equal((await stray.next('nak')).code, 'not_found')
  stray.send({ type: 'viewing', scope: 'u:me', threadId: thread.id })
  assert.equal((await stray.next('nak')).field, 'scope')
})

test('[LIV14] somebody is there whose page shows it and who was active a moment ago; no proof is "no"', async () => {
  await using it = await openTestLive()
  const { member, other, id, thread, follow } = await discussing(it)
  const threadId: ThreadId = thread.id
  const there = (at: ThreadId | null = threadId, who = other) =>
    it.door.isThere(who.personId, { sessionId: id, threadId: at })
  assert.deepEqual([there(), there(null)], [false, false])
  const client = await follow(other)
  await client.next('snap')
  assert.deepEqual([there(), there(null)], [false, true])
  client.send({ type: 'viewing', scope: `s:${id}`, threadId })
  await client.settle()
  assert.deepEqual([there(), there(null), there('thr_other' as ThreadId)], [true, true, false])
  client.send({ type: 'presence', state: 'idle' })
  await client.settle()
  assert.deepEqual([there(), there(null)], [false, false])
  client.send({ type: 'presence', state: 'active' })
  client.send({ type: 'unsub', scope: `s:${id}` })
  await client.settle()
  await it.breathe()
  assert.deepEqual([there(), there(null), there(threadId, member)], [false, false, false])
})

test('[COL1] turned off, no entry of a log tells of a discussion, and the log still has no holes', async () => {
  await using it = await openTestLive()
  const { member, id, follow, reply } = await discussing(it)
  await reply('swordfish', 'r1')
  const posted = (await it.log(id)).find(({ kind }) => kind === 'reply.posted')
  it.collaborationFlags.current = { ...it.collaborationFlags.current, threads: false }
  const client = await follow(undefined, { after: 1 })
  while (client.all('ev').length < 2) await client.settle()
  assert.deepEqual(
    client.all('ev').map(({ seq, payload }) => [seq, payload]),
    [
      [2, {}],
      [3, {}],
    ],
  )
  client.send({ type: 'viewing', scope: `s:${id}`, threadId: 'thr_1' })
  assert.equal((await client.next('nak')).code, 'not_found')
  const path = `/sessions/${id}/events/${posted?.eventId}`
  assert.equal((await it.ask('GET', path, { headers: member.headers })).status, 404)
  assert.ok(!JSON.stringify(client.frames).includes('swordfish'))
})

test('[COL1] with mentions turned off, entries of before tell a reply and whom it named no longer', async () => {
  await using it = await openTestLive()
  const { other, id, follow, reply } = await discussing(it)
  const text = `Ask @${other.actor.handle} about swordfish.`
  await reply(text, 'r1')
  const stored = (await it.log(id)).find(({ kind }) => kind === 'reply.posted')
  assert.ok(stored)
  assert.deepEqual((stored.payload['reply'] as { mentions: string[] }).mentions, [other.actor.handle])
  it.collaborationFlags.current = { ...it.collaborationFlags.current, mentions: false }
  const client = await follow(undefined, { after: 1 })
  const told = await client.next('ev', ({ kind }) => kind === 'reply.posted')
  const { body, mentions } = told.payload['reply'] as { body: string; mentions: string[] }
  assert.deepEqual([body, mentions], [text, []])
})

test('[COL1] [LIV14] turned off, nobody hears who has a discussion open: neither at first, nor on coming back, nor later', async () => {
  await using it = await openTestLive({}, { liveLimits: { threadViewersEveryMs: 0 } })
  const { other, id, thread, follow } = await discussing(it)
  const theirs = await follow(other)
  await theirs.next('snap')
  theirs.send({ type: 'viewing', scope: `s:${id}`, threadId: thread.id })
  await theirs.settle()
  it.collaborationFlags.current = { ...it.collaborationFlags.current, threads: false }
  const first = await follow()
  assert.equal('threadViewers' in (await first.next('snap')).state, false)
  const back = await follow(undefined, { after: 1 })
  await back.next('eph', ({ kind }) => kind === 'presence')
  // Somebody leaves, which the others would be told of.
  theirs.send({ type: 'unsub', scope: `s:${id}` })
  await theirs.settle()
  it.clock.advance(1)
  for (const client of [first, back]) {
    await client.settle()
    assert.deepEqual(
      client.all('eph').filter(({ kind }) => kind === 'thread.viewers'),
      [],
    )
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type ReplyJson, type WholeThreadJson } from '@heddle/contract'
import { openDiscussingHouse } from '../../../test-support/discussing-house.ts'
import { kindsOf } from '../../../test-support/open-test-sessions.ts'

test('[THR1] a thread is opened once for each event, however often and by whomever it is asked for', async () => {
  const { house, kim, lou, id, eventId, ask } = await openDiscussingHouse()
  await using _ = house
  const opening = (i: number) =>
    ask(i % 2 === 0 ? kim : lou, 'POST', `/sessions/${id}/threads`, { anchorEventId: eventId })
  const answers = await Promise.all(Array.from({ length: 20 }, (_value, i) => opening(i)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 200).length, 19)
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  const [first] = answers
  const thread: WholeThreadJson = first?.body
  assert.deepEqual(
    [thread.sessionId, thread.anchorEventId, thread.state, thread.replyCount, thread.unread],
    [id, eventId, 'active', 0, 0],
  )
  assert.deepEqual(
    [thread.anchor.kind, thread.anchor.actor.name, thread.anchor.excerpt],
    ['message.user', kim.actor.name, 'The roof leaks.'],
  )
  assert.equal(kindsOf(await house.log(id)).filter((kind) => kind === 'thread.opened').length, 1)
  // It is talk about the timeline, and no part of it.
  assert.deepEqual(kindsOf(await house.timeline(id)), ['message.user'])
  assert.deepEqual(house.logged, [])
})

test('[THR1] "Users can create a thread from any visible timeline event type supported in V1": every row, and nothing else', async () => {
  const { house, kim, id, ask } = await openDiscussingHouse({ toolOrigins: [] })
  await using _ = house
  await ask(kim, 'POST', `/sessions/${id}/runs`, { task: 'Count the tiles.' })
  await house.say(kim.actor, id, 'Well?')
  await house.work()
  house.clock.advance(limits.announceTogetherMs)
  await house.work()
  const rows = await house.timeline(id)
  const kinds = new Set(kindsOf(rows))
  for (const kind of [
    'message.user',
    'message.agent',
    'subagent.spawned',
    'subagent.finished',
    'turn.finished',
  ]) {
    assert.ok(kinds.has(kind), kind)
  }
  for (const { eventId, kind, place } of rows) {
    const { status, body } = await ask(kim, 'POST', `/sessions/${id}/threads`, { anchorEventId: eventId })
    assert.deepEqual([status, body.anchor?.kind, body.anchorPlace], [201, kind, place], kind)
  }
  const noRow = (await house.log(id)).find(({ kind }) => kind === 'thread.opened')
  for (const anchorEventId of [noRow?.eventId, 'evt_none']) {
    const { status, body } = await ask(kim, 'POST', `/sessions/${id}/threads`, { anchorEventId })
    assert.deepEqual([status, body.error.issues?.[0]?.field], [404, 'anchorEventId'])
  }
  const other = await house.chat(kim.actor)
  const elsewhere = await ask(kim, 'POST', `/sessions/${other}/threads`, { anchorEventId: rows[0]?.eventId })
  assert.equal(elsewhere.status, 404)
})

test('[THR3] [I11] "Reply creation with duplicate `clientMessageId` returns existing reply and does not create a duplicate row"', async () => {
  const { house, kim, lou, id, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reply(lou, thread.id, 'Since Monday, @kim.', 'same')),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [...Array.from({ length: 19 }, () => 200), 201],
  )
  const told = answers.map(({ body: { deduped: _deduped, ...rest } }) => rest)
  for (const one of told) assert.deepEqual(one, told[0])
  assert.deepEqual(told[0].mentions, ['kim'])
  const { items } = (await ask(kim, 'GET', `/threads/${thread.id}/replies`)).body
  assert.equal(items.length, 1)
  assert.equal(kindsOf(await house.log(id)).filter((kind) => kind === 'reply.posted').length, 1)
  // Another author's is another reply.
  assert.equal((await reply(kim, thread.id, 'Since Monday, @kim.', 'same')).status, 201)
})

test('[THR3] [I11] the same id with another body is a conflict and changes nothing, also after an edit', async () => {
  const { house, kim, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const first = await reply(kim, thread.id, 'One.', 'same')
  const other = await reply(kim, thread.id, 'Two.', 'same')
  assert.deepEqual([other.status, other.body.error.code], [409, 'reply_conflict'])
  assert.equal(other.body.error.issues[0].field, 'clientMessageId')
  await ask(kim, 'PATCH', `/replies/${first.body.replyId}`, { body: 'Two, @lou.' })
  const again = await reply(kim, thread.id, 'One.', 'same')
  assert.deepEqual([again.status, again.body], [200, { ...first.body, deduped: true }])
  assert.equal((await reply(kim, thread.id, 'Two, @lou.', 'same')).status, 409)
  const { items } = (await ask(kim, 'GET', `/threads/${thread.id}/replies`)).body
  assert.deepEqual(
    items.map(({ body, mentions }: ReplyJson) => [body, mentions]),
    [['Two, @lou.', ['lou']]],
  )
})

test('[THR2] [I24] "Thread order and reply order are deterministic across clients using `(createdAt, id)`", page by page', async () => {
  const { house, kim, lou, id, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const opened: string[] = []
  for (let i = 0; i < 5; i++) {
    const { eventId } = await house.say(kim.actor, id, `number ${i}`, { mode: 'note' })
    if (i % 2 === 0) house.clock.advance(10)
    opened.push((await open(i % 2 === 0 ? kim : lou, eventId)).id)
  }
  const pages = async (path: string) => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const more = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body } = await ask(lou, 'GET', `${path}${path.includes('?') ? '&' : '?'}limit=2${more}`)
      ids.push(...body.items.map((item: { id: string }) => item.id))
      cursor = body.next
    } while (cursor !== undefined)
    return ids
  }
  assert.deepEqual(await pages(`/sessions/${id}/threads`), opened)
  const threadId = opened[0] ?? ''
  const replied: string[] = []
  for (let i = 0; i < 5; i++) {
    replied.push((await reply(i % 2 === 0 ? kim : lou, threadId, `reply ${i}`)).body.replyId)
  }
  assert.deepEqual(await pages(`/threads/${threadId}/replies`), replied)
  assert.deepEqual(await pages(`/threads/${threadId}/replies?order=desc`), replied.toReversed())
  const { status } = await ask(lou, 'GET', `/threads/${threadId}/replies?cursor=nonsense`)
  assert.equal(status, 400)
})

test('[THR2] the list is narrowed to one event, to open or resolved ones, and to a window of the timeline', async () => {
  const { house, kim, id, open, ask } = await openDiscussingHouse()
  await using _ = house
  const threads: WholeThreadJson[] = []
  for (const text of ['one', 'two', 'three']) {
    const { eventId } = await house.say(kim.actor, id, text, { mode: 'note' })
    threads.push(await open(kim, eventId))
  }
  const [one, two, three] = threads as [WholeThreadJson, WholeThreadJson, WholeThreadJson]
  await ask(kim, 'PATCH', `/threads/${two.id}`, { resolved: true })
  const list = async (query: string) =>
    (await ask(kim, 'GET', `/sessions/${id}/threads?${query}`)).body.items.map(
      (thread: WholeThreadJson) => thread.id,
    )
  assert.deepEqual(await list(`anchorEventId=${two.anchorEventId}`), [two.id])
  assert.deepEqual(await list(`anchorEventId=${two.anchorEventId}&state=open`), [])
  assert.deepEqual(await list('anchorEventId=evt_none'), [])
  assert.deepEqual(await list('state=open'), [one.id, three.id])
  assert.deepEqual(await list('state=resolved'), [two.id])
  assert.deepEqual(await list(`afterPlace=${one.anchorPlace}&beforePlace=${three.anchorPlace}`), [two.id])
  assert.deepEqual(await list(`afterPlace=${one.anchorPlace}`), [two.id, three.id])
})

test('[THR4] [I28] "Thread with deleted/redacted anchor is still viewable and labeled `orphaned_anchor`", and answerable', async () => {
  const { house, kim, lou, id, eventId, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(lou)
  await reply(lou, thread.id, 'Is it bad?')
  await ask(kim, 'DELETE', `/sessions/${id}/events/${eventId}`)
  // Before anything follows from it, the words are gone already.
  assert.equal((await ask(lou, 'GET', `/threads/${thread.id}`)).body.anchor.excerpt, null)
  await house.work()
  const { body } = await ask(lou, 'GET', `/threads/${thread.id}`)
  assert.deepEqual(
    [body.state, body.anchor.excerpt, body.anchor.actor.name],
    ['orphaned_anchor', null, kim.actor.name],
  )
  assert.equal((await reply(kim, thread.id, 'It was.')).status, 201)
  assert.equal((await ask(kim, 'GET', `/threads/${thread.id}/replies`)).body.items.length, 2)
  const resolved = await ask(kim, 'PATCH', `/threads/${thread.id}`, { resolved: true })
  assert.deepEqual([resolved.status, resolved.body.state], [200, 'orphaned_anchor'])
  const told = (await house.log(id)).filter(({ kind }) => kind === 'thread.changed')
  assert.deepEqual(
    told.map(({ payload, actor }) => [(payload['thread'] as WholeThreadJson).state, actor.kind]),
    [
      ['orphaned_anchor', 'system'],
      ['orphaned_anchor', 'person'],
    ],
  )
  assert.ok(!JSON.stringify(await house.log(id)).includes('roof'))
})

test('[THR4] what was redacted before it was discussed is discussed without an excerpt from the start', async () => {
  const { house, kim, id, eventId, open, ask } = await openDiscussingHouse()
  await using _ = house
  await ask(kim, 'DELETE', `/sessions/${id}/events/${eventId}`)
  const thread = await open(kim)
  assert.deepEqual([thread.state, thread.anchor.excerpt], ['orphaned_anchor', null])
})

test('[THR4] a copy in a fork is another event, with a discussion of its own; redaction reaches both', async () => {
  const { house, kim, id, eventId, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  await reply(kim, thread.id, 'Only here.')
  const fork = (await ask(kim, 'POST', `/sessions/${id}/fork`, { eventId })).body.id
  assert.deepEqual((await ask(kim, 'GET', `/sessions/${fork}/threads`)).body.items, [])
  const copy = (await house.timeline(fork)).find(({ kind }) => kind === 'message.user')
  const there = await ask(kim, 'POST', `/sessions/${fork}/threads`, { anchorEventId: copy?.eventId })
  assert.equal(there.status, 201)
  assert.notEqual(there.body.id, thread.id)
  await ask(kim, 'DELETE', `/sessions/${id}/events/${eventId}`)
  await house.work()
  for (const threadId of [thread.id, there.body.id]) {
    const { body } = await ask(kim, 'GET', `/threads/${threadId}`)
    assert.deepEqual([body.state, body.anchor.excerpt], ['orphaned_anchor', null])
  }
})

test('[THR5] a thread is resolved and reopened by whoever takes part, and that is told once each time', async () => {
  const { house, kim, lou, vic, id, open, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const resolved = await ask(lou, 'PATCH', `/threads/${thread.id}`, { resolved: true })
  assert.equal(resolved.body.resolvedBy.handle, 'lou')
  await ask(kim, 'PATCH', `/threads/${thread.id}`, { resolved: true })
  assert.equal((await ask(kim, 'GET', `/threads/${thread.id}`)).body.resolvedBy.handle, 'lou')
  const open2 = await ask(kim, 'PATCH', `/threads/${thread.id}`, { resolved: false })
  assert.deepEqual([open2.body.resolvedAt, open2.body.resolvedBy], [undefined, undefined])
  assert.equal((await ask(vic, 'PATCH', `/threads/${thread.id}`, { resolved: true })).status, 403)
  assert.equal(kindsOf(await house.log(id)).filter((kind) => kind === 'thread.changed').length, 2)
})

test('[THR5] a reply is edited by its author alone; what it said before stands nowhere', async () => {
  const { house, kim, lou, id, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const { replyId } = (await reply(kim, thread.id, 'The password is swordfish.')).body
  assert.equal((await ask(lou, 'PATCH', `/replies/${replyId}`, { body: 'mine' })).status, 403)
  const edited = await ask(kim, 'PATCH', `/replies/${replyId}`, { body: 'I sent it to @lou and @ghost.' })
  assert.deepEqual([edited.status, edited.body.mentions], [200, ['lou']])
  assert.deepEqual(edited.body.rejectedMentions, [{ handle: 'ghost', reason: 'unknown' }])
  const log = await house.log(id)
  assert.ok(!JSON.stringify(log).includes('swordfish'))
  assert.deepEqual(kindsOf(log).slice(-2), ['reply.posted', 'reply.edited'])
  await ask(kim, 'PATCH', `/replies/${replyId}`, { body: 'Done.' })
  assert.ok(!JSON.stringify(await house.log(id)).includes('I sent it'))
  const { items } = (await ask(lou, 'GET', `/threads/${thread.id}/replies`)).body
  assert.deepEqual([items[0].body, items[0].mentions, items[0].editedAt !== undefined], ['Done.', [], true])
  const empty = await ask(kim, 'PATCH', `/replies/${replyId}`, { body: ' ' })
  assert.deepEqual([empty.status, empty.body.error.issues[0].field], [400, 'body'])
})

test('[THR5] a reply is deleted by its author or an admin: its words are gone, its place stays', async () => {
  const { house, kim, lou, id, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const mine = (await reply(kim, thread.id, 'The password is swordfish, @lou.', 'mine')).body
  await ask(kim, 'PATCH', `/replies/${mine.replyId}`, { body: 'It is swordfish2, @lou.' })
  const theirs = (await reply(lou, thread.id, 'Noted.')).body
  assert.equal((await ask(lou, 'DELETE', `/replies/${mine.replyId}`)).status, 403)
  for (let i = 0; i < 2; i++) assert.equal((await ask(kim, 'DELETE', `/replies/${mine.replyId}`)).status, 204)
  const admin = await house.cookieOf('admin')
  const byAdmin = await house.ask('DELETE', `/replies/${theirs.replyId}`, { headers: admin })
  assert.equal(byAdmin.status, 204)
  const { items } = (await ask(kim, 'GET', `/threads/${thread.id}/replies`)).body
  assert.deepEqual(
    items.map(({ body, mentions, deletedAt }: ReplyJson) => [body, mentions, deletedAt !== undefined]),
    [
      ['', [], true],
      ['', [], true],
    ],
  )
  assert.equal((await ask(kim, 'GET', `/threads/${thread.id}`)).body.replyCount, 0)
  assert.ok(!JSON.stringify(await house.log(id)).includes('swordfish'))
  assert.equal(kindsOf(await house.log(id)).filter((kind) => kind === 'reply.deleted').length, 2)
  const edit = await ask(kim, 'PATCH', `/replies/${mine.replyId}`, { body: 'again' })
  assert.deepEqual([edit.status, edit.body.error.code], [409, 'reply_deleted'])
  // Its id stays taken for ever.
  const again = await reply(kim, thread.id, 'anything', 'mine')
  assert.deepEqual([again.status, again.body.replyId, again.body.mentions], [200, mine.replyId, []])
})

test('[THR2] [I29] each person has read as far as their own mark says, and what is left equals a recount', async () => {
  const { house, kim, lou, id, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const seqs: number[] = []
  for (const text of ['one', 'two', 'three']) seqs.push((await reply(kim, thread.id, text)).body.seq)
  await reply(lou, thread.id, 'mine')
  const unread = async (who = lou) => (await ask(who, 'GET', `/threads/${thread.id}`)).body.unread
  assert.deepEqual([await unread(lou), await unread(kim)], [3, 1])
  const mark = await ask(lou, 'PUT', `/threads/${thread.id}/read`, { seq: seqs[1] })
  assert.deepEqual(mark.body, { threadId: thread.id, sessionId: id, seq: seqs[1], unread: 1 })
  // It never moves back, and nobody has read what is not written.
  const back = await ask(lou, 'PUT', `/threads/${thread.id}/read`, { seq: 0 })
  assert.equal(back.body.seq, seqs[1])
  const far = await ask(lou, 'PUT', `/threads/${thread.id}/read`, { seq: 1_000_000 })
  assert.deepEqual([far.body.unread, await unread(lou)], [0, 0])
  await reply(kim, thread.id, 'four')
  assert.equal(await unread(lou), 1)
  const own = await house.store.read((r) => house.sessions.personLogAfter(r, lou.actor.personId, 0, 10))
  assert.deepEqual(
    own
      .filter(({ kind }) => kind === 'read.changed')
      .map(({ kind, payload }) => [kind, payload['threadId'], payload['seq']]),
    [
      ['read.changed', thread.id, seqs[1]],
      ['read.changed', thread.id, far.body.seq],
    ],
  )
})

test('[THR1] [R1] a viewer reads and marks, and can neither open, reply, resolve nor hand over', async () => {
  const { house, kim, vic, id, eventId, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const { seq } = (await reply(kim, thread.id, 'for all')).body
  assert.equal((await ask(vic, 'GET', `/threads/${thread.id}/replies`)).body.items.length, 1)
  assert.equal((await ask(vic, 'PUT', `/threads/${thread.id}/read`, { seq })).body.unread, 0)
  const refused = [
    await ask(vic, 'POST', `/sessions/${id}/threads`, { anchorEventId: eventId }),
    await reply(vic, thread.id, 'me too'),
    await ask(vic, 'PATCH', `/threads/${thread.id}`, { resolved: true }),
    await ask(vic, 'POST', `/threads/${thread.id}/hand-over`, { clientMessageId: 'x' }),
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.error.code]),
    Array.from({ length: 4 }, () => [403, 'not_allowed']),
  )
})

test('[THR1] [SES7] for whoever may not see a private session there is no thread, by any route', async () => {
  const { house, kim, lou, id, eventId, open, reply, ask } = await openDiscussingHouse({
    visibility: 'private',
  })
  await using _ = house
  const thread = await open(kim)
  const { replyId } = (await reply(kim, thread.id, 'secret')).body
  const asks: [string, string, unknown?][] = [
    ['GET', `/threads/ID`],
    ['PATCH', `/threads/ID`, { resolved: true }],
    ['POST', `/threads/ID/hand-over`, { clientMessageId: 'x' }],
    ['GET', `/threads/ID/replies`],
    ['POST', `/threads/ID/replies`, { body: 'x', clientMessageId: 'x' }],
    ['PUT', `/threads/ID/read`, { seq: 1 }],
    ['PATCH', `/replies/ID`, { body: 'x' }],
    ['DELETE', `/replies/ID`],
  ]
  for (const [method, path, body] of asks) {
    const real = path.replace('ID', path.startsWith('/replies') ? replyId : thread.id)
    const none = path.replace('ID', 'none_1')
    const [seen, absent] = [await ask(lou, method, real, body), await ask(lou, method, none, body)]
    const { requestId: _a, ...one } = seen.body.error
    const { requestId: _b, ...other } = absent.body.error
    assert.deepEqual([seen.status, one], [absent.status, other], `${method} ${path}`)
    assert.equal(seen.status, 404)
  }
  assert.equal((await ask(lou, 'GET', `/sessions/${id}/threads`)).status, 404)
  assert.equal((await ask(lou, 'POST', `/sessions/${id}/threads`, { anchorEventId: eventId })).status, 404)
  // Once it is for the team they see all of it.
  await ask(kim, 'PATCH', `/sessions/${id}`, { visibility: 'team' })
  assert.equal((await ask(lou, 'GET', `/threads/${thread.id}/replies`)).body.items[0].body, 'secret')
})

test('[THR1] a token that may only write is not told what it may not read', async () => {
  const { house, kim, id, eventId } = await openDiscussingHouse()
  await using _ = house
  const headers = await kim.token(['write'])
  const opened = await house.ask('POST', `/sessions/${id}/threads`, {
    headers,
    body: { anchorEventId: eventId },
  })
  assert.deepEqual([opened.status, opened.body.anchor.excerpt], [201, null])
  const said = { headers, body: { body: 'blind', clientMessageId: 'b' } }
  assert.equal((await house.ask('POST', `/threads/${opened.body.id}/replies`, said)).status, 201)
  assert.equal((await house.ask('GET', `/threads/${opened.body.id}`, { headers })).status, 403)
})

test('[THR1] an archived session stays a place to talk about; its agent is no longer called', async () => {
  const { house, kim, id, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  await ask(kim, 'DELETE', `/sessions/${id}`)
  const said = await reply(kim, thread.id, 'What did we learn, @main?')
  assert.equal(said.status, 201)
  assert.deepEqual(said.body.mentions, ['main'])
  assert.equal(said.body.handedOver, undefined)
  assert.deepEqual(
    said.body.agents.map(({ handle, refused }: { handle: string; refused: { code: string } }) => [
      handle,
      refused.code,
    ]),
    [['main', 'session_archived']],
  )
  assert.equal((await ask(kim, 'PATCH', `/threads/${thread.id}`, { resolved: true })).status, 200)
  const handed = await ask(kim, 'POST', `/threads/${thread.id}/hand-over`, { clientMessageId: 'x' })
  assert.equal(handed.body.error.code, 'session_archived')
})

test('[COL1] [NTF4] the inbox says of a reply what it says now; without discussions there is nothing of them in it', async () => {
  const { house, kim, lou, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const { replyId } = (await reply(kim, thread.id, 'first words for @lou')).body
  await house.work()
  const inbox = async () => (await ask(lou, 'GET', '/notifications')).body
  const excerpts = async () => (await inbox()).items.map(({ excerpt }: { excerpt: string }) => excerpt)
  assert.deepEqual(await excerpts(), ['first words for @lou'])
  await ask(kim, 'PATCH', `/replies/${replyId}`, { body: 'other words for @lou' })
  await house.work()
  assert.deepEqual([await excerpts(), (await inbox()).unread], [['other words for @lou'], 1])
  const { current } = house.collaborationFlags
  house.collaborationFlags.current = { ...current, threads: false }
  assert.deepEqual(await inbox(), { items: [], unread: 0 })
  house.collaborationFlags.current = current
  assert.equal((await inbox()).unread, 1)
  await ask(kim, 'DELETE', `/replies/${replyId}`)
  await house.work()
  assert.deepEqual([await excerpts(), (await inbox()).unread], [[null], 0])
})

test('[COL1] turned off, threads are absent: every route answers as if it were not there', async () => {
  const { house, kim, id, eventId, open, reply, ask } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const { replyId } = (await reply(kim, thread.id, 'before')).body
  const { collaboration } = (await house.ask('GET', '/about')).body
  const all = { threads: true, mentions: true, notifications: true, summary: false, contents: false }
  assert.deepEqual(collaboration, all)
  house.collaborationFlags.current = { ...house.collaborationFlags.current, threads: false }
  const asks: [string, string, unknown?][] = [
    ['GET', `/sessions/${id}/threads`],
    ['POST', `/sessions/${id}/threads`, { anchorEventId: eventId }],
    ['GET', `/threads/${thread.id}`],
    ['PATCH', `/threads/${thread.id}`, { resolved: true }],
    ['POST', `/threads/${thread.id}/hand-over`, { clientMessageId: 'x' }],
    ['GET', `/threads/${thread.id}/replies`],
    ['POST', `/threads/${thread.id}/replies`, { body: 'x', clientMessageId: 'x' }],
    ['PUT', `/threads/${thread.id}/read`, { seq: 1 }],
    ['PATCH', `/replies/${replyId}`, { body: 'x' }],
    ['DELETE', `/replies/${replyId}`],
  ]
  const before = (await house.log(id)).length
  for (const [method, path, body] of asks) {
    const answer = await ask(kim, method, path, body)
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'not_found'], `${method} ${path}`)
  }
  assert.equal((await house.log(id)).length, before)
  assert.equal((await house.ask('GET', '/about')).body.collaboration.threads, false)
})

test('[API3] [THR5] a change of a thread or a reply with If-Match is made only if it is as it was read', async () => {
  const { house, kim, lou, open, reply } = await openDiscussingHouse()
  await using _ = house
  const thread = await open(kim)
  const posted = (await reply(kim, thread.id, 'One.')).body
  const cases = [
    { path: `/threads/${thread.id}`, change: (i: number) => ({ resolved: i % 2 === 0 }) },
    { path: `/replies/${posted.replyId}`, change: (i: number) => ({ body: `Other ${i}.` }) },
  ]
  for (const { path, change } of cases) {
    const patch = (i: number, match: string) =>
      house.ask('PATCH', path, { headers: { ...kim.headers, 'If-Match': match }, body: change(i) })
    const first = await patch(0, '"1"')
    assert.deepEqual([first.status, first.headers.get('etag'), first.body.version], [200, '"2"', 2])
    const late = await patch(1, '"1"')
    assert.deepEqual([late.status, late.body.error.code], [412, 'changed_meanwhile'])
    assert.equal((await patch(1, first.headers.get('etag') ?? '')).body.version, 3)
    // What changes nothing is no change.
    assert.equal((await patch(1, '*')).body.version, 3)
  }
  // What others say in it does not change the thread.
  await reply(lou, thread.id, 'Two.')
  const read = await house.ask('GET', `/threads/${thread.id}`, { headers: lou.headers })
  assert.deepEqual([read.headers.get('etag'), read.body.replyCount], ['"3"', 2])
  const { items } = (await house.ask('GET', `/threads/${thread.id}/replies`, { headers: lou.headers })).body
  assert.deepEqual(
    items.map(({ version }: { version: number }) => version),
    [3, 1],
  )
})

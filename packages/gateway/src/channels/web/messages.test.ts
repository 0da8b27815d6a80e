import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPrefix, type EventJson, limits } from '@heddle/contract'
import { knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import { textOf } from '../../../test-support/open-test-sessions.ts'

async function openChat(more: object = {}) {
  const house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const opened = await house.ask('POST', '/sessions', { headers: kim.headers, body: more })
  assert.equal(opened.status, 201)
  const id: string = opened.body.id
  const post = (body: object, headers = kim.headers, session = id) =>
    house.ask('POST', `/sessions/${session}/messages`, { headers, body })
  return { house, kim, id, session: opened.body, post, [Symbol.asyncDispose]: () => house.close() }
}

async function timelineOf(
  house: TestDoor,
  id: string,
  headers: Record<string, string>,
): Promise<EventJson[]> {
  const { body } = await house.ask('GET', `/sessions/${id}/timeline`, { headers })
  return body.items
}

test('[API14] a message is answered with 201, is on the timeline, and the agent answers it', async () => {
  await using chat = await openChat()
  const { house, kim, id, post } = chat
  const { status, body } = await post({ body: 'hello 👋', clientMessageId: 'a' })
  assert.equal(status, 201)
  assert.deepEqual(body, {
    sessionId: id,
    eventId: body.eventId,
    seq: 1,
    deduped: false,
    mentions: [],
    rejectedMentions: [],
  })
  await house.work()
  const events = await timelineOf(house, id, kim.headers)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['message.user', 'turn.started', 'message.agent', 'turn.finished'],
  )
  assert.equal(events[0]?.payload['text'], 'hello 👋')
  assert.equal(events[2]?.payload['text'], 'You said: hello 👋')
  assert.deepEqual(house.logged, [])
})

test('[API14] twenty posts of one message at once say it once', async () => {
  await using chat = await openChat()
  const { house, id, post } = chat
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post({ body: 'once', clientMessageId: 'same' })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 200).length, 19)
  assert.equal(new Set(answers.map(({ body }) => body.eventId)).size, 1)
  assert.ok(answers.every(({ status, body }) => body.deduped === (status === 200)))
  const said = (await house.log(answers[0]!.body.sessionId)).filter(({ kind }) => kind === 'message.user')
  assert.equal(said.length, 1)
  assert.equal(answers[0]!.body.sessionId, id)
})

test('[API14] the same clientMessageId with another text is refused; of someone else, or elsewhere, it is another', async () => {
  await using chat = await openChat({ visibility: 'team' })
  const { house, post, kim } = chat
  const lou = await knownPerson(house, 'lou', 'member')
  assert.equal((await post({ body: 'one', clientMessageId: 'x' })).status, 201)
  const conflict = await post({ body: 'two', clientMessageId: 'x' })
  assert.equal(conflict.status, 409)
  assert.equal(conflict.body.error.code, 'message_conflict')
  assert.equal(conflict.body.error.issues[0].field, 'clientMessageId')
  assert.equal((await post({ body: 'two', clientMessageId: 'x' }, lou.headers)).status, 201)
  const other = await house.ask('POST', '/sessions', { headers: kim.headers, body: {} })
  assert.equal((await post({ body: 'two', clientMessageId: 'x' }, kim.headers, other.body.id)).status, 201)
})

test('[API2] [API14] an Idempotency-Key replays the answer as it was; a repeat that was told as one stays one', async () => {
  await using chat = await openChat()
  const { kim, post } = chat
  const keyed = (key: string, body: object) => post(body, { ...kim.headers, 'Idempotency-Key': key })
  const first = await keyed('k1', { body: 'one', clientMessageId: 'm1' })
  const replayed = await keyed('k1', { body: 'one', clientMessageId: 'm1' })
  assert.deepEqual([first.status, replayed.status], [201, 201])
  assert.deepEqual(replayed.body, first.body)
  assert.equal(replayed.headers.get('Idempotent-Replayed'), 'true')
  assert.equal((await keyed('k2', { body: 'one', clientMessageId: 'm1' })).status, 200)
  const again = await keyed('k2', { body: 'one', clientMessageId: 'm1' })
  assert.deepEqual([again.status, again.headers.get('Idempotent-Replayed')], [200, 'true'])
  const other = await keyed('k1', { body: 'two', clientMessageId: 'm2' })
  assert.equal(other.body.error.code, 'idempotency_conflict')
})

test('[API11] a text is kept as it came or refused by its field, whatever its size', async () => {
  await using chat = await openChat()
  const { house, kim, id, post } = chat
  const wrong: [string, RegExp][] = [
    ['', /is empty/],
    [' \n\t ', /is empty/],
    ['a\0b', /zero character at position 1/],
    ['ab\ud83d', /half a character at position 2/],
    ['x'.repeat(100_000), /100000 characters; at most 64000/],
  ]
  for (const [text, complaint] of wrong) {
    const { status, body } = await post({ body: text, clientMessageId: 'm' })
    assert.equal(status, 400)
    assert.equal(body.error.issues[0].field, 'body')
    assert.match(body.error.issues[0].message, complaint)
  }
  const huge = await post({ body: 'x'.repeat(10_000_000), clientMessageId: 'm' })
  assert.equal(huge.status, 413)
  const bytes = Buffer.from('{"clientMessageId":"m","body":"\xff"}', 'latin1')
  const init = {
    method: 'POST',
    headers: { ...kim.headers, 'Content-Type': 'application/json' },
    body: bytes,
  }
  assert.equal((await house.fetch(`${apiPrefix}/sessions/${id}/messages`, init)).status, 400)
  assert.equal((await timelineOf(house, id, kim.headers)).length, 0)
  for (const [i, text] of ['  kept \r\n', '\u202eabc\u0007', '<b>x</b>', 'x'.repeat(64_000)].entries()) {
    const { status, body } = await post({ body: text, clientMessageId: `k${i}`, mode: 'note' })
    assert.equal(status, 201)
    const event = await house.ask('GET', `/sessions/${id}/events/${body.eventId}`, { headers: kim.headers })
    assert.equal(event.body.payload.text, text)
  }
})

test('[API1] a message with wrong fields names each of them', async () => {
  await using chat = await openChat()
  const { body } = await chat.post({ boddy: 'x', clientMessageId: 'two words', mode: 'stear', to: 'me' })
  const fields = body.error.issues.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields.sort(), ['body', 'boddy', 'clientMessageId', 'mode', 'to'].sort())
  const near = body.error.issues.find(({ field }: { field: string }) => field === 'mode')
  assert.equal(near.nearest, 'steer')
})

test('[API17] [API14] a command is run, by itself or as a message, and its own "no" is an answer', async () => {
  await using chat = await openChat()
  const { house, kim, id, post } = chat
  const run = (text: string) =>
    house.ask('POST', `/sessions/${id}/commands`, { headers: kim.headers, body: { text } })
  const who = await run('/whoami')
  assert.equal(who.status, 200)
  assert.equal(who.body.ok, true)
  assert.match(who.body.text, /@kim/)
  const unknown = await run('/stopp')
  assert.equal(unknown.status, 400)
  assert.equal(unknown.body.error.code, 'unknown_command')
  assert.equal(unknown.body.error.issues[0].nearest, '/stop')
  assert.equal((await run('hello')).body.error.issues[0].field, 'text')
  const wrong = await run('/stop it')
  assert.deepEqual([wrong.status, wrong.body.ok], [200, false])
  const said = await post({ body: '/stopp', clientMessageId: 'c1' })
  assert.equal(said.status, 201)
  assert.equal(said.body.command.ok, false)
  assert.match(said.body.command.text, /Did you mean \/stop/)
  const repeated = await post({ body: '/stopp', clientMessageId: 'c1' })
  assert.deepEqual([repeated.status, repeated.body.command], [200, said.body.command])
  const elsewhere = await house.ask('POST', '/sessions/ses_none/commands', {
    headers: kim.headers,
    body: { text: '/status' },
  })
  assert.equal(elsewhere.status, 404)
})

test('[CNV7] an archived session takes no message and names the one that goes on', async () => {
  await using chat = await openChat()
  const { house, kim, id, post } = chat
  const renewed = await house.ask('POST', `/sessions/${id}/commands`, {
    headers: kim.headers,
    body: { text: '/new' },
  })
  const successor: string = renewed.body.data.sessionId
  assert.equal((await post({ body: 'still readable, and open', clientMessageId: 'a' })).status, 201)
  assert.equal((await house.ask('DELETE', `/sessions/${id}`, { headers: kim.headers })).status, 204)
  const refused = await post({ body: 'late', clientMessageId: 'b' })
  assert.equal(refused.status, 409)
  assert.equal(refused.body.error.code, 'session_archived')
  assert.match(refused.body.error.message, new RegExp(successor))
  assert.equal((await house.ask('GET', `/sessions/${id}`, { headers: kim.headers })).body.state, 'archived')
})

test('[SES9] the author edits what waits, any participant moves it, author or admin cancels it', async () => {
  await using chat = await openChat({ visibility: 'team' })
  const { house, kim, id, post } = chat
  const lou = await knownPerson(house, 'lou', 'member')
  const ada = await knownPerson(house, 'ada', 'admin')
  house.model.script({ type: 'wait', until: new Promise(() => {}) })
  await post({ body: 'begin', clientMessageId: 'begin' })
  while (house.model.running === 0) await house.breathe()
  const waiting: string[] = []
  for (const name of ['a', 'b', 'c']) {
    waiting.push((await post({ body: name, clientMessageId: name })).body.eventId)
  }
  const change = (messageId: string, headers: Record<string, string>, body: object) =>
    house.ask('PATCH', `/sessions/${id}/queue/${messageId}`, { headers, body })
  const textsOf = (answer: { body: { items: { text: string }[] } }) =>
    answer.body.items.map(({ text }) => text)

  assert.equal((await change(waiting[0]!, lou.headers, { body: 'mine' })).body.error.code, 'not_allowed')
  assert.deepEqual(textsOf(await change(waiting[0]!, kim.headers, { body: 'A' })), ['A', 'b', 'c'])
  assert.deepEqual(textsOf(await change(waiting[2]!, lou.headers, { position: 0 })), ['c', 'A', 'b'])
  assert.deepEqual(textsOf(await change(waiting[1]!, kim.headers, { body: 'B', position: 1 })), [
    'c',
    'B',
    'A',
  ])
  // Both or neither: who may move but not edit changes nothing.
  assert.equal((await change(waiting[1]!, lou.headers, { body: 'x', position: 0 })).status, 403)
  assert.match((await change(waiting[1]!, kim.headers, {})).body.error.issues[0].message, /body or position/)
  const queue = await house.ask('GET', `/sessions/${id}/queue`, { headers: lou.headers })
  assert.deepEqual(textsOf(queue), ['c', 'B', 'A'])

  const cancel = (messageId: string, headers: Record<string, string>) =>
    house.ask('DELETE', `/sessions/${id}/queue/${messageId}`, { headers })
  assert.equal((await cancel(waiting[0]!, lou.headers)).status, 403)
  assert.equal((await cancel(waiting[0]!, ada.headers)).status, 204)
  assert.equal((await cancel(waiting[0]!, ada.headers)).body.error.code, 'not_queued')

  const stopped = await house.ask('POST', `/sessions/${id}/stop`, { headers: lou.headers })
  assert.match(stopped.body.turnId, /^trn_/)
  assert.deepEqual(
    stopped.body.cancelled.map(({ author, text }: { author: string; text: string }) => [author, text]),
    [
      ['kim', 'c'],
      ['kim', 'B'],
    ],
  )
  assert.deepEqual(stopped.body.descendants, [])
  await house.work()
  assert.equal((await timelineOf(house, id, kim.headers)).at(-1)?.payload['outcome'], 'cancelled')
})

test('[API14] no more messages wait than the limit says, and notes do not wait', async () => {
  await using chat = await openChat()
  const { house, kim, id, post } = chat
  house.model.script({ type: 'wait', until: new Promise(() => {}) })
  await post({ body: 'begin', clientMessageId: 'begin' })
  while (house.model.running === 0) await house.breathe()
  for (let i = 0; i < limits.queuedMessagesMax; i++) await house.say(kim.actor, id, `m${i}`)
  const over = await post({ body: 'one more', clientMessageId: 'over' })
  assert.equal(over.body.error.code, 'limit_reached')
  const note = await post({ body: 'a note', clientMessageId: 'note', mode: 'note' })
  assert.equal(note.status, 201)
  const [newest] = (await house.timeline(note.body.sessionId)).slice(-1)
  assert.equal(textOf(newest), 'a note')
})

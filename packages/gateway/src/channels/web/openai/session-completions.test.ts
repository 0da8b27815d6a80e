import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { knownPerson } from '../../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor, type TestJson } from '../../../../test-support/open-test-door.ts'
import { kindsOf } from '../../../../test-support/open-test-sessions.ts'

async function openChat() {
  const house = await openTestDoor({ agents: { agents: { list: [{ id: 'main' }, { id: 'writer' }] } } })
  const kim = await knownPerson(house, 'kim', 'member')
  const id = await house.chat(kim.actor)

  function send(
    text: string,
    more: { session?: string; headers?: object; body?: object; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const messages = [
      { role: 'system', content: 'not heard' },
      { role: 'user', content: 'not heard either' },
      { role: 'user', content: text },
    ]
    return house.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Heddle-Session': more.session ?? id,
        ...kim.headers,
        ...more.headers,
      },
      body: JSON.stringify({ model: 'main', messages, ...more.body }),
      ...(more.signal && { signal: more.signal }),
    })
  }

  /** The turn's work goes on while the request waits for it. */
  function sendAndWork(...args: Parameters<typeof send>): Promise<Read> {
    return untilSettled(house, send(...args).then(read))
  }

  const saidIn = async (session: SessionId = id) =>
    (await house.log(session))
      .filter(({ kind }) => kind === 'message.user')
      .map(({ payload }) => payload['text'])

  return { house, kim, id, send, sendAndWork, saidIn, [Symbol.asyncDispose]: () => house.close() }
}

interface Read {
  status: number
  headers: Headers
  text: string
  json(): TestJson
}

async function read(response: Response): Promise<Read> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

function contentOf(sse: string): string {
  const events = sse.split('\n\n').filter((line) => line.startsWith('data: {'))
  return events.map((line) => JSON.parse(line.slice(6)).choices?.[0]?.delta?.content ?? '').join('')
}

test('[API13] only the last user message is said in the session, and its turn’s answer comes back', async () => {
  await using chat = await openChat()
  const { house, id, sendAndWork, saidIn } = chat
  const answer = await sendAndWork('what now?')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('X-Heddle-Session'), id)
  const body = answer.json()
  assert.equal(body.choices[0].message.content, 'You said: what now?')
  assert.deepEqual([body.model, body.choices[0].finish_reason], ['main', 'stop'])
  assert.equal(body.system_fingerprint, house.agents.find('main')?.model)
  assert.deepEqual([body.usage.prompt_tokens, body.usage.completion_tokens], [10, 5])
  assert.deepEqual(await saidIn(), ['what now?'])
  assert.deepEqual(house.logged, [])
})

test('[API13] it streams what the turn says as it is said', async () => {
  await using chat = await openChat()
  const { house, send } = chat
  let goOn = () => {}
  house.model.script(
    'Once upon',
    { type: 'wait', until: new Promise<void>((resolve) => (goOn = resolve)) },
    ' a time.',
  )
  const opening = send('tell me', { body: { stream: true } })
  const response = await untilSettled(house, opening)
  const reader = response.body?.getReader()
  assert.ok(reader)
  const decoder = new TextDecoder()
  let text = decoder.decode((await reader.read()).value)
  assert.equal(contentOf(text), 'Once upon')
  goOn()
  await house.work()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += decoder.decode(piece.value)
  }
  assert.equal(contentOf(text), 'Once upon a time.')
  assert.ok(text.endsWith('data: [DONE]\n\n'))
})

test('[API13] [NTF5] whoever has the answer has read it, and finds no word of it in the inbox', async () => {
  await using chat = await openChat()
  const { sendAndWork, house, kim } = chat
  const id = await house.chat(kim.actor, { visibility: 'team' })
  await sendAndWork('how are you?', { session: id })
  await house.work()
  const ended = (await house.log(id)).findLast(({ kind }) => kind === 'turn.finished')
  const mark = await house.store.read((r) => house.sessions.readMark(r, kim.actor.personId, id))
  assert.equal(mark, ended?.seq)
  // What somebody else said meanwhile was not read by a program that has its answer.
  const { actor: bob } = await knownPerson(house, 'bob', 'owner')
  await house.say(bob, id, '@kim look at this', { mode: 'note' })
  await sendAndWork('and now?', { session: id })
  await house.work()
  assert.equal(await house.store.read((r) => house.sessions.readMark(r, kim.actor.personId, id)), mark)
})

test('[API13] the same Idempotency-Key says it once and gives the same answer, also when that is long done', async () => {
  await using chat = await openChat()
  const { sendAndWork, saidIn, house } = chat
  const headers = { 'Idempotency-Key': 'key-1' }
  const first = await sendAndWork('once', { headers })
  const again = await sendAndWork('once', { headers })
  const streamed = await sendAndWork('once', { headers, body: { stream: true } })
  assert.equal(again.json().choices[0].message.content, first.json().choices[0].message.content)
  assert.equal(contentOf(streamed.text), 'You said: once')
  assert.deepEqual(await saidIn(), ['once'])
  assert.equal(house.model.requests.length, 1)
  const conflict = await sendAndWork('another', { headers })
  assert.deepEqual([conflict.status, conflict.json().error.code], [409, 'message_conflict'])
  const wrong = await sendAndWork('x', { headers: { 'Idempotency-Key': 'k'.repeat(129) } })
  assert.deepEqual([wrong.status, wrong.json().error.param], [400, 'Idempotency-Key'])
})

test('[API13] two who wait in one session each get the answer of their own turn', async () => {
  await using chat = await openChat()
  const { sendAndWork, send, house } = chat
  const first = send('one').then(read)
  await house.breathe()
  const second = await sendAndWork('two')
  assert.equal((await first).json().choices[0].message.content, 'You said: one')
  assert.equal(second.json().choices[0].message.content, 'You said: two')
})

test('[API13] whoever disconnects stops listening, not the turn', async () => {
  await using chat = await openChat()
  const { house, id, send } = chat
  let goOn = () => {}
  house.model.script(
    'Once',
    { type: 'wait', until: new Promise<void>((resolve) => (goOn = resolve)) },
    ' more',
  )
  const client = new AbortController()
  const response = await untilSettled(house, send('tell', { body: { stream: true }, signal: client.signal }))
  client.abort()
  await response.body?.cancel().catch(() => undefined)
  await house.breathe()
  assert.equal(house.model.aborted, 0)
  goOn()
  await house.work()
  const timeline = await house.timeline(id)
  assert.deepEqual(kindsOf(timeline), ['message.user', 'turn.started', 'message.agent', 'turn.finished'])
  assert.equal(timeline[2]?.payload['text'], 'Once more')
})

test('[API13] a turn that fails, or is stopped, is an error that clients must not repeat by themselves', async () => {
  await using chat = await openChat()
  const { house, kim, id, send, sendAndWork, saidIn } = chat
  house.model.script({ type: 'failed', error: { kind: 'context_too_long', message: 'Too long.' } })
  const failed = await sendAndWork('x')
  assert.deepEqual([failed.status, failed.json().error.code], [400, 'context_length_exceeded'])
  assert.equal(failed.headers.get('X-Should-Retry'), 'false')
  house.model.script('Once', { type: 'wait', until: new Promise(() => {}) })
  const response = await untilSettled(house, send('y', { body: { stream: true } }))
  await house.store.tx((t) => house.sessions.stop(t, kim.actor, id))
  const reading = response.text()
  await house.work()
  const text = await reading
  assert.equal(contentOf(text), 'Once')
  assert.match(text, /"code":"cancelled"/)
  assert.doesNotMatch(text, /DONE/)
  assert.deepEqual(await saidIn(), ['x', 'y'])
})

test('[API13] a message that is cancelled while it waits is told so', async () => {
  await using chat = await openChat()
  const { house, kim, id, send } = chat
  house.model.script({ type: 'wait', until: new Promise(() => {}) })
  await house.say(kim.actor, id, 'begin')
  while (house.model.running === 0) await house.breathe()
  const waiting = send('later').then(read)
  while ((await house.store.read((r) => house.sessions.queue(r, kim.actor, id))).length === 0)
    await house.breathe()
  const [message] = await house.store.read((r) => house.sessions.queue(r, kim.actor, id))
  await house.store.tx((t) => house.sessions.cancelQueued(t, kim.actor, id, message?.messageId ?? ''))
  const answer = await waiting
  assert.deepEqual([answer.status, answer.json().error.code], [409, 'cancelled'])
})

test('[API13] [SES7] a session that one may not see is not there, and its agent must be the one asked for', async () => {
  await using chat = await openChat()
  const { house, id, sendAndWork, saidIn } = chat
  const lou = await knownPerson(house, 'lou', 'owner')
  const foreign = await sendAndWork('hello', { headers: { ...lou.headers } })
  assert.deepEqual([foreign.status, foreign.json().error.code], [404, 'not_found'])
  const mismatch = await sendAndWork('hello', { body: { model: 'writer' } })
  assert.deepEqual([mismatch.status, mismatch.json().error.param], [400, 'model'])
  assert.match(mismatch.json().error.message, /did you mean "main"/)
  for (const session of ['ses_none', 'x'.repeat(400), "'; drop table sessions"]) {
    assert.equal((await sendAndWork('hello', { session })).status, 404, session)
  }
  assert.deepEqual(await saidIn(id), [])
})

test('[API13] [API15] one’s own session opens with the first message, and a command is answered in words', async () => {
  await using chat = await openChat()
  const { sendAndWork, saidIn } = chat
  const first = await sendAndWork('hello', { session: 'Agent:main:MAIN' })
  const opened = first.headers.get('X-Heddle-Session') as SessionId
  assert.match(opened, /^ses_/)
  assert.deepEqual(await saidIn(opened), ['hello'])
  const status = await sendAndWork('/whoami', { session: 'agent:main:main' })
  assert.match(status.json().choices[0].message.content, /@kim/)
})

test('[SES7] [API13] whoever is taken out of the session hears nothing more of it within a second', async () => {
  await using chat = await openChat()
  const { house, kim, id, send } = chat
  const lou = await knownPerson(house, 'lou', 'member')
  await house.store.tx((t) => house.sessions.change(t, kim.actor, id, { participants: ['kim', 'lou'] }))
  house.model.script('for us', { type: 'wait', until: new Promise(() => {}) })
  const opening = send('hello', { headers: lou.headers, body: { stream: true } })
  const response = await untilSettled(house, opening)
  await house.store.tx((t) => house.sessions.change(t, kim.actor, id, { participants: ['kim'] }))
  house.clock.advance(1_000)
  const text = await response.text()
  assert.match(text, /"code":"not_found"/)
  assert.equal(house.model.running, 1)
})

async function untilSettled<T>(house: TestDoor, promise: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => (isOver = true)
  promise.then(over, over)
  while (!isOver) {
    house.clock.advance(5)
    await house.breathe()
  }
  return promise
}

// The vendor's own client against our endpoint, over a real socket.

import assert from 'node:assert/strict'
import { setTimeout as realSleep } from 'node:timers/promises'
import { test } from 'node:test'
import OpenAI, { APIError } from 'openai'
import { knownPerson } from '../../../../test-support/known-person.ts'
import { openDemoAgents } from '../../../../test-support/open-demo-agents.ts'
import { openTestDoor, type TestDoor } from '../../../../test-support/open-test-door.ts'
import { testUsage, toolCall } from '../../../../test-support/scripted-model.ts'
import type { WebDoorDeps } from '../web-door.ts'

async function openClient(more: Partial<WebDoorDeps> = {}, maxRetries = 0) {
  const house = await openTestDoor({}, more)
  const kim = await knownPerson(house, 'kim', 'member')
  const { secret } = await house.tokenOf(kim.actor, ['read', 'write'])
  const listening = await house.door.listen({ host: '127.0.0.1', port: 0 })
  const client = new OpenAI({ apiKey: secret, baseURL: `${listening.url}/v1`, maxRetries })
  return {
    house,
    kim,
    client,
    listening,
    async [Symbol.asyncDispose]() {
      await listening.close()
      await house.close()
    },
  }
}

const messages = [{ role: 'user' as const, content: 'hello' }]

async function errorOf(promise: PromiseLike<unknown>): Promise<APIError> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof APIError, String(error))
    return error
  }
  return assert.fail('it was answered')
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 20_000; i++) {
    if (isSo()) return
    await realSleep(1)
  }
  assert.fail('it never became so')
}

test('[API12] the vendor’s client lists agents, asks one, and streams it', async () => {
  await using all = await openClient()
  const { client, house } = all
  const models = await client.models.list()
  assert.deepEqual(
    models.data.map(({ id }) => id),
    ['main'],
  )
  const whole = await client.chat.completions.create({ model: 'main', messages })
  assert.equal(whole.choices[0]?.message.content, 'You said: hello')
  assert.equal(whole.choices[0]?.finish_reason, 'stop')
  assert.equal(whole.usage?.total_tokens, testUsage.inputTokens + testUsage.outputTokens)
  house.model.script({ type: 'reasoning', text: 'hm' }, 'Grüße', ' 👋')
  const stream = await client.chat.completions.create({
    model: 'main',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  })
  let text = ''
  let usage: unknown
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    usage = chunk.usage ?? usage
  }
  assert.equal(text, 'Grüße 👋')
  assert.deepEqual(usage, {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    prompt_tokens_details: { cached_tokens: 0 },
  })
  assert.deepEqual(house.logged, [])
})

test('[API12] tools of the client are called and answered through its own helpers', async () => {
  await using all = await openClient()
  const { client, house } = all
  const tools = [
    {
      type: 'function' as const,
      function: { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
    },
  ]
  for (const stream of [false, true]) {
    house.model.script('Let me look.', toolCall('look', { at: 'sky' }, 'call_1'))
    const asked = stream
      ? await client.chat.completions.stream({ model: 'main', messages, tools }).finalChatCompletion()
      : await client.chat.completions.create({ model: 'main', messages, tools })
    const [choice] = asked.choices
    assert.ok(choice)
    assert.equal(choice.finish_reason, 'tool_calls')
    const [call] = choice.message.tool_calls ?? []
    assert.ok(call?.type === 'function')
    assert.deepEqual(
      [call.id, call.function.name, call.function.arguments],
      ['call_1', 'look', '{"at":"sky"}'],
    )
    house.model.script('It is blue.')
    const answered = await client.chat.completions.create({
      model: 'main',
      tools,
      messages: [...messages, choice.message, { role: 'tool', tool_call_id: call.id, content: 'blue' }],
    })
    assert.equal(answered.choices[0]?.message.content, 'It is blue.')
    const request = house.model.requests.at(-1)
    assert.equal(request?.tools[0]?.name, 'look')
    assert.deepEqual(request?.messages.at(-1), {
      role: 'tool',
      callId: 'call_1',
      name: 'look',
      output: 'blue',
      isError: false,
    })
  }
})

test('[API12] [AGT4] the demo model answers it, and is seen to be the demo model', async () => {
  await using all = await openClient({ agents: openDemoAgents() })
  const { client } = all
  const stream = client.chat.completions.stream({ model: 'main', messages })
  const completion = await stream.finalChatCompletion()
  assert.ok((completion.choices[0]?.message.content ?? '').length > 0)
  assert.match(completion.system_fingerprint ?? '', /demo/)
  const whole = await client.chat.completions.create({ model: 'main', messages })
  assert.equal(whole.choices[0]?.message.content, completion.choices[0]?.message.content)
  assert.match(whole.system_fingerprint ?? '', /demo/)
})

test('[API12] its client understands every error as the kind it is', async () => {
  await using all = await openClient()
  const { client, house } = all
  const ask = (model = 'main') => client.chat.completions.create({ model, messages })
  house.model.script({
    type: 'failed',
    error: { kind: 'rate_limited', message: 'Wait.', retryAfterMs: 7_000 },
  })
  const limited = await errorOf(ask())
  assert.ok(limited instanceof OpenAI.RateLimitError)
  assert.equal(limited.headers?.get('retry-after'), '7')
  house.model.script({ type: 'failed', error: { kind: 'overloaded', message: 'Busy.' } })
  assert.equal((await errorOf(ask())).status, 529)
  house.model.script({ type: 'failed', error: { kind: 'context_too_long', message: 'Too long.' } })
  const long = await errorOf(ask())
  assert.ok(long instanceof OpenAI.BadRequestError)
  assert.deepEqual([long.code, long.param], ['context_length_exceeded', 'messages'])
  house.model.script({ type: 'cut' })
  assert.equal((await errorOf(ask())).status, 502)
  assert.ok((await errorOf(ask('mian'))) instanceof OpenAI.NotFoundError)
  const stranger = new OpenAI({ apiKey: 'hdt_wrong', baseURL: client.baseURL, maxRetries: 0 })
  const refused = await errorOf(stranger.chat.completions.create({ model: 'main', messages }))
  assert.ok(refused instanceof OpenAI.AuthenticationError)
})

test('[API12] its client waits as long as it is told and then succeeds by itself', async () => {
  await using all = await openClient({}, 1)
  const { client, house } = all
  house.model.script({ type: 'failed', error: { kind: 'rate_limited', message: 'Wait.', retryAfterMs: 10 } })
  const { choices } = await client.chat.completions.create({ model: 'main', messages })
  assert.equal(choices[0]?.message.content, 'You said: hello')
  assert.equal(house.model.requests.length, 2)
})

test('[API12] a stream that breaks in the middle throws in the client instead of ending as if complete', async () => {
  await using all = await openClient()
  const { client, house } = all
  for (const part of [
    { type: 'cut' as const },
    { type: 'failed' as const, error: { kind: 'overloaded' as const, message: 'Busy.' } },
  ]) {
    house.model.script('Once upon', part)
    const stream = await client.chat.completions.create({ model: 'main', messages, stream: true })
    let text = ''
    const reading = (async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    })()
    const error = await errorOf(reading)
    assert.equal(text, 'Once upon')
    assert.match(error.code ?? '', /model_unreachable|overloaded/)
  }
})

test('[API12] a client that aborts ends the call to the model, before and after the first text', async () => {
  await using all = await openClient()
  const { client, house } = all
  const forever = { type: 'wait' as const, until: new Promise(() => {}) }
  for (const stream of [false, true]) {
    const before = house.model.aborted
    house.model.script(forever)
    const abort = new AbortController()
    const asking = client.chat.completions.create(
      { model: 'main', messages, stream },
      { signal: abort.signal },
    )
    await until(() => house.model.running === 1)
    abort.abort()
    await assert.rejects(asking)
    await until(() => house.model.running === 0)
    assert.equal(house.model.aborted, before + 1)
  }
  house.model.script('Once', forever)
  const stream = await client.chat.completions.create({ model: 'main', messages, stream: true })
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'Once') break
  await until(() => house.model.running === 0)
  assert.equal(house.model.aborted, 3)
})

test('[API13] in a session it is heard once, though the client repeats what fails, and streams to its end', async () => {
  await using all = await openClient({}, 2)
  const { client, house, kim } = all
  const id = await house.chat(kim.actor)
  const headers = { 'X-Heddle-Session': id }
  const stop = keepWorking(house)
  try {
    const stream = client.chat.completions.stream({ model: 'main', messages }, { headers })
    const completion = await stream.finalChatCompletion()
    assert.equal(completion.choices[0]?.message.content, 'You said: hello')
    house.model.script({ type: 'failed', error: { kind: 'bad_answer', message: 'Garbage.' } })
    const failed = await errorOf(client.chat.completions.create({ model: 'main', messages }, { headers }))
    assert.deepEqual([failed.status, failed.code], [502, 'model_bad_answer'])
  } finally {
    await stop()
  }
  const said = (await house.log(id)).filter(({ kind }) => kind === 'message.user')
  assert.equal(said.length, 2)
})

test('[API13] a server that closes ends the wait in a session at once, and the message stays', async () => {
  await using all = await openClient()
  const { client, house, kim, listening } = all
  const id = await house.chat(kim.actor)
  house.model.script({ type: 'wait', until: new Promise(() => {}) })
  const asking = errorOf(
    client.chat.completions.create({ model: 'main', messages }, { headers: { 'X-Heddle-Session': id } }),
  )
  await until(() => house.model.running === 1)
  const closed = listening.close()
  const error = await asking
  assert.deepEqual([error.status, error.code], [503, 'shutting_down'])
  await closed
  assert.equal((await house.log(id)).filter(({ kind }) => kind === 'message.user').length, 1)
})

/** Lets durable work go on while a client waits. */
function keepWorking(house: TestDoor): () => Promise<void> {
  let isOver = false
  const working = (async () => {
    while (!isOver) {
      house.clock.advance(5)
      await house.breathe()
    }
  })()
  return async () => {
    isOver = true
    await working
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openModelEndpoint } from './model-endpoint.ts'

async function complete(url: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

test('[AGT3] the emulated endpoint streams its pieces, then the end and what was used', async () => {
  const endpoint = await openModelEndpoint({ slow: { pieces: 3, piece: 'a', delayMs: 1 } })
  const { status, text } = await complete(endpoint.url, { model: 'slow', stream: true })
  await endpoint.close()
  assert.equal(status, 200)
  const lines = text.split('\n\n').filter((line) => line !== '')
  assert.equal(lines.filter((line) => line.includes('"content":"a"')).length, 3)
  assert.match(lines.at(-3) ?? '', /"finish_reason":"stop"/)
  assert.match(lines.at(-2) ?? '', /"completion_tokens":9/)
  assert.equal(lines.at(-1), 'data: [DONE]')
  assert.equal(endpoint.figures().begun, 1)
})

test('[AGT3] [AGT5] the emulated endpoint calls what its script says, several at once, until the calls are in the conversation', async () => {
  const calls = [
    { id: 'c1', name: 'look', arguments: '{"at":"a"}' },
    { id: 'c2', name: 'send', arguments: '{}' },
  ]
  const endpoint = await openModelEndpoint({
    caller: {
      calls: (said) => calls.filter(({ id }) => !said.some(({ callIds }) => callIds.includes(id))),
    },
  })
  const question = { role: 'user', content: [{ type: 'text', text: 'Do it.' }] }
  const first = await complete(endpoint.url, { model: 'caller', stream: true, messages: [question] })
  const whole = await complete(endpoint.url, { model: 'caller', messages: [question] })
  const answered = { role: 'assistant', content: null, tool_calls: [{ id: 'c1' }, { id: 'c2' }] }
  const messages = [question, answered]
  const second = await complete(endpoint.url, { model: 'caller', stream: true, messages })
  await endpoint.close()
  assert.match(first.text, /"index":0,"id":"c1".*"index":1,"id":"c2".*"finish_reason":"tool_calls"/s)
  assert.match(first.text, /"arguments":"\{\\"at\\":\\"a\\"\}"/)
  assert.match(whole.text, /"tool_calls":\[.*"finish_reason":"tool_calls"/)
  assert.match(second.text, /"finish_reason":"stop"/)
  assert.doesNotMatch(second.text, /tool_calls/)
})

test('[AGT3] the emulated endpoint names the models it has to whoever asks for another', async () => {
  const endpoint = await openModelEndpoint({ one: {}, two: {} })
  const wrong = await complete(endpoint.url, { model: 'three', stream: true })
  const bare = await complete(endpoint.url, {})
  await endpoint.close()
  assert.deepEqual([wrong.status, bare.status], [404, 400])
  assert.match(wrong.text, /one, two/)
})

test('[AGT3] a fault of the emulated endpoint is shown as often as was asked for', async () => {
  const endpoint = await openModelEndpoint({ odd: { fault: 'garbage', faultTimes: 1 } })
  const first = await complete(endpoint.url, { model: 'odd', stream: true })
  const second = await complete(endpoint.url, { model: 'odd', stream: true })
  await endpoint.close()
  assert.doesNotMatch(first.text, /\[DONE\]/)
  assert.match(second.text, /\[DONE\]/)
})

test('[AGT3] an endless answer of the emulated endpoint ends when the other side hangs up', async () => {
  const endpoint = await openModelEndpoint({ endless: { fault: 'endless' } })
  const hangUp = new AbortController()
  const response = await fetch(`${endpoint.url}/chat/completions`, {
    method: 'POST',
    body: '{"model":"endless","stream":true}',
    signal: hangUp.signal,
  })
  const reader = response.body?.getReader()
  await reader?.read()
  assert.equal(endpoint.figures().open, 1)
  hangUp.abort()
  await assert.rejects(async () => {
    for (;;) await reader?.read()
  })
  while (endpoint.figures().open > 0) await new Promise(setImmediate)
  await endpoint.close()
})

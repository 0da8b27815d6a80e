// What nobody should send, sent to a real gateway: each gets a clear answer, nothing is lost, and nobody else waits.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { closeCodes, livePath } from '@heddle/contract'
import { type EndpointModels, openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { WebSocket } from 'ws'
import { createTestClient, type TestClient } from '../test-support/open-test-live.ts'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { runProcess, startProcess } from '../test-support/run-heddle-process.ts'

/** Longest that one bad thing may hold up everything else. */
const lagSecondsMax = 0.25
/** What the input is to blame for comes again; what a neighbour on the machine did does not. */
const lagTries = 3

type Body = string | Buffer<ArrayBuffer>

interface Gateway {
  /** Sends bytes as the body of a message. */
  post(sessionId: string, body: Body): Promise<Told>
  open(agentId?: string): Promise<string>
  dial(): Promise<TestClient>
  follow(sessionId: string): Promise<TestClient>
  /** Says something and holds the answer. */
  assertAnswers(sessionId: string): Promise<void>
  /** Does it, and sees that the event loop stayed free. */
  assertFree(what: string, act: () => Promise<void>): Promise<void>
}

interface Told {
  status: number
  code: string
  message: string
  fields: string[]
}

async function openGateway(t: TestContext, models: EndpointModels = {}): Promise<Gateway> {
  const endpoint = await openModelEndpoint({ good: {}, ...models })
  t.after(() => endpoint.close())
  const data = join(makeTestFolder(t), 'data')
  mkdirSync(data, { recursive: true })
  writeConfig(data, endpoint.url, Object.keys(models))
  const made = await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  assert.equal(made.code, 0, made.stderr)
  const given = await runProcess(['token', 'create', 'ada', '--data', data])
  const token = given.stdout.trim().split(/\s+/).at(-1) ?? ''
  const { url } = await startProcess(t, ['--data', data])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function readLag(): Promise<number> {
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    const figure = /^heddle_event_loop_lag_seconds\{quantile="1"\} (\S+)$/m.exec(text)?.[1]
    assert.ok(figure !== undefined, 'the figure is there')
    return Number(figure)
  }

  async function dial(): Promise<TestClient> {
    const socket = new WebSocket(url.replace('http', 'ws') + livePath, { headers })
    t.after(() => socket.terminate())
    const client = createTestClient(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    client.send({ type: 'hello', proto: 1, client: 'test' })
    await client.next('hello')
    return client
  }

  const gateway: Gateway = {
    post: (sessionId, body) => send(`${url}/api/v1/sessions/${sessionId}/messages`, headers, body),
    async open(agentId = 'main') {
      const body = JSON.stringify({ agentId })
      const response = await fetch(`${url}/api/v1/sessions`, { method: 'POST', headers, body })
      return ((await response.json()) as { id: string }).id
    },
    dial,
    async follow(sessionId) {
      const client = await dial()
      client.send({ type: 'sub', scope: `s:${sessionId}` })
      await client.next('snap')
      return client
    },
    async assertAnswers(sessionId) {
      const client = await gateway.follow(sessionId)
      const { status } = await gateway.post(sessionId, message('How are you?'))
      assert.equal(status, 201)
      const answer = await client.next(
        'ev',
        ({ kind, payload }) => kind === 'message.agent' && payload['state'] === 'complete',
      )
      assert.match(String(answer.payload['text']), /^All is well/)
      await client.next('ev', ({ kind }) => kind === 'turn.finished')
      client.end()
    },
    async assertFree(what, act) {
      const lags: number[] = []
      for (let i = 0; i < lagTries; i++) {
        await readLag()
        await act()
        lags.push(await readLag())
        if (lags[i]! < lagSecondsMax) return
      }
      assert.fail(`${what} held up the event loop for ${lags.join(', ')} s`)
    },
  }
  return gateway
}

function writeConfig(data: string, baseUrl: string, names: readonly string[]): void {
  const models = ['good', ...names].map((id) => ({ id }))
  const file = {
    models: { providers: { test: { kind: 'openai-compatible', baseUrl, models } } },
    agents: {
      defaults: { model: 'test/good' },
      list: [{ id: 'main' }, ...names.map((id) => ({ id, model: `test/${id}` }))],
    },
  }
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify(file))
}

function message(body: string, more: object = {}): string {
  return JSON.stringify({ body, clientMessageId: crypto.randomUUID(), ...more })
}

/** Piece by piece, and no further once there is an answer: what is too large is answered before it is sent. */
function send(path: string, headers: Record<string, string>, body: Body): Promise<Told> {
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const sizes = { 'content-length': bytes.length }
    const outgoing = request(path, { method: 'POST', headers: { ...headers, ...sizes } }, (incoming) => {
      isAnswered = true
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      incoming.once('end', () => resolve(tell(incoming.statusCode ?? 0, text)))
    })
    outgoing.on('error', (error) => {
      if (!isAnswered) reject(error)
    })
    const sendFrom = (from: number) => {
      if (isAnswered) return
      if (from >= bytes.length) outgoing.end()
      else
        outgoing.write(bytes.subarray(from, from + pieceBytes), () =>
          setImmediate(sendFrom, from + pieceBytes),
        )
    }
    sendFrom(0)
  })
}

const pieceBytes = 16_384

function tell(status: number, text: string): Told {
  // The edge: JSON of our own API.
  const body = JSON.parse(text) as {
    error?: { code: string; message: string; issues?: { field: string }[] }
  }
  const { code = '', message: said = '', issues = [] } = body.error ?? {}
  return { status, code, message: said, fields: issues.map(({ field }) => field) }
}

test('[API1] [API9] [OPS6] bodies that are empty, too large or no JSON are refused by what is wrong with them', async (t) => {
  const gateway = await openGateway(t)
  const id = await gateway.open()
  const megabytes = 'x'.repeat(10_000_000)
  const cases: [string, Body, number, string, string?][] = [
    ['nothing', '', 400, 'bad_input', 'body'],
    ['no text', message(''), 400, 'bad_input', 'body'],
    ['white space', message(' \n\t'), 400, 'bad_input', 'body'],
    ['100 kB of text', message('x'.repeat(100_000)), 400, 'bad_input', 'body'],
    ['10 MB of text', message(megabytes), 413, 'too_large'],
    ['10 MB of an unknown field', message('hello', { more: megabytes }), 413, 'too_large'],
    ['100 kB of brackets', '['.repeat(100_000), 400, 'bad_json'],
    [
      'an id that is too long',
      message('hello', { clientMessageId: 'x'.repeat(129) }),
      400,
      'bad_input',
      'clientMessageId',
    ],
    ['a field that does not exist', message('hello', { mod: 'queue' }), 400, 'bad_input', 'mod'],
    ['a mode that does not exist', message('hello', { mode: 'quue' }), 400, 'bad_input', 'mode'],
  ]
  for (const [what, body, status, code, field] of cases) {
    await gateway.assertFree(what, async () => {
      const told = await gateway.post(id, body)
      assert.deepEqual([told.status, told.code, told.fields[0]], [status, code, field], what)
      assert.notEqual(told.message, '')
    })
  }
  await gateway.assertAnswers(id)
})

test('[API11] broken characters are refused with their place, and whole ones of every kind are kept', async (t) => {
  const gateway = await openGateway(t)
  const id = await gateway.open()
  const raw = (bytes: number[]) =>
    Buffer.concat([Buffer.from('{"clientMessageId":"m1","body":"a'), Buffer.from(bytes), Buffer.from('"}')])
  const cases: [string, Body, string, string | undefined, RegExp][] = [
    ['half a pair', '{"clientMessageId":"m1","body":"ab\\ud83d"}', 'bad_input', 'body', /position 2/],
    ['the other half', '{"clientMessageId":"m1","body":"\\udc4d."}', 'bad_input', 'body', /position 0/],
    ['zero', '{"clientMessageId":"m1","body":"abc\\u0000"}', 'bad_input', 'body', /position 3/],
    ['a bare control character', raw([0x00]), 'bad_json', undefined, /JSON/],
    ['bytes of no character', raw([0xff, 0xfe]), 'bad_json', undefined, /UTF-8/],
    ['an overlong slash', raw([0xc0, 0xaf]), 'bad_json', undefined, /UTF-8/],
    ['half a surrogate in bytes', raw([0xed, 0xa0, 0x80]), 'bad_json', undefined, /UTF-8/],
  ]
  for (const [what, body, code, field, words] of cases) {
    const told = await gateway.post(id, body)
    assert.deepEqual([told.status, told.code, told.fields[0]], [400, code, field], what)
    assert.match(told.message, words, what)
  }
  const client = await gateway.follow(id)
  const kept = '\u202e👩‍👩‍👧 Z͑ͫ\u0301 \u2028 \u0007\ufeff'
  assert.equal((await gateway.post(id, message(kept))).status, 201)
  const said = await client.next('ev', ({ kind }) => kind === 'message.user')
  assert.equal(said.payload['text'], kept)
  await client.next('ev', ({ kind }) => kind === 'turn.finished')
  await gateway.assertAnswers(id)
})

test('[LIV2] [LIV8] frames that nobody understands are answered by what is wrong, and too many or too large end only their own connection', async (t) => {
  const gateway = await openGateway(t)
  const id = await gateway.open()
  const bystander = await gateway.follow(id)
  const client = await gateway.dial()
  const cases: [string, object | string, string, string | undefined][] = [
    ['no JSON', '{"type":', 'bad_json', undefined],
    ['a list', '[]', 'bad_input', undefined],
    ['an unknown type', { type: 'subb' }, 'bad_input', 'type'],
    ['a scope of no kind', { type: 'sub', scope: 'x:1' }, 'bad_input', 'scope'],
    ['an unknown command', { type: 'cmd', cid: '1', op: 'mesage', sessionId: id }, 'bad_input', 'op'],
    [
      'half a character',
      `{"type":"cmd","cid":"2","op":"message","sessionId":"${id}","clientMessageId":"m","body":"\\ud800"}`,
      'bad_input',
      'body',
    ],
    [
      'a session that is not there',
      { type: 'cmd', cid: '3', op: 'stop', sessionId: 'ses_none' },
      'not_found',
      undefined,
    ],
    ['deep nesting', `{"type":"cmd","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'bad_json', undefined],
  ]
  for (const [what, frame, code, field] of cases) {
    client.send(frame)
    const nak = await client.next('nak')
    assert.deepEqual([nak.code, nak.field], [code, field], what)
  }
  await gateway.assertFree('frames too large', async () => {
    const large = await gateway.dial()
    large.socket.send('x'.repeat(1_000_000))
    assert.equal((await large.closed).code, closeCodes.protocol)
  })
  const binary = await gateway.dial()
  binary.socket.send(Buffer.from([0, 159, 146, 150]))
  assert.equal((await binary.closed).code, closeCodes.protocol)
  await gateway.assertFree('frames without sense', async () => {
    const babbler = await gateway.dial()
    for (let i = 0; i < 5_000; i++) babbler.send('{"type":"?"}')
    assert.equal((await babbler.closed).code, closeCodes.protocol)
  })
  await client.settle()
  await gateway.assertAnswers(id)
  await bystander.next('ev', ({ kind }) => kind === 'turn.finished')
})

test('[AGT3] [SES4] a model that answers with garbage, or without end, fails its turn; the session answers the next message', async (t) => {
  const gateway = await openGateway(t, {
    garbage: { fault: 'garbage', faultTimes: 1 },
    endless: { fault: 'endless', faultTimes: 1, piece: 'All is well. '.repeat(300) },
  })
  for (const agent of ['garbage', 'endless']) {
    const id = await gateway.open(agent)
    const client = await gateway.follow(id)
    assert.equal((await gateway.post(id, message('hello'))).status, 201)
    const failed = await client.next('ev', ({ kind }) => kind === 'turn.failed')
    assert.equal(failed.payload['reason'], 'bad_answer', agent)
    assert.match(String(failed.payload['message']), /\.$/, agent)
    await gateway.assertAnswers(id)
  }
})

test('[AGT3] an endless answer holds up nobody else, and can be stopped', async (t) => {
  const gateway = await openGateway(t, {
    endless: { fault: 'endless' },
    silent: { fault: 'silent' },
  })
  const quiet = await gateway.open()
  for (const agent of ['endless', 'silent']) {
    const id = await gateway.open(agent)
    const client = await gateway.follow(id)
    await gateway.assertFree(`the ${agent} answer`, async () => {
      await gateway.post(id, message('hello'))
      await client.next('ev', ({ kind }) => kind === 'text.started')
      await gateway.assertAnswers(quiet)
      client.send({ type: 'cmd', cid: crypto.randomUUID(), op: 'stop', sessionId: id })
      const ended = await client.next('ev', ({ kind }) => kind.startsWith('turn.f'))
      assert.equal(ended.payload['outcome'], 'cancelled', agent)
    })
  }
})

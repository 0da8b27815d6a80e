import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createTestClock } from '../../../../test-support/open-test-store.ts'
import type { AnswerEnd, AnswerSource, AnswerWatch } from './answer-source.ts'
import { guardAnswer } from './guard-answer.ts'
import { OpenAiError } from './openai-error.ts'
import { streamAnswer } from './stream-answer.ts'

const log = { debug() {}, info() {}, warn() {}, error() {}, with: () => log }
const usage = { inputTokens: 1, outputTokens: 2, cachedTokens: 0 }

function answered(text: string): AnswerEnd {
  return { kind: 'answered', text, reasoning: '', toolCalls: [], finish: 'stop', usage, model: 'demo/demo' }
}

/** A source that says and ends what the test tells it to, and a stream of it. */
function open(more: { includeUsage?: boolean } = {}) {
  const clock = createTestClock()
  const client = new AbortController()
  const disk: { syncs: number; error?: Error } = { syncs: 0 }
  const heard: { watch?: AnswerWatch; signal?: AbortSignal } = {}
  let end: (how: AnswerEnd) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const source: AnswerSource = {
    agentId: 'main',
    model: 'demo/demo',
    run(watch, signal) {
      Object.assign(heard, { watch, signal })
      return new Promise((resolve, reject) => {
        end = resolve
        fail = reject
        signal.addEventListener('abort', () => resolve({ kind: 'left' }))
      })
    },
  }
  const deps = {
    clock,
    log,
    store: {
      async durable() {
        disk.syncs++
        if (disk.error) throw disk.error
      },
    },
    describeFailure: () => new OpenAiError('ours', { status: 500, code: 'internal' }),
  }
  const head = { id: 'chatcmpl-1', createdAt: 5_000, agentId: 'main' }
  const options = { head, includeUsage: more.includeUsage ?? false, signal: client.signal }
  return {
    clock,
    client,
    disk,
    heard,
    begin: (as: AnswerSource = source) => streamAnswer(deps, as, options),
    source,
    say: (text: string) => heard.watch?.onText(text),
    end: (how: AnswerEnd) => end(how),
    fail: (error: unknown) => fail(error),
  }
}

async function readAll(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return new Response(stream ?? null).text()
}

function chunksOf(text: string): ReturnType<typeof JSON.parse>[] {
  const events = text.split('\n\n').filter((one) => one.startsWith('data: {'))
  return events.map((one) => JSON.parse(one.slice('data: '.length)))
}

test('[API12] a stream is role, text, reason of the end, usage if asked for, and [DONE]', async () => {
  const world = open({ includeUsage: true })
  const opening = world.begin()
  world.say('Hel')
  world.say('lo')
  world.end(answered('Hello'))
  const text = await readAll(await opening)
  assert.ok(text.endsWith('data: [DONE]\n\n'))
  const chunks = chunksOf(text)
  assert.deepEqual(
    chunks.map(({ choices, usage: used }) => [choices[0]?.delta, choices[0]?.finish_reason, used]),
    [
      [{ role: 'assistant', content: '' }, null, null],
      [{ content: 'Hello' }, null, null],
      [{}, 'stop', null],
      [
        undefined,
        undefined,
        {
          prompt_tokens: 1,
          completion_tokens: 2,
          total_tokens: 3,
          prompt_tokens_details: { cached_tokens: 0 },
        },
      ],
    ],
  )
  for (const chunk of chunks) {
    const { id, object, created, model, system_fingerprint: fingerprint } = chunk
    assert.deepEqual(
      [id, object, created, model, fingerprint],
      ['chatcmpl-1', 'chat.completion.chunk', 5, 'main', 'demo/demo'],
    )
  }
})

test('[API12] a failure before the first text is thrown, one after it is the last event, without [DONE]', async () => {
  const error = new OpenAiError('busy', { status: 529, code: 'overloaded' })
  const early = open()
  const opening = early.begin()
  early.end({ kind: 'failed', error })
  await assert.rejects(opening, error)
  const late = open()
  const stream = late.begin()
  late.say('Once')
  const reading = readAll(await stream)
  late.end({ kind: 'failed', error })
  const text = await reading
  assert.doesNotMatch(text, /DONE/)
  assert.deepEqual(chunksOf(text).at(-1), {
    error: { message: 'busy', type: 'server_error', param: null, code: 'overloaded' },
  })
  const broken = open()
  const begun = broken.begin()
  broken.say('x')
  const rest = readAll(await begun)
  broken.fail(new Error('secret inside'))
  assert.deepEqual(chunksOf(await rest).at(-1).error.code, 'internal')
})

test('[API12] a model that is quiet for long is waited for with signs of life', async () => {
  const world = open()
  const opening = world.begin()
  world.clock.advance(limits.completionQuietMsMax)
  const stream = await opening
  assert.ok(stream)
  const reader = stream.getReader()
  const first = reader.read()
  world.clock.advance(limits.completionBeatMs)
  assert.match(new TextDecoder().decode((await first).value), /"role":"assistant"/)
  const second = reader.read()
  world.clock.advance(limits.completionBeatMs)
  assert.equal(new TextDecoder().decode((await second).value), ': still here\n\n')
  await reader.cancel()
})

test('[I1] [API12] no piece leaves before the disk has what was committed, and none when the disk fails', async () => {
  const world = open()
  const opening = world.begin()
  world.say('x')
  const stream = await opening
  assert.equal(world.disk.syncs, 0)
  world.disk.error = new Error('the disk is gone')
  const text = await readAll(stream)
  assert.deepEqual(
    chunksOf(text).map(({ error }) => error?.code),
    ['internal'],
  )
  assert.doesNotMatch(text, /the disk is gone|DONE/)
  assert.equal(world.heard.signal?.aborted, true)
})

test('[API12] whoever stops reading ends the call to the model', async () => {
  const reader = open()
  const opening = reader.begin()
  reader.say('x')
  await (await opening)?.cancel()
  assert.equal(reader.heard.signal?.aborted, true)
  const hanging = open()
  const waiting = hanging.begin()
  hanging.client.abort()
  assert.equal(await waiting, undefined)
})

test('[I39] [API12] whoever may no longer have the answer gets nothing more of it within a second', async () => {
  const world = open()
  let isAllowed = true
  const checkStillAllowed = async () => {
    if (!isAllowed) throw new OpenAiError('Sign in first.', { status: 401, code: 'not_signed_in' })
  }
  const guarded = guardAnswer({ clock: world.clock, checkStillAllowed }, world.source)
  const opening = world.begin(guarded)
  world.say('one')
  const reading = readAll(await opening)
  world.clock.advance(limits.completionRecheckMs)
  await Promise.resolve()
  await Promise.resolve()
  world.say(' two')
  isAllowed = false
  world.clock.advance(limits.completionRecheckMs)
  await Promise.resolve()
  await Promise.resolve()
  world.say(' three')
  const text = await reading
  assert.match(text, /one/)
  assert.match(text, /two/)
  assert.doesNotMatch(text, /three/)
  assert.equal(chunksOf(text).at(-1).error.code, 'not_signed_in')
})

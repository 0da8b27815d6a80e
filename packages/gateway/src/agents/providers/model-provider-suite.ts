// What every model provider keeps to, whatever is behind it. Run by the tests of each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelPart, ModelProvider, ModelRequest } from '../model.ts'

export interface SuiteProvider {
  provider: ModelProvider
  /** What each of these asks must be answered as the suite says. */
  asks: {
    /** A short text. */
    brief: string
    /** More than one part of text. */
    inPieces: string
    /** Fails as `rate_limited`, with a wait. */
    rateLimit: string
    /** Goes on for longer than the test looks at it. */
    endless: string
  }
}

export function testModelProvider(name: string, open: () => Promise<SuiteProvider>): void {
  test(`[AGT3] ${name}: an answer is text and ends with one finish that tells the usage`, async () => {
    const { provider, asks } = await open()
    const parts = await readAll(provider, asks.brief)
    const last = parts.at(-1)
    assert(last?.type === 'finish')
    assert.equal(last.reason, 'stop')
    for (const count of Object.values(last.usage)) assert(Number.isSafeInteger(count) && count >= 0)
    assert(last.usage.outputTokens > 0)
    assert.equal(parts.filter(isEnd).length, 1)
    assert.notEqual(textOf(parts), '')
  })

  test(`[AGT3] ${name}: answers stream in pieces, and two at once do not mix`, async () => {
    const { provider, asks } = await open()
    const [one, two, brief] = await Promise.all([
      readAll(provider, asks.inPieces),
      readAll(provider, asks.inPieces),
      readAll(provider, asks.brief),
    ])
    assert(one.filter(({ type }) => type === 'text').length > 1)
    assert.equal(textOf(one), textOf(two))
    assert.notEqual(textOf(one), textOf(brief))
  })

  test(`[AGT3] ${name}: a failure is a part, the last one, and not thrown`, async () => {
    const { provider, asks } = await open()
    const parts = await readAll(provider, asks.rateLimit)
    const last = parts.at(-1)
    assert(last?.type === 'failed')
    assert.equal(last.error.kind, 'rate_limited')
    assert((last.error.retryAfterMs ?? 0) > 0)
    assert.equal(parts.filter(isEnd).length, 1)
  })

  test(`[AGT3] ${name}: an abort in the middle ends the stream without an end`, async () => {
    const { provider, asks } = await open()
    const abort = new AbortController()
    const parts: ModelPart[] = []
    await assert.rejects(async () => {
      for await (const part of provider.stream(ask(asks.endless), abort.signal)) {
        parts.push(part)
        abort.abort()
      }
      abort.signal.throwIfAborted()
    })
    assert(parts.length > 0 && !parts.some(isEnd))
  })

  test(`[AGT3] ${name}: a signal that is aborted already lets nothing come`, async () => {
    const { provider, asks } = await open()
    const parts: ModelPart[] = []
    await assert.rejects(async () => {
      for await (const part of provider.stream(ask(asks.brief), AbortSignal.abort())) parts.push(part)
    })
    assert.deepEqual(parts, [])
  })
}

export function ask(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  const messages = [{ role: 'user' as const, speaker: null, text }]
  return { model: 'm', system: 'Be brief.', messages, tools: [], thinking: 'off', ...more }
}

export async function readAll(
  provider: ModelProvider,
  request: string | ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  const stream = provider.stream(typeof request === 'string' ? ask(request) : request, signal)
  for await (const part of stream) parts.push(part)
  return parts
}

export function textOf(parts: readonly ModelPart[], type: 'text' | 'reasoning' = 'text'): string {
  return parts.map((part) => (part.type === type ? part.text : '')).join('')
}

function isEnd({ type }: ModelPart): boolean {
  return type === 'finish' || type === 'failed'
}

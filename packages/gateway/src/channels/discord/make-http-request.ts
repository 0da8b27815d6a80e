// One request over HTTP, as it really went: answered, never left, or lost on its way. Whoever sends something must know
// which, and what a library throws does not tell (DLV3).

import { DefaultRestOptions } from '@discordjs/rest'
import { isRecord, type Reply } from './rest-words.ts'

export interface HttpRequest {
  method: string
  headers: Record<string, string>
  body: string | FormData | null
  signal: AbortSignal
}

export interface HttpAnswer {
  reply: Reply
  /** Empty where no answer came. */
  headers: Headers
  text: string
}

/** A page of a hundred long messages with everything that hangs on them is a tenth of it. */
const bodyBytesMax = 32 * 1_048_576
/** Of an edge that asks for patience and does not say how much, and of Discord itself. */
const edgeWaitMs = 60_000
const untoldWaitMs = 1_000
/** Whatever stands there: nobody is kept waiting for years by a mistake. */
const waitMaxMs = 24 * 3_600_000

/** Before a connection stands, no byte of a request can have left. */
const beforeConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

type HttpResponse = Awaited<ReturnType<typeof DefaultRestOptions.makeRequest>>

export async function makeHttpRequest(url: string, request: HttpRequest): Promise<HttpAnswer> {
  if (request.signal.aborted) {
    return without({ kind: 'unreachable', detail: 'it was given up before it left' })
  }
  try {
    // The library's own way, which takes half the time of fetch, and follows no redirect: that would carry the token elsewhere.
    const response = await DefaultRestOptions.makeRequest(url, request)
    const text = await readText(response)
    return { reply: answerOf(response, text), headers: sensible(response.headers), text }
  } catch (error) {
    return without(troubleOf(error, request.signal))
  }
}

async function readText({ body }: HttpResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // The edge: bytes, which its types leave open.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new Error('the answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function answerOf({ status, headers }: HttpResponse, text: string): Reply {
  const body = parseJson(text)
  const spentForMs = spentFor(headers)
  if (status !== 429) return { kind: 'answer', status, body, ...(spentForMs !== undefined && { spentForMs }) }
  const scope = scopeOf(headers, body)
  const retryAfterMs = waitOf(headers, body) ?? (scope === 'edge' ? edgeWaitMs : untoldWaitMs)
  return { kind: 'answer', status, body, scope, retryAfterMs }
}

function scopeOf(headers: Headers, body: unknown): 'user' | 'global' | 'shared' | 'edge' {
  if (headers.has('x-ratelimit-global') || (isRecord(body) && body['global'] === true)) return 'global'
  // What stands before Discord answers in HTML.
  if (!isRecord(body)) return 'edge'
  const scope = headers.get('x-ratelimit-scope')
  return scope === 'global' || scope === 'shared' ? scope : 'user'
}

function spentFor(headers: Headers): number | undefined {
  if (headers.get('x-ratelimit-remaining') !== '0') return undefined
  return waitIn(headers.get('x-ratelimit-reset-after')) || undefined
}

/** Discord says it in seconds, with a fraction in the body. */
function waitOf(headers: Headers, body: unknown): number | undefined {
  const stated = isRecord(body) ? body['retry_after'] : undefined
  return (typeof stated === 'number' ? waitIn(stated) : undefined) ?? waitIn(headers.get('retry-after'))
}

/** Undefined of what is no number of seconds. */
function waitIn(stated: number | string | null): number | undefined {
  const seconds = stated === null || stated === '' ? Number.NaN : Number(stated)
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(waitMaxMs, Math.ceil(seconds * 1_000))
    : undefined
}

/** The library counts with what stands in these: what is nonsense is not for it. */
function sensible(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of ['retry-after', 'x-ratelimit-reset-after']) {
    const waitMs = waitIn(copy.get(name))
    if (waitMs === undefined || waitMs === waitMaxMs) copy.delete(name)
  }
  return copy
}

function troubleOf(error: unknown, signal: AbortSignal): Reply {
  const code = errorCode(error)
  if (beforeConnection.has(code)) {
    return { kind: 'unreachable', detail: `Discord cannot be reached (${code})` }
  }
  if (signal.aborted) return { kind: 'lost', detail: 'Discord gave no answer in time' }
  return { kind: 'lost', detail: `the connection to Discord broke (${code ?? String(error)})` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What fetch throws hides the error of the socket in its cause, and several of those in a list. */
function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.cause instanceof AggregateError) return errorCode(error.cause.errors[0])
  return errorCode(error.cause)
}

function without(reply: Reply): HttpAnswer {
  return { reply, headers: new Headers(), text: '' }
}

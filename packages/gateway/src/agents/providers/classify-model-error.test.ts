import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyModelError } from './classify-model-error.ts'
import { AddressNotAllowed } from '../../foundation/egress/egress.ts'
import { TooMuchUnread } from './model-fetch.ts'
import { readRetryAfter } from './read-retry-after.ts'

const now = Date.UTC(2026, 0, 5, 8, 0, 0)
const context = { provider: 'ollama', apiKey: 'sk-very-secret-key', now }

/** As the library throws it for an answer that is not a good one. */
function answered(statusCode: number, body: unknown = {}, responseHeaders: Record<string, string> = {}) {
  const responseBody = typeof body === 'string' ? body : JSON.stringify(body)
  return Object.assign(new Error('Bad Request'), {
    name: 'AI_APICallError',
    statusCode,
    responseBody,
    responseHeaders,
  })
}

const classify = (error: unknown, over: Partial<typeof context> | { apiKey: undefined } = {}) =>
  classifyModelError(error, { ...context, ...over })

test('[AGT3] a status becomes one of the few kinds', () => {
  const kinds: [status: number, kind: string][] = [
    [301, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [402, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [408, 'network'],
    [413, 'context_too_long'],
    [422, 'refused'],
    [429, 'rate_limited'],
    [500, 'overloaded'],
    [502, 'overloaded'],
    [503, 'overloaded'],
    [504, 'overloaded'],
    [529, 'overloaded'],
  ]
  for (const [status, kind] of kinds) {
    const error = classify(answered(status))
    assert.deepEqual([error.kind, error.status], [kind, status], String(status))
  }
})

test('[AGT3] without a key, a server that wants one is told as key missing', () => {
  for (const status of [401, 403]) {
    const error = classify(answered(status), { apiKey: undefined })
    assert.equal(error.kind, 'key_missing')
    assert.match(error.message, /models\.ollama\.apiKey/)
  }
})

test('[AGT3] the words of a conversation that is too long are known, whoever says them', () => {
  const words: [status: number, body: unknown][] = [
    [
      400,
      {
        error: {
          message:
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        },
      },
    ],
    [
      400,
      {
        error: {
          code: 400,
          message:
            'the request exceeds the available context size. try increasing the context size or enable context shift',
          type: 'exceed_context_size_error',
        },
      },
    ],
    [400, { error: 'input length exceeds the context length' }],
    [
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens. Please reduce the length of the messages or completion.",
        type: 'BadRequestError',
        code: 400,
      },
    ],
    [500, { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } }],
    [413, 'Request Entity Too Large'],
  ]
  for (const [status, body] of words) {
    assert.equal(classify(answered(status, body)).kind, 'context_too_long', JSON.stringify(body))
  }
  assert.equal(
    classify(answered(429, { error: { message: 'Too many tokens a minute' } })).kind,
    'rate_limited',
  )
  assert.equal(classify(answered(400, { error: { message: 'temperature is too high' } })).kind, 'refused')
})

test('[AGT3] what the provider says comes with a refusal, on one line and not without end', () => {
  const error = classify(
    answered(404, { error: { message: `model "x"\nnot found, try pulling it first ${'y'.repeat(900)}` } }),
  )
  assert.match(error.message, /model "x" not found, try pulling it first y+…$/)
  assert(error.message.length < 300)
  assert.equal(error.said?.length, 200)
  assert.doesNotMatch(classify(answered(404, '<html><b>nginx</b></html>')).message, /nginx/)
})

test('[R11] what some other service answers is not repeated: only an error in the form of such an API is', () => {
  const told = (body: unknown) => JSON.stringify(classify(answered(400, body)))
  for (const body of [
    { message: 'inner-words' },
    { detail: 'inner-words' },
    { error: { reason: 'inner-words' } },
    { secret: 'inner-words', type: 'inner-words', object: 'list', message: 'inner-words' },
    ['inner-words'],
    'prompt is too long: inner-words',
  ]) {
    assert.doesNotMatch(told(body), /inner-words/, JSON.stringify(body))
  }
  for (const body of [
    { error: { message: 'its words' } },
    { error: 'its words' },
    { object: 'error', message: 'its words' },
    { type: 'error', error: { type: 'x', message: 'its words' } },
  ]) {
    assert.match(told(body), /its words/, JSON.stringify(body))
  }
  assert.equal(classify(answered(400, { detail: 'prompt is too long' })).kind, 'context_too_long')
})

test('[R11] an address that is not reached is said to be none', () => {
  const { kind, message } = classify(new Error('x', { cause: new AddressNotAllowed('metadata.example') }))
  assert.equal(kind, 'refused')
  assert.match(message, /link-local/)
})

test('[AGT3] a wait is read from seconds, a date or milliseconds', () => {
  const wait = (headers: Record<string, string>) => classify(answered(429, {}, headers)).retryAfterMs
  assert.equal(wait({ 'retry-after': '20' }), 20_000)
  assert.equal(wait({ 'Retry-After': '1.5' }), 1_500)
  assert.equal(wait({ 'retry-after': 'Mon, 05 Jan 2026 08:00:30 GMT' }), 30_000)
  assert.equal(wait({ 'retry-after': 'Mon, 05 Jan 2026 07:00:00 GMT' }), 0)
  assert.equal(wait({ 'retry-after-ms': '250', 'retry-after': '1' }), 250)
  assert.equal(wait({ 'retry-after': '99999999' }), 24 * 3_600_000)
  for (const nonsense of ['', 'soon', '-1', 'Mon, 05 Foo 2026 08:00:30 GMT', '1e9']) {
    assert.equal(wait({ 'retry-after': nonsense }), undefined, nonsense)
  }
  assert.equal(wait({}), undefined)
})

test('[AGT3] an HTTP date is the time that it says', () => {
  for (const at of [0, Date.UTC(2024, 1, 29, 23, 59, 59), Date.UTC(2000, 11, 31), Date.UTC(2100, 2, 1)]) {
    const dayBefore = at - 3_600_000
    assert.equal(readRetryAfter({ 'retry-after': new Date(at).toUTCString() }, dayBefore), 3_600_000)
  }
})

test('[AGT3] a connection that fails is a network failure', () => {
  const withCode = (code: string) => Object.assign(new Error(`connect ${code}`), { code })
  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_SOCKET',
    'CERT_HAS_EXPIRED',
  ]) {
    const thrown = new TypeError('fetch failed', { cause: withCode(code) })
    assert.equal(classify(thrown).kind, 'network', code)
    const wrapped = Object.assign(new Error('Cannot connect to API'), {
      name: 'AI_APICallError',
      cause: withCode(code),
    })
    assert.equal(classify(wrapped).kind, 'network', code)
  }
  assert.match(classify(withCode('ECONNREFUSED')).message, /nothing listens there/)
  assert.equal(classify(new TypeError('terminated', { cause: withCode('UND_ERR_SOCKET') })).kind, 'network')
})

test('[AGT3] an error inside of the stream is classified by its own code', () => {
  assert.equal(classify({ message: 'slow down', type: 'rate_limit_error', code: null }).kind, 'rate_limited')
  assert.equal(classify({ message: 'Overloaded', type: 'overloaded_error' }).kind, 'overloaded')
  assert.equal(classify({ message: 'upstream', code: 502 }).kind, 'overloaded')
  assert.equal(classify({ message: 'too long', code: 'context_length_exceeded' }).kind, 'context_too_long')
  assert.equal(classify({ message: 'content policy', type: 'invalid_request_error' }).kind, 'refused')
})

test('[AGT3] whatever cannot be read is a bad answer', () => {
  const parse = Object.assign(new Error('JSON parsing failed: Text: <html>'), { name: 'AI_JSONParseError' })
  for (const error of [parse, new TooMuchUnread(), new Error('?'), 'text', undefined, null, 7, []]) {
    const { kind, message } = classify(error)
    assert.equal(kind, 'bad_answer', String(error))
    assert(!message.includes('<html>'))
  }
  const circle: { cause?: unknown } = {}
  circle.cause = circle
  assert.equal(classify(circle).kind, 'bad_answer')
})

test('[AGT3] no message ever holds the key', () => {
  const said =
    'Incorrect API key provided: sk-very-secret-key. Also sk-proj-ab****wxyz. Bearer sk-very-secret-key'
  for (const status of [400, 401, 403, 429, 500]) {
    const { message } = classify(answered(status, { error: { message: said } }))
    assert.doesNotMatch(message, /very-secret|wxyz/)
  }
  // Local servers take any word for a key, often their own name.
  assert.match(classify(answered(500), { apiKey: 'ollama' }).message, /^ollama is overloaded/)
})

test('[AGT3] an account without credit is a refusal, whatever status it comes with', () => {
  const quota = 'You exceeded your current quota, please check your plan and billing details.'
  const cases: [status: number, error: object][] = [
    [429, { message: quota, type: 'insufficient_quota', code: 'insufficient_quota' }],
    [429, { message: quota }],
    [402, { message: 'Insufficient credits. Add more.', code: 402 }],
    [
      400,
      {
        message: 'Your credit balance is too low to access the Anthropic API.',
        type: 'invalid_request_error',
      },
    ],
  ]
  for (const [status, error] of cases) {
    const { kind, about } = classify(answered(status, { error }))
    assert.deepEqual([kind, about], ['refused', 'credit'], JSON.stringify(error))
  }
})

test("[AGT3] Google's quota for a minute is a rate limit, with the wait that it tells in its answer", () => {
  const error = {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: 'You exceeded your current quota, please check your plan and billing details.',
    details: [{ '@type': 'x' }, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '31.5s' }],
  }
  const { kind, retryAfterMs } = classify(answered(429, { error }))
  assert.deepEqual([kind, retryAfterMs], ['rate_limited', 31_500])
})

test('[AGT3] a refusal says whether it is about the key, the model or what was asked', () => {
  const about = (status: number, message: string) => classify(answered(status, { error: { message } })).about
  assert.equal(about(401, 'no'), 'key')
  assert.equal(about(400, 'API key not valid. Please pass a valid API key.'), 'key')
  assert.equal(about(404, 'model: claude-x'), 'model')
  assert.equal(about(400, 'messages: roles must alternate'), undefined)
})

test('[AGT3] the limits that vendors tell in headers of their own are read too', () => {
  const now = Date.UTC(2026, 10, 16, 9, 30)
  const wait = (headers: Record<string, string>) => readRetryAfter(headers, now)
  assert.equal(wait({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m30s' }), 90_000)
  assert.equal(wait({ 'x-ratelimit-remaining-tokens': '7', 'x-ratelimit-reset-tokens': '6m0s' }), undefined)
  assert.equal(wait({ 'x-ratelimit-reset-requests': '120ms', 'x-ratelimit-reset-tokens': '2s' }), 2_000)
  const soon = {
    'anthropic-ratelimit-input-tokens-remaining': '0',
    'anthropic-ratelimit-input-tokens-reset': '2026-11-16T09:30:20Z',
  }
  assert.equal(wait(soon), 20_000)
  assert.equal(wait({ ...soon, 'retry-after': '5' }), 5_000, 'what it asks for itself comes first')
  assert.equal(wait({ 'x-ratelimit-reset': String(now + 4_000) }), 4_000)
  for (const text of ['', 'soon', '-5s', '12', '2026-11-16', '9'.repeat(40)]) {
    assert.equal(wait({ 'x-ratelimit-reset-requests': text }), undefined, text)
  }
})

test('[AGT3] what the library cannot say to a vendor is told in its words', () => {
  const error = Object.assign(new Error("'image/avif' functionality not supported."), {
    name: 'AI_UnsupportedFunctionalityError',
  })
  const { kind, message } = classify(error)
  assert.equal(kind, 'refused')
  assert.match(message, /cannot be asked this: 'image\/avif' functionality not supported/)
})

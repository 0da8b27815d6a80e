import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifySend, classifyTrouble } from './classify-answer.ts'
import type { Answer, Reply } from './rest-words.ts'

const answer = (status: number, body: unknown = {}, more: Partial<Answer> = {}): Reply => ({
  kind: 'answer',
  status,
  body,
  ...more,
})
/** Of what stands before Discord. */
const page = (status: number, more: Partial<Answer> = {}): Reply => ({
  kind: 'answer',
  status,
  body: undefined,
  ...more,
})
const refusal = (status: number, code: number): Reply => answer(status, { code, message: 'No' })

const cases: [reply: Reply, expected: object][] = [
  [
    { kind: 'unreachable', detail: 'x' },
    { kind: 'not_sent', why: 'later', detail: 'x' },
  ],
  [
    { kind: 'held', detail: 'x', retryAfterMs: 5, scope: 'account' },
    { kind: 'not_sent', why: 'later', detail: 'x', retryAfterMs: 5, scope: 'account' },
  ],
  [
    { kind: 'lost', detail: 'x' },
    { kind: 'unknown', detail: 'x' },
  ],
  [answer(502), { kind: 'not_sent', why: 'later' }],
  [answer(500), { kind: 'unknown' }],
  [answer(503), { kind: 'unknown' }],
  [answer(504), { kind: 'unknown' }],
  [answer(302), { kind: 'unknown' }],
  [answer(401), { kind: 'not_sent', why: 'account', wasRefused: true }],
  [refusal(401, 50014), { kind: 'not_sent', why: 'account', wasRefused: true }],
  [refusal(401, 50027), { kind: 'not_sent', why: 'later', wasRefused: true }],
  [answer(403), { kind: 'not_sent', why: 'place', wasRefused: true }],
  [refusal(403, 50001), { kind: 'not_sent', why: 'place', wasRefused: true }],
  [refusal(403, 50013), { kind: 'not_sent', why: 'place', wasRefused: true }],
  [refusal(403, 50007), { kind: 'not_sent', why: 'place', wasRefused: true }],
  [refusal(403, 160005), { kind: 'not_sent', why: 'place', wasRefused: true }],
  [refusal(403, 50005), { kind: 'not_sent', why: 'message', wasRefused: true }],
  [page(403), { kind: 'not_sent', why: 'later', scope: 'account', wasRefused: true }],
  [refusal(404, 10003), { kind: 'not_sent', why: 'place' }],
  [refusal(404, 10004), { kind: 'not_sent', why: 'place' }],
  [refusal(404, 10008), { kind: 'not_sent', why: 'message' }],
  [refusal(404, 10015), { kind: 'not_sent', why: 'later' }],
  [refusal(400, 160006), { kind: 'not_sent', why: 'place' }],
  [refusal(400, 30046), { kind: 'not_sent', why: 'message' }],
  [refusal(400, 50035), { kind: 'not_sent', why: 'message' }],
  [refusal(400, 99999), { kind: 'not_sent', why: 'message' }],
  [page(413), { kind: 'not_sent', why: 'message' }],
  [page(408), { kind: 'not_sent', why: 'later' }],
  [
    answer(429, {}, { scope: 'user', retryAfterMs: 9 }),
    { kind: 'not_sent', why: 'later', scope: 'place', retryAfterMs: 9, wasRefused: true },
  ],
  [
    answer(429, {}, { scope: 'shared', retryAfterMs: 9 }),
    { kind: 'not_sent', why: 'later', scope: 'place', retryAfterMs: 9 },
  ],
  [
    answer(429, {}, { scope: 'global', retryAfterMs: 9 }),
    { kind: 'not_sent', why: 'later', scope: 'account', retryAfterMs: 9, wasRefused: true },
  ],
  [
    page(429, { scope: 'edge', retryAfterMs: 9 }),
    { kind: 'not_sent', why: 'later', scope: 'account', retryAfterMs: 9, wasRefused: true },
  ],
]

for (const [reply, expected] of cases) {
  test(`[DLV3] ${JSON.stringify(reply)} is ${JSON.stringify(expected)}`, () => {
    const outcome = classifyTrouble(reply)
    assert.partialDeepStrictEqual(outcome, expected)
    if (!('wasRefused' in expected)) assert.ok(!('wasRefused' in outcome))
  })
}

test('[DLV3] sent is only what came back with a message', () => {
  assert.deepEqual(classifySend(answer(200, { id: '7' }), 'https://x'), {
    kind: 'sent',
    platformId: '7',
    link: 'https://x',
  })
  for (const body of [undefined, {}, [], { id: 7 }]) {
    assert.equal(classifySend({ kind: 'answer', status: 200, body }, undefined).kind, 'unknown')
  }
})

test('[DLV3] what was wrong is said with Discord’s number, the fields, and what to do', () => {
  const errors = { components: { 0: { custom_id: { _errors: [{ code: 'X', message: 'Too long.' }] } } } }
  const { detail } = classifyTrouble(answer(400, { code: 50035, message: 'Invalid Form Body', errors }))
  assert.match(detail, /Invalid Form Body.*50035.*components\.0\.custom_id: Too long/)
  assert.match(classifyTrouble(refusal(403, 50013)).detail, /50013.*heddle doctor/)
  assert.match(classifyTrouble(refusal(403, 160005)).detail, /unlock/)
})

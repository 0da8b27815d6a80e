import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDirect } from './loopback-direct.ts'
import type { Reply } from './reach-platform.ts'

const { signal } = new AbortController()
const open = (reply: Reply) => createDirect({ call: async () => reply }, 'main').open('u1', signal)
const answer = (status: number, body: unknown): Reply => ({ kind: 'answer', status, body })

test('[NTF3] a direct conversation is open, refused, or to be tried again', async () => {
  assert.deepEqual(await open(answer(200, { id: 'c1' })), {
    kind: 'open',
    place: { channel: 'loopback', accountId: 'main', conversationId: 'c1' },
  })
  for (const [status, code] of [
    [403, 'no_direct_messages'],
    [404, 'unknown_user'],
  ] as const) {
    assert.equal((await open(answer(status, { code, message: 'No.' }))).kind, 'refused')
  }
  const limited = await open(answer(429, { code: 'rate_limited', retryAfterMs: 700 }))
  assert.equal(limited.kind === 'later' && limited.retryAfterMs, 700)
  for (const reply of [answer(500, {}), answer(200, {}), { kind: 'lost', detail: '' } as const]) {
    assert.equal((await open(reply)).kind, 'later')
  }
})

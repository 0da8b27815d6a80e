import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDirect } from './discord-direct.ts'
import type { DiscordRest, Reply } from './rest-words.ts'

function openRest(...replies: Reply[]) {
  const asked: unknown[] = []
  const rest: DiscordRest = {
    async call({ method, path, body }) {
      asked.push([`${method} ${path}`, body])
      return replies[asked.length - 1] ?? { kind: 'lost', detail: 'no more answers' }
    },
  }
  return { asked, direct: createDirect(rest, 'main') }
}
const { signal } = new AbortController()
const answer = (status: number, body: unknown): Reply => ({ kind: 'answer', status, body })

test('[NTF3] a direct conversation is asked for once, and is the same from then on', async () => {
  const { asked, direct } = openRest(answer(200, { id: '77' }))
  const place = { channel: 'discord', accountId: 'main', conversationId: '77' }
  for (let i = 0; i < 2; i++) assert.deepEqual(await direct.open('42', signal), { kind: 'open', place })
  assert.deepEqual(asked, [['POST /users/@me/channels', { recipient_id: '42' }]])
})

test('[NTF3] who takes no direct messages, or is nobody, is refused for good', async () => {
  const { direct } = openRest(
    answer(403, { code: 50_007, message: 'Cannot send messages to this user' }),
    answer(400, { code: 50_035, message: 'Invalid Form Body' }),
  )
  const refused = await direct.open('42', signal)
  assert.equal(refused.kind, 'refused')
  assert.match('detail' in refused ? refused.detail : '', /takes no direct messages/)
  assert.equal((await direct.open('43', signal)).kind, 'refused')
})

test('[NTF3] whatever else came of it, it may be asked for again, as late as Discord says', async () => {
  const { direct } = openRest(
    { kind: 'answer', status: 429, body: {}, retryAfterMs: 5_000, scope: 'user' },
    answer(500, {}),
    { kind: 'unreachable', detail: 'nobody there' },
    { kind: 'lost', detail: 'no answer in time' },
    answer(200, {}),
    answer(401, { code: 0, message: '401: Unauthorized' }),
  )
  const first = await direct.open('42', signal)
  assert.equal(first.kind === 'later' && first.retryAfterMs, 5_000)
  for (let i = 0; i < 5; i++) assert.equal((await direct.open('42', signal)).kind, 'later')
})

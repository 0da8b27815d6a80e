import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from '../loopback/manual-clock.ts'
import { type Fault, scriptFaults, seedFaults } from './faults.ts'
import { saidIn } from './look-at-discord.ts'
import { openTestDiscord } from './test-discord.ts'

const route = 'POST /channels/{channel_id}/messages'

/** What came back for one message with that fault, and whether it can be seen. */
async function sendWith(fault: Fault): Promise<[string, number | undefined, unknown, number]> {
  const { platform, general, bot } = openTestDiscord({ faults: scriptFaults([{ on: route, fault }]) })
  const headers = { authorization: `Bot ${bot.token}` }
  const path = `/channels/${general}/messages`
  const reply = await platform.answer({ method: 'POST', path, query: {}, headers, body: { content: 'x' } })
  const status = reply.kind === 'answer' ? reply.status : undefined
  const body =
    reply.kind === 'answer' ? typeof reply.body : reply.kind === 'dropped' ? reply.isMidway : undefined
  return [reply.kind, status, body, saidIn(platform.state, general).length]
}

test('[F28] a request goes wrong before or after it is carried out, and the ground truth knows which', async () => {
  assert.deepEqual(await sendWith({ kind: 'status', status: 500, isDone: true }), [
    'answer',
    500,
    'object',
    1,
  ])
  assert.deepEqual(await sendWith({ kind: 'status', status: 502, isDone: false }), [
    'answer',
    502,
    'string',
    0,
  ])
  assert.deepEqual(await sendWith({ kind: 'status', status: 503, isDone: false }), [
    'answer',
    503,
    'string',
    0,
  ])
  assert.deepEqual(await sendWith({ kind: 'status', status: 504, isDone: true }), [
    'answer',
    504,
    'string',
    1,
  ])
  assert.deepEqual(await sendWith({ kind: 'drop', isDone: false }), ['dropped', undefined, false, 0])
  const midway: Fault = { kind: 'drop', isDone: true, isMidway: true }
  assert.deepEqual(await sendWith(midway), ['dropped', undefined, true, 1])
  assert.deepEqual(await sendWith({ kind: 'empty' }), ['answer', 200, 'undefined', 1])
  assert.deepEqual(await sendWith({ kind: 'garbage' }), ['answer', 200, 'string', 1])
  const edge: Fault = { kind: 'edge_limited', retryAfterMs: 1_500 }
  assert.deepEqual(await sendWith(edge), ['answer', 429, 'string', 0])
})

test('[F28] what is refused is not told as done, however its answer goes wrong', async () => {
  for (const kind of ['empty', 'garbage'] as const) {
    const { platform, general, bot } = openTestDiscord({
      faults: scriptFaults([{ on: 'DELETE /channels/{channel_id}/messages/{message_id}', fault: { kind } }]),
    })
    const headers = { authorization: `Bot ${bot.token}` }
    const path = `/channels/${general}/messages/100000000000000001`
    const reply = await platform.answer({ method: 'DELETE', path, query: {}, headers })
    assert.equal(reply.kind === 'answer' && reply.status, 404)
  }
})

test('[F28] an answer can stay away, come late, or come for something that is done only later', async () => {
  const { platform, clock, general, ask, bot } = openTestDiscord()
  const send = async (signal: AbortSignal) =>
    await platform.answer(
      {
        method: 'POST',
        path: `/channels/${general}/messages`,
        query: {},
        headers: { authorization: `Bot ${bot.token}` },
        body: { content: 'x' },
      },
      signal,
    )
  const seen = () => saidIn(platform.state, general).length
  platform.useFaults(scriptFaults([{ on: route, fault: { kind: 'hang', isDone: true } }]))
  const gone = new AbortController()
  const hanging = send(gone.signal)
  await settle()
  assert.equal(seen(), 1)
  gone.abort()
  assert.deepEqual(await hanging, { kind: 'left' })

  platform.useFaults(scriptFaults([{ on: route, fault: { kind: 'late', ms: 20_000 } }]))
  const left = new AbortController()
  const late = send(left.signal)
  left.abort()
  assert.deepEqual(await late, { kind: 'left' })
  assert.equal(seen(), 1)
  await clock.advance(20_000)
  assert.equal(seen(), 2)

  platform.useFaults(scriptFaults([{ on: route, fault: { kind: 'slow', ms: 5_000 } }]))
  const slow = ask(`POST /channels/${general}/messages`, { content: 'x' })
  await clock.advance(5_000)
  assert.equal((await slow).status, 200)
  const done = platform.truth.of('POST', '/channels/{channel_id}/messages').map((one) => one.wasDone)
  assert.deepEqual(done, [true, true, true])
})

test('[F28] a plan knows routes, paths, places and counts, and can be drawn by lot', () => {
  const question = {
    method: 'POST',
    route: '/channels/{channel_id}/messages',
    path: '/channels/7/messages',
    botId: 'b',
  }
  const plan = scriptFaults([
    { on: 'GET /users/@me', fault: { kind: 'empty' } },
    { in: '8', fault: { kind: 'garbage' } },
    { on: [route], after: 1, times: 2, fault: { kind: 'drop', isDone: false } },
    { on: 'POST /channels/7/messages', fault: { kind: 'empty' } },
  ])
  const kinds = Array.from({ length: 5 }, () => plan(question)?.kind)
  assert.deepEqual(kinds, ['empty', 'drop', 'drop', undefined, undefined])
  assert.equal(plan({ ...question, path: '/channels/8/messages' })?.kind, 'garbage')
  const drawn = [0.05, 0.15, 0.5]
  const lots = seedFaults({ fraction: () => drawn.shift() ?? 1 }, [
    { rate: 0.1, fault: { kind: 'empty' } },
    { rate: 0.1, on: route, fault: { kind: 'garbage' } },
  ])
  assert.deepEqual(
    [lots(question)?.kind, lots(question)?.kind, lots(question)],
    ['empty', 'garbage', undefined],
  )
})

test('[F27] headers that say nothing leave the body to say how long', async () => {
  const fault: Fault = { kind: 'rate_limited', scope: 'user', retryAfterMs: 1_500, hasOddHeaders: true }
  const { platform, general, bot } = openTestDiscord({ faults: scriptFaults([{ on: route, fault }]) })
  const headers = { authorization: `Bot ${bot.token}` }
  const path = `/channels/${general}/messages`
  const reply = await platform.answer({ method: 'POST', path, query: {}, headers, body: { content: 'x' } })
  assert.ok(reply.kind === 'answer')
  assert.partialDeepStrictEqual(reply, { status: 429, body: { retry_after: 1.5 } })
  assert.ok(Number.isNaN(Number(reply.headers['retry-after'])))
})

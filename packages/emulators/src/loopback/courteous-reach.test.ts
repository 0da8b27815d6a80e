import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyTrouble } from './classify-reply.ts'
import { courteous } from './courteous-reach.ts'
import { scriptFaults } from './faults.ts'
import { reachInProcess } from './reach-platform.ts'
import { openTestPlatform, testToken } from './test-platform.ts'

const signal = new AbortController().signal

function openCourteous() {
  const opened = openTestPlatform()
  const { platform, clock, serverId } = opened
  const reach = courteous(
    reachInProcess(platform, () => ({ apiUrl: '', token: testToken })),
    clock,
  )
  const random = platform.addChannel(serverId, 'random')
  const send = async (conversationId: string) => {
    const reply = await reach.call('send', { conversationId, text: 'x' }, signal)
    return reply.kind === 'answer' ? reply.status : reply.kind
  }
  return { ...opened, reach, random, send }
}

test('[I30] while a conversation is to be left alone nothing is asked there, and elsewhere it is', async () => {
  const { platform, clock, general, random, reach, send } = openCourteous()
  platform.useFaults(
    scriptFaults([
      { on: 'send', fault: { kind: 'rate_limited', retryAfterMs: 1_000, scope: 'conversation' } },
    ]),
  )
  assert.equal(await send(general), 429)
  await clock.advance(400)
  const held = await reach.call('send', { conversationId: general, text: 'x' }, signal)
  assert.deepEqual(classifyTrouble(held), {
    kind: 'not_sent',
    why: 'later',
    retryAfterMs: 600,
    scope: 'place',
    detail: 'HTTP 429 The platform asked for patience. (held_back)',
  })
  assert.equal(await send(random), 201)
  assert.equal((await reach.call('history', { conversationId: general }, signal)).kind, 'answer')
  assert.equal(platform.truth.early().length, 0)
  assert.equal(platform.truth.requests.length, 3)
  await clock.advance(600)
  assert.equal(await send(general), 201)
})

test('[I30] while the account is to be patient nothing is asked at all, but it is still heard', async () => {
  const { platform, clock, general, random, reach, send } = openCourteous()
  platform.useFaults(
    scriptFaults([{ on: 'history', fault: { kind: 'rate_limited', retryAfterMs: 1_000, scope: 'account' } }]),
  )
  await reach.call('history', { conversationId: general }, signal)
  assert.deepEqual([await send(general), await send(random)], [429, 429])
  const heard = await reach.call('events.poll', { after: 0 }, signal)
  assert.equal(heard.kind === 'answer' && heard.status, 200)
  assert.equal(platform.truth.early().length, 0)
  await clock.advance(1_000)
  assert.equal(await send(general), 201)
})

test('[I30] what is heard with the answer to a press holds for everything, and presses are answered meanwhile', async () => {
  const { platform, clock, general, reach, send } = openCourteous()
  platform.useFaults(
    scriptFaults([
      { on: 'press.answer', fault: { kind: 'rate_limited', retryAfterMs: 1_000, scope: 'account' } },
    ]),
  )
  const answer = () => reach.call('press.answer', { pressId: 'none', text: 'Done.' }, signal)
  await answer()
  assert.equal(await send(general), 429)
  await answer()
  assert.deepEqual(
    platform.truth.requests.map(({ kind }) => kind),
    ['press.answer', 'press.answer'],
  )
  assert.equal(platform.truth.early().length, 0)
  await clock.advance(1_000)
  assert.equal(await send(general), 201)
})

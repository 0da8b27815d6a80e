import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { courteous } from './courteous-reach.ts'
import { scriptFaults } from './faults.ts'
import { reachInProcess } from './reach-platform.ts'
import { openTestAccount } from './test-account.ts'
import { openTestPlatform, testToken } from './test-platform.ts'

async function openHearing() {
  const opened = openTestAccount()
  await opened.account.start(opened.ears)
  return {
    ...opened,
    texts: () => opened.heard.map(({ text }) => text),
    [Symbol.asyncDispose]: () => opened.account.stop(),
  }
}

test('[CHN2] [F28] a connection on which nothing comes any more leaves nobody deaf', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, texts } = test
  platform.useFaults(scriptFaults([{ on: 'events.poll', fault: { kind: 'silence', isDone: false } }]))
  platform.say(ann, general, 'one')
  await clock.advance(0)
  platform.say(ann, general, 'two')
  await clock.advance(60_000)
  assert.deepEqual(texts(), ['one', 'two'])
})

test('[CHN2] [F28] what was missed is fetched although a first try at it is never answered', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, texts } = test
  platform.say(ann, general, 'one')
  await clock.advance(0)
  platform.useFaults(scriptFaults([{ on: 'history', fault: { kind: 'silence', isDone: false } }]))
  loseOne(test)
  await clock.advance(60_000)
  assert.deepEqual(texts(), ['one', 'two'])
  assert.equal(bot.feed.pending(), 0)
})

test('[CHN2] [F30] what was missed while the account was not taken is fetched when it is', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, texts } = test
  platform.say(ann, general, 'one')
  await clock.advance(0)
  platform.useFaults(
    scriptFaults([{ on: 'history', times: 2, fault: { kind: 'status', status: 401, isDone: false } }]),
  )
  loseOne(test)
  await clock.advance(60_000)
  assert.deepEqual(texts(), ['one', 'two'])
})

test('[CHN2] [I1] however long nothing could be heard, what was missed meanwhile is tried as often as ever', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, texts } = test
  platform.say(ann, general, 'one')
  await clock.advance(0)
  const trouble = { kind: 'status', status: 503, isDone: false } as const
  platform.useFaults(
    scriptFaults([
      { on: 'events.poll', times: 10, fault: trouble },
      { on: 'history', times: 6, fault: trouble },
    ]),
  )
  loseOne(test)
  await clock.advance(30 * 60_000)
  assert.deepEqual(texts(), ['one', 'two'])
})

test('[CHN2] [I1] however much of the last moments was heard before, what was missed is fetched', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, ears, heard, place } = test
  const first = platform.say(ann, general, 'the first')
  await clock.advance(0)
  for (let i = 0; i < limits.catchUpMessagesMax; i++) platform.say(ann, general, `word ${i}`)
  await clock.advance(1_000)
  const known = new Set(heard.map(({ eventId }) => eventId))
  assert.equal(known.size, limits.catchUpMessagesMax + 1)
  // As a real house does: from a while before the newest on, and what is known is told apart.
  ears.lastHeard = async () => [{ conversation: place(general), eventId: first.id }]
  ears.hear = async (event) => {
    heard.push(event)
    return { kind: 'ignored', reason: 'a test', deduped: known.has(event.eventId) }
  }
  platform.say(ann, general, 'missed')
  bot.feed.lose()
  await clock.advance(60_000)
  assert.equal(heard.filter(({ text }) => text === 'missed').length, 1)
})

test('[CHN2] [F29] what was lost is fetched also where nobody was heard before, but not what was there before us', async () => {
  const { platform, clock, general, ann, account, ears, heard, settings } = openTestAccount()
  const thread = platform.startThread(platform.say(ann, general, 'an old word').id, 'Old')
  platform.say(ann, thread, 'of old')
  const late = platform.addBot('Late', 'token-late')
  settings.token = late.token
  await account.start(ears)
  platform.say(ann, thread, 'missed in the thread')
  platform.say(ann, platform.openDm(ann, late.id), 'missed directly')
  late.feed.lose()
  await clock.advance(60_000)
  await account.stop()
  assert.deepEqual(heard.map(({ text }) => text).toSorted(), ['missed directly', 'missed in the thread'])
})

test('[CHN2] [F29] where something was missed is asked for until the platform says so', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, texts } = test
  const thread = platform.startThread(platform.say(ann, general, 'one').id, 'New')
  await clock.advance(0)
  platform.useFaults(
    scriptFaults([
      { on: 'events.missed', fault: { kind: 'empty' } },
      { on: 'events.missed', times: 6, fault: { kind: 'status', status: 503, isDone: false } },
      { on: 'events.missed', fault: { kind: 'silence', isDone: false } },
    ]),
  )
  platform.say(ann, thread, 'two')
  bot.feed.lose()
  await clock.advance(10 * 60_000)
  assert.deepEqual(texts(), ['one', 'two'])
})

test('[I30] a clock that is set back holds nothing up for longer than the platform asked', async () => {
  const { platform, clock, general } = openTestPlatform()
  let backMs = 0
  const setBack = { ...clock, wall: () => clock.wall() - backMs }
  const reach = courteous(
    reachInProcess(platform, () => ({ apiUrl: '', token: testToken })),
    setBack,
  )
  const send = async () => {
    const signal = new AbortController().signal
    const reply = await reach.call('send', { conversationId: general, text: 'x' }, signal)
    return reply.kind === 'answer' ? reply.status : reply.kind
  }
  platform.useFaults(
    scriptFaults([
      { on: 'send', fault: { kind: 'rate_limited', retryAfterMs: 2_000, scope: 'conversation' } },
    ]),
  )
  assert.equal(await send(), 429)
  backMs = 3_600_000
  await clock.advance(2_000)
  assert.equal(await send(), 201)
})

/** Said in between, and never told. */
function loseOne({ platform, general, ann, bot }: Awaited<ReturnType<typeof openHearing>>): void {
  platform.say(ann, general, 'two')
  bot.feed.lose()
}

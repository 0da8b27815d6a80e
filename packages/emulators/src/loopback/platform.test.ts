import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestPlatform } from './test-platform.ts'

const never = new AbortController().signal

test('[CHN1] a thread has the id of its message, there is one for each, and a post opens it again unless it is locked', async () => {
  const { platform, ask, general, ann } = openTestPlatform()
  const message = platform.say(ann, general, 'hello')
  const body = { conversationId: general, messageId: message.id, name: '🤖 sums' }
  const first = await ask('thread.open', body)
  assert.deepEqual([first.status, first.body.id, first.body.parentId], [201, message.id, general])
  const again = await ask('thread.open', body)
  assert.deepEqual([again.status, again.body.code], [409, 'thread_exists'])
  assert.equal((await ask('thread.close', { conversationId: message.id })).body.isArchived, true)
  assert.equal((await ask('send', { conversationId: message.id, text: 'more' })).status, 201)
  assert.equal(platform.state.conversations.get(message.id)?.isArchived, false)
  platform.lock(message.id, true)
  const locked = await ask('send', { conversationId: message.id, text: 'no' })
  assert.deepEqual([locked.status, locked.body.code], [403, 'locked'])
  const inThread = platform.read(message.id)[0]?.id
  const nested = await ask('thread.open', { conversationId: message.id, messageId: inThread, name: 'x' })
  assert.equal(nested.status, 403)
})

test('[CHN1] what cannot be done is answered with a status and a code', async () => {
  const { platform, ask, general, ann, bob, botId } = openTestPlatform()
  const answers: [string, object, number, string][] = [
    ['send', { conversationId: 'nowhere', text: 'x' }, 404, 'unknown_conversation'],
    ['send', { conversationId: general, text: 'x'.repeat(2_001) }, 400, 'too_long'],
    ['send', { conversationId: general, text: '' }, 400, 'bad_body'],
    ['send', { conversationId: general }, 400, 'bad_body'],
    ['send', { conversationId: platform.openDm(ann, bob), text: 'x' }, 403, 'missing_access'],
    ['edit', { conversationId: general, messageId: '1', text: 'x' }, 404, 'unknown_message'],
    [
      'edit',
      { conversationId: general, messageId: platform.say(ann, general, 'a').id, text: 'x' },
      403,
      'not_yours',
    ],
    ['history', { conversationId: general, limit: -1 }, 400, 'bad_body'],
    [
      'thread.open',
      { conversationId: platform.openDm(ann, botId), messageId: '1', name: 'x' },
      400,
      'no_threads_here',
    ],
  ]
  for (const [kind, body, status, code] of answers) {
    const answer = await ask(kind as 'send', body)
    assert.deepEqual([kind, answer.status, answer.body.code], [kind, status, code])
  }
  const stranger = await platform.handle({ kind: 'me', token: 'wrong', body: {} }, never)
  assert.equal(stranger.kind === 'answer' && stranger.status, 401)
})

test('[DLV6] only those whom its author wants called are called', async () => {
  const { ask, general, ann, bob, platform } = openTestPlatform()
  const text = `<@${ann}> <@${bob}> <@everyone>`
  await ask('send', { conversationId: general, text, allowedMentions: [ann] })
  assert.deepEqual(platform.read(general)[0]?.called, [ann])
})

test('[CHN2] history comes in pages, forward and backward', async () => {
  const { platform, ask, general, ann } = openTestPlatform()
  const ids = Array.from({ length: 7 }, (_, i) => platform.say(ann, general, `m${i}`).id)
  const texts = async (body: object) => {
    const { body: page } = await ask('history', { conversationId: general, ...body })
    return [page.messages.map(({ text }: { text: string }) => text).join(' '), page.hasMore]
  }
  assert.deepEqual(await texts({ limit: 3 }), ['m4 m5 m6', true])
  assert.deepEqual(await texts({ before: ids[4], limit: 3 }), ['m1 m2 m3', true])
  assert.deepEqual(await texts({ before: ids[1], limit: 3 }), ['m0', false])
  assert.deepEqual(await texts({ after: ids[0], limit: 3 }), ['m1 m2 m3', true])
  assert.deepEqual(await texts({ after: ids[6] }), ['', false])
})

test('[CHN2] events are told until they are acknowledged, from wherever one stopped', async () => {
  const { platform, ask, general, ann } = openTestPlatform()
  platform.say(ann, general, 'one')
  platform.say(ann, general, 'two')
  const poll = async (after: number) => (await ask('events.poll', { after })).body
  const seqs = (told: { events: { seq: number }[] }) => told.events.map(({ seq }) => seq)
  assert.deepEqual(seqs(await poll(0)), [1, 2])
  assert.deepEqual(seqs(await poll(0)), [1, 2])
  assert.deepEqual(seqs(await poll(1)), [2])
  assert.deepEqual((await ask('events.open', {})).body, { cursor: 1 })
  assert.deepEqual(seqs(await poll(0)), [2])
})

test('[CHN2] whoever waits for events is told at once when there is one, and after a while that there is none', async () => {
  const { platform, ask, clock, general, ann } = openTestPlatform()
  const waiting = ask('events.poll', { after: 0, waitMs: 25_000 })
  await clock.advance(10)
  platform.say(ann, general, 'now')
  assert.equal((await waiting).body.events.length, 1)
  const quiet = ask('events.poll', { after: 1, waitMs: 25_000 })
  await clock.advance(25_000)
  assert.deepEqual((await quiet).body, { events: [], newest: 1 })
})

test('[CHN2] lost events leave a hole in the numbers; copies and changed places leave none', async () => {
  const { platform, ask, general, ann, bot } = openTestPlatform()
  platform.say(ann, general, 'lost')
  assert.equal(bot.feed.lose(), 1)
  assert.deepEqual((await ask('events.poll', { after: 0 })).body, { events: [], newest: 1 })
  bot.feed.manners = { keptMax: 2, copyRate: 1, swapRate: 1, namesMissed: true }
  for (const text of ['a', 'b', 'c']) platform.say(ann, general, text)
  const told = (await ask('events.poll', { after: 1 })).body.events
  const texts = told.map(({ seq, message }: { seq: number; message: { text: string } }) => [
    seq,
    message.text,
  ])
  // Of three the oldest was dropped; each changed places with the one before it as it came.
  assert.deepEqual(texts, [
    [3, 'c'],
    [4, 'a'],
  ])
  const again = (await ask('events.poll', { after: 3 })).body.events.map(({ seq }: { seq: number }) => seq)
  assert.deepEqual(again, [3, 4, 4])
})

test('[I30] rates are limited by conversation and by account, and whoever asks before the time is noted', async () => {
  const { platform, ask, clock, general } = openTestPlatform()
  const random = platform.addChannel([...platform.state.servers.keys()][0] ?? '', 'random')
  platform.limitRates({
    perConversation: { count: 2, windowMs: 1_000 },
    perAccount: { count: 4, windowMs: 10_000 },
  })
  const send = async (conversationId: string) => {
    const { status, body } = await ask('send', { conversationId, text: 'x' })
    return status === 429 ? [body.scope, body.retryAfterMs] : status
  }
  assert.equal(await send(general), 201)
  await clock.advance(400)
  assert.equal(await send(general), 201)
  assert.deepEqual(await send(general), ['conversation', 600])
  assert.equal(platform.truth.early().length, 0)
  assert.equal(await send(random), 201)
  await clock.advance(599)
  assert.deepEqual(await send(general), ['conversation', 1])
  assert.equal(platform.truth.early().length, 1)
  await clock.advance(1)
  assert.equal(await send(general), 201)
  assert.deepEqual(await send(random), ['account', 9_000])
  assert.equal(platform.truth.refused().length, 3)
})

test('[I5] requests of one conversation that overlap are noted, those of two are not', async () => {
  const { platform, ask, clock, general } = openTestPlatform()
  const random = platform.addChannel([...platform.state.servers.keys()][0] ?? '', 'random')
  platform.useFaults(() => ({ kind: 'delay', ms: 100 }))
  const all = [
    ask('send', { conversationId: general, text: 'a' }),
    ask('send', { conversationId: random, text: 'b' }),
  ]
  assert.equal(platform.truth.beside().length, 0)
  all.push(ask('send', { conversationId: general, text: 'c' }))
  assert.equal(platform.truth.beside().length, 1)
  await clock.advance(100)
  await Promise.all(all)
  assert.equal(platform.read(general).length, 2)
})

test('[I6] copies of one part of a delivery are seen as such', async () => {
  const { platform, ask, general } = openTestPlatform()
  const body = { conversationId: general, text: 'x', marker: { delivery: 'dlv_1', part: 1 } }
  await ask('send', body)
  await ask('send', { ...body, marker: { delivery: 'dlv_1', part: 2 } })
  assert.equal(platform.copies().size, 0)
  const second = await ask('send', body)
  assert.deepEqual([...platform.copies().keys()], ['dlv_1/1'])
  await ask('delete', { conversationId: general, messageId: second.body.id })
  assert.equal(platform.copies().size, 0)
})

test('[AGT6] a button that is pressed is told to whoever put it there, who answers', async () => {
  const { platform, ask, general, ann } = openTestPlatform()
  const other = platform.addBot('Other', 'other-token')
  const buttons = [{ token: 'yes', text: 'Allow', style: 'good' }]
  const { body: sent } = await ask('send', { conversationId: general, text: 'May I?', buttons })
  const pressId = platform.press(ann, sent.id, 'yes')
  const told = (await ask('events.poll', { after: 1 })).body.events
  assert.deepEqual([told[0].kind, told[0].pressId, told[0].user.id], ['pressed', pressId, ann])
  assert.equal(other.feed.pending(), 1)
  await ask('press.answer', { pressId, text: 'Allowed once.' })
  assert.equal(platform.answerTo(pressId), 'Allowed once.')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { scriptFaults } from './faults.ts'
import { createLoopbackChannel } from './loopback-channel.ts'
import { createPlatform } from './platform.ts'
import { reachInProcess } from './reach-platform.ts'
import { openTestAccount } from './test-account.ts'

async function openHearing() {
  const opened = openTestAccount()
  const { account, ears, heard } = opened
  await account.start(ears)
  return {
    ...opened,
    texts: () => heard.map(({ text }) => text),
    [Symbol.asyncDispose]: () => account.stop(),
  }
}

test('[CHN2] what is said is heard with its place, its author and its time, and then acknowledged', async () => {
  await using test = await openHearing()
  const { platform, clock, general, serverId, ann, heard, bot } = test
  const message = platform.say(ann, general, 'hello')
  await clock.advance(0)
  assert.deepEqual(heard, [
    {
      conversation: { channel: 'loopback', accountId: 'main', conversationId: general },
      kind: 'channel',
      serverId,
      placeName: 'general',
      eventId: message.id,
      author: { platformId: ann, name: 'Ann', isBot: false, isOwn: false },
      text: 'hello',
      isAddressed: false,
      link: `loopback://${general}/${message.id}`,
      writtenAt: message.createdAt,
    },
  ])
  assert.equal(bot.feed.pending(), 0)
})

test('[CNV3] a mention or a reply addresses us; our name is taken out, others become names and handles', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bob, heard, botId, ask, ears } = test
  ears.handlesOf = async (ids) => new Map(ids.filter((id) => id === bob).map((id) => [id, 'bob.b']))
  const { body: ours } = await ask('send', { conversationId: general, text: 'May I?' })
  platform.say(ann, general, `<@${botId}>: ask <@${bob}>, <@${ann}> and <@42>  please`)
  platform.say(ann, general, 'yes', { replyTo: ours.id })
  platform.say(ann, general, 'no', { replyTo: platform.say(bob, general, 'hm').id })
  await clock.advance(0)
  assert.deepEqual(
    heard.map(({ text, isAddressed, author }) => [text, isAddressed, author.isOwn]),
    [
      ['May I?', false, true],
      ['ask @bob.b, @Ann and <@42>  please', true, false],
      ['yes', true, false],
      ['hm', false, false],
      ['no', false, false],
    ],
  )
})

test('[CHN3] we are known by our id under whatever name we speak, and nobody else is, whatever they call themselves', async () => {
  await using test = await openHearing()
  const { platform, clock, general, heard, account, message } = test
  const persona = { name: 'Ann', agentId: 'x', isAccount: false }
  await account.outbound.sender.send(message(general, 'psst', { persona }))
  platform.say(platform.addUser('Heddle', { isBot: true }).id, general, '⚙️ a notice')
  await clock.advance(0)
  assert.deepEqual(
    heard.map(({ author }) => [author.name, author.isOwn, author.isBot]),
    [
      ['Ann', true, true],
      ['Heddle', false, true],
    ],
  )
})

test('[CNV3] what is said in a thread names its parent and the message it was opened from; a direct message has no server', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bob, botId, heard } = test
  const thread = platform.startThread(platform.say(bob, general, 'the plan').id, 'plan')
  platform.say(ann, thread, 'I agree')
  platform.say(ann, platform.openDm(ann, botId), 'secretly')
  platform.say(ann, platform.openDm(ann, bob, botId), 'among us')
  await clock.advance(0)
  const [, inThread, direct, group] = heard
  assert.equal(inThread?.conversation.parentConversationId, general)
  assert.deepEqual(
    [inThread?.kind, inThread?.anchor?.text, inThread?.anchor?.author.name],
    ['thread', 'the plan', 'Bob'],
  )
  assert.deepEqual([direct?.kind, direct?.serverId, group?.kind], ['dm', undefined, 'group'])
})

test('[CHN2] events that come twice, or in another order, are heard once, in the order of their numbers', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, texts } = test
  bot.feed.manners = { keptMax: 100, copyRate: 1, swapRate: 0, namesMissed: true }
  for (let i = 0; i < 10; i++) {
    platform.say(ann, general, `m${i}`)
    await clock.advance(0)
  }
  assert.deepEqual(
    texts(),
    Array.from({ length: 10 }, (_, i) => `m${i}`),
  )
})

test('[CHN2] what the ears did not take is not acknowledged, and is told again after a restart', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, ears, account, bot, texts } = test
  const { hear } = ears
  ears.hear = () => Promise.reject(new Error('the disk is full'))
  platform.say(ann, general, 'kept')
  await clock.advance(2_000)
  assert.equal(bot.feed.pending(), 1)
  await account.stop()
  ears.hear = hear
  await account.start(ears)
  await clock.advance(0)
  assert.deepEqual(texts(), ['kept'])
  assert.equal(bot.feed.pending(), 0)
})

test('[CHN2] what cannot be taken at all is left out after a while, with a word in the log', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, ears, logged, bot, texts } = test
  const { hear } = ears
  ears.hear = (event) => (event.text === 'poison' ? Promise.reject(new Error('a bug')) : hear(event))
  platform.say(ann, general, 'poison')
  platform.say(ann, general, 'fine')
  await clock.advance(600_000)
  assert.deepEqual(texts(), ['fine'])
  assert.equal(bot.feed.pending(), 0)
  assert.deepEqual(logged, ['something that was heard could not be taken, and is left out'])
})

test('[CHN2] a conversation that is slow to be taken delays no other', async () => {
  await using test = await openHearing()
  const { platform, clock, general, serverId, ann, ears, texts } = test
  const random = platform.addChannel(serverId, 'random')
  const { hear } = ears
  const slow = Promise.withResolvers<void>()
  ears.hear = async (event) => {
    if (event.text === 'slow') await slow.promise
    return hear(event)
  }
  platform.say(ann, general, 'slow')
  platform.say(ann, general, 'after it')
  platform.say(ann, random, 'quick')
  await clock.advance(0)
  assert.deepEqual(texts(), ['quick'])
  slow.resolve()
  await clock.advance(0)
  assert.deepEqual(texts(), ['quick', 'slow', 'after it'])
})

test('[CHN2] after a gap what was missed is fetched where we have heard before, in order', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, texts } = test
  platform.say(ann, general, 'first')
  await clock.advance(0)
  for (let i = 0; i < 150; i++) platform.say(ann, general, `missed ${i}`)
  bot.feed.lose()
  await clock.advance(0)
  assert.equal(texts().length, 151)
  assert.deepEqual([texts()[1], texts().at(-1)], ['missed 0', 'missed 149'])
  platform.say(ann, general, 'and on')
  await clock.advance(0)
  assert.equal(texts().at(-1), 'and on')
})

test('[CHN2] what was missed is fetched before anything newer is heard, and nothing is acknowledged until it is', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, texts } = test
  platform.say(ann, general, 'first')
  await clock.advance(0)
  platform.useFaults(
    scriptFaults([{ on: 'history', times: 6, fault: { kind: 'status', status: 503, isDone: false } }]),
  )
  platform.say(ann, general, 'missed')
  bot.feed.lose()
  platform.say(ann, general, 'newer')
  await clock.advance(1_000)
  assert.deepEqual(texts(), ['first'])
  assert.equal(bot.feed.pending(), 1)
  await clock.advance(120_000)
  // The newer one comes by both ways; whoever hears knows it by its id.
  assert.deepEqual(texts(), ['first', 'missed', 'newer', 'newer'])
  assert.equal(bot.feed.pending(), 0)
})

test('[CHN2] so much at most is fetched after a gap, and that there was more is said', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, texts, logged } = test
  platform.say(ann, general, 'first')
  await clock.advance(0)
  for (let i = 0; i < limits.catchUpMessagesMax + 10; i++) platform.say(ann, general, 'missed')
  bot.feed.lose()
  await clock.advance(0)
  assert.equal(texts().length, limits.catchUpMessagesMax + 1)
  assert.deepEqual(logged, ['more was missed than is fetched after a gap'])
})

test('[CHN2] what we said ourselves does not count among what is fetched after a gap', async () => {
  await using test = await openHearing()
  const { platform, clock, general, serverId, ann, bot, botId, texts, logged } = test
  const quiet = platform.addChannel(serverId, 'quiet')
  platform.say(ann, general, 'first')
  platform.say(ann, quiet, 'first')
  await clock.advance(0)
  for (let i = 0; i < limits.catchUpMessagesMax; i++) platform.say(botId, general, 'an answer')
  platform.say(ann, quiet, 'missed')
  bot.feed.lose()
  await clock.advance(0)
  assert.ok(texts().includes('missed'))
  assert.deepEqual(logged, [])
})

test('[CHN2] a gap with trouble: the platform’s wait is kept, a place that is gone is said to be, one that is closed is not', async () => {
  await using test = await openHearing()
  const { platform, clock, general, serverId, ann, bot, botId, texts, gone } = test
  const places = [general, platform.addChannel(serverId, 'gone'), platform.addChannel(serverId, 'closed')]
  for (const place of places) platform.say(ann, place, 'first')
  await clock.advance(0)
  for (const place of places) platform.say(ann, place, 'missed')
  platform.deleteConversation(places[1] ?? '', ann)
  platform.close(places[2] ?? '', botId, true)
  bot.feed.lose()
  platform.useFaults(
    scriptFaults([
      {
        on: 'history',
        in: general,
        fault: { kind: 'rate_limited', retryAfterMs: 5_000, scope: 'conversation' },
      },
    ]),
  )
  await clock.advance(4_999)
  assert.equal(texts().length, 3)
  await clock.advance(1)
  assert.equal(texts().length, 4)
  assert.equal(platform.truth.early().length, 0)
  assert.deepEqual(gone, [[places[1], 'deleted']])
})

test('[CHN2] a gap whose messages cannot be taken is closed later', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, ears, texts } = test
  platform.say(ann, general, 'first')
  await clock.advance(0)
  const { hear } = ears
  ears.hear = () => Promise.reject(new Error('the disk is full'))
  platform.say(ann, general, 'missed')
  bot.feed.lose()
  await clock.advance(100)
  ears.hear = hear
  await clock.advance(60_000)
  assert.deepEqual(texts(), ['first', 'missed'])
})

test('[CHN2] what cannot be heard for a while is heard afterwards, asked for less and less often', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, texts, logged } = test
  platform.useFaults(
    scriptFaults([{ on: 'events.poll', times: 4, fault: { kind: 'status', status: 503, isDone: false } }]),
  )
  platform.say(ann, general, 'one')
  await clock.advance(0)
  platform.say(ann, general, 'two')
  await clock.advance(60_000)
  assert.deepEqual(texts(), ['one', 'two'])
  assert.equal(logged.length, 4)
})

test('[BND6] a conversation that was deleted or archived is said to be, unless we did it ourselves', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, ask, gone } = test
  const [one, two, three] = ['a', 'b', 'c'].map((text) =>
    platform.startThread(platform.say(ann, general, text).id, text),
  )
  platform.archive(one ?? '', ann)
  await ask('thread.close', { conversationId: two })
  platform.deleteConversation(three ?? '', ann)
  await clock.advance(0)
  assert.deepEqual(gone, [
    [one, 'archived'],
    [three, 'deleted'],
  ])
})

test('[AGT6] who pressed a button is answered', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, account, message, pressed } = test
  const buttons = [{ token: 'tok', text: 'Allow', style: 'good' }] as const
  await account.outbound.sender.send(message(general, 'May I?', { buttons }))
  const [sent] = platform.read(general)
  const pressId = platform.press(ann, sent?.id ?? '', 'tok')
  await clock.advance(0)
  assert.deepEqual(
    [pressed[0]?.token, pressed[0]?.author.platformId, pressed[0]?.kind],
    ['tok', ann, 'channel'],
  )
  assert.equal(platform.answerTo(pressId), 'Noted.')
})

test('[ATT1] files come with their message and are read when somebody wants them', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, heard } = test
  const content = new Uint8Array([7, 8])
  platform.say(ann, general, 'look', { files: [{ name: 'a.png', mediaType: 'image/png', content }] })
  await clock.advance(0)
  const [file] = heard[0]?.attachments ?? []
  assert.deepEqual([file?.name, file?.mediaType, file?.sizeBytes], ['a.png', 'image/png', 2])
  assert.deepEqual([...((await file?.read(new AbortController().signal)) ?? [])], [7, 8])
  platform.state.files.clear()
  await assert.rejects(async () => file?.read(new AbortController().signal), /could not be read: HTTP 404/)
})

test('[CHN1] an account that the platform does not take says why', async () => {
  const { account, ears, settings, platform } = openTestAccount()
  settings.token = 'wrong'
  await assert.rejects(
    account.start(ears),
    /does not take the account: HTTP 401 This token is nobody’s\. \(bad_token\)/,
  )
  platform.useFaults(scriptFaults([{ on: 'me', fault: { kind: 'unreachable' } }]))
  await assert.rejects(account.start(ears), /nobody answers there/)
  await account.stop()
})

test('[CHN5] an account that was heard says after a while that it is not any more, why and since when, and when it is again', async () => {
  await using test = await openHearing()
  const { platform, clock, account } = test
  assert.equal(account.trouble?.(), undefined)
  platform.useFaults(({ kind }) => (kind === 'events.poll' ? { kind: 'unreachable' } : undefined))
  await clock.advance(25_000)
  const since = clock.wall()
  await clock.advance(20_000)
  assert.equal(account.trouble?.(), undefined, 'a short break is none to speak of')
  await clock.advance(40_000)
  const trouble = account.trouble?.()
  assert.match(trouble?.words ?? '', /cannot be heard: /)
  assert.ok(Math.abs((trouble?.since ?? 0) - since) < 5_000, String(trouble?.since))
  const { signal } = new AbortController()
  const checked = await account.check?.(signal)
  assert.deepEqual(
    checked?.findings.map(({ about, state }) => [about, state]),
    [
      ['token', 'good'],
      ['connection', 'bad'],
    ],
  )
  platform.useFaults(() => undefined)
  await clock.advance(60_000)
  assert.equal(account.trouble?.(), undefined)
})

test('[F30] an account that the platform takes again says so once, and a quiet one says nothing', async () => {
  await using test = await openHearing()
  const { platform, clock, general, ann, bot, ears, settings } = test
  let returns = 0
  ears.reachedAgain = async () => void returns++
  platform.say(ann, general, 'one')
  await clock.advance(0)
  platform.changeToken(bot.id, 'another')
  await clock.advance(120_000)
  assert.equal(returns, 0)
  settings.token = 'another'
  await clock.advance(120_000)
  platform.say(ann, general, 'two')
  await clock.advance(0)
  assert.deepEqual(test.texts(), ['one', 'two'])
  assert.equal(returns, 1)
})

test('[CHN2] a platform that was begun anew is heard, although it counts from the beginning', async () => {
  const test = openTestAccount()
  const { clock, settings, ears } = test
  const begin = (idsFrom: number) => {
    const platform = createPlatform({ clock, random: { fraction: () => 0.5 }, idsFrom })
    const serverId = platform.addServer('Weavers', { id: 'weavers' })
    platform.addChannel(serverId, 'general', { id: 'general' })
    platform.addBot('Heddle', settings.token, { id: 'heddle' })
    platform.addUser('Ann', { id: 'ann' })
    return platform
  }
  let platform = begin(1_000)
  const log = { debug() {}, info() {}, warn() {}, error() {}, with: () => log }
  const account = createLoopbackChannel(
    {
      accountId: 'main',
      settings: () => settings,
      clock,
      random: { bytes: (n) => new Uint8Array(n), fraction: () => 0.5 },
      log,
    },
    { call: (...asked) => reachInProcess(platform, () => settings).call(...asked) },
  )
  await account.start(ears)
  for (const text of ['one', 'two', 'three']) platform.say('ann', 'general', text)
  await clock.advance(0)
  platform = begin(2_000)
  await clock.advance(60_000)
  platform.say('ann', 'general', 'four')
  await clock.advance(60_000)
  platform.say('ann', 'general', 'five')
  await clock.advance(0)
  assert.deepEqual(
    test.heard.map(({ text }) => text),
    ['one', 'two', 'three', 'four', 'five'],
  )
  await account.stop()
})

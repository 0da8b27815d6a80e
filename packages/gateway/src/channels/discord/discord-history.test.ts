import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/discord/faults'
import { openDiscordAccount, placeAt, poet } from '../../../test-support/open-discord-account.ts'

const { signal } = new AbortController()

test('[CHN1] the last words of a channel are read in order, by whomever they were said', async () => {
  await using scene = await openDiscordAccount()
  const { account, sender, message, people, ann, bob, general } = scene
  for (let i = 0; i < 120; i++) people.say(ann, general, `word ${i}`)
  people.say(bob, general, `<@${ann}> look at <#${general}>`, {
    files: [{ name: 'a.txt', content: Buffer.from('x') }],
  })
  await sender.send(message('a poem', { persona: poet }))
  const read = await account.history?.read(placeAt(general), { lastMax: 110, signal })
  assert.equal(read?.messages.length, 110)
  assert.equal(read?.hasMore, true)
  assert.equal(read?.messages[0]?.text, 'word 12')
  assert.deepEqual(
    read?.messages.slice(-2).map(({ author: { name, isBot }, text }) => [name, isBot, text]),
    [
      ['bob', false, '@Ann look at #general\n[File: a.txt]'],
      ['Poet · sums', true, 'a poem'],
    ],
  )
  const all = await account.history?.read(placeAt(general), { lastMax: 500, signal })
  assert.equal(all?.messages.length, 122)
  assert.equal(all?.hasMore, false)
  assert.ok(Math.abs((all?.messages.at(-1)?.writtenAt ?? 0) - Date.now()) < 60_000)
})

test('[REV2] of a thread the message it was opened from comes first', async () => {
  await using scene = await openDiscordAccount()
  const { account, people, ann, bob, general } = scene
  const anchor = scene.say('Why is the sky blue?')
  const thread = people.openThread(ann, anchor.id, 'sky').id
  people.say(bob, thread, 'Because.')
  for (const place of [placeAt(thread, general), placeAt(thread)]) {
    const read = await account.history?.read(place, { lastMax: 50, signal })
    assert.deepEqual(
      read?.messages.map(({ text }) => text),
      ['Why is the sky blue?', 'Because.'],
    )
  }
  people.remove(ann, anchor.id)
  const read = await account.history?.read(placeAt(thread, general), { lastMax: 50, signal })
  assert.deepEqual(
    read?.messages.map(({ text }) => text),
    ['Because.'],
  )
})

test('[CHN1] a place that cannot be read is said in words', async () => {
  await using scene = await openDiscordAccount()
  const { account, owners, bot, general } = scene
  assert.deepEqual((await account.history?.read(placeAt(general), { lastMax: 10, signal }))?.messages, [])
  for (const [name, code] of [
    ['ReadMessageHistory', /50013/],
    ['ViewChannel', /50001/],
  ] as const) {
    owners.takeAway({ botId: bot.id, channelId: general, names: [name] })
    await assert.rejects(async () => account.history?.read(placeAt(general), { lastMax: 10, signal }), code)
  }
})

test('[REV3] what cannot be read at the first try is read at the next; what may not be is asked for once', async () => {
  await using scene = await openDiscordAccount()
  const { account, platform, owners, bot, general } = scene
  scene.say('a word')
  const route = '/channels/{channel_id}/messages'
  const reads = () => platform.truth.of('GET', route).length
  const read = () => account.history?.read(placeAt(general), { lastMax: 10, signal })
  for (const fault of [
    { kind: 'status', status: 503, isDone: false },
    { kind: 'rate_limited', retryAfterMs: 50, scope: 'user' },
    { kind: 'drop', isDone: false },
  ] as const) {
    const before = reads()
    platform.useFaults(scriptFaults([{ on: `GET ${route}`, fault }]))
    assert.deepEqual(
      (await read())?.messages.map(({ text }) => text),
      ['a word'],
    )
    assert.equal(reads(), before + 2, fault.kind)
  }
  owners.takeAway({ botId: bot.id, channelId: general, names: ['ViewChannel'] })
  const before = reads()
  await assert.rejects(async () => read(), /50001/)
  assert.equal(reads(), before + 1)
})

test('[CHN1] typing is shown, and where it cannot be nobody is troubled', async () => {
  await using scene = await openDiscordAccount()
  const { account, platform, general } = scene
  await account.typing?.show(placeAt(general))
  await account.typing?.show(placeAt('100000000000000001'))
  assert.deepEqual(
    platform.state.typing.map(({ channelId }) => channelId),
    [general],
  )
})

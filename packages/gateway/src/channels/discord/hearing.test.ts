import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addChannel } from '@heddle/emulators/discord/guild-verbs'
import { openDiscordScene, until } from '../../../test-support/open-discord-hearing.ts'

test('[CHN2] what is said on Discord is heard with its place, its author and its time', async () => {
  await using scene = await openDiscordScene()
  const { general, guildId, ann, say } = scene
  const account = scene.open()
  await account.start()
  const { id, createdAt } = say('hello')
  await until(() => account.heard.length === 1)
  assert.deepEqual(account.heard, [
    {
      conversation: { channel: 'discord', accountId: 'main', conversationId: general },
      kind: 'channel',
      serverId: guildId,
      placeName: 'general',
      eventId: id,
      author: { platformId: ann, name: 'Ann', isBot: false, isOwn: false },
      text: 'hello',
      isAddressed: false,
      link: `https://discord.com/channels/${guildId}/${general}/${id}`,
      writtenAt: createdAt,
    },
  ])
})

test('[CNV3] a mention, a mention of our role and a reply address us; members are called by their handles', async () => {
  await using scene = await openDiscordScene()
  const { general, guildId, ann, bob, bot, people, platform, say } = scene
  const account = scene.open()
  account.ears.handlesOf = async (ids) => new Map(ids.filter((id) => id === bob).map((id) => [id, 'bob.b']))
  await account.start()
  const ours = people.say(bot.id, general, 'May I?')
  const role = [...(platform.state.guilds.get(guildId)?.roles.values() ?? [])].find(
    ({ botId }) => botId === bot.id,
  )
  say(`<@${bot.id}> ask <@${bob}> in <#${general}>`)
  say(`<@&${role?.id}> are you there?`)
  people.say(ann, general, 'yes', { replyTo: ours.id })
  people.say(ann, general, 'no', { replyTo: people.say(bob, general, 'hm').id })
  await until(() => account.heard.length === 6)
  assert.deepEqual(
    account.heard.map(({ text, isAddressed, author }) => [text, isAddressed, author.isOwn]),
    [
      ['May I?', false, true],
      ['ask @bob.b in #general', true, false],
      ['are you there?', true, false],
      ['yes', true, false],
      ['hm', false, false],
      ['no', false, false],
    ],
  )
})

test('[CHN3] our bot and our webhooks are our own, under whatever name; other programs and people are not', async () => {
  await using scene = await openDiscordScene()
  const { general, ann, bot, people, owners, say } = scene
  const ours = owners.makeWebhook(bot.id, general, 'Heddle')
  const foreign = owners.makeWebhook(ann, general, 'Builds')
  const account = scene.open({ isOwnWebhook: (id) => id === ours.id })
  await account.start()
  people.say(bot.id, general, 'I am the bot')
  owners.sayThroughWebhook(ours.id, 'I am a persona', { name: 'Ann' })
  owners.sayThroughWebhook(foreign.id, 'the build broke', { name: 'heddle' })
  say('⚙️ I am a person')
  await until(() => account.heard.length === 4)
  assert.deepEqual(
    account.heard.map(({ author }) => [author.name, author.isOwn, author.isBot]),
    [
      ['heddle', true, true],
      ['Ann', true, true],
      ['heddle', false, true],
      ['Ann', false, false],
    ],
  )
})

test('[CNV3] a thread names what stands above it, and first the message it was opened from; a direct message has no server', async () => {
  await using scene = await openDiscordScene()
  const { general, ann, bob, bot, people, platform } = scene
  const account = scene.open()
  await account.start()
  const thread = people.openThread(bob, people.say(bob, general, 'the plan').id, 'plan')
  people.say(ann, thread.id, 'I agree')
  people.say(ann, thread.id, 'and once more')
  people.say(ann, people.openDm(ann, bot.id), 'secretly')
  await until(() => account.heard.length === 4)
  const inThread = account.heard.filter(({ kind }) => kind === 'thread')
  assert.deepEqual(
    inThread.map(({ text, anchor, conversation }) => [text, anchor?.text, conversation.parentConversationId]),
    [
      ['I agree', 'the plan', general],
      ['and once more', undefined, general],
    ],
  )
  const direct = account.heard.find(({ kind }) => kind === 'dm')
  assert.deepEqual([direct?.text, direct?.serverId], ['secretly', undefined])
  const asked = platform.truth.requests.filter(({ path }) => path.includes(`/messages/${thread.id}`))
  assert.equal(asked.length, 1)
})

test('[CHN7] a file is read from where Discord keeps it', async () => {
  await using scene = await openDiscordScene()
  const { general, ann, people } = scene
  const account = scene.open()
  await account.start()
  const content = Buffer.from('the figures')
  people.say(ann, general, 'see', { files: [{ name: 'a.txt', mediaType: 'text/plain', content }] })
  await until(() => account.heard.length === 1)
  const [file] = account.heard[0]?.attachments ?? []
  assert.deepEqual([file?.name, file?.mediaType, file?.sizeBytes], ['a.txt', 'text/plain', 11])
  const bytes = await file?.read(new AbortController().signal)
  assert.equal(Buffer.from(bytes ?? []).toString(), 'the figures')
})

test('[CHN2] within a place the order stays; a place that is slow to be taken delays no other', async () => {
  await using scene = await openDiscordScene()
  const { guildId, ann, people, platform, say } = scene
  const other = addChannel(platform, guildId, 'builds').id
  const account = scene.open()
  const { hear } = account.ears
  const held = Promise.withResolvers<void>()
  account.ears.hear = async (event) => {
    if (event.text === 'slow') await held.promise
    return hear(event)
  }
  await account.start()
  say('slow')
  for (let i = 0; i < 20; i++) say(`m${i}`)
  people.say(ann, other, 'elsewhere')
  await until(() => account.heard.length === 1)
  assert.deepEqual(account.texts(), ['elsewhere'])
  held.resolve()
  await until(() => account.heard.length === 22)
  assert.deepEqual(account.texts().slice(1), ['slow', ...Array.from({ length: 20 }, (_, i) => `m${i}`)])
})

test('[CHN2] what the ears do not take is said to them again, and nothing overtakes it there', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  const { hear } = account.ears
  let failures = 3
  account.ears.hear = (event) =>
    failures-- > 0 ? Promise.reject(new Error('the disk is full')) : hear(event)
  await account.start()
  account.pace.speed = 100
  scene.say('first')
  scene.say('second')
  await until(() => account.heard.length === 2)
  assert.deepEqual(account.texts(), ['first', 'second'])
})

test('[CHN2] what cannot be taken at all is left out after a while, with a word in the log', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  const { hear } = account.ears
  account.ears.hear = (event) => (event.text === 'poison' ? Promise.reject(new Error('a bug')) : hear(event))
  await account.start()
  account.pace.speed = 1_000
  scene.say('poison')
  scene.say('fine')
  await until(() => account.heard.length === 1)
  assert.deepEqual(account.texts(), ['fine'])
  const leftOut = account.logged.filter((line) => line.endsWith('is left out'))
  assert.deepEqual(leftOut, ['something of Discord could not be taken, and is left out'])
})

test('[DSC1] a bot that Discord keeps texts from says so once, with what to do', async () => {
  await using scene = await openDiscordScene()
  const { platform, general, ann } = scene
  const account = scene.open()
  await account.start()
  for (const id of ['900000000000000001', '900000000000000002']) {
    platform.emit({
      t: 'MESSAGE_CREATE',
      d: {
        id,
        channel_id: general,
        guild_id: scene.guildId,
        type: 0,
        timestamp: new Date().toISOString(),
        author: { id: ann, username: 'ann' },
        content: '',
        attachments: [],
        embeds: [],
      },
      intents: 0,
    })
  }
  await until(() => account.heard.length === 2)
  assert.equal(account.logged.length, 1)
  assert.match(account.logged[0] ?? '', /Message Content Intent/)
})

test('[CNV3] what a thread was opened from comes with each message until somebody heard it', async () => {
  await using scene = await openDiscordScene()
  const { general, ann, people, platform } = scene
  const account = scene.open()
  const { hear } = account.ears
  const isMeant = (text: string) => !text.startsWith('not for you')
  account.ears.hear = async (event) => {
    await hear(event)
    if (isMeant(event.text)) return { kind: 'heard', sessionId: 'ses_1', deduped: false }
    return { kind: 'ignored', reason: 'not_addressed', deduped: false }
  }
  await account.start()
  const thread = people.openThread(ann, people.say(ann, general, 'the plan').id, 'plan').id
  for (const text of ['not for you 1', 'not for you 2', 'for you', 'and this']) people.say(ann, thread, text)
  await until(() => account.heard.length === 5)
  assert.deepEqual(
    account.heard.slice(1).map(({ anchor }) => anchor?.text),
    ['the plan', 'the plan', 'the plan', undefined],
  )
  const asked = platform.truth.requests.filter(({ path }) => path.endsWith(`/messages/${thread}`))
  assert.equal(asked.length, 1)
})

test('[CHN2] where nothing is taken any more, what comes is left to Discord, and fetched when it is', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open({ waitingMax: 50 })
  await account.start()
  scene.say('first')
  await until(() => account.heard.length === 1)
  const { hear } = account.ears
  const held = Promise.withResolvers<void>()
  account.ears.hear = async (event) => {
    await held.promise
    return hear(event)
  }
  const count = 80
  for (let i = 0; i < count; i++) scene.say(`m${i}`)
  await until(() => account.logged.some((line) => line.endsWith('fetched later')))
  held.resolve()
  await until(() => account.heard.length === count + 1)
  assert.deepEqual(
    account.texts().slice(1),
    Array.from({ length: count }, (_, i) => `m${i}`),
  )
})

test('[CHN2] so is what was left to Discord in a place where nobody was heard before', async () => {
  await using scene = await openDiscordScene()
  const { people, ann, platform, guildId } = scene
  const other = addChannel(platform, guildId, 'other').id
  const account = scene.open({ waitingMax: 20 })
  await account.start()
  const { hear } = account.ears
  const held = Promise.withResolvers<void>()
  account.ears.hear = async (event) => {
    await held.promise
    return hear(event)
  }
  for (let i = 0; i < 30; i++) scene.say(`m${i}`)
  await until(() => account.logged.some((line) => line.endsWith('fetched later')))
  for (let i = 0; i < 3; i++) people.say(ann, other, `first words ${i}`)
  scene.say('the last')
  held.resolve()
  await until(() => account.heard.length === 34)
  const there = account.heard.filter(({ conversation }) => conversation.conversationId === other)
  assert.deepEqual(
    there.map(({ text }) => text),
    ['first words 0', 'first words 1', 'first words 2'],
  )
})

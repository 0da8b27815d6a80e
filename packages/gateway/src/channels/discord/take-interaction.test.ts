import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandNames } from '@heddle/contract'
import { type DiscordScene, openDiscordScene, until } from '../../../test-support/open-discord-hearing.ts'
import type { ChannelEars } from '../channel.ts'
import { parseInteraction } from './interaction-words.ts'

type Talking = Awaited<ReturnType<typeof openTalking>>

/** With the commands registered. */
async function openTalking(scene: DiscordScene, ears: Partial<ChannelEars> = {}) {
  const account = scene.open()
  Object.assign(account.ears, ears)
  await account.start()
  await until(() => scene.platform.state.commands.size === commandNames.length)
  return account
}

/** What Ann sees for herself alone. */
const shown = ({ people, ann, general }: DiscordScene) =>
  people
    .read(ann, general)
    .filter(({ visibleTo }) => visibleTo === ann)
    .map(({ content }) => content)

test('[CMD6] a slash command is heard as the text it stands for, and whoever gave it is told that the answer follows', async () => {
  await using scene = await openDiscordScene()
  const { ann, general, guildId, programs } = scene
  const account = await openTalking(scene)
  const values = { label: 'sums', here: true }
  const { id } = programs.runCommand({ userId: ann, channelId: general, name: 'focus', values })
  await until(() => shown(scene).length === 1)
  const [event] = account.heard
  assert.deepEqual(
    [event?.text, event?.eventId, event?.isAddressed, event?.serverId, event?.kind, event?.author],
    [
      '/focus sums --here',
      id,
      true,
      guildId,
      'channel',
      { platformId: ann, name: 'Ann', isBot: false, isOwn: false },
    ],
  )
  assert.deepEqual(shown(scene), ['The answer follows here.'])
})

test('[CMD6] a command in a thread, with parts, and in a direct message is heard where it was given', async () => {
  await using scene = await openDiscordScene()
  const { ann, bot, general, people, programs } = scene
  const account = await openTalking(scene)
  const thread = people.openThread(ann, people.say(ann, general, 'the plan').id, 'plan')
  const direct = people.openDm(ann, bot.id)
  const values = { value: '90s' }
  programs.runCommand({ userId: ann, channelId: thread.id, name: 'session ttl', values })
  programs.runCommand({ userId: ann, channelId: direct, name: 'whoami' })
  await until(() => account.heard.length === 3)
  const [inThread, inDirect] = [
    account.heard.find(({ kind }) => kind === 'thread'),
    account.heard.find(({ kind }) => kind === 'dm'),
  ]
  assert.deepEqual(
    [inThread?.text, inThread?.conversation.parentConversationId, inDirect?.text, inDirect?.serverId],
    ['/session ttl 90s', general, '/whoami', undefined],
  )
})

test('[CHN4] whoever is not heard there is told so, they alone', async () => {
  await using scene = await openDiscordScene()
  const { ann, bob, general, people, programs } = scene
  await openTalking(scene, {
    hear: async () => ({ kind: 'ignored', reason: 'person_not_listed', deduped: false }),
  })
  programs.runCommand({ userId: ann, channelId: general, name: 'stop' })
  await until(() => shown(scene).length === 1)
  assert.match(shown(scene)[0] ?? '', /does not listen to you here/)
  assert.deepEqual(people.read(bob, general), [])
})

test('[CMD8] [CHN6] whoever is refused what they ask for is told where to read why', async () => {
  await using scene = await openDiscordScene()
  const { ann, general, programs } = scene
  await openTalking(scene, { hear: async () => ({ kind: 'ignored', reason: 'not_yours', deduped: false }) })
  programs.runCommand({ userId: ann, channelId: general, name: 'unfocus' })
  await until(() => shown(scene).length === 1)
  assert.deepEqual(shown(scene), ['The answer follows here.'])
})

test('[DSC1] a command that is slow to be taken is answered in time, and told of when it is', async () => {
  await using scene = await openDiscordScene()
  const { ann, general, programs } = scene
  const held = Promise.withResolvers<void>()
  const account = await openTalking(scene)
  const { hear } = account.ears
  account.ears.hear = async (event) => {
    await held.promise
    return hear(event)
  }
  account.pace.speed = 20
  scene.say('before it')
  const asked = programs.runCommand({ userId: ann, channelId: general, name: 'stop' })
  await until(() => asked.isThinking)
  assert.deepEqual(account.heard, [])
  held.resolve()
  await until(() => shown(scene).includes('The answer follows here.'))
  assert.deepEqual(account.texts(), ['before it', '/stop'])
})

test('[DSC1] a command that cannot be taken is answered with that', async () => {
  await using scene = await openDiscordScene()
  const { ann, general, programs } = scene
  const account = await openTalking(scene, { hear: () => Promise.reject(new Error('the disk is full')) })
  account.pace.speed = 1_000
  programs.runCommand({ userId: ann, channelId: general, name: 'stop' })
  await until(() => shown(scene).some((text) => text.startsWith('That could not be taken')))
})

test('[DSC1] what may be meant is offered while a command is typed, within what Discord takes', async () => {
  await using scene = await openDiscordScene()
  const { ann, general, programs } = scene
  const many = Array.from({ length: 30 }, (_, i) => ({
    text: `${i} ${'long '.repeat(30)}`,
    value: `ses_${i}`,
  }))
  const account = await openTalking(scene)
  account.ears.suggest = async (question) => {
    account.asked.push(question)
    return [{ text: 'too long', value: 'x'.repeat(101) }, ...many]
  }
  const typing = { userId: ann, channelId: general, name: 'focus', values: { label: 'su' }, focused: 'label' }
  const asked = programs.typeCommand(typing)
  await until(() => asked.choices.length > 0)
  assert.deepEqual(
    account.asked.map(({ command, typed, author, conversation }) => [
      command,
      typed,
      author.platformId,
      conversation.conversationId,
    ]),
    [['focus', 'su', ann, general]],
  )
  assert.equal(asked.choices.length, 25)
  assert.deepEqual(asked.choices[0]?.value, 'ses_0')
  assert.ok(asked.choices.every(({ name }) => name.length <= 100))
})

test('[DSC1] suggestions that fail or are late are none, and in time', async () => {
  await using scene = await openDiscordScene()
  const { ann, general, programs } = scene
  const account = await openTalking(scene)
  const typing = { userId: ann, channelId: general, name: 'model', values: { name: 'g' }, focused: 'name' }
  account.ears.suggest = () => Promise.reject(new Error('a bug'))
  const failed = programs.typeCommand(typing)
  await until(() => failed.first !== undefined)
  account.pace.speed = 20
  account.ears.suggest = () => new Promise(() => undefined)
  const late = programs.typeCommand(typing)
  await until(() => late.first !== undefined)
  assert.deepEqual([failed.choices, late.choices], [[], []])
})

test('[CHN6] a press is said to the ears with its place and token, and its words are shown to who pressed', async () => {
  await using scene = await openDiscordScene()
  const { ann, bot, general, guildId, programs } = scene
  const account = await openTalking(scene)
  const reply = await account.rest.call({
    method: 'POST',
    path: `/channels/${general}/messages`,
    body: {
      content: 'May I?',
      components: [
        { type: 1, components: [{ type: 2, style: 3, label: 'Yes', custom_id: 'approve:1:once' }] },
      ],
    },
    signal: new AbortController().signal,
  })
  assert.ok(reply.kind === 'answer' && reply.status === 200)
  const { id: messageId } = reply.body as { id: string }
  programs.press(ann, messageId, 'approve:1:once')
  await until(() => shown(scene).length === 1)
  assert.deepEqual(
    account.pressed.map(({ token, conversation, serverId, author, kind }) => [
      token,
      conversation.conversationId,
      serverId,
      author.platformId,
      kind,
    ]),
    [['approve:1:once', general, guildId, ann, 'channel']],
  )
  assert.deepEqual(shown(scene), ['Noted.'])
  account.ears.press = async () => undefined
  const silent = programs.press(ann, messageId, 'approve:1:once')
  await until(() => silent.first !== undefined)
  assert.deepEqual([silent.first?.type, shown(scene).length], [6, 1])
  let failures = 1
  account.pace.speed = 50
  account.ears.press = async () => {
    if (failures-- > 0) throw new Error('the disk is full')
    return 'Done at last.'
  }
  programs.press(ann, messageId, 'approve:1:once')
  await until(() => shown(scene).includes('Done at last.'))
  assert.equal(bot.id, account.heard.find(({ author }) => author.isOwn)?.author.platformId)
})

/** A message of the bot with one button, by its id. */
async function postButton({ general }: DiscordScene, { rest }: Pick<Talking, 'rest'>): Promise<string> {
  const button = { type: 2, style: 4, label: 'Deny', custom_id: 'approve:1:note' }
  const reply = await rest.call({
    method: 'POST',
    path: `/channels/${general}/messages`,
    body: { content: 'May I?', components: [{ type: 1, components: [button] }] },
    signal: new AbortController().signal,
  })
  assert.ok(reply.kind === 'answer' && reply.status === 200)
  return (reply.body as { id: string }).id
}

const wanted = { title: `Deny ${'exec '.repeat(20)}`, about: 'Note: the agent reads it', charsMax: 9_000 }

test('[CHN6] [AGT6] who has to say something first is shown a form, and what they write comes back as a press with words', async () => {
  await using scene = await openDiscordScene()
  const { ann, programs } = scene
  const account = await openTalking(scene)
  const messageId = await postButton(scene, account)
  const { press } = account.ears
  account.ears.press = async (event) => (event.words === undefined ? wanted : press(event))
  const asked = programs.press(ann, messageId, 'approve:1:note')
  await until(() => asked.modal !== undefined)
  assert.deepEqual(
    [asked.modal?.title.length, asked.modal?.title.at(-1), asked.modal?.fields.length],
    [45, '…', 1],
  )
  assert.deepEqual([asked.modal?.fields[0]?.label, asked.modal?.fields[0]?.charsMax], [wanted.about, 4_000])
  const sent = programs.submitModal(ann, asked.id, { words: 'not today' })
  await until(() => shown(scene).length === 1)
  assert.deepEqual(shown(scene), ['Noted.'])
  assert.deepEqual(
    account.pressed.map(({ token, words, eventId, author }) => [token, words, eventId, author.platformId]),
    [['approve:1:note', 'not today', sent.id, ann]],
  )
})

test('[DSC1] [CHN6] where it takes longer than Discord waits for a form, whoever pressed is asked to press once more', async () => {
  await using scene = await openDiscordScene()
  const { ann, programs } = scene
  const account = await openTalking(scene)
  const messageId = await postButton(scene, account)
  const held = Promise.withResolvers<void>()
  account.ears.press = async () => {
    await held.promise
    return wanted
  }
  account.pace.speed = 20
  const asked = programs.press(ann, messageId, 'approve:1:note')
  await until(() => asked.isThinking)
  held.resolve()
  await until(() => shown(scene).includes('That took too long. Please press the button once more.'))
  assert.equal(asked.modal, undefined)
})

test('[DSC1] words are found in a form however Discord builds it', () => {
  const field = { type: 4, id: 2, custom_id: 'words', value: 'not today' }
  const around = {
    id: '1',
    application_id: '2',
    type: 5,
    token: 't',
    channel_id: '3',
    user: { id: '4', username: 'ann' },
  }
  const wordsIn = (components: unknown) => {
    const asks = parseInteraction({ ...around, data: { custom_id: 'x', components } })?.asks
    return asks?.kind === 'press' ? asks.words : undefined
  }
  assert.equal(wordsIn([{ type: 18, id: 1, component: field }]), 'not today')
  assert.equal(wordsIn([{ type: 1, id: 1, components: [field] }]), 'not today')
  assert.equal(
    wordsIn([
      { type: 10, id: 3 },
      { type: 18, component: field },
    ]),
    'not today',
  )
  assert.equal(wordsIn([{ type: 18, component: { type: 3, values: ['x'] } }, 'nonsense']), '')
  assert.equal(wordsIn(undefined), '')
})

test('[DSC1] the commands are registered once, and again only when they changed', async () => {
  await using scene = await openDiscordScene()
  const first = await openTalking(scene)
  await until(() => scene.kept.has('commands'))
  await first.stop()
  const puts = () => scene.platform.truth.requests.filter(({ method }) => method === 'PUT').length
  assert.equal(puts(), 1)
  const second = await openTalking(scene)
  await second.stop()
  assert.equal(puts(), 1)
  scene.kept.set('commands', 'of an earlier version')
  await openTalking(scene)
  await until(() => puts() === 2)
})

test('[DSC1] after a new session the commands are looked at, and registered anew where they are others', async () => {
  await using scene = await openDiscordScene()
  const { platform, gateway, bot } = scene
  const of = (method: string) => platform.truth.of(method, '/applications/{application_id}/commands').length
  const first = await openTalking(scene)
  await until(() => scene.kept.has('commands'))
  await first.stop()
  const account = await openTalking(scene)
  account.pace.speed = 50
  assert.deepEqual([of('GET'), of('PUT')], [0, 1], 'taken up again, there is nothing to look at')
  gateway.forgetSessions(bot.id)
  await until(() => of('GET') === 1)
  const [some] = platform.state.commands.values()
  assert.ok(some)
  some.definition = { ...some.definition, description: 'somebody else’s' }
  gateway.forgetSessions(bot.id)
  await until(() => of('GET') === 2 && of('PUT') === 2)
  platform.state.commands.clear()
  gateway.forgetSessions(bot.id)
  await until(() => of('PUT') === 3)
  assert.equal(platform.state.commands.size, commandNames.length)
})

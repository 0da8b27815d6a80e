import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { Fault } from '@heddle/emulators/discord/faults'
import { addChannel } from '@heddle/emulators/discord/guild-verbs'
import { scriptGatewayFaults } from '@heddle/emulators/discord/gateway-faults'
import { postMessage } from '@heddle/emulators/discord/message-verbs'
import {
  type DiscordScene,
  openDiscordScene,
  placeOf,
  until,
} from '../../../test-support/open-discord-hearing.ts'

function openThread({ people, ann, general }: DiscordScene, name = 'plan') {
  return people.openThread(ann, people.say(ann, general, 'the plan').id, name).id
}

test('[CHN2] a thread that somebody archived or deleted is told of; what we archive ourselves is not', async () => {
  await using scene = await openDiscordScene()
  const { people, ann } = scene
  const account = scene.open()
  await account.start()
  const [archived, deleted, ours] = [openThread(scene), openThread(scene), openThread(scene)]
  people.archive(ann, archived)
  await until(() => account.gone.length === 1)
  people.unarchive(ann, archived)
  people.archive(ann, archived)
  await until(() => account.gone.length === 2)
  people.deleteChannel(ann, deleted)
  await until(() => account.gone.length === 3)
  const known = await account.known.find(ours)
  assert.ok(known)
  account.known.note({ ...known, isArchived: true })
  const reply = await account.rest.call({
    method: 'PATCH',
    path: `/channels/${ours}`,
    body: { archived: true },
    signal: new AbortController().signal,
  })
  assert.equal(reply.kind === 'answer' && reply.status, 200)
  const last = openThread(scene)
  people.deleteChannel(ann, last)
  await until(() => account.gone.length === 4)
  assert.deepEqual(account.gone, [
    [archived, 'archived'],
    [archived, 'archived'],
    [deleted, 'deleted'],
    [last, 'deleted'],
  ])
})

test('[CHN2] with a channel its threads are gone, with a server all its places; one that is only out of reach is not', async () => {
  await using scene = await openDiscordScene()
  const { people, owners, platform, ann, bot, guildId, general } = scene
  const other = addChannel(platform, guildId, 'builds').id
  const account = scene.open()
  await account.start()
  const thread = openThread(scene)
  await until(() => account.known.peek(thread) !== undefined)
  platform.emit({ t: 'GUILD_DELETE', d: { id: guildId, unavailable: true }, guildId, intents: 0 })
  people.deleteChannel(ann, general)
  await until(() => account.gone.some(([id]) => id === thread))
  assert.deepEqual(
    new Map(account.gone),
    new Map([
      [general, 'deleted'],
      [thread, 'deleted'],
    ]),
  )
  owners.kick(guildId, bot.id)
  await until(() => account.gone.some(([id]) => id === other))
})

test('[CHN2] after a gap what is newer than the newest that was heard is fetched, in order, each once', async () => {
  await using scene = await openDiscordScene()
  const { people, ann, bob, general, gateway } = scene
  const account = scene.open()
  await account.start()
  scene.say('one')
  const thread = openThread(scene)
  people.say(ann, thread, 'in the thread')
  await until(() => account.heard.length === 3)
  account.pace.speed = 50
  gateway.useFaults(scriptGatewayFaults([{ on: 'MESSAGE_CREATE', times: 130, fault: { kind: 'lose' } }]))
  for (let i = 0; i < 120; i++) people.say(bob, general, `lost ${i}`)
  people.say(ann, thread, 'lost as well')
  gateway.useFaults(() => undefined)
  gateway.forgetSessions()
  await until(() => account.heard.length === 124)
  const inGeneral = account.heard.filter(({ conversation }) => conversation.conversationId === general)
  assert.deepEqual(
    inGeneral.slice(2).map(({ text }) => text),
    Array.from({ length: 120 }, (_, i) => `lost ${i}`),
  )
  assert.deepEqual(inGeneral.at(-1)?.serverId, scene.guildId)
  assert.equal(
    account.heard.find(({ text }) => text === 'lost as well')?.conversation.parentConversationId,
    general,
  )
})

test('[CHN2] what comes in a place meanwhile waits for what was missed there', async () => {
  await using scene = await openDiscordScene()
  const { gateway } = scene
  const account = scene.open()
  await account.start()
  scene.say('one')
  await until(() => account.heard.length === 1)
  const { lastHeard } = account.ears
  const looked = Promise.withResolvers<void>()
  account.ears.lastHeard = async (limit) => {
    const places = await lastHeard(limit)
    await looked.promise
    return places
  }
  account.pace.speed = 50
  const { connections } = gateway.truth
  gateway.forgetSessions()
  scene.say('missed')
  await until(() => gateway.truth.connections >= connections + 2 && gateway.sessions().length === 1)
  scene.say('told')
  looked.resolve()
  await until(() => account.heard.length === 3)
  assert.deepEqual(account.texts(), ['one', 'missed', 'told'])
})

test('[CHN2] a place that is gone by then is taken for deleted, one that was archived for archived; one that cannot be read is neither', async () => {
  await using scene = await openDiscordScene()
  const { people, owners, platform, ann, bot, guildId, kept } = scene
  const hidden = addChannel(platform, guildId, 'hidden').id
  const first = scene.open()
  await first.start()
  const [gone, archived] = [openThread(scene), openThread(scene)]
  for (const place of [gone, archived, hidden]) people.say(ann, place, 'hello')
  await until(() => first.heard.length === 5)
  await first.stop()
  kept.delete('session:0')
  people.deleteChannel(ann, gone)
  people.archive(ann, archived)
  owners.takeAway({ botId: bot.id, names: ['ViewChannel'], channelId: hidden })
  const second = scene.open()
  second.ears.lastHeard = first.ears.lastHeard
  second.pace.speed = 50
  await second.start()
  await until(() => second.gone.length === 2)
  assert.deepEqual(
    new Map(second.gone),
    new Map([
      [gone, 'deleted'],
      [archived, 'archived'],
    ]),
  )
  await until(() => second.logged.includes('what was missed in a place cannot be read'))
})

const bad: readonly Fault[] = [
  { kind: 'status', status: 500, isDone: false },
  { kind: 'drop', isDone: false },
  { kind: 'garbage' },
  { kind: 'empty' },
]
for (const fault of bad) {
  test(`[CHN2] Discord that answers badly for a while (${fault.kind}) is asked again; the session is noted when all was heard`, () =>
    askAgain(fault))
}

async function askAgain(fault: Fault): Promise<void> {
  await using scene = await openDiscordScene()
  const { platform, general, kept } = scene
  const eventId = scene.say('old').id
  scene.say('missed')
  const account = scene.open()
  account.ears.lastHeard = async () => [{ conversation: placeOf(general), eventId }]
  let isBroken = true
  platform.useFaults(({ path }) => (isBroken && path.endsWith('/messages') ? fault : undefined))
  await account.start()
  account.pace.speed = 100
  const asked = () => platform.truth.requests.filter(({ path }) => path.endsWith('/messages')).length
  // More often than one and the same reading is tried.
  await until(() => asked() > 6)
  assert.equal(kept.has('session:0'), false)
  isBroken = false
  await until(() => account.heard.length === 1)
  assert.deepEqual(account.texts(), ['missed'])
  await until(() => kept.has('session:0'))
}

test('[CHN2] what we said ourselves, and what was heard before, does not count among what is fetched after a gap', async () => {
  await using scene = await openDiscordScene()
  const { platform, people, ann, bot, guildId, general, gateway } = scene
  const others = Array.from({ length: 8 }, (_, i) => addChannel(platform, guildId, `busy-${i}`).id)
  const account = scene.open()
  await account.start()
  account.pace.speed = 50
  const began = new Map<string, string>()
  for (const place of [...others, general]) began.set(place, people.say(ann, place, 'one').id)
  await until(() => account.heard.length === 9)
  for (const channelId of others) {
    const author = { kind: 'user', userId: bot.id } as const
    for (let i = 0; i < 70; i++) postMessage(platform, { channelId, author, content: 'an answer' })
    people.say(ann, channelId, 'two')
  }
  await until(() => account.texts().filter((text) => text === 'two').length === 8)
  // From further back than what was heard last, and the quiet place last of all.
  account.ears.lastHeard = async () =>
    [...began].map(([place, eventId]) => ({ conversation: placeOf(place), eventId }))
  gateway.useFaults(scriptGatewayFaults([{ on: 'MESSAGE_CREATE', times: 1, fault: { kind: 'lose' } }]))
  people.say(ann, general, 'missed')
  gateway.useFaults(() => undefined)
  gateway.forgetSessions()
  await until(() => account.texts().includes('missed'))
  assert.deepEqual(
    account.logged.filter((line) => line.includes('more was missed')),
    [],
  )
})

test('[CHN2] so many at most are heard after a gap, and that there were more is said once', async () => {
  await using scene = await openDiscordScene()
  const { people, ann, general } = scene
  const eventId = scene.say('old').id
  for (let i = 0; i < limits.catchUpMessagesMax + 10; i++) people.say(ann, general, `missed ${i}`)
  const account = scene.open()
  account.ears.lastHeard = async () => [{ conversation: placeOf(general), eventId }]
  account.pace.speed = 50
  await account.start()
  await until(() => account.logged.some((line) => line.includes('more was missed')))
  assert.equal(account.heard.length, limits.catchUpMessagesMax)
})

test('[CHN2] what is fetched after a gap goes on where it failed, however often it does', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  const { hear } = account.ears
  let calls = 0
  account.ears.hear = (event) => (++calls % 2 === 0 ? hear(event) : Promise.reject(new Error('it is busy')))
  await account.start()
  account.pace.speed = 100
  scene.say('one')
  await until(() => account.heard.length === 1)
  scene.gateway.forgetSessions()
  for (let i = 0; i < 30; i++) scene.say(`missed ${i}`)
  await until(() => account.heard.length === 31)
  assert.deepEqual(
    account.texts().slice(1),
    Array.from({ length: 30 }, (_, i) => `missed ${i}`),
  )
})

test('[CHN2] what is only read again to be sure takes nothing from what was missed', async () => {
  await using scene = await openDiscordScene()
  const { people, ann, platform, guildId, general, gateway } = scene
  const others = Array.from({ length: 12 }, (_, i) => addChannel(platform, guildId, `other-${i}`).id)
  const account = scene.open()
  await account.start()
  const firsts = others.map((channelId) => {
    const said = Array.from({ length: 100 }, (_, i) => people.say(ann, channelId, `known ${i}`))
    return { conversation: placeOf(channelId), eventId: said[0]?.id ?? '' }
  })
  const last = scene.say('known too')
  await until(() => account.heard.length === 1_201)
  // As platforms tell some things in another order, more is read than was missed.
  account.ears.lastHeard = async () => [...firsts, { conversation: placeOf(general), eventId: last.id }]
  account.pace.speed = 50
  gateway.useFaults(scriptGatewayFaults([{ on: 'MESSAGE_CREATE', fault: { kind: 'lose' } }]))
  scene.say('missed')
  gateway.forgetSessions()
  await until(() => account.heard.length === 1_202)
  assert.equal(account.texts().at(-1), 'missed')
  assert.deepEqual(
    account.logged.filter((line) => line.startsWith('more was missed')),
    [],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../loopback/manual-clock.ts'
import { addDemoServer, demoIds } from './demo-server.ts'
import type { DiscordEvent } from './discord-state.ts'
import { addApplication } from './guild-verbs.ts'
import { type Discord, openDiscord } from './open-discord.ts'
import { mayIn, type PermissionName } from './permissions.ts'

const { ann, bob, bot: botId, builds, general, server } = demoIds

function openDemo(): { discord: Discord; told: DiscordEvent[] } {
  const discord = openDiscord({ clock: createManualClock() })
  addDemoServer(discord)
  const told: DiscordEvent[] = []
  discord.platform.onEvent((event) => told.push(event))
  return { discord, told }
}

const kinds = (told: readonly DiscordEvent[]) => told.map(({ t }) => t)

test('[CHN1] people write, reply, attach, change and delete, and what cannot be is said in words', () => {
  const { discord, told } = openDemo()
  const { people } = discord
  const said = people.say(ann, general, 'hello')
  const reply = people.say(bob, general, `<@${botId}> look`, {
    replyTo: said.id,
    files: [{ name: 'a.txt', mediaType: 'text/plain', content: Buffer.from('a') }],
  })
  assert.deepEqual(reply.pings.userIds, [botId, ann])
  people.edit(bob, reply.id, 'look again')
  assert.equal(people.read(ann, general).at(-1)?.content, 'look again')
  people.remove(ann, reply.id)
  assert.deepEqual(kinds(told), ['MESSAGE_CREATE', 'MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE'])
  const impossible: [() => unknown, RegExp][] = [
    [() => people.say(ann, general, ' '), /nothing to say/],
    [() => people.say(ann, general, 'x'.repeat(2_001)), /at most 2000/],
    [() => people.say('1', general, 'hello'), /no user 1/],
    [() => people.say(ann, '1', 'hello'), /no channel 1/],
    [() => people.edit(bob, said.id, 'mine'), /somebody else’s/],
    [() => people.remove(bob, said.id), /may not delete/],
    [() => people.say(bob, people.openDm(ann, botId), 'me too'), /may not write/],
    [() => people.openThread(ann, said.id, ''), /1 to 100/],
  ]
  for (const [deed, why] of impossible) assert.throws(deed, why)
})

test('[CHN1] a thread is opened from a message, put away, brought back by a word, and locked', () => {
  const { discord, told } = openDemo()
  const { people } = discord
  const { id } = people.openThread(bob, people.say(ann, general, 'a topic').id, 'talk')
  assert.equal(people.channelsOf(ann).find((one) => one.id === id)?.kind, 'thread')
  const isArchived = () =>
    people.channelsOf(ann).some((one) => one.id === id && 'isArchived' in one && one.isArchived)
  people.archive(bob, id)
  assert.equal(isArchived(), true)
  people.say(ann, id, 'one more thing')
  assert.equal(isArchived(), false)
  people.archive(ann, id)
  people.unarchive(bob, id)
  assert.throws(() => people.lock(bob, id), /may not lock/)
  people.lock(ann, id)
  assert.throws(() => people.say(bob, id, 'let me in'), /locked/)
  assert.throws(() => people.archive(bob, id), /may not archive/)
  people.say(ann, id, 'I may')
  people.unlock(ann, id)
  people.say(bob, id, 'thanks')
  assert.throws(() => people.deleteChannel(bob, id), /may not delete/)
  people.deleteChannel(ann, id)
  assert.equal(kinds(told).at(-1), 'THREAD_DELETE')
})

test('[CHN1] permissions are taken away and given back, in a channel and in the whole server', () => {
  const { discord } = openDemo()
  const { owners, platform } = discord
  const may = (channelId: string, name: PermissionName) => {
    const channel = platform.state.channels.get(channelId)
    return channel !== undefined && mayIn(platform.state, channel, botId, name)
  }
  owners.takeAway({ botId, channelId: general, names: ['SendMessages', 'ManageWebhooks'] })
  assert.deepEqual([may(general, 'SendMessages'), may(general, 'ManageWebhooks')], [false, false])
  assert.equal(may(builds, 'SendMessages'), true)
  owners.giveBack({ botId, channelId: general, names: ['SendMessages'] })
  assert.deepEqual([may(general, 'SendMessages'), may(general, 'ManageWebhooks')], [true, false])
  owners.takeAway({ botId, guildId: server, names: ['ManageThreads'] })
  assert.equal(may(builds, 'ManageThreads'), false)
  owners.giveBack({ botId, guildId: server, names: ['ManageThreads'] })
  assert.equal(may(builds, 'ManageThreads'), true)
  assert.throws(() => owners.takeAway({ botId, names: ['SendMessages'] }), /name a channel/)
  owners.kick(server, botId)
  assert.equal(may(general, 'ViewChannel'), false)
  assert.throws(() => owners.takeAway({ botId, guildId: server, names: [] }), /not in the server/)
})

test('[CHN3] other bots and webhooks of others speak too, and webhooks are deleted by hand', () => {
  const { discord, told } = openDemo()
  const { owners, people, platform } = discord
  const other = addApplication(platform, 'Weather')
  owners.letIn(server, other.id)
  told.length = 0
  people.say(other.id, general, 'rain')
  const webhook = owners.makeWebhook(ann, general, 'Builds')
  owners.sayThroughWebhook(webhook.id, 'passed', { name: 'CI' })
  const messages = told
    .filter(({ t }) => t === 'MESSAGE_CREATE')
    .map(({ d }) => JSON.parse(JSON.stringify(d)))
  assert.deepEqual(
    messages.map(({ author, webhook_id, application_id }) => [
      author.username,
      author.bot,
      webhook_id,
      application_id,
    ]),
    [
      ['Weather', true, undefined, undefined],
      ['CI', true, webhook.id, undefined],
    ],
  )
  owners.deleteWebhook(webhook.id)
  assert.throws(() => owners.sayThroughWebhook(webhook.id, 'again'), /no webhook/)
})

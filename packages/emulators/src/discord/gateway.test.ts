import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10'
import { demoIds, demoToken } from './demo-server.ts'
import { addApplication, addChannel, addGuild } from './guild-verbs.ts'
import { type Frame, type RawBot, testIntents, withGateway } from './test-gateway.ts'

const { ann, bot: botId, general, server } = demoIds
const texts = (frames: readonly Frame[]) => frames.map(({ t, d }) => [t, d.content])

async function identifyWith(bot: RawBot, d: object): Promise<void> {
  await bot.next()
  bot.send(GatewayOpcodes.Identify, { token: demoToken, intents: testIntents, properties: {}, ...d })
}

test('[CHN1] whoever identifies is told who it is, and each server with what is there', () =>
  withGateway(async ({ discord, connect }) => {
    const { people } = discord
    const thread = people.openThread(ann, people.say(ann, general, 'a topic').id, 'talk')
    const bot = await connect()
    const hello = await bot.next()
    assert.deepEqual(hello, { t: null, s: null, op: 10, d: { heartbeat_interval: 41_250 } })
    bot.send(GatewayOpcodes.Identify, { token: demoToken, intents: testIntents, properties: {} })
    const ready = await bot.event('READY')
    assert.equal(ready.s, 1)
    assert.deepEqual([ready.d.v, ready.d.user.id, ready.d.user.bot], [10, botId, true])
    assert.deepEqual(ready.d.guilds, [{ id: server, unavailable: true }])
    assert.equal(ready.d.resume_gateway_url, discord.platform.state.gatewayUrl)
    assert.deepEqual(ready.d.application, { id: botId, flags: 1 << 19, flags_new: String(1 << 19) })
    const created = await bot.event('GUILD_CREATE')
    assert.deepEqual([created.s, created.d.id, created.d.unavailable], [2, server, false])
    assert.deepEqual(
      created.d.channels.map(({ name }: { name: string }) => name),
      ['general', 'builds'],
    )
    assert.deepEqual(
      created.d.threads.map(({ id, parent_id }: { id: string; parent_id: string }) => [id, parent_id]),
      [[thread.id, general]],
    )
    const [own] = created.d.members
    assert.equal(own.user.id, botId)
    const role = created.d.roles.find(({ id }: { id: string }) => own.roles.includes(id))
    assert.deepEqual(role.tags, { bot_id: botId })
    assert.deepEqual(
      discord.platform.state.identifies.map((one) => one.botId),
      [botId],
    )
  }))

test('[CHN1] whoever may not come in is told why by the code of the close', () =>
  withGateway(async ({ discord, connect }) => {
    const application = discord.platform.state.applications.get(botId)
    assert.ok(application)
    application.mayReadContent = false
    const refused: [object, number][] = [
      [{ token: 'nobody’s' }, 4004],
      [{}, 4014],
      [{ intents: GatewayIntentBits.GuildMembers }, 4014],
      [{ intents: 1 << 30 }, 4013],
      [{ intents: GatewayIntentBits.Guilds, shard: [3, 2] }, 4010],
      [{ intents: 'all' }, 4002],
    ]
    for (const [d, code] of refused) {
      const bot = await connect()
      await identifyWith(bot, d)
      assert.equal(await bot.closed, code, JSON.stringify(d))
    }
    assert.equal(discord.platform.state.identifies.length, 0)
    assert.equal(await (await connect('?v=6')).closed, 4012)
    discord.gateway.manners.isRefusing = true
    await assert.rejects(connect(), /503/)
  }))

test('[CHN1] a bot that does not keep to the manners is shown out', () =>
  withGateway(async ({ discord, connect, identify, clock }) => {
    const before = await connect()
    before.send(GatewayOpcodes.PresenceUpdate, {})
    assert.equal(await before.closed, 4003)
    const wrong: [(bot: RawBot) => void, number][] = [
      [(bot) => bot.send(99, {}), 4001],
      [(bot) => bot.sendText('not JSON'), 4002],
      [(bot) => bot.send(GatewayOpcodes.PresenceUpdate, { words: 'x'.repeat(4_096) }), 4002],
      [(bot) => bot.send(GatewayOpcodes.Identify, { token: demoToken, intents: 1, properties: {} }), 4005],
      [
        (bot) => {
          for (let i = 0; i < 120; i++) bot.send(GatewayOpcodes.Heartbeat, null)
        },
        4008,
      ],
    ]
    for (const [deed, code] of wrong) {
      const bot = await identify()
      deed(bot)
      assert.equal(await bot.closed, code)
    }
    const patient = await identify()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 60; i++) patient.send(GatewayOpcodes.Heartbeat, null)
      await patient.rest()
      await clock.advance(60_000)
    }
    discord.gateway.manners.silenceMsMax = 60_000
    const silent = await identify()
    await clock.advance(60_001)
    assert.equal(await silent.closed, 4009)
  }))

test('[CHN1] heartbeats are answered, and left alone where the line is to look dead', () =>
  withGateway(async ({ discord, identify }) => {
    const bot = await identify()
    bot.send(GatewayOpcodes.Heartbeat, 2)
    assert.deepEqual(await bot.next(), { t: null, s: null, op: 11, d: null })
    discord.gateway.manners.isAcking = false
    bot.send(GatewayOpcodes.Heartbeat, 2)
    discord.people.say(ann, general, 'anybody?')
    assert.equal((await bot.next()).t, 'MESSAGE_CREATE')
  }))

test('[CHN1] a bot hears of what it asked for, and of what it may see', () =>
  withGateway(async ({ discord, identify }) => {
    const { people, owners, platform } = discord
    const all = await identify()
    const few = await identify({ intents: GatewayIntentBits.Guilds | GatewayIntentBits.DirectMessages })
    const hidden = addChannel(platform, server, 'hidden').id
    owners.takeAway({ botId, channelId: hidden, names: ['ViewChannel'] })
    for (const each of [all, few]) await each.rest()
    people.say(ann, general, 'to all')
    people.say(ann, hidden, 'to few')
    people.say(ann, people.openDm(ann, botId), 'to you')
    people.say(ann, people.openDm(ann, demoIds.bob), 'not to you')
    const elsewhere = addGuild(platform, 'Elsewhere', ann)
    people.say(ann, addChannel(platform, elsewhere.id, 'private').id, 'nor this')
    assert.deepEqual(texts(await all.rest()), [
      ['MESSAGE_CREATE', 'to all'],
      ['MESSAGE_CREATE', 'to you'],
    ])
    assert.deepEqual(texts(await few.rest()), [['MESSAGE_CREATE', 'to you']])
    owners.giveBack({ botId, channelId: hidden, names: ['ViewChannel'] })
    people.say(ann, hidden, 'here again')
    assert.deepEqual(texts(await all.rest()).at(-1), ['MESSAGE_CREATE', 'here again'])
  }))

test('[CHN1] without the intent for it others are heard without their words, but for mentions and direct messages', () =>
  withGateway(async ({ discord, identify }) => {
    const { people } = discord
    const bot = await identify({ intents: testIntents & ~GatewayIntentBits.MessageContent })
    const files = [{ name: 'a.txt', content: Buffer.from('a') }]
    const first = people.say(ann, general, 'secret', { files })
    people.say(ann, general, `<@${botId}> hello`, { replyTo: first.id })
    people.say(botId, general, 'own words')
    people.say(ann, people.openDm(ann, botId), 'direct')
    const heard = await bot.rest()
    assert.deepEqual(
      heard.map(({ d }) => [d.content, d.attachments.length]),
      [
        ['', 0],
        [`<@${botId}> hello`, 0],
        ['own words', 0],
        ['direct', 0],
      ],
    )
    assert.equal(heard[1]?.d.referenced_message.content, '')
  }))

test('[CHN1] a bot that is let in somewhere is told of all of it, and of the end too', () =>
  withGateway(async ({ discord, identify }) => {
    const bot = await identify()
    const other = addGuild(discord.platform, 'Spinners', ann)
    addChannel(discord.platform, other.id, 'wool')
    discord.owners.letIn(other.id, botId)
    const created = await bot.event('GUILD_CREATE')
    assert.deepEqual([created.d.name, created.d.channels[0].name], ['Spinners', 'wool'])
    discord.owners.kick(other.id, botId)
    assert.deepEqual((await bot.event('GUILD_DELETE')).d, { id: other.id })
  }))

test('[CHN1] shards hear of their own servers, the first one of direct messages', () =>
  withGateway(async ({ discord, identify }) => {
    const { people } = discord
    const own = Number((BigInt(server) >> 22n) % 2n)
    const bots = [await identify({ shard: [0, 2] }), await identify({ shard: [1, 2] })]
    people.say(ann, general, 'there')
    people.say(ann, people.openDm(ann, botId), 'here')
    const heard = await Promise.all(bots.map(async (bot) => texts(await bot.rest()).map(([, text]) => text)))
    assert.deepEqual(heard[own]?.includes('there'), true)
    assert.deepEqual(heard[1 - own]?.includes('there'), false)
    assert.deepEqual([heard[0]?.includes('here'), heard[1]?.includes('here')], [true, false])
  }))

test('[CHN1] a reset token ends every session of its bot, and of no other', () =>
  withGateway(async ({ discord, identify, connect }) => {
    const { platform, owners } = discord
    const other = addApplication(platform, 'Other')
    const bystander = await connect()
    await identifyWith(bystander, { token: other.token })
    await bystander.event('READY')
    const bot = await identify()
    const token = owners.rotateToken(botId)
    assert.equal(await bot.closed, 4004)
    const again = await connect()
    await identifyWith(again, { token: demoToken })
    assert.equal(await again.closed, 4004)
    const renewed = await connect()
    await identifyWith(renewed, { token })
    await renewed.event('READY')
    assert.deepEqual(await bystander.rest(), [])
  }))

test('[CHN1] whoever identifies too often loses its token, and too soon its session', () =>
  withGateway(async ({ discord, identify, connect, clock }) => {
    const { gateway, platform } = discord
    gateway.manners.identifyGapMs = 5_000
    await identify()
    const soon = await connect()
    await identifyWith(soon, {})
    const answer = await soon.next()
    assert.deepEqual([answer.op, answer.d], [GatewayOpcodes.InvalidSession, false])
    await clock.advance(5_000)
    gateway.manners.identifiesPerDayMax = 3
    const last = await identify()
    await clock.advance(5_000)
    const beyond = await connect()
    await identifyWith(beyond, {})
    assert.equal(await beyond.closed, 4004)
    assert.equal(await last.closed, 4004)
    assert.notEqual(platform.state.applications.get(botId)?.token, demoToken)
    assert.equal(platform.state.identifies.length, 4)
  }))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationCommandOptionType, MessageFlags } from 'discord-api-types/v10'
import { demoIds, demoToken } from './demo-server.ts'
import { outcomeOf } from './interactions.ts'
import type { TestJson } from './test-discord.ts'
import { type TestGateway, withGateway } from './test-gateway.ts'

const { ann, bob, bot: botId, general } = demoIds
const text = ApplicationCommandOptionType.String
const focus = {
  name: 'focus',
  description: 'Speak to one of them.',
  options: [
    { type: text, name: 'label', description: 'Whom.', required: true, autocomplete: true },
    { type: ApplicationCommandOptionType.Integer, name: 'hours', description: 'How long.', min_value: 1 },
  ],
}

/** As the program, over HTTP. */
async function ask({ served }: TestGateway, what: string, body?: object): Promise<[number, TestJson]> {
  const [method = '', path = ''] = what.split(' ')
  const response = await fetch(`${served.apiUrl}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${demoToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answered = await response.text()
  return [response.status, answered === '' ? undefined : JSON.parse(answered)]
}

const register = (gateway: TestGateway, ...commands: object[]) =>
  ask(gateway, `PUT /applications/${botId}/commands`, commands)
const callback = ({ id, token }: TestJson) => `POST /interactions/${id}/${token}/callback`
const original = ({ token }: TestJson) => `/webhooks/${botId}/${token}/messages/@original`

test('[CHN6] a command is checked against what was registered, and then asked of its program', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    const bot = await identify()
    assert.equal((await register(gateway, focus))[0], 200)
    const call = { userId: ann, channelId: general, name: '/focus' }
    const wrong: [Record<string, string | number>, RegExp][] = [
      [{}, /label is required/],
      [{ label: 'x', colour: 'red' }, /no option colour/],
      [{ label: 3 }, /must be a string/],
      [{ label: 'x', hours: 0 }, /at least 1/],
      [{ label: 'x', hours: 1.5 }, /whole number/],
    ]
    for (const [values, why] of wrong) {
      assert.throws(() => discord.programs.runCommand({ ...call, values }), why)
    }
    assert.throws(() => discord.programs.runCommand({ ...call, name: 'dance' }), /no command \/dance/)
    assert.deepEqual(await bot.rest(), [])
    discord.programs.runCommand({ ...call, values: { label: 'builder', hours: 2 } })
    const { d } = await bot.event('INTERACTION_CREATE')
    assert.deepEqual([d.type, d.channel_id, d.member.user.id, d.guild_id], [2, general, ann, demoIds.server])
    assert.deepEqual(
      [d.data.name, d.data.options],
      [
        'focus',
        [
          { type: 3, name: 'label', value: 'builder' },
          { type: 4, name: 'hours', value: 2 },
        ],
      ],
    )
    assert.deepEqual([d.application_id, d.context, d.version], [botId, 0, 1])
    const dm = discord.people.openDm(ann, botId)
    discord.programs.runCommand({ ...call, channelId: dm, values: { label: 'x' } })
    const direct = (await bot.event('INTERACTION_CREATE')).d
    assert.deepEqual(
      [direct.user.id, direct.member, direct.guild_id, direct.context],
      [ann, undefined, undefined, 1],
    )
  }))

test('[CHN6] subcommands are named behind their command, and their options are checked like any', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    const bot = await identify()
    const who = {
      type: ApplicationCommandOptionType.User,
      name: 'who',
      description: 'Whose.',
      required: true,
    }
    const sub = {
      type: ApplicationCommandOptionType.Subcommand,
      name: 'of',
      description: 'x',
      options: [who],
    }
    await register(gateway, { name: 'agents', description: 'Agents.', options: [sub] })
    const call = { userId: ann, channelId: general }
    assert.throws(() => discord.programs.runCommand({ ...call, name: 'agents' }), /choose one of: of/)
    assert.throws(() => discord.programs.runCommand({ ...call, name: 'agents on' }), /no part on/)
    discord.programs.runCommand({ ...call, name: 'agents of', values: { who: bob } })
    const { data } = (await bot.event('INTERACTION_CREATE')).d
    assert.deepEqual(data.options, [{ type: 1, name: 'of', options: [{ type: 6, name: 'who', value: bob }] }])
    assert.equal(data.resolved.users[bob].username, 'bob')
  }))

test('[CHN6] whoever types is offered what the program says, in time', () =>
  withGateway(async (gateway) => {
    const { discord, identify, clock } = gateway
    const bot = await identify()
    await register(gateway, focus)
    const call = { userId: ann, channelId: general, name: 'focus', focused: 'label', values: { label: 'bu' } }
    assert.throws(() => discord.programs.typeCommand({ ...call, focused: 'hours' }), /no autocomplete/)
    const typed = discord.programs.typeCommand(call)
    const { d } = await bot.event('INTERACTION_CREATE')
    assert.deepEqual([d.type, d.data.options], [4, [{ type: 3, name: 'label', value: 'bu', focused: true }]])
    const many = Array.from({ length: 26 }, (_, i) => ({ name: `n${i}`, value: `v${i}` }))
    const [status, refused] = await ask(gateway, callback(d), { type: 8, data: { choices: many } })
    assert.deepEqual([status, refused.code], [400, 50_035])
    assert.equal((await ask(gateway, callback(d), { type: 4, data: { content: 'no' } }))[0], 400)
    const choices = [{ name: 'Builder', value: 'builder' }]
    assert.equal((await ask(gateway, callback(d), { type: 8, data: { choices } }))[0], 204)
    await discord.interactions.settled(typed)
    assert.deepEqual(typed.choices, choices)
    const unheard = discord.programs.typeCommand(call)
    const settled = discord.interactions.settled(unheard)
    await clock.advance(3_001)
    await settled
    assert.deepEqual(unheard.choices, [])
  }))

test('[CHN6] the first answer has three seconds, and there is one', () =>
  withGateway(async (gateway) => {
    const { discord, identify, clock } = gateway
    const bot = await identify()
    await register(gateway, { name: 'agents', description: 'Agents.' })
    const call = { userId: ann, channelId: general, name: 'agents' }
    const late = discord.programs.runCommand(call)
    assert.equal(outcomeOf(late, clock.wall()), 'waiting')
    await clock.advance(3_001)
    assert.equal(outcomeOf(late, clock.wall()), 'failed')
    const lateFrame = (await bot.event('INTERACTION_CREATE')).d
    const answer = { type: 4, data: { content: 'two of them' } }
    const [status, refused] = await ask(gateway, callback(lateFrame), answer)
    assert.deepEqual([status, refused.code], [404, 10_062])
    assert.equal(
      (await ask(gateway, callback({ id: lateFrame.id, token: 'guessed' }), answer))[1].code,
      10_062,
    )
    const intime = discord.programs.runCommand(call)
    const { d } = await bot.event('INTERACTION_CREATE')
    assert.equal((await ask(gateway, `GET ${original(d)}`))[1].code, 10_015)
    assert.equal((await ask(gateway, callback(d), { type: 6 }))[1].code, 50_035)
    assert.equal((await ask(gateway, callback(d), { type: 4, data: { content: '' } }))[1].code, 50_006)
    const [done, told] = await ask(gateway, `${callback(d)}?with_response=true`, answer)
    assert.equal(done, 200)
    assert.deepEqual(
      [told.interaction.id, told.interaction.response_message_loading, told.resource.message.content],
      [d.id, false, 'two of them'],
    )
    assert.deepEqual((await ask(gateway, callback(d), answer))[1].code, 40_060)
    assert.equal(outcomeOf(intime, clock.wall()), 'answered')
    const [shown] = discord.people.read(bob, general).slice(-1)
    assert.deepEqual([shown?.content, shown?.interaction?.name], ['two of them', 'agents'])
    assert.equal((await bot.event('MESSAGE_CREATE')).d.interaction_metadata.user.id, ann)
  }))

test('[CHN6] an answer that is put off is for the eyes that it was announced for, and lives a quarter of an hour', () =>
  withGateway(async (gateway) => {
    const { discord, identify, clock } = gateway
    const bot = await identify()
    await register(gateway, { name: 'agents', description: 'Agents.' })
    const asked = discord.programs.runCommand({ userId: ann, channelId: general, name: 'agents' })
    const { d } = await bot.event('INTERACTION_CREATE')
    await ask(gateway, callback(d), { type: 5, data: { flags: MessageFlags.Ephemeral } })
    assert.equal(outcomeOf(asked, clock.wall()), 'thinking')
    assert.deepEqual(discord.people.read(bob, general), [])
    const [thinking] = discord.people.read(ann, general)
    assert.equal(thinking?.flags, MessageFlags.Ephemeral | MessageFlags.Loading)
    const [, edited] = await ask(gateway, `PATCH ${original(d)}`, { content: 'here' })
    assert.deepEqual([edited.content, edited.flags], ['here', MessageFlags.Ephemeral])
    assert.equal(outcomeOf(asked, clock.wall()), 'answered')
    assert.deepEqual(discord.people.read(bob, general), [])
    const [, followed] = await ask(gateway, `POST /webhooks/${botId}/${d.token}`, { content: 'and more' })
    const found = await ask(gateway, `GET /webhooks/${botId}/${d.token}/messages/${followed.id}`)
    assert.equal(found[1].content, 'and more')
    assert.equal(discord.people.read(bob, general).at(-1)?.content, 'and more')
    assert.equal((await ask(gateway, `GET /channels/${general}/messages`))[1].length, 1)
    assert.equal((await ask(gateway, `DELETE ${original(d)}`))[0], 204)
    assert.equal((await ask(gateway, `GET ${original(d)}`))[1].code, 10_008)
    await clock.advance(15 * 60_000 + 1)
    const [status, refused] = await ask(gateway, `POST /webhooks/${botId}/${d.token}`, {
      content: 'too late',
    })
    assert.deepEqual([status, refused.code], [401, 50_027])
  }))

test('[CHN6] the first word after a put-off answer is that answer', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    const bot = await identify()
    await register(gateway, { name: 'agents', description: 'Agents.' })
    discord.programs.runCommand({ userId: ann, channelId: general, name: 'agents' })
    const { d } = await bot.event('INTERACTION_CREATE')
    const [, deferred] = await ask(gateway, `${callback(d)}?with_response=true`, { type: 5 })
    assert.deepEqual([deferred.interaction.response_message_loading, deferred.resource], [true, undefined])
    await ask(gateway, `POST /webhooks/${botId}/${d.token}`, { content: 'done' })
    assert.deepEqual(
      discord.people.read(bob, general).map(({ content }) => content),
      ['done'],
    )
  }))

test('[CHN6] a button is pressed by whoever sees it, and tells the program that put it there', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    const bot = await identify()
    const button = (customId: string, more = {}) => ({
      type: 2,
      style: 4,
      label: 'Stop',
      custom_id: customId,
      ...more,
    })
    const components = [{ type: 1, components: [button('stop'), button('old', { disabled: true })] }]
    const [, sent] = await ask(gateway, `POST /channels/${general}/messages`, {
      content: 'At work.',
      components,
    })
    assert.throws(() => discord.programs.press(ann, sent.id, 'go'), /no such button/)
    assert.throws(() => discord.programs.press(ann, sent.id, 'old'), /cannot be pressed/)
    const asked = discord.programs.press(bob, sent.id, 'stop')
    const { d } = await bot.event('INTERACTION_CREATE')
    assert.deepEqual(
      [d.type, d.data.custom_id, d.data.component_type, d.message.id, d.member.user.id],
      [3, 'stop', 2, sent.id, bob],
    )
    assert.equal((await ask(gateway, callback(d), { type: 6 }))[0], 204)
    await discord.interactions.settled(asked)
    await ask(gateway, `PATCH ${original(d)}`, { content: 'Stopped.', components: [] })
    const shown = discord.people
      .read(ann, general)
      .map(({ content, components: left }) => [content, left.length])
    assert.deepEqual(shown, [['Stopped.', 0]])
    const [, again] = await ask(gateway, `POST /channels/${general}/messages`, {
      content: 'More.',
      components,
    })
    discord.programs.press(ann, again.id, 'stop')
    const second = (await bot.event('INTERACTION_CREATE')).d
    const [, updated] = await ask(gateway, `${callback(second)}?with_response=true`, {
      type: 7,
      data: { content: 'Changed.' },
    })
    assert.equal(updated.resource.type, 7)
    assert.equal(discord.people.read(ann, general).at(-1)?.content, 'Changed.')
    discord.programs.press(ann, again.id, 'stop')
    const third = (await bot.event('INTERACTION_CREATE')).d
    await ask(gateway, callback(third), { type: 4, data: { content: 'Told.', flags: 64 } })
    const [, told] = await ask(gateway, `GET ${original(third)}`)
    assert.equal(told.interaction_metadata.interacted_message_id, again.id)
  }))

test('[CHN6] commands are offered where their program is, to those who may have them', () =>
  withGateway(async (gateway) => {
    const { discord } = gateway
    await register(
      gateway,
      { name: 'open', description: 'For all.' },
      { name: 'strict', description: 'For some.', default_member_permissions: '16' },
      { name: 'here', description: 'In servers.', contexts: [0] },
    )
    const names = (userId: string, channelId: string) =>
      discord.programs.commandsFor(userId, channelId).map(({ definition }) => definition.name)
    assert.deepEqual(names(ann, general), ['here', 'open', 'strict'])
    assert.deepEqual(names(bob, general), ['here', 'open'])
    assert.deepEqual(names(bob, discord.people.openDm(bob, botId)), ['open', 'strict'])
    assert.deepEqual(names(bob, discord.people.openDm(bob, ann)), [])
    discord.owners.kick(demoIds.server, botId)
    assert.deepEqual(names(ann, general), [])
  }))

const noteField = { type: 4, custom_id: 'words', style: 2, min_length: 2, max_length: 20, required: true }
const noteForm = {
  custom_id: 'deny:1',
  title: 'Deny exec',
  components: [{ type: 18, label: 'Why?', component: noteField }],
}

/** A message with a button, and what a press of Bob's asks. */
async function pressForForm(gateway: TestGateway) {
  const bot = await gateway.identify()
  const components = [{ type: 1, components: [{ type: 2, style: 4, label: 'Deny', custom_id: 'deny' }] }]
  const [, sent] = await ask(gateway, `POST /channels/${general}/messages`, { content: 'May I?', components })
  const asked = gateway.discord.programs.press(bob, sent.id, 'deny')
  return { bot, sent, asked, press: (await bot.event('INTERACTION_CREATE')).d }
}

test('[CHN6] [AGT6] a button is answered with a form, what is filled in comes as a question of its own, and is answered in its time', () =>
  withGateway(async (gateway) => {
    const { discord, clock } = gateway
    const { programs } = discord
    const { bot, sent, asked, press } = await pressForForm(gateway)
    assert.equal((await ask(gateway, callback(press), { type: 9, data: noteForm }))[0], 204)
    assert.deepEqual([asked.modal?.title, asked.modal?.fields[0]?.label], ['Deny exec', 'Why?'])
    assert.equal((await ask(gateway, callback(press), { type: 6 }))[1].code, 40_060)
    const wrong: [Record<string, string>, RegExp][] = [
      [{}, /"Why\?" is required/],
      [{ words: 'x' }, /2 to 20 characters/],
      [{ words: 'x'.repeat(21) }, /2 to 20 characters/],
      [{ words: 'well', colour: 'red' }, /no field colour/],
    ]
    for (const [values, why] of wrong) assert.throws(() => programs.submitModal(bob, asked.id, values), why)
    assert.throws(() => programs.submitModal(ann, asked.id, { words: 'well' }), /no form is open to them/)
    const late = programs.submitModal(bob, asked.id, { words: 'not today' })
    const { d } = await bot.event('INTERACTION_CREATE')
    assert.deepEqual([d.type, d.data.custom_id, d.message.id, d.member.user.id], [5, 'deny:1', sent.id, bob])
    const inner = { type: 4, id: 2, custom_id: 'words', value: 'not today' }
    assert.deepEqual(d.data.components, [{ type: 18, id: 1, component: inner }])
    assert.throws(() => programs.submitModal(bob, asked.id, { words: 'again' }), /sent already/)
    await clock.advance(3_001)
    assert.equal(outcomeOf(late, clock.wall()), 'failed')
    // Whoever was not answered sends it once more.
    programs.submitModal(bob, asked.id, { words: 'not today' })
    const second = (await bot.event('INTERACTION_CREATE')).d
    assert.equal((await ask(gateway, callback(second), { type: 9, data: noteForm }))[0], 400)
    const told = { type: 4, data: { content: 'Denied.', flags: 64 } }
    assert.equal((await ask(gateway, callback(second), told))[0], 204)
    const [, shown] = await ask(gateway, `GET ${original(second)}`)
    const metadata = shown.interaction_metadata
    assert.deepEqual([metadata.type, metadata.triggering_interaction_metadata.id], [5, asked.id])
    assert.equal(metadata.triggering_interaction_metadata.interacted_message_id, sent.id)
  }))

test('[CHN6] a form that Discord would not show is refused, with what is wrong where', () =>
  withGateway(async (gateway) => {
    const { press } = await pressForForm(gateway)
    const label = noteForm.components[0]
    const bad: [object, RegExp][] = [
      [{ ...noteForm, title: '' }, /"title":.*between 1 and 45/],
      [{ ...noteForm, title: 'x'.repeat(46) }, /"title":.*between 1 and 45/],
      [{ ...noteForm, components: [] }, /"components":.*between 1 and 5/],
      [{ ...noteForm, components: [{ ...label, label: 'x'.repeat(46) }] }, /"label":/],
      [{ ...noteForm, components: [{ ...label, component: { ...noteField, style: 3 } }] }, /"style":/],
      [{ ...noteForm, components: [label, label] }, /duplicated/],
      [{ ...noteForm, components: [{ type: 2, label: 'x' }] }, /"type":/],
      [{ title: 'x', components: [label] }, /"custom_id":.*required/],
    ]
    for (const [data, why] of bad) {
      const [status, told] = await ask(gateway, callback(press), { type: 9, data })
      assert.deepEqual([status, told.code], [400, 50_035])
      assert.match(JSON.stringify(told.errors), why)
    }
    assert.equal((await ask(gateway, callback(press), { type: 9, data: noteForm }))[0], 204)
  }))

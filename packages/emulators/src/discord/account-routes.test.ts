import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addChannel, addGuild, changeToken, leaveGuild, setOverwrite } from './guild-verbs.ts'
import { permissionBits } from './permissions.ts'
import { openTestDiscord } from './test-discord.ts'

test('[CHN5] a bot learns who it is, which intents it may ask for, and what it may do where', async () => {
  const { platform, ask, bot, guildId, general, ann } = openTestDiscord()
  const me = await ask('GET /users/@me')
  assert.deepEqual([me.body.id, me.body.username, me.body.bot], [bot.id, 'heddle', true])
  assert.equal((await ask('GET /applications/@me')).body.flags, 1 << 19)
  bot.mayReadContent = false
  assert.equal((await ask('GET /applications/@me')).body.flags, 0)
  addGuild(platform, 'Elsewhere', ann)
  const { body: guilds } = await ask('GET /users/@me/guilds')
  assert.deepEqual(
    guilds.map(({ id }: { id: string }) => id),
    [guildId],
  )
  const { body: roles } = await ask(`GET /guilds/${guildId}/roles`)
  const own = roles.find((role: { tags?: { bot_id?: string } }) => role.tags?.bot_id === bot.id)
  const { body: member } = await ask(`GET /guilds/${guildId}/members/${bot.id}`)
  assert.deepEqual(member.roles, [own.id])
  assert.equal((BigInt(own.permissions) & permissionBits('ManageWebhooks')) !== 0n, true)
  const hidden = addChannel(platform, guildId, 'hidden')
  const deny = permissionBits('ViewChannel')
  setOverwrite(platform, hidden.id, { id: own.id, kind: 'role', allow: 0n, deny })
  const { body: channels } = await ask(`GET /guilds/${guildId}/channels`)
  assert.deepEqual(
    channels.map(({ id }: { id: string }) => id),
    [general],
  )
  assert.equal((await ask(`GET /guilds/${guildId}?with_counts=true`)).body.approximate_member_count, 3)
  assert.equal((await ask(`GET /users/${ann}`)).body.username, 'ann')
})

test('[CHN5] what is not there, or not for this bot, is refused by its code', async () => {
  const { platform, ask, guildId, ann, bot } = openTestDiscord()
  const other = addGuild(platform, 'Elsewhere', ann)
  const refusals: [string, number][] = [
    [`GET /guilds/${other.id}`, 10_004],
    ['GET /guilds/1/roles', 10_004],
    [`GET /guilds/${guildId}/members/1`, 10_007],
    ['GET /users/1', 10_013],
    ['GET /users/@me/guilds?limit=0', 50_035],
    [`GET /applications/${ann}/commands`, 20_012],
    [`GET /applications/${bot.id}/guilds/${other.id}/commands`, 50_001],
  ]
  for (const [what, code] of refusals) assert.deepEqual([what, (await ask(what)).body.code], [what, code])
  leaveGuild(platform, guildId, bot.id)
  assert.equal((await ask(`GET /guilds/${guildId}`)).body.code, 10_004)
})

test('[DLV8] a token that was changed is nobody’s from then on', async () => {
  const { platform, ask, bot } = openTestDiscord()
  const old = { headers: { authorization: `Bot ${bot.token}` } }
  changeToken(platform, bot.id)
  assert.equal((await ask('GET /users/@me', undefined, old)).status, 401)
  assert.equal((await ask('GET /users/@me')).status, 200)
})

test('[CHN1] the gateway is told of, with how many sessions the day still has', async () => {
  const { platform, ask, clock, bot } = openTestDiscord()
  platform.state.gatewayUrl = 'ws://127.0.0.1:7000'
  assert.deepEqual((await ask('GET /gateway')).body, { url: 'ws://127.0.0.1:7000' })
  platform.state.identifies.push({ botId: bot.id, at: platform.now() })
  await clock.advance(1_000)
  const { body } = await ask('GET /gateway/bot')
  assert.deepEqual(body.session_start_limit, {
    total: 1_000,
    remaining: 999,
    reset_after: 86_399_000,
    max_concurrency: 1,
  })
})

test('[CHN6] commands are registered as a list: what keeps its name keeps its id, and what is wrong is told', async () => {
  const { platform, ask, bot, guildId } = openTestDiscord()
  const path = `/applications/${bot.id}/commands`
  const focus = {
    name: 'focus',
    description: 'Speak with a session here',
    options: [{ type: 3, name: 'target', description: 'Which', required: true, autocomplete: true }],
  }
  const first = await ask(`PUT ${path}`, [focus, { name: 'agents', description: 'Who is here' }])
  assert.equal(first.status, 200)
  const second = await ask(`PUT ${path}`, [{ ...focus, description: 'Other words' }])
  assert.equal(second.body[0].id, first.body[0].id)
  assert.deepEqual((await ask(`GET ${path}`)).body, second.body)
  await ask(`PUT /applications/${bot.id}/guilds/${guildId}/commands`, [focus])
  assert.equal((await ask(`GET ${path}`)).body.length, 1)
  assert.equal(platform.state.commandWrites.length, 3)
  const bad: unknown[] = [
    { name: 'Focus', description: 'x' },
    { name: 'focus me', description: 'x' },
    { name: 'focus' },
    { name: 'focus', description: 'x'.repeat(101) },
    { ...focus, options: [{ type: 3, name: 'a', description: 'x' }, focus.options[0]] },
    { ...focus, options: [{ ...focus.options[0], choices: [{ name: 'a', value: 'a' }] }] },
    { ...focus, options: [focus.options[0], focus.options[0]] },
    { ...focus, options: [{ type: 99, name: 'a', description: 'x' }] },
  ]
  for (const command of bad) {
    const { body } = await ask(`PUT ${path}`, [command])
    assert.deepEqual([command, body.code, Object.keys(body.errors ?? {})], [command, 50_035, ['0']])
  }
  assert.equal((await ask(`PUT ${path}`, [focus, focus])).body.code, 50_035)
  assert.equal((await ask(`PUT ${path}`, { focus })).body.code, 50_035)
  assert.deepEqual((await ask(`GET ${path}`)).body, second.body)
})

test('[CHN6] only so many new commands a day', async () => {
  const { ask, bot, clock } = openTestDiscord()
  const put = async (prefix: string) =>
    await ask(
      `PUT /applications/${bot.id}/commands`,
      Array.from({ length: 100 }, (_, i) => ({ name: `${prefix}${i}`, description: 'x' })),
    )
  assert.deepEqual([(await put('a')).status, (await put('b')).status], [200, 200])
  assert.equal((await put('b')).status, 200)
  assert.equal((await put('c')).body.code, 30_034)
  await clock.advance(86_400_000)
  assert.equal((await put('c')).status, 200)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InteractionType } from 'discord-api-types/v10'
import { createManualClock } from '../loopback/manual-clock.ts'
import { schemasOf } from './exchange-schemas.ts'
import { addApplication, addChannel, addGuild, addUser, joinGuild } from './guild-verbs.ts'
import { interactionRoutes } from './interaction-routes.ts'
import { createInteractions, type Interaction } from './interactions.ts'
import { judgeExchanges } from './judge-exchanges.ts'
import { postMessage } from './message-verbs.ts'
import { permissionBits } from './permissions.ts'
import { createDiscordPlatform } from './platform.ts'
import { noRates } from './rate-limits.ts'
import { discordRoutes } from './routes.ts'
import type { TestJson } from './test-discord.ts'
import { judgeExchange } from './validate-exchange.ts'

/** With everything allowed, and every exchange watched. */
function openWatched() {
  const clock = createManualClock()
  const interactions = createInteractions(clock)
  const routes = interactionRoutes(interactions)
  const platform = createDiscordPlatform({ clock, rates: noRates, routes })
  const { breaches } = judgeExchanges(platform).report()
  const ann = addUser(platform, 'ann', { globalName: 'Ann' }).id
  const bot = addApplication(platform, 'heddle')
  const guild = addGuild(platform, 'Weavers', ann)
  joinGuild(platform, guild.id, bot.id, { permissions: permissionBits('Administrator') })
  const general = addChannel(platform, guild.id, 'general', {
    overwrites: [{ id: guild.id, kind: 'role', allow: 0n, deny: permissionBits('AddReactions') }],
  }).id
  async function ask(what: string, body?: unknown, files: readonly string[] = []): Promise<TestJson> {
    const [method = '', address = ''] = what.split(' ')
    const [path = '', query = ''] = address.split('?')
    const reply = await platform.answer({
      method,
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      headers: { authorization: `Bot ${bot.token}` },
      body,
      files: files.map((name, i) => ({ field: `files[${i}]`, name, content: new Uint8Array(2) })),
    })
    assert.ok(reply.kind === 'answer')
    return reply.body
  }
  return {
    platform,
    interactions,
    allRoutes: [...discordRoutes, ...routes],
    breaches,
    ask,
    ann,
    bot,
    guild,
    general,
  }
}

type Watched = ReturnType<typeof openWatched>

test('[CHN1] every answer of every route is valid by Discord’s own schemas', async () => {
  const watched = openWatched()
  const { platform, breaches, allRoutes } = watched
  await walkAccount(watched)
  await walkMessages(watched)
  await walkThreads(watched)
  await walkWebhooks(watched)
  await walkInteractions(watched)
  assert.deepEqual(breaches, [])
  const statuses = platform.truth.requests.map((one) => [one.path, platform.truth.statusOf(one) ?? 0])
  assert.deepEqual(
    statuses.filter(([, status]) => Number(status) >= 400),
    [],
  )
  const walked = new Set(platform.truth.requests.map(({ method, route }) => `${method} ${route}`))
  const names = allRoutes.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(
    names.filter((name) => !walked.has(name)),
    [],
  )
  assert.deepEqual(
    names.filter((name) => schemasOf(name)?.name !== name),
    [],
  )
})

async function walkAccount({ ask, ann, bot, guild }: Watched): Promise<void> {
  for (const what of [
    '/users/@me',
    '/users/@me/guilds?limit=5',
    '/applications/@me',
    '/gateway',
    '/gateway/bot',
  ]) {
    await ask(`GET ${what}`)
  }
  await ask(`GET /users/${ann}`)
  await ask(`GET /guilds/${guild.id}?with_counts=true`)
  for (const what of ['roles', 'channels', `members/${bot.id}`]) await ask(`GET /guilds/${guild.id}/${what}`)
  const command = {
    name: 'focus',
    description: 'Speak here',
    options: [
      { type: 3, name: 'target', description: 'Which', required: true, autocomplete: true },
      { type: 3, name: 'how', description: 'How', choices: [{ name: 'fast', value: 'fast' }] },
    ],
  }
  const group = {
    name: 'more',
    description: 'x',
    options: [{ type: 1, name: 'sub', description: 'x', options: [] }],
  }
  for (const where of ['', `/guilds/${guild.id}`]) {
    await ask(`PUT /applications/${bot.id}${where}/commands`, [command, group])
    await ask(`GET /applications/${bot.id}${where}/commands`)
  }
}

async function walkMessages({ ask, ann, general, platform }: Watched): Promise<void> {
  const path = `/channels/${general}/messages`
  const said = postMessage(platform, {
    channelId: general,
    author: { kind: 'user', userId: ann },
    content: 'hi',
  })
  const buttons = [
    { type: 2, style: 4, label: 'Stop', custom_id: 'stop', emoji: { name: '🛑' } },
    { type: 2, style: 5, label: 'Open', url: 'https://heddle.example/s/1' },
  ]
  const select = { type: 3, custom_id: 'pick', options: [{ label: 'A', value: 'a' }] }
  const components = [
    { type: 1, components: buttons },
    { type: 1, components: [select] },
  ]
  const embed = {
    title: 'T',
    description: 'D',
    color: 255,
    footer: { text: 'f' },
    fields: [{ name: 'n', value: 'v' }],
  }
  const full = await ask(
    `POST ${path}`,
    {
      content: `<@${ann}>`,
      embeds: [embed],
      components,
      attachments: [{ id: '0', filename: 'a.txt', description: 'text' }],
      message_reference: { message_id: said.id },
      nonce: 'once',
      enforce_nonce: true,
      allowed_mentions: { parse: [], users: [ann], replied_user: false },
    },
    ['a.txt'],
  )
  await ask(`PATCH ${path}/${full.id}`, { content: 'changed', components: [] })
  await ask(`GET ${path}/${full.id}`)
  await ask(`GET ${path}?limit=10&after=1`)
  await ask(`POST /channels/${general}/typing`)
  await ask(`DELETE ${path}/${full.id}`)
  const dm = await ask('POST /users/@me/channels', { recipient_id: ann })
  await ask(`GET /channels/${dm.id}`)
  await ask(`POST /channels/${dm.id}/messages`, { content: 'in private' })
}

async function walkThreads({ ask, general, guild, platform }: Watched): Promise<void> {
  const anchor = await ask(`POST /channels/${general}/messages`, { content: 'work' })
  const thread = await ask(`POST /channels/${general}/messages/${anchor.id}/threads`, {
    name: 'work',
    auto_archive_duration: 10_080,
  })
  const loose = await ask(`POST /channels/${general}/threads`, { name: 'loose', type: 11 })
  await ask(`PUT /channels/${loose.id}/thread-members/@me`)
  await ask(`DELETE /channels/${loose.id}/thread-members/@me`)
  await ask(`GET /guilds/${guild.id}/threads/active`)
  await ask(`GET /channels/${general}/messages`)
  await ask(`GET /channels/${thread.id}/messages`)
  await ask(`PATCH /channels/${thread.id}`, { archived: true })
  await ask(`GET /channels/${general}/threads/archived/public?limit=2`)
  await ask(`GET /channels/${thread.id}`)
  await ask(`GET /channels/${general}`)
  const news = addChannel(platform, guild.id, 'news', { kind: 'announcement' }).id
  await ask(`PATCH /channels/${news}`, { name: 'latest' })
  await ask(`DELETE /channels/${news}`)
}

async function walkWebhooks({ ask, general, guild }: Watched): Promise<void> {
  const avatar = 'data:image/png;base64,iVBORw0KGgo='
  const made = await ask(`POST /channels/${general}/webhooks`, { name: 'Heddle', avatar })
  await ask(`GET /channels/${general}/webhooks`)
  await ask(`GET /guilds/${guild.id}/webhooks`)
  await ask(`GET /webhooks/${made.id}`)
  await ask(`PATCH /webhooks/${made.id}`, { name: 'Loom', avatar: null })
  const path = `/webhooks/${made.id}/${made.token}`
  await ask(`GET ${path}`)
  await ask(`PATCH ${path}`, { name: 'Heddle' })
  await ask(`POST ${path}`, { content: 'not waited for' })
  const persona = { username: 'codex · sums', avatar_url: 'https://pictures.example/c.png' }
  const sent = await ask(`POST ${path}?wait=true`, {
    content: 'hi',
    allowed_mentions: { parse: [] },
    ...persona,
  })
  await ask(`GET ${path}/messages/${sent.id}`)
  await ask(`PATCH ${path}/messages/${sent.id}`, { content: 'changed' })
  await ask(`DELETE ${path}/messages/${sent.id}`)
  await ask(`DELETE ${path}`)
  const other = await ask(`POST /channels/${general}/webhooks`, { name: 'Other' })
  await ask(`DELETE /webhooks/${other.id}`)
}

function openInteraction(watched: Watched, type: InteractionType, messageId?: string): Interaction {
  const { platform, interactions, ann, bot, general } = watched
  return interactions.add({
    id: platform.nextId(),
    token: platform.nextSecret(),
    applicationId: bot.id,
    type,
    userId: ann,
    channelId: general,
    createdAt: platform.now(),
    name: 'focus',
    ...(messageId !== undefined && { messageId }),
  })
}

async function walkInteractions(watched: Watched): Promise<void> {
  const { ask, bot, general } = watched
  const callback = ({ id, token }: Interaction) => `POST /interactions/${id}/${token}/callback`
  const asked = openInteraction(watched, InteractionType.ApplicationCommand)
  await ask(`${callback(asked)}?with_response=true`, { type: 5, data: { flags: 64 } })
  const original = `/webhooks/${bot.id}/${asked.token}/messages/@original`
  await ask(`PATCH ${original}`, { content: 'The answer follows here.' })
  await ask(`GET ${original}`)
  const path = `/webhooks/${bot.id}/${asked.token}`
  const more = await ask(`POST ${path}`, { content: 'more' })
  await ask(`GET ${path}/messages/${more.id}`)
  await ask(`PATCH ${path}/messages/${more.id}`, { content: 'other' })
  await ask(`DELETE ${path}/messages/${more.id}`)
  await ask(`DELETE ${original}`)
  const typed = openInteraction(watched, InteractionType.ApplicationCommandAutocomplete)
  await ask(callback(typed), { type: 8, data: { choices: [{ name: 'a', value: 'a' }] } })
  const button = { type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'x' }] }
  const { id } = await ask(`POST /channels/${general}/messages`, { content: 'x', components: [button] })
  const pressed = openInteraction(watched, InteractionType.MessageComponent, id)
  await ask(callback(pressed), { type: 4, data: { content: 'Allowed once.' } })
  await ask(callback(openInteraction(watched, InteractionType.MessageComponent, id)), { type: 6 })
  const opened = openInteraction(watched, InteractionType.MessageComponent, id)
  const field = { type: 4, custom_id: 'words', style: 2 }
  const components = [{ type: 18, label: 'Why?', component: field }]
  await ask(`${callback(opened)}?with_response=true`, {
    type: 9,
    data: { custom_id: 'x', title: 'Deny', components },
  })
  const filled = watched.interactions.add({
    ...openInteraction(watched, InteractionType.ModalSubmit, id),
    trigger: { id: opened.id, type: opened.type },
  })
  await ask(`${callback(filled)}?with_response=true`, { type: 4, data: { content: 'Denied.', flags: 64 } })
  await ask(`GET /channels/${general}/messages`)
}

test('[CHN1] a request that Discord’s schemas do not know is a breach, also where the emulator lets it pass', async () => {
  const watched = openWatched()
  const { ask, breaches, general, bot, guild, platform } = watched
  const { id: channelId } = addChannel(platform, guild.id, 'other')
  const sent = await ask(`POST /channels/${general}/messages`, { content: 'x' })
  const hook = await ask(`POST /channels/${general}/webhooks`, { name: 'Heddle' })
  const button = { type: 2, style: 1, label: 'x', custom_id: 'x' }
  const bad: [string, unknown][] = [
    [`POST /channels/${general}/messages`, { content: 'x', colour: 'red' }],
    [
      `POST /channels/${general}/messages`,
      { content: 'x', components: [{ type: 1, components: [{ ...button, x: 1 }] }] },
    ],
    [`POST /channels/${general}/messages`, { content: 'x', allowed_mentions: { parse: ['all'] } }],
    [`POST /channels/${general}/messages`, { content: 5 }],
    [`PATCH /channels/${general}/messages/${sent.id}`, { content: 'y', nonce: 'n' }],
    [`GET /channels/${general}/messages?limit=500`, undefined],
    [`GET /channels/${general}/messages?page=2`, undefined],
    [`GET /channels/${general}/messages/${sent.id}`, { content: 'x' }],
    [`POST /channels/${general}/messages/${sent.id}/threads`, { name: 'x', auto_archive_duration: 30 }],
    [`POST /channels/${general}/threads`, { name: 'x', type: 11, archived: false }],
    [`PATCH /channels/${channelId}`, { archived: 'yes' }],
    [`POST /channels/${general}/webhooks`, { name: 'x', url: 'https://x.example' }],
    [`PATCH /webhooks/${hook.id}`, { name: '' }],
    [`PATCH /webhooks/${hook.id}/${hook.token}`, { name: 'x', token: 'x' }],
    [`POST /webhooks/${hook.id}/${hook.token}?wait=true`, { content: 'x', nonce: 'n', enforce_nonce: true }],
    [`POST /webhooks/${hook.id}/${hook.token}?wait=yes`, { content: 'x' }],
    [`PATCH /webhooks/${hook.id}/${hook.token}/messages/1`, { content: 'x', username: 'other' }],
    ['POST /users/@me/channels', { recipient: 'x' }],
    [`PUT /applications/${bot.id}/commands`, [{ name: 'x', description: 'x', icon: 'x' }]],
    [`PUT /applications/${bot.id}/guilds/${guild.id}/commands`, [{ description: 'x' }]],
    [`PATCH /webhooks/${bot.id}/wrong/messages/@original`, { content: 'x', ephemeral: true }],
    ['POST /interactions/1/wrong/callback', { type: 99 }],
    ['POST /interactions/1/wrong/callback', { type: 9, data: { custom_id: 'x', title: 'x' } }],
    ['GET /channels', undefined],
  ]
  assert.deepEqual(breaches, [])
  for (const [what, body] of bad) {
    const known = breaches.length
    await ask(what, body)
    const sides: Set<string> = new Set(breaches.slice(known).map(({ side }) => side))
    assert.deepEqual([what, body, ...sides], [what, body, 'request'])
  }
})

test('[CHN1] an answer that is not Discord’s is a breach', () => {
  const around = { method: 'GET', route: '/gateway', path: '/gateway', query: {}, body: undefined }
  const answer = (status: number, body: unknown) =>
    judgeExchange({ ...around, reply: { kind: 'answer', status, headers: {}, body } }).length
  assert.equal(answer(200, { url: 'wss://gateway.example' }), 0)
  assert.equal(answer(200, { address: 'x' }), 1)
  assert.equal(answer(201, { url: 'wss://gateway.example' }), 1)
  assert.equal(answer(404, { message: 'x', code: 10_003 }), 0)
  assert.equal(answer(404, { error: 'x' }), 2)
  assert.equal(answer(429, { message: 'x', code: 0, retry_after: '1', global: false }), 1)
})

test('[CHN1] [ATT1] files that do not come as a form of Discord’s are told, each by its field', () => {
  const { breaches } = openWatched()
  assert.deepEqual(breaches, [])
  const exchange = (fileFields: string[], attachments?: { id: string; filename: string }[]) =>
    judgeExchange({
      method: 'POST',
      route: '/channels/{channel_id}/messages',
      path: '/channels/1/messages',
      query: {},
      body: { content: 'x', ...(attachments && { attachments }) },
      reply: undefined,
      fileFields,
    }).map(({ what }) => what)
  const entry = (id: string) => ({ id, filename: 'a.txt' })
  assert.deepEqual(exchange(['files[0]', 'files[1]'], [entry('0'), entry('1')]), [])
  assert.deepEqual(exchange(['files[0]']), [])
  assert.deepEqual(exchange(['file'], []), ['file is no file’s field'])
  assert.deepEqual(exchange(['files[0]', 'files[0]'], [entry('0')]), ['files[0] is there twice'])
  assert.deepEqual(exchange(['files[0]', 'files[1]'], [entry('0')]), ['files[1] is not in attachments'])
  assert.deepEqual(exchange(['files[0]'], [entry('0'), entry('1')]), ['attachments names no files[1]'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DiscordEvent } from './discord-state.ts'
import { addApplication, addChannel, addUser, openDirectChannel, setOverwrite } from './guild-verbs.ts'
import { saidIn } from './look-at-discord.ts'
import { deleteMessage, postMessage } from './message-verbs.ts'
import { openThreadFrom } from './open-thread.ts'
import { permissionBits } from './permissions.ts'
import { openTestDiscord, type TestDiscord } from './test-discord.ts'
import { changeThread } from './thread-verbs.ts'

const say = ({ platform, general, ann }: TestDiscord, content: string, channelId = general) =>
  postMessage(platform, { channelId, author: { kind: 'user', userId: ann }, content })

test('[CHN1] a bot says something, all who may see it are told, and it changes and deletes it', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, bot } = discord
  const events: DiscordEvent[] = []
  platform.onEvent((event) => events.push(event))
  const sent = await ask(`POST /channels/${general}/messages`, { content: 'hello', nonce: 'n1' })
  assert.deepEqual(
    [sent.status, sent.body.content, sent.body.author.id, sent.body.author.bot, sent.body.nonce],
    [200, 'hello', bot.id, true, 'n1'],
  )
  const path = `/channels/${general}/messages/${sent.body.id}`
  const edited = await ask(`PATCH ${path}`, { content: 'hello again' })
  assert.equal(edited.body.content, 'hello again')
  assert.notEqual(edited.body.edited_timestamp, null)
  assert.deepEqual((await ask(`GET ${path}`)).body, edited.body)
  assert.equal((await ask(`DELETE ${path}`)).status, 204)
  assert.equal((await ask(`GET ${path}`)).body.code, 10_008)
  assert.deepEqual(
    events.map(({ t, channelId }) => [t, channelId]),
    ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE'].map((t) => [t, general]),
  )
  assert.equal(platform.state.deletedMessages.length, 1)
})

test('[CHN1] what cannot be said is refused by its code', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, guildId, ann, bob, bot } = discord
  const category = addChannel(platform, guildId, 'Rooms', { kind: 'category' })
  const hidden = addChannel(platform, guildId, 'hidden')
  setOverwrite(platform, hidden.id, {
    id: guildId,
    kind: 'role',
    allow: 0n,
    deny: permissionBits('ViewChannel'),
  })
  setOverwrite(platform, hidden.id, {
    id: bot.id,
    kind: 'member',
    allow: 0n,
    deny: permissionBits('ViewChannel'),
  })
  const readOnly = addChannel(platform, guildId, 'news')
  const denied = permissionBits('SendMessages', 'AttachFiles', 'EmbedLinks')
  setOverwrite(platform, readOnly.id, { id: bot.id, kind: 'member', allow: 0n, deny: denied })
  const annsWords = say(discord, 'mine')
  const between = openDirectChannel(platform, ann, bob)
  const stranger = addUser(platform, 'eve')
  const withEve = openDirectChannel(platform, stranger.id, bot.id)
  const row = (count: number) => ({
    type: 1,
    components: Array.from({ length: count }, (_, i) => ({
      type: 2,
      style: 1,
      label: 'x',
      custom_id: `b${i}`,
    })),
  })
  const post = `POST /channels/${general}/messages`
  const refusals: [string, unknown, number, number][] = [
    ['POST /channels/123/messages', { content: 'x' }, 404, 10_003],
    [`POST /channels/channel:${general}/messages`, { content: 'x' }, 400, 50_035],
    [`POST /channels/${hidden.id}/messages`, { content: 'x' }, 403, 50_001],
    [`POST /channels/${between.id}/messages`, { content: 'x' }, 403, 50_001],
    [`POST /channels/${withEve.id}/messages`, { content: 'x' }, 403, 50_007],
    [`POST /channels/${readOnly.id}/messages`, { content: 'x' }, 403, 50_013],
    [`POST /channels/${category.id}/messages`, { content: 'x' }, 400, 50_008],
    [post, { content: ' ' }, 400, 50_006],
    [post, { content: 'x'.repeat(2_001) }, 400, 50_035],
    [post, { content: 7 }, 400, 50_035],
    [post, { content: 'x', nonce: 'n'.repeat(26) }, 400, 50_035],
    [post, { content: 'x', components: Array.from({ length: 6 }, () => row(1)) }, 400, 50_035],
    [post, { content: 'x', components: [row(6)] }, 400, 50_035],
    [post, { content: 'x', components: [row(1), row(1)] }, 400, 50_035],
    [post, { content: 'x', embeds: [{ description: 'y'.repeat(4_097) }] }, 400, 50_035],
    [post, { content: 'x', message_reference: { message_id: '1' } }, 400, 50_035],
    [post, { content: 'x', allowed_mentions: { parse: ['users'], users: [ann] } }, 400, 50_035],
    [post, [], 400, 50_035],
    [`PATCH /channels/${general}/messages/${annsWords.id}`, { content: 'x' }, 403, 50_005],
    [`DELETE /channels/${general}/messages/${annsWords.id}`, undefined, 403, 50_013],
    [`GET /channels/${general}/messages/1`, undefined, 404, 10_008],
    [`GET /channels/${general}/messages?limit=101`, undefined, 400, 50_035],
    [`GET /channels/${general}/messages?before=1&after=1`, undefined, 400, 50_035],
    ['GET /nothing', undefined, 404, 0],
  ]
  for (const [what, body, status, code] of refusals) {
    const answer = await ask(what, body)
    assert.deepEqual([what, answer.status, answer.body.code], [what, status, code])
  }
  const nobody = await ask(post, { content: 'x' }, { headers: { authorization: 'Bot wrong' } })
  assert.deepEqual([nobody.status, nobody.body], [401, { message: '401: Unauthorized', code: 0 }])
  // Of those above: 50001 twice, 50007, 50013 twice, 50005; and nobody's token is nobody's.
  assert.deepEqual([platform.truth.invalidRequests(bot.id), platform.truth.invalidRequests()], [6, 7])
  assert.deepEqual(saidIn(platform.state, general), [{ name: 'ann', text: 'mine' }])
})

test('[CHN1] what is wrong with a body is told by its place', async () => {
  const { ask, general } = openTestDiscord()
  const button = { type: 2, style: 1, label: 'x', custom_id: 'c'.repeat(101) }
  const { body } = await ask(`POST /channels/${general}/messages`, {
    content: 'x'.repeat(2_001),
    components: [{ type: 1, components: [button] }],
  })
  assert.equal(body.message, 'Invalid Form Body')
  assert.deepEqual(body.errors.content._errors, [
    { code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' },
  ])
  assert.equal(body.errors.components['0'].components['0'].custom_id._errors[0].code, 'BASE_TYPE_BAD_LENGTH')
})

test('[I6] a repeat with an enforced nonce is the first message again, for three minutes and by author', async () => {
  const discord = openTestDiscord()
  const { platform, ask, clock, general } = discord
  const body = { content: 'once', nonce: 'a'.repeat(25), enforce_nonce: true }
  const post = `POST /channels/${general}/messages`
  const first = await ask(post, body)
  const again = await ask(post, body)
  assert.deepEqual([again.status, again.body.id], [200, first.body.id])
  const other = addApplication(platform, 'other', { token: 'other-token' })
  platform.state.guilds
    .get(discord.guildId)
    ?.members.set(other.id, { userId: other.id, roleIds: [], joinedAt: 0 })
  const theirs = await ask(post, body, { headers: { authorization: 'Bot other-token' } })
  assert.notEqual(theirs.body.id, first.body.id)
  const kept = platform.state.messages.get(first.body.id)
  assert.ok(kept)
  deleteMessage(platform, kept)
  const gone = await ask(post, body)
  assert.deepEqual([gone.status, gone.body.code], [404, 10_008])
  await clock.advance(180_000)
  const late = await ask(post, body)
  assert.equal(late.status, 200)
  assert.notEqual(late.body.id, first.body.id)
  assert.notEqual((await ask(post, { ...body, enforce_nonce: false })).body.id, late.body.id)
})

test('[CHN2] history comes in pages, the newest first', async () => {
  const discord = openTestDiscord()
  const { ask, general, bot, platform } = discord
  const ids = Array.from({ length: 7 }, (_, i) => say(discord, `m${i}`).id)
  const texts = async (query: string) => {
    const { body } = await ask(`GET /channels/${general}/messages?${query}`)
    return body.map(({ content }: { content: string }) => content).join(' ')
  }
  assert.equal(await texts('limit=3'), 'm6 m5 m4')
  assert.equal(await texts(`before=${ids[4]}&limit=3`), 'm3 m2 m1')
  assert.equal(await texts(`after=${ids[0]}&limit=3`), 'm3 m2 m1')
  assert.equal(await texts(`after=${ids[6]}`), '')
  assert.equal(await texts(`around=${ids[3]}&limit=3`), 'm4 m3 m2')
  const denied = permissionBits('ReadMessageHistory')
  setOverwrite(platform, general, { id: bot.id, kind: 'member', allow: 0n, deny: denied })
  assert.equal(await texts('limit=3'), '')
})

test('[CHN1] files come with a message, are told of, and stay or go when it is edited', async () => {
  const { ask, general, platform } = openTestDiscord()
  const file = (n: number, bytes = 3) => ({
    field: `files[${n}]`,
    name: `f${n}.txt`,
    mediaType: 'text/plain',
    content: new Uint8Array(bytes),
  })
  const post = `POST /channels/${general}/messages`
  const attachments = [
    { id: '1', description: 'second' },
    { id: '0', filename: 'first.txt' },
  ]
  const sent = await ask(post, { attachments }, { files: [file(0), file(1)] })
  assert.deepEqual(
    sent.body.attachments.map((one: { filename: string; description?: string }) => [
      one.filename,
      one.description,
    ]),
    [
      ['f1.txt', 'second'],
      ['first.txt', undefined],
    ],
  )
  const kept = sent.body.attachments[1]
  const path = `/channels/${general}/messages/${sent.body.id}`
  const edited = await ask(`PATCH ${path}`, { content: 'now', attachments: [{ id: kept.id }] })
  assert.deepEqual(edited.body.attachments, [kept])
  const missing = await ask(post, { attachments: [{ id: '3' }] }, { files: [file(0)] })
  assert.equal(missing.body.code, 50_035)
  const large = await ask(post, {}, { files: [file(0, 10 * 1_024 * 1_024 + 1)] })
  assert.deepEqual([large.status, large.body.code], [413, 40_005])
  assert.equal((await ask(post, {}, { files: [file(0)], bytes: 26 * 1_024 * 1_024 })).body.code, 40_005)
  assert.equal((await ask(post, undefined, { isMalformed: true })).body.code, 50_109)
  assert.equal(platform.state.messages.size, 1)
})

test('[CHN1] what stands around a text is cut off, and blanks in the name of a file are', async () => {
  const { ask, general } = openTestDiscord()
  const files = [{ field: 'files[0]', name: 'my file.txt', content: new Uint8Array(1) }]
  const { body } = await ask(`POST /channels/${general}/messages`, { content: '\n  a  b \n' }, { files })
  assert.deepEqual([body.content, body.attachments[0].filename], ['a  b', 'my_file.txt'])
})

test('[CHN1] edits in an archived thread are refused, and many edits of what is old', async () => {
  const discord = openTestDiscord()
  const { platform, ask, clock, general, ann } = discord
  const anchor = say(discord, 'work')
  const thread = openThreadFrom(platform, anchor, { name: 'work', ownerId: ann })
  const sent = await ask(`POST /channels/${thread.id}/messages`, { content: 'one' })
  changeThread(platform, thread, { isArchived: true })
  const inThread = await ask(`PATCH /channels/${thread.id}/messages/${sent.body.id}`, { content: 'two' })
  assert.equal(inThread.body.code, 50_083)
  platform.state.limits.oldEditsMax = 1
  const own = await ask(`POST /channels/${general}/messages`, { content: 'old' })
  await clock.advance(3_600_001)
  const edit = async () => await ask(`PATCH /channels/${general}/messages/${own.body.id}`, { content: 'x' })
  assert.equal((await edit()).status, 200)
  const second = await edit()
  assert.deepEqual([second.status, second.body.code, second.body.retry_after], [429, 30_046, 3_600])
  assert.equal(second.headers['retry-after'], '3600')
})

test('[CHN1] a direct message is opened once, and refused by who takes none', async () => {
  const { platform, ask, ann, bob } = openTestDiscord()
  const opened = await ask('POST /users/@me/channels', { recipient_id: ann })
  assert.deepEqual([opened.body.type, opened.body.recipients[0].id], [1, ann])
  assert.equal((await ask('POST /users/@me/channels', { recipient_id: ann })).body.id, opened.body.id)
  assert.equal((await ask(`POST /channels/${opened.body.id}/messages`, { content: 'hi' })).status, 200)
  assert.equal((await ask('POST /users/@me/channels', { recipient_id: '1' })).body.code, 50_035)
  const user = platform.state.users.get(bob)
  assert.ok(user)
  user.refusesDirectMessages = true
  const closed = await ask('POST /users/@me/channels', { recipient_id: bob })
  assert.equal((await ask(`POST /channels/${closed.body.id}/messages`, { content: 'hi' })).body.code, 50_007)
})

test('[CHN1] typing is seen', async () => {
  const { platform, ask, general, bot } = openTestDiscord()
  const told: string[] = []
  platform.onEvent(({ t }) => told.push(t))
  assert.equal((await ask(`POST /channels/${general}/typing`)).status, 204)
  assert.deepEqual(told, ['TYPING_START'])
  assert.equal(platform.state.typing[0]?.userId, bot.id)
})

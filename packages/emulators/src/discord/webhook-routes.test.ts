import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addChannel, setOverwrite } from './guild-verbs.ts'
import { saidIn, threadFrom, webhooksIn } from './look-at-discord.ts'
import { postMessage } from './message-verbs.ts'
import { openThreadFrom } from './open-thread.ts'
import { permissionBits } from './permissions.ts'
import { openTestDiscord, type TestDiscord } from './test-discord.ts'
import { changeThread } from './thread-verbs.ts'
import { addWebhook } from './webhook-verbs.ts'

async function openWebhook({ ask, general }: TestDiscord) {
  const { body } = await ask(`POST /channels/${general}/webhooks`, { name: 'Heddle' })
  return { id: String(body.id), token: String(body.token), path: `/webhooks/${body.id}/${body.token}` }
}

test('[PER1] a persona speaks through a webhook, with its own name and picture, also in a thread', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, ann, bot } = discord
  const { id, path } = await openWebhook(discord)
  const persona = { username: 'codex · sums', avatar_url: 'https://pictures.example/c.png' }
  const sent = await ask(`POST ${path}?wait=true`, { content: 'hello', ...persona })
  assert.deepEqual(
    [
      sent.status,
      sent.body.webhook_id,
      sent.body.author.id,
      sent.body.author.username,
      sent.body.application_id,
    ],
    [200, id, id, 'codex · sums', bot.id],
  )
  assert.notEqual(sent.body.author.avatar, null)
  const anchor = postMessage(platform, {
    channelId: general,
    author: { kind: 'user', userId: ann },
    content: 'x',
  })
  const thread = openThreadFrom(platform, anchor, { name: 'work', ownerId: ann })
  changeThread(platform, thread, { isArchived: true })
  const inThread = await ask(`POST ${path}?wait=true&thread_id=${thread.id}`, { content: 'here', ...persona })
  assert.equal(inThread.body.channel_id, thread.id)
  assert.equal(threadFrom(platform.state, anchor.id)?.isArchived, false)
  assert.deepEqual(saidIn(platform.state, thread.id), [{ name: 'codex · sums', text: 'here' }])
  const message = `${path}/messages/${inThread.body.id}`
  assert.equal((await ask(`PATCH ${message}`, { content: 'y' })).body.code, 10_008)
  const edited = await ask(`PATCH ${message}?thread_id=${thread.id}`, { content: 'changed' })
  assert.equal(edited.body.content, 'changed')
  assert.equal((await ask(`GET ${message}?thread_id=${thread.id}`)).body.content, 'changed')
  assert.equal((await ask(`DELETE ${message}?thread_id=${thread.id}`)).status, 204)
  assert.deepEqual(saidIn(platform.state, thread.id), [])
})

test('[DLV3] without wait, what is not saved is not told, and what is saved is told without a body', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, ann } = discord
  const { path } = await openWebhook(discord)
  const quiet = await ask(`POST ${path}`, { content: 'saved' })
  assert.deepEqual([quiet.status, quiet.body], [204, undefined])
  const anchor = postMessage(platform, {
    channelId: general,
    author: { kind: 'user', userId: ann },
    content: 'x',
  })
  const thread = openThreadFrom(platform, anchor, { name: 'work', ownerId: ann })
  changeThread(platform, thread, { isLocked: true })
  assert.equal((await ask(`POST ${path}?thread_id=${thread.id}`, { content: 'lost' })).status, 204)
  const lostPicture = { content: 'lost too', avatar_url: 'http://127.0.0.1/a.png' }
  assert.equal((await ask(`POST ${path}`, lostPicture)).status, 204)
  assert.deepEqual(saidIn(platform.state, thread.id), [])
  assert.deepEqual(
    saidIn(platform.state, general).map(({ text }) => text),
    ['saved', 'x'],
  )
  const told = await ask(`POST ${path}?wait=true&thread_id=${thread.id}`, { content: 'no' })
  assert.deepEqual([told.status, told.body.code], [400, 160_005])
  const shown = await ask(`POST ${path}?wait=true`, { ...lostPicture, content: 'shown' })
  assert.deepEqual([shown.status, shown.body.author.avatar], [200, null])
})

test('[PER1] what a webhook may not do is refused by its code', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, guildId } = discord
  const { id, path } = await openWebhook(discord)
  const elsewhere = addChannel(platform, guildId, 'elsewhere')
  const forum = addChannel(platform, guildId, 'forum', { kind: 'forum' })
  const inForum = (await ask(`POST /channels/${forum.id}/webhooks`, { name: 'Heddle' })).body
  const dm = (await ask('POST /users/@me/channels', { recipient_id: discord.ann })).body
  const refusals: [string, unknown, number, number][] = [
    [`POST /channels/${dm.id}/webhooks`, { name: 'Heddle' }, 403, 50_003],
    [`POST /channels/${general}/webhooks`, { name: 'My Clyde' }, 400, 50_035],
    [`POST /channels/${general}/webhooks`, { name: '' }, 400, 50_035],
    [`POST /channels/${general}/webhooks`, { name: 'x', avatar: 'no picture' }, 400, 50_035],
    [`POST ${path}?wait=true`, { content: 'x', username: 'DISCORD helper' }, 400, 50_035],
    [`POST ${path}?wait=true`, { content: 'x', username: 'u'.repeat(81) }, 400, 50_035],
    [`POST ${path}?wait=true`, { content: 'x', avatar_url: 'ftp://x' }, 400, 50_035],
    [`POST ${path}?wait=true`, { content: '' }, 400, 50_006],
    [`POST ${path}?wait=true`, { content: 'x'.repeat(2_001) }, 400, 50_035],
    [`POST ${path}?wait=true&thread_id=${elsewhere.id}`, { content: 'x' }, 404, 10_003],
    [`POST ${path}?wait=true&thread_id=none`, { content: 'x' }, 400, 50_035],
    [`POST ${path}?wait=true`, { content: 'x', thread_name: 'new' }, 400, 220_003],
    [`POST /webhooks/${inForum.id}/${inForum.token}?wait=true`, { content: 'x' }, 400, 220_001],
    [`POST /webhooks/${id}/wrong?wait=true`, { content: 'x' }, 401, 50_027],
    ['POST /webhooks/1/wrong?wait=true', { content: 'x' }, 404, 10_015],
    [`PATCH ${path}/messages/1`, { content: 'x' }, 404, 10_008],
  ]
  for (const [what, body, status, code] of refusals) {
    const answer = await ask(what, body)
    assert.deepEqual([what, answer.status, answer.body.code], [what, status, code])
  }
})

test('[PER1] tokens are told to the program that made a webhook, and one that was deleted is gone for good', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, ann, bot } = discord
  const own = await openWebhook(discord)
  addWebhook(platform, { channelId: general, name: 'By hand', userId: ann })
  const { body: list } = await ask(`GET /channels/${general}/webhooks`)
  assert.deepEqual(
    list.map((one: { name: string; token?: string; application_id: string | null }) => [
      one.name,
      one.token,
      one.application_id,
    ]),
    [
      ['Heddle', own.token, bot.id],
      ['By hand', undefined, null],
    ],
  )
  assert.equal((await ask(`GET ${own.path}`)).body.user, undefined)
  assert.equal((await ask(`PATCH /webhooks/${own.id}`, { name: 'Other' })).body.name, 'Other')
  assert.equal((await ask(`DELETE ${own.path}`)).status, 204)
  assert.equal((await ask(`POST ${own.path}?wait=true`, { content: 'x' })).body.code, 10_015)
  assert.equal((await ask(`GET /webhooks/${own.id}`)).body.code, 10_015)
  assert.equal(webhooksIn(platform.state, general).length, 1)
})

test('[PER1] there are only so many webhooks in a channel and a server, and a permission is needed', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, guildId, bot } = discord
  const create = async (channelId = general) =>
    await ask(`POST /channels/${channelId}/webhooks`, { name: 'Heddle' })
  for (let i = 0; i < 15; i++) assert.equal((await create()).status, 200)
  assert.equal((await create()).body.code, 30_007)
  platform.state.limits.webhooksPerGuildMax = 15
  const other = addChannel(platform, guildId, 'other')
  assert.equal((await create(other.id)).body.code, 30_058)
  platform.state.limits.webhooksPerGuildMax = 1_000
  const overwrite = { id: bot.id, kind: 'member', allow: 0n } as const
  setOverwrite(platform, other.id, { ...overwrite, deny: permissionBits('ManageWebhooks') })
  assert.deepEqual((await create(other.id)).body, { message: 'Missing Permissions', code: 50_013 })
  assert.equal((await ask(`GET /channels/${other.id}/webhooks`)).status, 403)
  setOverwrite(platform, other.id, { ...overwrite, deny: 0n })
  assert.equal((await create(other.id)).status, 200)
})

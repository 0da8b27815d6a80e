import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DiscordEvent } from './discord-state.ts'
import { deleteChannel, setOverwrite } from './guild-verbs.ts'
import { saidIn } from './look-at-discord.ts'
import { messageOf, threadOf } from './discord-state.ts'
import { deleteMessage } from './message-verbs.ts'
import { permissionBits } from './permissions.ts'
import { openTestDiscord, type TestDiscord } from './test-discord.ts'
import { changeThread } from './thread-verbs.ts'

async function openThread({ ask, general }: TestDiscord, more: object = {}) {
  const { body: anchor } = await ask(`POST /channels/${general}/messages`, { content: 'work' })
  const path = `/channels/${general}/messages/${anchor.id}/threads`
  const thread = await ask(`POST ${path}`, { name: '🤖 sums', auto_archive_duration: 10_080, ...more })
  return { anchorId: String(anchor.id), path, thread }
}

test('[CHN1] a thread from a message has its id, there is one for each, and the message tells of it', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, guildId, bot } = discord
  const events: DiscordEvent[] = []
  platform.onEvent((event) => events.push(event))
  const { anchorId, path, thread } = await openThread(discord)
  assert.deepEqual(
    [thread.status, thread.body.id, thread.body.parent_id, thread.body.guild_id, thread.body.type],
    [201, anchorId, general, guildId, 11],
  )
  assert.deepEqual(
    [thread.body.owner_id, thread.body.thread_metadata.auto_archive_duration],
    [bot.id, 10_080],
  )
  const again = await ask(`POST ${path}`, { name: 'other' })
  assert.deepEqual([again.status, again.body.code], [400, 160_004])
  const { body: anchor } = await ask(`GET /channels/${general}/messages/${anchorId}`)
  assert.deepEqual([anchor.thread.id, anchor.flags], [anchorId, 32])
  assert.deepEqual(
    events.map(({ t }) => t),
    ['MESSAGE_CREATE', 'THREAD_CREATE', 'MESSAGE_CREATE', 'MESSAGE_UPDATE'],
  )
  const { body: history } = await ask(`GET /channels/${anchorId}/messages`)
  assert.deepEqual([history[0].type, history[0].referenced_message.id], [21, anchorId])
  deleteMessage(platform, messageOf(platform.state, anchorId))
  assert.equal((await ask(`GET /channels/${anchorId}`)).status, 200)
})

test('[CHN1] a word opens an archived thread again, but not a locked one', async () => {
  const discord = openTestDiscord()
  const { platform, ask } = discord
  const { anchorId: id } = await openThread(discord)
  const closed = await ask(`PATCH /channels/${id}`, { archived: true })
  assert.equal(closed.body.thread_metadata.archived, true)
  const told: string[] = []
  platform.onEvent(({ t }) => told.push(t))
  assert.equal((await ask(`POST /channels/${id}/messages`, { content: 'more' })).status, 200)
  assert.deepEqual(told, ['THREAD_UPDATE', 'MESSAGE_CREATE'])
  changeThread(platform, threadOf(platform.state, id), { isLocked: true, isArchived: true })
  const locked = await ask(`POST /channels/${id}/messages`, { content: 'no' })
  assert.deepEqual([locked.status, locked.body.code], [400, 160_005])
  assert.deepEqual(
    saidIn(platform.state, id).map(({ text }) => text),
    ['more'],
  )
  assert.equal((await ask(`PATCH /channels/${id}`, { locked: false, archived: false })).status, 200)
  assert.equal((await ask(`POST /channels/${id}/messages`, { content: 'yes' })).status, 200)
})

test('[CHN1] what cannot be opened or changed is refused by its code', async () => {
  const discord = openTestDiscord()
  const { platform, ask, general, bot, ann } = discord
  const { anchorId, thread } = await openThread(discord)
  const { body: inThread } = await ask(`POST /channels/${thread.body.id}/messages`, { content: 'x' })
  const { body: free } = await ask(`POST /channels/${general}/messages`, { content: 'x' })
  const { body: dm } = await ask('POST /users/@me/channels', { recipient_id: ann })
  const from = `POST /channels/${general}/messages/${free.id}/threads`
  const refusals: [string, unknown, number][] = [
    [from, { name: '' }, 50_035],
    [from, { name: 'x'.repeat(101) }, 50_035],
    [from, { name: 'x', auto_archive_duration: 30 }, 50_035],
    [`POST /channels/${general}/messages/1/threads`, { name: 'x' }, 10_008],
    [`POST /channels/${anchorId}/messages/${inThread.id}/threads`, { name: 'x' }, 50_024],
    [`POST /channels/${dm.id}/threads`, { name: 'x', type: 11 }, 50_024],
    [`POST /channels/${general}/threads`, { name: 'x', type: 12 }, 50_013],
    [`PATCH /channels/${dm.id}`, { archived: true }, 50_003],
    [`PATCH /channels/${anchorId}`, { archived: 'yes' }, 50_035],
    [`PATCH /channels/${general}`, { name: 'x' }, 50_013],
    [`DELETE /channels/${general}`, undefined, 50_013],
  ]
  for (const [what, body, code] of refusals) {
    assert.deepEqual([what, (await ask(what, body)).body.code], [what, code])
  }
  platform.state.limits.activeThreadsMax = 1
  assert.equal((await ask(from, { name: 'x' })).body.code, 160_006)
  platform.state.limits.activeThreadsMax = 1_000
  const deny = permissionBits('CreatePublicThreads', 'ManageThreads')
  setOverwrite(platform, general, { id: bot.id, kind: 'member', allow: 0n, deny })
  assert.equal((await ask(from, { name: 'x' })).body.code, 50_013)
  assert.equal((await ask(`PATCH /channels/${anchorId}`, { locked: true })).body.code, 50_013)
  assert.equal((await ask(`PATCH /channels/${anchorId}`, { archived: true })).status, 200)
  assert.equal((await ask(`PATCH /channels/${anchorId}`, { name: 'new' })).body.code, 50_083)
  assert.equal((await ask(`PATCH /channels/${anchorId}`, { name: 'new', archived: false })).status, 200)
  deleteChannel(platform, threadOf(platform.state, anchorId))
  assert.equal((await ask(`POST /channels/${anchorId}/messages`, { content: 'x' })).body.code, 10_003)
})

test('[CHN1] threads are listed, the active ones by server, the archived ones by channel and in pages', async () => {
  const discord = openTestDiscord()
  const { ask, clock, general, guildId, bot } = discord
  const ids: string[] = []
  for (let i = 0; i < 4; i++) {
    ids.push((await openThread(discord)).anchorId)
    await clock.advance(1_000)
  }
  const { body: active } = await ask(`GET /guilds/${guildId}/threads/active`)
  assert.deepEqual(active.threads.map(({ id }: { id: string }) => id).toSorted(), ids.toSorted())
  assert.equal(active.members[0].user_id, bot.id)
  for (const id of ids.slice(0, 3)) {
    await ask(`PATCH /channels/${id}`, { archived: true })
    await clock.advance(1_000)
  }
  const list = async (query: string) => {
    const { body } = await ask(`GET /channels/${general}/threads/archived/public?${query}`)
    return [body.threads.map(({ id }: { id: string }) => ids.indexOf(id)), body.has_more]
  }
  assert.deepEqual(await list('limit=2'), [[2, 1], true])
  const before = (await ask(`GET /channels/${ids[1]}`)).body.thread_metadata.archive_timestamp
  assert.deepEqual(await list(`limit=2&before=${before}`), [[0], false])
  assert.equal((await ask(`GET /channels/${general}/threads/archived/public?limit=1`)).body.code, 50_035)
})

test('[CHN1] a thread without a message is opened each time anew, and the channel says so', async () => {
  const { platform, ask, general } = openTestDiscord()
  const open = async () => await ask(`POST /channels/${general}/threads`, { name: 'loose', type: 11 })
  const [first, second] = [await open(), await open()]
  assert.equal(first.status, 201)
  assert.notEqual(first.body.id, second.body.id)
  const { body: history } = await ask(`GET /channels/${general}/messages`)
  assert.deepEqual(
    history.map(({ type }: { type: number }) => type),
    [18, 18],
  )
  assert.deepEqual(saidIn(platform.state, general), [])
  assert.equal((await ask(`PUT /channels/${first.body.id}/thread-members/@me`)).status, 204)
  assert.equal((await ask(`DELETE /channels/${first.body.id}/thread-members/@me`)).status, 204)
})

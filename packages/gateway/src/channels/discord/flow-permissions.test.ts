// What becomes of it when a permission is taken away from the bot, and when it is given back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import type { PermissionName } from '@heddle/emulators/discord/permissions'
import { openRunScene, openWorkerScene, play } from '../../../test-support/discord-scenes.ts'
import {
  type DiscordHouse,
  type MemberThere,
  openDiscordHouse,
} from '../../../test-support/open-discord-house.ts'
import { heardIn, spawn } from '../../../test-support/spawning-sessions.ts'

/** In the channel, and so in its threads. */
function without(h: DiscordHouse, ...names: PermissionName[]) {
  const change = { botId: h.bot.id, names, channelId: h.general }
  h.discord.owners.takeAway(change)
  return { giveBack: () => h.discord.owners.giveBack(change) }
}

const troubled = (h: DiscordHouse, { actor }: MemberThere) =>
  h.store.read(
    async (r) => (await h.routing.outbox.list(r, actor, { state: 'trouble' }, { limit: 50 })).items,
  )

/** What waits for its place has its time. */
async function letPlacesBe(h: DiscordHouse): Promise<void> {
  for (let passed = 0; passed < 2 * limits.placeWaitMs; passed += limits.placeWaitMs / 4) {
    h.clock.advance(limits.placeWaitMs / 4)
    await h.settle()
  }
}

test('[DSC1] [PER1] Manage Webhooks: a known webhook goes on; a new process speaks by the bot, and by the same webhook again once it may', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  const lastOf = async (text: string) => {
    await h.write(ann, thread.id, text)
    return h.read(thread.id).at(-1)
  }
  const permission = without(h, 'ManageWebhooks')
  // Whoever has the secret of a webhook needs no permission.
  assert.equal(await lastOf('one'), 'Main · worker: child answers.')
  await h.reopenAccount()
  assert.equal(await lastOf('two'), 'Heddle: **Main · worker**: child answers.')
  assert.equal(await lastOf('three'), 'Heddle: **Main · worker**: child answers.')
  permission.giveBack()
  assert.equal(await lastOf('four'), 'Main · worker: child answers.')
  assert.equal(webhooksIn(h.discord.platform.state, h.general).length, 1)
  assert.deepEqual(await h.endsIn(thread.id), [null])
  // Asked for once while it was refused, not with every word.
  assert.equal(h.discord.platform.truth.invalidRequests(h.bot.id), 1)
})

test('[DSC1] [PER1] Manage Webhooks given back by a role lets personas speak for themselves at once', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  const change = { botId: h.bot.id, guildId: h.guildId, names: ['ManageWebhooks'] as const }
  h.discord.owners.takeAway(change)
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.write(ann, thread.id, 'one')
  assert.equal(h.read(thread.id).at(-1), 'Heddle: **Main · worker**: child answers.')
  h.discord.owners.giveBack(change)
  await h.write(ann, thread.id, 'two')
  assert.equal(h.read(thread.id).at(-1), 'Main · worker: child answers.')
})

test('[BND10] [DSC1] Create Public Threads: a sub-agent that is to have one is not started, with the reason; the next one after it was given back is', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [] })
  const ann = await h.member('ann')
  const wish = () => [spawn('weave', { label: 'looms', thread: true, mode: 'run' })]
  const model = play(h, { main: [wish()] })
  const permission = without(h, 'CreatePublicThreads')
  await h.write(ann, h.general, `${h.mention} weave it`)
  await letPlacesBe(h)
  assert.deepEqual([h.threads(), model.asked('child').length], [[], 0])
  assert.match(heardIn(model.asked('main').at(-1)).at(-1) ?? '', /50013|permission/i)
  permission.giveBack()
  model.add('main', wish())
  await h.write(ann, h.general, `${h.mention} once more`)
  assert.equal(h.threads().length, 1)
  assert.equal(model.asked('child').length, 1)
})

test('[CMD2] [DSC1] Create Public Threads: /focus in a channel says what Discord said, and works as soon as it was given back', async () => {
  await using scene = await openWorkerScene()
  const { h, ann } = scene
  const before = h.threads().length
  const permission = without(h, 'CreatePublicThreads')
  await h.slash(ann, h.general, 'focus', { label: 'worker' })
  await letPlacesBe(h)
  assert.match(h.read(h.general).at(-1) ?? '', /50013|permission/i)
  assert.equal(h.threads().length, before)
  permission.giveBack()
  await h.slash(ann, h.general, 'focus', { label: 'worker' })
  assert.equal(h.threads().length, before + 1)
  await h.write(ann, h.ownThread().id, 'deeper')
  assert.equal(h.read(h.ownThread().id).at(-1), 'Main · worker: child answers.')
})

for (const [name, code] of [
  ['SendMessages', 50013],
  ['ViewChannel', 50001],
] as const) {
  test(`[F30] [DLV4] ${name}: an answer is refused for good (${code}) and can be sent again by hand; the next is said by itself once it may be`, async () => {
    await using h = await openDiscordHouse()
    const ann = await h.member('ann')
    const gate = Promise.withResolvers<void>()
    play(h, { main: [[{ type: 'wait', until: gate.promise }, 'The first.'], ['The second.']] })
    await h.write(ann, h.general, `${h.mention} hello`)
    const permission = without(h, name)
    gate.resolve()
    await h.settle()
    const [refused, ...others] = await troubled(h, ann)
    assert.ok(refused)
    assert.deepEqual([refused.state, refused.reason, others], ['rejected', 'place_refused', []])
    assert.match(refused.detail ?? '', new RegExp(String(code)))
    // Nobody asks again and again where it was refused.
    h.clock.advance(24 * 3_600_000)
    await h.settle()
    const posts = h.discord.platform.truth.of('POST', '/channels/{channel_id}/messages')
    assert.equal(posts.filter(({ path }) => path.includes(h.general)).length, 1)
    permission.giveBack()
    await h.write(ann, h.general, `${h.mention} and now?`)
    assert.equal(h.read(h.general).at(-1), 'Heddle: The second.')
    await h.store.tx((t) => h.routing.outbox.resend(t, ann.actor, refused.id))
    await h.settle()
    assert.deepEqual(
      h.read(h.general).filter((line) => line.startsWith('Heddle')),
      ['Heddle: The second.', 'Heddle: ⏳ delayed 1440 min\n⚠️ belongs further up\nThe first.'],
    )
    assert.deepEqual(await troubled(h, ann), [])
  })
}

test('[RTE7] [BND6] Send Messages in Threads: what a sub-agent came to is told where it was asked for; the thread is not bound any more, and is again by /focus', async () => {
  await using scene = await openRunScene()
  const { h, ann, thread, finish } = scene
  // A persona needs no permission to write where it has its webhook, so that must be gone as well.
  for (const { id } of webhooksIn(h.discord.platform.state, h.general)) h.discord.owners.deleteWebhook(id)
  const permission = without(h, 'SendMessagesInThreads', 'ManageWebhooks')
  await finish()
  const told = h.read(h.general).at(-1) ?? ''
  assert.match(told, /Result: It is woven\.[\s\S]*took this no more \(.*50013.*\), so it is told here\./)
  assert.deepEqual(await h.endsIn(thread.id), ['place_refused'])
  assert.deepEqual(await troubled(h, ann), [])
  permission.giveBack()
  h.clock.advance(10 * 60_000)
  const before = h.read(thread.id).length
  await h.write(ann, thread.id, 'nobody is meant')
  assert.equal(h.read(thread.id).length, before + 1)
  await h.slash(ann, thread.id, 'focus', { label: 'looms' })
  assert.deepEqual(await h.endsIn(thread.id), [null, 'place_refused'])
  await h.write(ann, thread.id, 'and in blue?')
  assert.match(h.read(thread.id).at(-1) ?? '', /^Main · looms: later answers\./)
})

test('[RTE7] [RTE1] a persistent sub-agent’s is held instead, and sent by hand where it is bound by then', async () => {
  await using scene = await openRunScene({ mode: 'session' })
  const { h, ann, thread, finish } = scene
  for (const { id } of webhooksIn(h.discord.platform.state, h.general)) h.discord.owners.deleteWebhook(id)
  const permission = without(h, 'SendMessagesInThreads', 'ManageWebhooks')
  await finish()
  const [held, ...others] = await troubled(h, ann)
  assert.ok(held)
  assert.deepEqual([held.state, held.reason, held.place, others], ['waiting', 'held', null, []])
  permission.giveBack()
  h.clock.advance(10 * 60_000)
  await h.slash(ann, thread.id, 'focus', { label: 'looms' })
  await h.store.tx((t) => h.routing.outbox.resend(t, ann.actor, held.id))
  await h.settle()
  assert.match(h.read(thread.id).at(-1) ?? '', /^Main · looms: [\s\S]*It is woven\./)
})

test('[BND6] [CHN2] View Channel and Read Message History: reading, typing and catching up that are refused end no binding; what is said once it may be seen is heard', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, worker, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  const permission = without(h, 'ViewChannel', 'ReadMessageHistory')
  h.letBe(await h.write(ann, thread.id, 'into the dark'))
  await h.account.stop()
  h.discord.gateway.forgetSessions(h.bot.id)
  await h.reopenAccount()
  await h.settle()
  assert.deepEqual(await h.endsIn(thread.id), [null])
  permission.giveBack()
  await h.write(ann, thread.id, 'can you see me?')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: can you see me?')
  assert.equal(h.read(thread.id).at(-1), 'Main · worker: child answers.')
  assert.deepEqual(await h.endsIn(thread.id), [null])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addChannel } from '@heddle/emulators/discord/guild-verbs'
import { limits } from '@heddle/contract'
import { webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import { openRunScene, openWorkerScene, play } from '../../../test-support/discord-scenes.ts'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { heardIn, spawn } from '../../../test-support/spawning-sessions.ts'

test('[BND3] [CMD2] a thread of people is bound by /focus, and what is written there goes to the sub-agent without a mention', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, worker, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.write(ann, thread.id, 'deeper')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: deeper')
  assert.equal(h.read(thread.id).at(-1), 'Main · worker: child answers.')
  // In the channel above nothing changed.
  await h.write(ann, h.general, 'nobody is meant')
  assert.equal(h.read(h.general).at(-1), 'ann: nobody is meant')
})

test('[BND4] whoever is not heard in the channel is not heard in its bound thread, by message, command or button', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, worker, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  const eve = h.guest('eve')
  const rules = h.placeRules.accounts['discord/main']
  assert.ok(rules)
  rules.allow = { ...rules.allow, people: [], places: { [h.guildId]: { channels: { '*': {} }, people: [] } } }
  const before = { there: h.read(thread.id).length, said: await h.saidIn(worker) }
  await h.write(eve, thread.id, 'let me in')
  assert.match(await h.slash(eve, thread.id, 'unfocus'), /does not listen to you here/)
  await h.press(eve, thread.id, 'Unfocus')
  assert.equal(h.read(thread.id).length, before.there + 1)
  assert.deepEqual(await h.saidIn(worker), before.said)
  assert.deepEqual(await h.endsIn(thread.id), [null])
})

test('[BND5] the buttons of the intro do what the commands do, with the rights of whoever presses', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  const bob = await h.member('bob')
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  assert.match(await h.press(bob, thread.id, 'Unfocus'), /ann bound this/)
  assert.equal(await h.press(ann, thread.id, 'Stop'), 'Nothing was running.')
  assert.equal(await h.press(ann, thread.id, 'Unfocus'), 'What is written here goes its usual way again.')
  const farewells = h.read(thread.id).filter((line) => line.includes('No longer bound'))
  assert.equal(farewells.length, 1)
  // It was Ann's thread, not ours.
  assert.equal(thread.isArchived, false)
})

test('[BND6] a thread that somebody archives says farewell and is archived again', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  h.discord.people.archive(h.owner.id, thread.id)
  await h.settle()
  assert.match(h.read(thread.id).at(-1) ?? '', /No longer bound: the conversation was archived/)
  assert.equal(thread.isArchived, true)
  assert.deepEqual(await h.endsIn(thread.id), ['place_archived'])
})

test('[BND6] a thread that somebody deletes, or the channel above it, loses its binding without a word', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  const builds = h.addChannel('builds')
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.slash(ann, builds, 'focus', { label: 'worker' })
  const below = h.threads().find(({ parentId }) => parentId === builds)
  assert.ok(below)
  h.discord.people.deleteChannel(h.owner.id, thread.id)
  h.discord.people.deleteChannel(h.owner.id, builds)
  await h.settle()
  assert.deepEqual(await h.endsIn(thread.id), ['place_deleted'])
  assert.deepEqual(await h.endsIn(below.id), ['place_deleted'])
  assert.deepEqual(h.logged, [])
})

test('[BND5] [BND6] a locked thread gets no farewell', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  const before = h.read(thread.id)
  h.discord.people.lock(h.owner.id, thread.id)
  h.discord.people.archive(h.owner.id, thread.id)
  await h.settle()
  assert.deepEqual(h.read(thread.id), before)
  assert.deepEqual(await h.endsIn(thread.id), ['place_archived'])
  assert.equal(thread.isArchived, true)
})

test('[BND7] a second focus replaces the first: its farewell stands before the next intro', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, root, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.slash(ann, thread.id, 'focus', { label: root })
  const notices = h.read(thread.id).filter((line) => /is here\.|No longer bound/.test(line))
  assert.deepEqual(
    notices.map((line) => /^(.*?): ⚙️ (No longer bound|.* is here)/.exec(line)?.slice(1)),
    [
      ['Main · worker', 'Main · worker is here'],
      ['Main · worker', 'No longer bound'],
      ['Heddle', 'Main is here'],
    ],
  )
  assert.deepEqual(await h.endsIn(thread.id), [null, 'replaced'])
})

test('[BND8] [DSC1] after a restart what was bound is bound at once, and the session with Discord goes on', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, worker, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.restart()
  await h.reopenAccount()
  await h.write(ann, thread.id, 'still there?')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: still there?')
  assert.equal(h.read(thread.id).at(-1), 'Main · worker: child answers.')
  assert.equal(h.discord.platform.state.identifies.length, 1)
  assert.equal(webhooksIn(h.discord.platform.state, h.general).length, 1)
})

test('[BND10] a spawn inside a thread takes that thread', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, model, thread } = scene
  model.add('main', [spawn('count', { label: 'sums', thread: true })])
  await h.write(ann, thread.id, `${h.mention} count`)
  assert.ok(h.read(thread.id).some((line) => line.startsWith('Main · sums: ⚙️ Main · sums is here.')))
  assert.equal(h.threads().length, 1)
})

test('[BND10] where the bot may open no threads, the run ends with what Discord said, and nothing stays', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [] })
  const ann = await h.member('ann')
  const model = play(h, { main: [[spawn('weave', { label: 'looms', thread: true, mode: 'run' })]] })
  h.discord.owners.takeAway({ botId: h.bot.id, names: ['CreatePublicThreads'], channelId: h.general })
  await h.write(ann, h.general, `${h.mention} weave it`)
  for (let passed = 0; passed < 2 * limits.placeWaitMs; passed += limits.placeWaitMs / 4) {
    h.clock.advance(limits.placeWaitMs / 4)
    await h.settle()
  }
  assert.deepEqual(h.threads(), [])
  assert.equal(model.asked('child').length, 0)
  // What was said above the thread is taken away again; the agent is told why, and tells.
  assert.equal(h.read(h.general).filter((line) => line.includes('speaks in this thread')).length, 0)
  assert.match(heardIn(model.asked('main').at(-1)).at(-1) ?? '', /50013|permission/i)
})

test('[BND11] where bindings are off, /focus is refused with the name of the setting', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  h.placeRules.layers['discord'] = { enabled: false }
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  assert.match(h.read(thread.id).at(-1) ?? '', /channels\.discord\.threadBindings\.enabled is false/)
})

test('[BND12] what is said by webhook keeps a binding alive, and without a word it ends by itself', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.slash(ann, thread.id, 'session ttl', { value: '30m' })
  h.clock.advance(20 * 60_000)
  await h.write(ann, thread.id, 'still here')
  h.clock.advance(20 * 60_000)
  await h.settle()
  assert.deepEqual(await h.endsIn(thread.id), [null])
  h.clock.advance(11 * 60_000)
  await h.settle()
  assert.match(h.read(thread.id).at(-1) ?? '', /No longer bound: nobody wrote here for a while/)
})

test('[BND1] [DSC1] ten threads of a channel that are bound at the same time have one webhook', async () => {
  await using scene = await openWorkerScene()
  const { h, ann } = scene
  const { people, programs, platform } = h.discord
  const threads = []
  for (let i = 0; i < 10; i++) {
    const anchor = people.say(ann.id, h.general, `aside ${i}`)
    threads.push(people.openThread(ann.id, anchor.id, `aside ${i}`).id)
  }
  await h.settle()
  assert.equal(webhooksIn(platform.state, h.general).length, 0)
  for (const channelId of threads) {
    programs.runCommand({ userId: ann.id, channelId, name: 'focus', values: { label: 'worker' } })
  }
  await h.settle()
  for (const thread of threads) {
    const intros = h.read(thread).filter((line) => line.startsWith('Main · worker: ⚙️ Main · worker is here.'))
    assert.equal(intros.length, 1)
  }
  assert.equal(webhooksIn(platform.state, h.general).length, 1)
  assert.equal(platform.truth.of('POST', '/channels/{channel_id}/webhooks').length, 1)
})

test('[CMD4] /agents names the thread of each sub-agent', async () => {
  await using scene = await openRunScene()
  const { h, ann, thread } = scene
  await h.slash(ann, h.general, 'agents')
  assert.match(
    h.read(h.general).at(-1) ?? '',
    new RegExp(`- looms · main · running · .* · thread:${thread.id}$`),
  )
})

test('[BND2] one service binds for every channel: what is bound on the web acts on Discord at once, and the account keeps nothing of it', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, worker, thread } = scene
  const conversation = { ...h.placeOf(thread.id), parentConversationId: h.general }
  // Where nobody was heard yet, only an admin binds.
  await h.write(ann, thread.id, `${h.mention} hello`)
  const made = await h.store.tx((t) =>
    h.routing.makeBinding(t, ann.actor, { targetSessionId: worker, conversation }),
  )
  await h.settle()
  assert.match(h.read(thread.id).at(-1) ?? '', /^Main · worker: ⚙️ Main · worker is here\./)
  await h.write(ann, thread.id, 'deeper')
  assert.equal((await h.saidIn(worker)).at(-1), 'ann: deeper')
  const ofChannel = { channel: 'discord', conversationId: thread.id, status: 'in_force' } as const
  const listed = async () =>
    (await h.store.read((r) => h.routing.listBindings(r, ann.actor, ofChannel, { limit: 9 }))).items.map(
      ({ id, sessionId }) => [id, sessionId],
    )
  assert.deepEqual(await listed(), [[made.id, worker]])
  // Another process of the account, with what it noted alone.
  await h.reopenAccount()
  await h.write(ann, thread.id, 'and deeper')
  assert.equal((await h.saidIn(worker)).at(-1), 'ann: and deeper')
  await h.store.tx((t) => h.routing.endBinding(t, ann.actor, made.id))
  await h.settle()
  assert.match(h.read(thread.id).at(-1) ?? '', /No longer bound/)
  assert.deepEqual(await listed(), [])
  const before = await h.saidIn(worker)
  await h.write(ann, thread.id, 'nobody is meant')
  assert.deepEqual(await h.saidIn(worker), before)
})

test('[BND9] [AGT8] a session that is bound writes only where it is bound, though it writes in its channel and in a thread that it opened before and after', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, model, root, thread } = scene
  const call = (input: object) => [toolCall('message', input)]
  model.add('main', call({ action: 'thread-create', threadName: 'notes', text: 'My notes.' }), ['Opened.'])
  await h.write(ann, h.general, `${h.mention} open a thread`)
  const notes = h.ownThread()
  const reply = { action: 'thread-reply', threadId: notes.id, text: 'One more.' }
  await h.slash(ann, thread.id, 'focus', { label: root })
  model.add(
    'main',
    call({ action: 'send', text: 'By the way.' }),
    call(reply),
    call({ action: 'thread-create', threadName: 'more', text: 'Nor this.' }),
    ['Done.'],
  )
  const before = [h.read(h.general), h.read(notes.id)]
  await h.write(ann, thread.id, 'say it')
  assert.deepEqual(h.read(thread.id).slice(-2), ['Heddle: By the way.', 'Heddle: Done.'])
  assert.deepEqual([h.read(h.general), h.read(notes.id)], before)
  const results = (await h.timeline(root)).filter(({ kind }) => kind === 'tool.result').slice(-3)
  assert.deepEqual(
    results.map(({ payload }) => payload['isError'] === true),
    [false, true, true],
  )
  await h.slash(ann, thread.id, 'unfocus')
  model.add('main', call(reply), ['Done.'])
  await h.write(ann, h.general, `${h.mention} and now?`)
  assert.equal(h.read(notes.id).at(-1), 'Heddle: One more.')
})

test('[BND10] [CMD2] beside a voice channel there can be no threads: that is said, and nothing is posted that leads nowhere', async () => {
  await using scene = await openWorkerScene()
  const { h, ann } = scene
  const lounge = addChannel(h.discord.platform, h.guildId, 'lounge', { kind: 'voice' }).id
  await h.settle()
  await h.slash(ann, lounge, 'focus', { label: 'worker' })
  const said = h.read(lounge)
  assert.equal(said.length, 1)
  assert.match(said[0] ?? '', /There can be no threads in this place/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRunScene, openWorkerScene, play } from '../../../test-support/discord-scenes.ts'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { heardIn, spawn } from '../../../test-support/spawning-sessions.ts'

test('[RTE2] [CMD7] what a person spawned is announced once, where it was asked for', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [] })
  const ann = await h.member('ann')
  play(h, { child: [['A hole.']] })
  await h.slash(ann, h.general, 'subagents spawn', { agent: 'main', task: 'dig a hole' })
  const told = h.read(h.general).filter((line) => line.includes('A hole.'))
  assert.equal(told.length, 1)
  assert.match(
    told[0] ?? '',
    /Status: success · completed successfully[\s\S]*Result: A hole\.[\s\S]*runtime /,
  )
})

test('[RTE2] [SUB11] of what an agent spawned its own answer tells, and nothing else', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [] })
  const ann = await h.member('ann')
  const model = play(h, {
    main: [[spawn('dig')], ['Somebody digs.'], ['It is dug.']],
    child: [['A hole.']],
  })
  await h.write(ann, h.general, `${h.mention} dig`)
  assert.deepEqual(h.read(h.general).slice(1), ['Heddle: Somebody digs.', 'Heddle: It is dug.'])
  assert.match(heardIn(model.asked('main').at(-1)).at(-1) ?? '', /A hole\./)
})

test('[RTE3] who asks in one of two bound threads is answered there, and the other gets no copy', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.slash(ann, h.general, 'focus', { label: 'worker' })
  const other = h.ownThread()
  const before = h.read(thread.id)
  await h.write(ann, other.id, 'deeper')
  assert.equal(h.read(other.id).at(-1), 'Main · worker: child answers.')
  assert.deepEqual(h.read(thread.id), before)
})

test('[RTE7] a thread that was locked while it worked: the result is told in the channel, with a line that says why', async () => {
  await using scene = await openRunScene()
  const { h, thread, finish } = scene
  h.discord.owners.takeAway({ botId: h.bot.id, names: ['ManageThreads'], channelId: h.general })
  h.discord.people.lock(h.owner.id, thread.id)
  const before = h.read(thread.id)
  await finish()
  assert.deepEqual(h.read(thread.id), before)
  const told = h.read(h.general).at(-1) ?? ''
  assert.match(told, /^Main · looms: Status: success[\s\S]*Result: It is woven\./)
  assert.match(told, /Its own conversation took this no more \(.*160005.*\), so it is told here\./)
  assert.deepEqual(await h.endsIn(thread.id), ['place_refused'])
})

test('[RTE2] [BND6] a thread that was deleted while it worked: the agent that asked hears of the result, and tells', async () => {
  await using scene = await openRunScene()
  const { h, model, thread, finish } = scene
  h.discord.people.deleteChannel(h.owner.id, thread.id)
  await h.settle()
  model.add('main', ['It is woven, I hear.'])
  await finish()
  assert.match(heardIn(model.asked('main').at(-1)).at(-1) ?? '', /It is woven\./)
  assert.equal(h.read(h.general).at(-1), 'Heddle: It is woven, I hear.')
})

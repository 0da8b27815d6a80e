import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeName } from '@heddle/contract'
import { openRunScene, openWorkerScene, play } from '../../../test-support/discord-scenes.ts'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { type Answer, heardIn, held, spawn, withRules } from '../../../test-support/spawning-sessions.ts'

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

test('[RTE1] where each completion was told, and why, is on record: decided apart from what it says', async () => {
  await using scene = await openRunScene()
  const { h, ann, thread, finish } = scene
  await finish()
  await h.slash(ann, h.general, 'subagents spawn', { agent: 'main', task: 'dig a hole' })
  const root = await h.sessionIn(h.general)
  assert.ok(root)
  const told = await h.store.read(async (r) => {
    const { items } = await h.sessions.listRuns(r, h.operator, root, 'children', { limit: 9 })
    const completions = []
    for (const { id, task } of items) completions.push([task, await h.routing.completionOf(r, id)] as const)
    return new Map(completions)
  })
  const inThread = { ...h.placeOf(thread.id), parentConversationId: h.general }
  assert.deepEqual(told.get('weave'), {
    destination: 'bound',
    reason: 'bound_place',
    place: placeName(inThread),
  })
  assert.deepEqual(told.get('dig a hole'), {
    destination: 'requester',
    reason: 'asked_there',
    place: placeName(h.placeOf(h.general)),
  })
  assert.equal(h.read(thread.id).filter((line) => line.includes('It is woven.')).length, 1)
})

test('[RTE5] [RTE2] two levels below, when the one between is gone, the result is told in the channel where all of it was asked for', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [], ...withRules({ maxSpawnDepth: 2 }) })
  const ann = await h.member('ann')
  const [planning, digging] = [held('Never said.'), held('A hole.')]
  const answers: Record<string, Answer[]> = {
    root: [[spawn('plan', { label: 'planner' })], ['Somebody plans.']],
    plan: [[spawn('dig')], planning.answer],
    dig: [digging.answer],
  }
  h.model.respond((request) => {
    const task = /"task":"(plan|dig)"/.exec(request.system)?.[1] ?? 'root'
    const answer = answers[task]?.shift() ?? ['Well.']
    return typeof answer === 'function' ? answer(request) : answer
  })
  // Asked for in a thread, and not in the channel above it.
  const anchor = await h.write(ann, h.general, 'a plan')
  const thread = h.discord.people.openThread(ann.id, anchor.id, 'plan')
  await h.write(ann, thread.id, `${h.mention} go`)
  h.clock.advance(1_000)
  await h.settle()
  digging.go()
  await h.settle()
  await h.slash(ann, thread.id, 'subagents kill', { id: 'planner' })
  await h.settle()
  const told = [h.general, thread.id].map(
    (place) => h.read(place).filter((line) => line.includes('Result: A hole.')).length,
  )
  assert.deepEqual(told, [0, 1])
  planning.go()
})

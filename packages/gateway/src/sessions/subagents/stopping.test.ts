import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, noResult, type RunId } from '@heddle/contract'
import type { ModelRequest } from '../../agents/agents.ts'
import type { Tool } from '../../agents/tools.ts'
import { afterCommits } from '../../../test-support/after-commits.ts'
import { queries } from '../sessions-tables.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  askedFor,
  givenTool,
  heardIn,
  held,
  manage,
  outputsIn,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

const stop = (scene: Spawning, id: string = scene.id) =>
  scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, id))

const kill = (scene: Spawning, id: string) =>
  scene.world.store.tx((t) => scene.world.sessions.kill(t, scene.ann, id))

const statesOf = async (scene: Spawning) =>
  Object.fromEntries((await scene.runs()).map(({ task, state }) => [task, state]))

/** root → plan → dig → fill, and root → write; the last of each branch is at work. */
async function openTree() {
  const scene = await spawning(withRules({ maxSpawnDepth: 3 }))
  scene.play('root', [spawn('plan'), spawn('write')])
  scene.play('plan', [spawn('dig')])
  scene.play('dig', [spawn('fill')])
  const fill = held('filled')
  const write = held('written')
  scene.play('fill', fill.answer)
  scene.play('write', write.answer)
  await scene.say('go')
  await scene.pass()
  return { scene, fill, write }
}

test('[SUB12] a stop ends everything below, and the answer says of each whether it has ended', async () => {
  const { scene } = await openTree()
  await using _ = scene
  const asked = scene.order.length
  const stopped = await stop(scene)
  await scene.settle()
  assert.deepEqual(await statesOf(scene), {
    plan: 'cancelled',
    write: 'cancelled',
    dig: 'cancelled',
    fill: 'cancelled',
  })
  assert.equal(scene.world.model.running, 0)
  assert.equal(scene.order.length, asked, 'nothing began any more, and nobody was woken')
  const runs = await scene.runs()
  assert.deepEqual(
    stopped.descendants.map(({ sessionId }) => sessionId).toSorted(),
    runs.map((run) => run.session_id).toSorted(),
  )
  const confirmed = await scene.world.sessions.confirmStopped(stopped)
  assert.deepEqual(
    confirmed.descendants.map((one) => one.confirmed),
    [true, true, true, true],
  )
  for (const run of runs) {
    assert.equal(
      (await scene.told(run.parent_id)).filter(({ payload }) => payload['runId'] === run.id).length,
      1,
    )
    assert.equal((await scene.run(run.task)).announcement?.notes, 'Stopped by ann.')
  }
})

test('[SUB12] a stop aborts the turn, clears the queue, and leaves the session to go on', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig')], held('never').answer)
  scene.play('dig', held('never').answer)
  await scene.say('go')
  await scene.pass()
  await scene.say('and then')
  const { cancelled, turnId } = await stop(scene)
  assert.deepEqual(
    cancelled.map(({ text }) => text),
    ['and then'],
  )
  assert(turnId)
  await scene.settle()
  assert.equal(scene.world.model.aborted, 2)
  await scene.say('What now?')
  await scene.settle()
  const heard = heardIn(scene.asked('root').at(-1))
  assert.equal(heard.at(-1), 'What now?')
  assert.match(heard.at(-2) ?? '', /Status: cancelled · stopped/, 'the next turn knows what became of it')
})

test('[SUB12] one that had not begun never begins', async () => {
  await using scene = await spawning(withRules({ maxConcurrent: 1 }))
  scene.play('root', [spawn('a'), spawn('b')])
  scene.play('a', held('never').answer)
  scene.play('b', held('never').answer)
  await scene.say('go')
  await scene.pass()
  await stop(scene)
  await scene.settle()
  assert.deepEqual(await statesOf(scene), { a: 'cancelled', b: 'cancelled' })
  assert.equal(scene.order.filter((who) => who === 'a' || who === 'b').length, 1)
})

test('[SUB12] a sub-agent that is stopped takes its own along, tells its parent once, and nobody else', async () => {
  const { scene, write } = await openTree()
  await using _ = scene
  const plan = await scene.run('plan')
  await stop(scene, plan.sessionId)
  await scene.pass()
  assert.deepEqual(await statesOf(scene), {
    plan: 'cancelled',
    dig: 'cancelled',
    fill: 'cancelled',
    write: 'running',
  })
  const heard = heardIn(scene.asked('root').at(-1)).slice(1)
  assert.equal(heard.length, 1)
  assert.match(heard[0] ?? '', /Status: cancelled · stopped.*Notes: Stopped by ann\./s)
  write.go()
  await scene.settle()
  assert.equal((await scene.run('write')).status, 'success')
})

test('[SUB12] [RTE2] a sub-agent whose session is archived ends with its own, and its parent hears of it once', async () => {
  const { scene, write } = await openTree()
  await using _ = scene
  const dig = await scene.run('dig')
  await scene.world.store.tx((t) => scene.world.sessions.archive(t, scene.ann, dig.sessionId))
  write.go()
  await scene.settle()
  assert.deepEqual(await statesOf(scene), {
    plan: 'succeeded',
    dig: 'cancelled',
    fill: 'cancelled',
    write: 'succeeded',
  })
  assert.equal((await scene.run('dig')).sessionState, 'archived')
  assert.equal((await scene.told(dig.parentId)).length, 1)
  const heard = heardIn(scene.asked('plan').at(-1)).filter((text) => text.startsWith('[Heddle'))
  assert.equal(heard.length, 1)
  assert.match(heard[0] ?? '', /Status: cancelled/)
})

test('[SUB12] a person who kills a run ends what is below it, and the parent hears of it', async () => {
  const { scene, write } = await openTree()
  await using _ = scene
  const dig = await scene.run('dig')
  await kill(scene, dig.id)
  write.go()
  await scene.settle()
  assert.deepEqual(await statesOf(scene), {
    plan: 'succeeded',
    dig: 'cancelled',
    fill: 'cancelled',
    write: 'succeeded',
  })
  assert.match(heardIn(scene.asked('plan').at(-1)).at(-1) ?? '', /Status: cancelled/)
})

test('[SUB12] an agent that kills its own is not told of it again, and the rest goes on', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const write = held('written')
  scene.play(
    'root',
    [spawn('plan', { label: 'p' }), spawn('write')],
    ['so far'],
    [manage('kill', { id: 'p' })],
  )
  scene.play('plan', [spawn('dig')])
  scene.play('dig', held('never').answer)
  scene.play('write', write.answer)
  await scene.say('go')
  await scene.pass()
  await scene.say('end the plan')
  await scene.pass()
  const plan = await scene.run('plan')
  const killed = JSON.parse(outputsIn(scene.asked('root')[3]).at(-1) ?? '{}')
  assert.equal(killed.status, 'stopping')
  assert.deepEqual(
    killed.killed.map((one: { runId: string; label: string }) => [one.runId, one.label]),
    [[plan.id, 'p']],
  )
  write.go()
  await scene.settle()
  assert.deepEqual(await statesOf(scene), { plan: 'cancelled', dig: 'cancelled', write: 'succeeded' })
  const heard = heardIn(scene.asked('root').at(-1)).filter((text) => text.startsWith('[Heddle'))
  assert.equal(heard.length, 1)
  assert.match(heard[0] ?? '', /Result: written/)
  const completion = await scene.world.store.read((r) =>
    scene.world.routing.completionOf(r, plan.id as RunId),
  )
  assert.deepEqual([completion?.destination, completion?.reason], ['parent', 'ended_by_parent'])
})

test('[SUB12] kill all ends every one of them, and no other session', async () => {
  await using scene = await spawning()
  const other = await scene.world.chat(scene.ann)
  scene.play('elsewhere', held('never').answer)
  await scene.world.store.tx((t) =>
    scene.world.sessions.spawn(t, scene.ann, other, { task: 'elsewhere' }, ''),
  )
  scene.play('root', [spawn('a'), spawn('b')], ['so far'], [manage('kill', { id: 'all' })])
  scene.play('a', held('never').answer)
  scene.play('b', held('never').answer)
  await scene.say('go')
  await scene.pass()
  await scene.say('end them')
  await scene.pass()
  assert.deepEqual(await statesOf(scene), { a: 'cancelled', b: 'cancelled', elsewhere: 'running' })
  assert.equal(scene.world.model.running, 1)
})

test('[SUB12] what waits for a word, a model or its own is stopped without a slot being free', async () => {
  await using scene = await spawning({
    ...withRules({ maxConcurrent: 1, maxSpawnDepth: 2 }),
    toolOrigins: [{ tools: async () => [askedFor('launch')] }],
  })
  scene.play('asks', [toolCall('launch')])
  scene.play('retries', [
    { type: 'failed', error: { kind: 'rate_limited', message: 'Later.', retryAfterMs: 50_000 } },
  ])
  scene.play('waits', [spawn('dig'), manage('wait')])
  scene.play('dig', held('never').answer)
  scene.play('holds', held('never').answer)
  const spawned = (task: string, parentId: string = scene.id) =>
    scene.world.store.tx((t) => scene.world.sessions.spawn(t, scene.ann, parentId, { task }, ''))
  await spawned('asks')
  await spawned('retries')
  await spawned('waits')
  await scene.pass()
  // Whatever is free is taken by somebody else.
  const other = await scene.world.chat(scene.ann)
  const [dig] = (await scene.runs()).filter(({ task }) => task === 'dig')
  await spawned('holds', other)
  await stop(scene, dig?.session_id)
  await scene.pass()
  const stopped = await stop(scene)
  await scene.pass()
  assert.deepEqual(await statesOf(scene), {
    asks: 'cancelled',
    retries: 'cancelled',
    waits: 'cancelled',
    dig: 'cancelled',
    holds: 'running',
  })
  assert((await scene.world.sessions.confirmStopped(stopped)).descendants.every(({ confirmed }) => confirmed))
})

test('[SUB12] of what has not ended in time the answer says so', async () => {
  const gate = Promise.withResolvers<void>()
  const deaf: Tool = {
    ...givenTool('deaf', ''),
    async run() {
      await gate.promise
      return { output: 'at last', isError: false }
    },
  }
  await using scene = await spawning({ toolOrigins: [{ tools: async () => [deaf] }] })
  scene.play('root', [spawn('hears', { label: 'hears' }), spawn('is deaf', { label: 'deaf' })])
  scene.play('hears', held('never').answer)
  scene.play('is deaf', [toolCall('deaf')])
  await scene.say('go')
  await scene.pass()
  const confirming = scene.world.sessions.confirmStopped(await stop(scene))
  await scene.pass()
  await scene.wait(limits.stopConfirmMs)
  const { descendants } = await confirming
  assert.deepEqual(Object.fromEntries(descendants.map(({ label, confirmed }) => [label, confirmed])), {
    hears: true,
    deaf: false,
  })
  gate.resolve()
  await scene.settle()
  assert.deepEqual(await statesOf(scene), { hears: 'cancelled', 'is deaf': 'cancelled' })
})

for (const how of ['crash', 'restart'] as const) {
  test(`[SUB12] a stop that was said is carried out after a ${how}`, async () => {
    const { scene } = await openTree()
    await using _ = scene
    await scene.world[how]()
    await stop(scene)
    await scene.world[how]()
    await scene.settle()
    assert.deepEqual([...new Set(Object.values(await statesOf(scene)))], ['cancelled'])
    assert.equal(scene.world.model.running, 0)
    assert.equal((await scene.told()).length, 2)
  })
}

test('[SUB12] [I22] a turn that was asked to stop spawns nothing any more', async () => {
  await using scene = await spawning()
  const late = held(spawn('dig'))
  scene.play('root', late.answer)
  await scene.say('go')
  await scene.pass()
  const stopping = stop(scene)
  late.go()
  await stopping
  await scene.settle()
  assert.deepEqual(await scene.runs(), [])
})

test('[SUB12] [I22] whichever moment a stop comes at, nothing goes on after it, and each run is told once', async () => {
  const plan = ({ messages }: ModelRequest) =>
    messages.some(({ role }) => role === 'tool') ? ['planned'] : [spawn('dig'), manage('wait')]
  const root = ({ messages }: ModelRequest) =>
    messages.some(({ role }) => role === 'tool') ? ['begun'] : [spawn('plan'), spawn('write')]
  for (let commits = 1; ; commits++) {
    await using scene = await spawning({ ...withRules({ maxSpawnDepth: 2 }), runTwiceShare: 0 })
    scene.play('root', ...Array.from({ length: 9 }, () => root))
    scene.play('plan', ...Array.from({ length: 9 }, () => plan))
    await scene.say('go')
    const counts = { spawned: 0, turns: 0 }
    const moment = afterCommits(scene.world.store, commits, async () => {
      await stop(scene)
      counts.spawned = (await scene.runs()).length
      counts.turns = (await countTurns(scene)).all
    })
    await scene.pass()
    if (!moment.hasCome) {
      assert(commits > 30, `there are more commits than ${commits}`)
      return
    }
    const when = `after ${commits} commits`
    const runs = await scene.runs()
    assert.equal(runs.length, counts.spawned, when)
    assert.deepEqual(await countTurns(scene), { all: counts.turns, open: 0 }, when)
    assert.equal(scene.world.model.running, 0, when)
    for (const run of runs) {
      assert.notEqual(run.ended_at, null, when)
      const told = (await scene.told(run.parent_id)).filter(({ payload }) => payload['runId'] === run.id)
      assert.equal(told.length, 1, when)
    }
  }
})

async function countTurns({ world }: Spawning) {
  const turns = await world.store.read((r) => r.all(queries.selectFrom('turns').select('ended_at')))
  return { all: turns.length, open: turns.filter(({ ended_at }) => ended_at === null).length }
}

test('[SUB8] [SUB12] what is said to one that is being stopped begins after its end, and is no part of the run', async () => {
  await using scene = await spawning()
  const { world, ann } = scene
  scene.play('root', [spawn('dig')])
  scene.play('dig', held('never').answer, ['About that.'])
  await scene.say('go')
  await scene.pass()
  const { sessionId } = await scene.run('dig')
  await world.store.tx(async (t) => {
    await world.sessions.stop(t, ann, sessionId)
    await world.sessions.admit(t, ann, {
      sessionId,
      text: 'One more thing',
      mode: 'queue',
      channel: 'web',
      conversation: '',
    })
  })
  await scene.settle()
  const run = await scene.run('dig')
  assert.deepEqual([run.status, run.sessionState, run.announcement?.result], ['cancelled', 'over', noResult])
  assert.match(heardIn(scene.asked('dig').at(-1)).at(-1) ?? '', /One more thing/)
  const said = (await world.timeline(sessionId)).findLast(({ kind }) => kind === 'message.agent')
  assert.equal(said?.payload['text'], 'About that.')
  assert.equal((await scene.told()).length, 1)
})

test('[SUB8] [SUB12] also while something below it has not ended yet', async () => {
  const gate = Promise.withResolvers<void>()
  const given = givenTool('stubborn', 'done')
  const stubborn: Tool = {
    ...given,
    run: async (...call) => {
      await gate.promise
      return given.run(...call)
    },
  }
  await using scene = await spawning({
    ...withRules({ maxSpawnDepth: 2 }),
    toolOrigins: [{ tools: async () => [stubborn] }],
  })
  const { world, ann } = scene
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')], ['Begun.'], ['About that.'])
  scene.play('dig', [toolCall('stubborn')])
  await scene.say('go')
  await scene.pass()
  const { sessionId } = await scene.run('plan')
  await stop(scene, sessionId)
  await world.say(ann, sessionId, 'One more thing')
  await scene.pass()
  assert.equal(scene.asked('plan').length, 2, 'it is not heard before the end')
  assert.equal((await scene.run('plan')).endedAt, null)
  gate.resolve()
  await scene.settle()
  assert.deepEqual(await statesOf(scene), { plan: 'cancelled', dig: 'cancelled' })
  assert.match(heardIn(scene.asked('plan').at(-1)).at(-1) ?? '', /One more thing/)
})

test('[SUB13] [SUB12] what is said to one that is deleted with its end is returned as cancelled', async () => {
  await using scene = await spawning()
  const { world, ann } = scene
  scene.play('root', [spawn('dig', { cleanup: 'delete' })])
  scene.play('dig', held('never').answer)
  await scene.say('go')
  await scene.pass()
  const { sessionId } = await scene.run('dig')
  await stop(scene, sessionId)
  await world.say(ann, sessionId, 'One more thing')
  await scene.settle()
  const said = (await world.timeline(sessionId)).findLast(({ kind }) => kind === 'message.user')
  assert.deepEqual(said?.payload['cancelled'], { by: 'Heddle', why: 'stop' })
  assert.deepEqual([(await scene.run('dig')).sessionState, scene.asked('dig').length], ['archived', 1])
})

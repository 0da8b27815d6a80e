import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import {
  askedFor,
  held,
  manage,
  outputsIn,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'

const sessionTools = [
  'agents_list',
  'sessions_history',
  'sessions_list',
  'sessions_send',
  'sessions_spawn',
  'subagents',
]
const looksAfter = ['sessions_history', 'sessions_list', 'sessions_spawn', 'subagents']

const toolsOf = (scene: Spawning, who: string) =>
  (scene.asked(who)[0]?.tools ?? []).map(({ name }) => name).toSorted()

const bySpawn = (scene: Spawning, task: string, parentId: string = scene.id) =>
  scene.world.store.tx((t) => scene.world.sessions.spawn(t, scene.ann, parentId, { task }, ''))

test('[SUB5] [SUB7] without a word there is one level: a sub-agent has no tool of sessions and cannot call one', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig')])
  scene.play('dig', [spawn('deeper')])
  await scene.say('go')
  await scene.settle()
  assert.deepEqual(toolsOf(scene, 'root'), sessionTools)
  assert.deepEqual(toolsOf(scene, 'dig'), [])
  assert.match(outputsIn(scene.asked('dig')[1])[0] ?? '', /no tool "sessions_spawn"/)
  assert.equal((await scene.runs()).length, 1)
})

for (const depth of [2, 3, 5]) {
  test(`[SUB5] [SUB7] with maxSpawnDepth ${depth} there are ${depth} levels; all but the last look after their own`, async () => {
    await using scene = await spawning(withRules({ maxSpawnDepth: depth }))
    scene.play('root', [spawn('level 1')])
    for (let level = 1; level <= depth; level++) scene.play(`level ${level}`, [spawn(`level ${level + 1}`)])
    await scene.say('go')
    await scene.settle()
    const runs = await scene.runs()
    assert.deepEqual(
      runs.map((run) => [run.task, run.depth, run.state]),
      Array.from({ length: depth }, (_, i) => [`level ${i + 1}`, i + 1, 'succeeded']),
    )
    for (let level = 1; level < depth; level++) assert.deepEqual(toolsOf(scene, `level ${level}`), looksAfter)
    assert.deepEqual(toolsOf(scene, `level ${depth}`), [])
    const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    const deepest = await scene.run(`level ${depth}`)
    assert.match(deepest.sessionKey, new RegExp(`^agent:main(:subagent:${uuid}){${depth}}$`))
    const above = await scene.run(`level ${depth - 1}`)
    assert(deepest.sessionKey.startsWith(`${above.sessionKey}:subagent:`))
    assert(deepest.sessionKey.length <= limits.sessionKeyCharsMax)
  })
}

test('[SUB5] whoever asks below the last level is refused with the setting that says so', async () => {
  await using scene = await spawning()
  await bySpawn(scene, 'dig')
  await scene.settle()
  const [dig] = await scene.runs()
  const deeper = bySpawn(scene, 'deeper', dig?.session_id)
  await assert.rejects(deeper, refusedWith('too_deep'))
  await assert.rejects(deeper, /may be 1 deep here.*subagents\.maxSpawnDepth/)
})

test('[SUB5] what is below goes no deeper than was allowed when it was spawned', async () => {
  const deep = withRules({ maxSpawnDepth: 2 }).agents
  await using scene = await spawning({ agents: deep })
  const plan = held(spawn('dig'))
  scene.play('root', [spawn('plan')])
  scene.play('plan', plan.answer)
  await scene.say('go')
  await scene.pass()
  scene.world.useConfig(() => withRules({ maxSpawnDepth: 5 }).agents)
  plan.go()
  await scene.settle()
  assert.deepEqual(toolsOf(scene, 'dig'), [], 'it was to be two levels')
  assert.equal((await scene.runs())[1]?.depth_max, 2)
})

test('[SUB5] an agent with fewer levels of its own takes them along', async () => {
  await using scene = await spawning({
    agents: {
      agents: {
        defaults: { subagents: { maxSpawnDepth: 5, allowAgents: ['*'] } },
        list: [{ id: 'main' }, { id: 'leaf', subagents: { maxSpawnDepth: 1 } }],
      },
    },
  })
  scene.play('root', [spawn('plan', { agentId: 'leaf' })])
  await scene.say('go')
  await scene.settle()
  assert.deepEqual(toolsOf(scene, 'plan'), [])
})

test('[SUB5] five children of a session are active at most; one that ends makes room', async () => {
  await using scene = await spawning()
  const tasks = Array.from({ length: 6 }, (_, i) => `task ${i + 1}`)
  const first = held('one')
  const rest = held('others')
  scene.play(
    'root',
    tasks.map((task) => spawn(task)),
    ['waiting'],
    [spawn('task 7'), spawn('task 8')],
  )
  scene.play('task 1', first.answer)
  for (const task of tasks.slice(1)) scene.play(task, rest.answer)
  scene.play('task 7', rest.answer)
  await scene.say('go')
  await scene.pass()
  const outputs = outputsIn(scene.asked('root')[1])
  assert.equal(outputs.filter((text) => text.includes('"accepted"')).length, 5)
  assert.match(
    outputs[5] ?? '',
    /"code":"too_many_children".*5 sub-agents of this session are active.*maxChildrenPerAgent/,
  )
  first.go()
  await scene.pass()
  const later = outputsIn(scene.asked('root')[3]).slice(-2)
  assert.match(later[0] ?? '', /accepted/, 'a place is free')
  assert.match(later[1] ?? '', /too_many_children/, 'and only one')
  rest.go()
  await scene.settle()
  assert.equal((await scene.runs()).length, 6)
})

test('[SUB5] [SUB16] a persistent one that is idle takes no place among the children', async () => {
  await using scene = await spawning(withRules({ maxChildrenPerAgent: 1 }))
  scene.play('root', [spawn('stay', { mode: 'session' })], ['so far'], [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  const dig = await scene.run('dig')
  assert.equal(dig.status, 'success')
  assert.equal((await scene.run('stay')).sessionState, 'idle')
})

for (const most of [1, 20]) {
  test(`[SUB5] [I23] of fifty spawns at the same moment ${most} pass where ${most} may be active`, async () => {
    await using scene = await spawning(withRules({ maxChildrenPerAgent: most }))
    const gate = held('done')
    for (let i = 0; i < 50; i++) scene.play(`task ${i}`, gate.answer)
    const all = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => bySpawn(scene, `task ${i}`)))
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, most)
    for (const one of all) {
      if (one.status === 'rejected') assert(refusedWith('too_many_children')(one.reason))
    }
    assert.equal((await scene.runs()).length, most)
    gate.go()
    await scene.settle()
    assert((await scene.runs()).every(({ state }) => state === 'succeeded'))
  })
}

test('[SUB5] [I23] eight sub-agents work at once without a word, however many parents there are', async () => {
  await using scene = await spawning()
  const gate = held('done')
  const parents = [scene.id, await scene.world.chat(scene.ann), await scene.world.chat(scene.ann)]
  const tasks = parents.flatMap((parent, p) =>
    Array.from({ length: 5 }, (_, i) => ({ parent, task: `${p}-${i}` })),
  )
  for (const { parent, task } of tasks) {
    scene.play(task, gate.answer)
    await bySpawn(scene, task, parent)
  }
  await scene.pass()
  assert.equal(scene.world.model.running, 8)
  const waiting = []
  for (const { task } of tasks) {
    const { state, waitsFor } = await scene.run(task)
    if (state !== 'running') waiting.push([state, waitsFor])
  }
  assert.deepEqual(
    waiting,
    Array.from({ length: 7 }, () => ['queued', 'capacity']),
  )
  gate.go()
  await scene.settle()
  assert.equal(scene.order.filter((who) => who !== 'root').length, 15)
})

test('[SUB5] the slots are shared in turn between parents: a single task does not wait behind many', async () => {
  await using scene = await spawning(withRules({ maxConcurrent: 1 }))
  const gates = ['a0', 'a1', 'a2', 'a3', 'b0'].map((task) => {
    const gate = held('done')
    scene.play(task, gate.answer)
    return gate
  })
  const other = await scene.world.chat(scene.ann)
  for (const task of ['a0', 'a1', 'a2', 'a3']) await bySpawn(scene, task)
  await scene.pass()
  await bySpawn(scene, 'b0', other)
  await scene.pass()
  assert.deepEqual(scene.order, ['a0'])
  for (const gate of gates) gate.go()
  await scene.settle()
  assert(scene.order.indexOf('b0') <= 2, `the other parent came to its turn: ${scene.order.join(' ')}`)
})

test('[SUB5] a sub-agent that waits for its own holds no slot: one slot is enough for a whole tree', async () => {
  await using scene = await spawning(withRules({ maxConcurrent: 1, maxSpawnDepth: 4 }))
  scene.play('root', [spawn('level 1'), manage('wait')])
  for (const level of [1, 2, 3]) {
    scene.play(`level ${level}`, [spawn(`level ${level + 1}`), spawn(`beside ${level}`), manage('wait')])
  }
  await scene.say('go')
  await scene.settle()
  const runs = await scene.runs()
  assert.equal(runs.length, 7)
  assert.deepEqual([...new Set(runs.map(({ state }) => state))], ['succeeded'])
  assert.equal((await scene.told()).length, 1)
})

test('[SUB5] a sub-agent that waits for an approval holds no slot', async () => {
  await using scene = await spawning({
    ...withRules({ maxConcurrent: 1 }),
    toolOrigins: [{ tools: async () => [askedFor('launch')] }],
  })
  scene.play('risky', [toolCall('launch')])
  await bySpawn(scene, 'risky')
  await scene.settle()
  await bySpawn(scene, 'plain')
  await scene.settle()
  const risky = await scene.run('risky')
  assert.deepEqual([risky.state, risky.waitsFor], ['waiting', 'approval'])
  assert.equal((await scene.run('plain')).status, 'success')
})

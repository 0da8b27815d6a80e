import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { ModelRequest } from '../../agents/agents.ts'
import { workStore } from '../../foundation/work/work-store.ts'
import { afterCommits } from '../../../test-support/after-commits.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  askedFor,
  heardIn,
  held,
  manage,
  outputsIn,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

interface WaitOutcome {
  ended: { label: string | null; status: string; skipped: boolean }[]
  stillRunning: { label: string | null }[]
  note: string
}

/** What the last call of the root came to. */
function outcomeOf(scene: Spawning, who = 'root'): WaitOutcome {
  return JSON.parse(outputsIn(scene.asked(who).at(-1)).at(-1) ?? '{}')
}

const endedIn = ({ ended }: WaitOutcome) => ended.map(({ label, status }) => `${label} ${status}`).toSorted()
const openIn = ({ stillRunning }: WaitOutcome) => stillRunning.map(({ label }) => label)

/** A root that has spawned these, each held, and then waits. */
async function waitingFor(
  labels: readonly string[],
  wish: object = {},
  more: { spawn?: object; rules?: Parameters<typeof withRules>[0] } = {},
) {
  const scene = await spawning(withRules(more.rules ?? {}))
  const gates = new Map(labels.map((label) => [label, held(`${label} is dug`)]))
  scene.play('root', [
    ...labels.map((label) => spawn(`dig ${label}`, { label, ...more.spawn })),
    manage('wait', wish),
  ])
  for (const [label, { answer }] of gates) scene.play(`dig ${label}`, answer)
  await scene.say('go')
  await scene.pass()
  const end = async (label: string) => {
    gates.get(label)?.go()
    await scene.pass()
  }
  return { scene, end }
}

test('[SUB14] [SUB5] who waits holds nothing until all have ended, and hears what they came to in the same turn', async () => {
  const { scene, end } = await waitingFor(['a', 'b'])
  await using _ = scene
  const session = await scene.world.store.read((r) => scene.world.sessions.find(r, scene.ann, scene.id))
  assert.equal(session.state, 'running')
  assert.equal(scene.world.runner.figures().running['turns'], 0)
  await end('a')
  assert.equal(scene.asked('root').length, 1, 'one of two is not all')
  await end('b')
  await scene.settle()
  assert.equal(scene.asked('root').length, 2, 'once, and nobody is woken for what was heard')
  assert.deepEqual(endedIn(outcomeOf(scene)), ['a success', 'b success'])
  const heard = heardIn(scene.asked('root')[1]).slice(1)
  assert.deepEqual(heard.map((text) => /Result: (.*)/.exec(text)?.[1] ?? text).toSorted(), [
    'a is dug',
    'b is dug',
  ])
  const turns = (await scene.world.timeline(scene.id)).filter(({ kind }) => kind === 'turn.started')
  assert.equal(turns.length, 1)
})

test('[SUB14] [SUB5] a wait has one row of work, whoever comes by meanwhile, and none is left once it is over', async () => {
  const { scene, end } = await waitingFor(['a', 'b', 'c'], {}, { rules: { maxChildrenPerAgent: 3 } })
  await using _ = scene
  const sleeping = async () => {
    const counts = await scene.world.store.read((r) => workStore.counts(r))
    return counts.filter(({ lane }) => lane === 'turns').map(({ state, count }) => `${count} ${state}`)
  }
  const one = ['1 ready']
  assert.deepEqual(await sleeping(), one)
  await end('a')
  await scene.say('And then?')
  await scene.pass()
  await end('b')
  assert.deepEqual(await sleeping(), one)
  await end('c')
  await scene.settle()
  assert.deepEqual(await sleeping(), [])
  assert.match(
    heardIn(scene.asked('root').at(-1)).at(-1) ?? '',
    /And then\?/,
    'nothing was forgotten with it',
  )
})

test('[SUB14] [SUB12] a wait that is stopped leaves no row either', async () => {
  const { scene } = await waitingFor(['a'])
  await using _ = scene
  await scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, scene.id))
  await scene.settle()
  const counts = await scene.world.store.read((r) => workStore.counts(r))
  assert.deepEqual(
    counts.filter(({ lane }) => lane === 'turns' || lane === 'subagent'),
    [],
  )
})

test('[SUB14] a wait for some ends with those, by whatever name', async () => {
  for (const name of ['b', 'B', '#1', '1']) {
    const { scene, end } = await waitingFor(['a', 'b'], { ids: [name] })
    await using _ = scene
    await end('a')
    assert.equal(scene.asked('root').length, 1, name)
    await end('b')
    assert.deepEqual(endedIn(outcomeOf(scene)), ['b success'], name)
  }
})

test('[SUB14] what a person asks for during a wait is not waited for, and takes nobody’s number', async () => {
  for (const wish of [{ ids: ['#1'] }, {}]) {
    await using scene = await spawning()
    const [own, later] = [held('Own.'), held('Later.')]
    scene.play('root', [spawn('own')], [manage('wait', wish)], ['over'])
    scene.play('own', own.answer)
    scene.play('later', later.answer)
    await scene.say('go')
    await scene.pass()
    const place = { conversation: { channel: 'web', accountId: 'web', conversationId: scene.id } }
    await scene.world.store.tx((t) => scene.world.routing.spawn(t, scene.ann, place, { task: 'later' }))
    await scene.pass()
    own.go()
    await scene.pass()
    assert.equal(scene.asked('root').length, 3, JSON.stringify(wish))
    assert.match(heardIn(scene.asked('root')[2]).join(), /Result: Own\./)
    later.go()
  }
})

test('[SUB14] a number means the one that it meant when the call was made', async () => {
  const { scene, end } = await waitingFor(['a', 'b', 'c'], { ids: ['#1'] })
  await using _ = scene
  await end('c')
  assert.deepEqual(endedIn(outcomeOf(scene)), ['c success'])
  assert.deepEqual(openIn(outcomeOf(scene)), [])
})

for (const wish of [{}, { id: 'a' }, { ids: ['#1'] }]) {
  test(`[SUB13] [SUB14] one that is archived right after it ended is heard by a wait with ${JSON.stringify(wish)}`, async () => {
    const { scene, end } = await waitingFor(['a'], wish, { spawn: { cleanup: 'delete' } })
    await using _ = scene
    await end('a')
    await scene.settle()
    assert.equal((await scene.run('dig a')).sessionState, 'archived')
    assert.deepEqual(endedIn(outcomeOf(scene)), ['a success'])
    assert.match(heardIn(scene.asked('root')[1]).at(-1) ?? '', /Result: a is dug/)
    assert.equal(scene.asked('root').length, 2)
  })
}

test('[SUB14] what has ended before and was not heard is heard by a wait', async () => {
  await using scene = await spawning()
  const busy = held(manage('wait'))
  scene.play('root', [spawn('dig', { label: 'a' })], busy.answer)
  await scene.say('go')
  await scene.pass()
  assert.equal((await scene.run('dig')).status, 'success')
  busy.go()
  await scene.settle()
  assert.deepEqual(endedIn(outcomeOf(scene)), ['a success'])
  assert.equal(scene.asked('root').length, 3)
  assert.equal(heardIn(scene.asked('root')[2]).length, 2)
})

test('[SUB14] a wait with a time ends when it is over; what ends later comes as a message', async () => {
  const { scene, end } = await waitingFor(['a', 'b'], { timeoutSeconds: 20 })
  await using _ = scene
  await end('a')
  await scene.wait(20_000)
  await scene.pass()
  assert.deepEqual([endedIn(outcomeOf(scene)), openIn(outcomeOf(scene))], [['a success'], ['b']])
  assert.match(outcomeOf(scene).note, /The time to wait is over/)
  await end('b')
  await scene.settle()
  assert.equal(scene.asked('root').length, 3)
  assert.match(heardIn(scene.asked('root')[2]).at(-1) ?? '', /Result: b is dug/)
})

test('[SUB14] a wait without a time ends after ten minutes', async () => {
  await using scene = await spawning({ toolOrigins: [{ tools: async () => [askedFor('launch')] }] })
  scene.play('root', [spawn('dig', { label: 'a' }), manage('wait')])
  scene.play('dig', [toolCall('launch')])
  await scene.say('go')
  await scene.pass()
  assert.equal((await scene.run('dig')).waitsFor, 'approval')
  await scene.wait(limits.waitSecondsDefault * 1_000 - 10_000)
  assert.equal(scene.asked('root').length, 1)
  await scene.wait(10_000)
  assert.equal(scene.asked('root').length, 2)
  assert.deepEqual(openIn(outcomeOf(scene)), ['a'])
})

test('[SUB14] a message that steers ends the wait early, and is heard with it', async () => {
  const { scene, end } = await waitingFor(['a'])
  await using _ = scene
  await scene.say('Never mind a, tell me the time', 'steer')
  await scene.pass()
  assert.equal(scene.asked('root').length, 2)
  assert.match(outcomeOf(scene).note, /Somebody has something to say/)
  assert.deepEqual(openIn(outcomeOf(scene)), ['a'])
  assert.equal(heardIn(scene.asked('root')[1]).at(-1), 'Never mind a, tell me the time')
  await end('a')
  await scene.settle()
  assert.match(heardIn(scene.asked('root')[2]).at(-1) ?? '', /Result: a is dug/)
})

test('[SES4] [SUB14] what steers is heard without a wait, whichever moment it comes at', async () => {
  for (let commits = 1; ; commits++) {
    await using scene = await spawning({ runTwiceShare: 0 })
    const root = ({ messages }: ModelRequest) =>
      messages.some(({ role }) => role === 'tool') ? ['ok'] : [spawn('dig'), manage('wait')]
    scene.play('root', ...Array.from({ length: 9 }, () => root))
    scene.play('dig', held().answer)
    await scene.say('go')
    const moment = afterCommits(scene.world.store, commits, () => scene.say('Never mind', 'steer'))
    await scene.pass()
    if (!moment.hasCome) {
      assert(commits > 10, `there are more commits than ${commits}`)
      return
    }
    const last = scene.asked('root').at(-1)
    assert(heardIn(last).includes('Never mind'), `after ${commits} commits`)
  }
})

for (const who of ['a person on its page', 'its parent'] as const) {
  test(`[SUB14] a sub-agent that waits is steered by ${who}, and hears it in the same turn`, async () => {
    await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
    scene.play('root', [spawn('plan', { label: 'plan' })])
    scene.play('plan', [spawn('dig', { label: 'a' }), manage('wait')], ['I go on without it.'])
    const dig = held('dug')
    scene.play('dig', dig.answer)
    await scene.say('go')
    await scene.pass()
    const { sessionId } = await scene.run('plan')
    if (who === 'its parent') {
      scene.play('root', [manage('steer', { id: 'plan', text: 'Do not wait' })])
      await scene.say('Tell it')
    } else await scene.world.say(scene.ann, sessionId, 'Do not wait', { mode: 'steer' })
    await scene.pass()
    assert.equal(scene.asked('plan').length, 2)
    assert.deepEqual(heardIn(scene.asked('plan')[1]), ['plan', 'Do not wait'])
    assert.deepEqual(openIn(outcomeOf(scene, 'plan')), ['a'])
    dig.go()
    await scene.settle()
    assert.equal((await scene.told()).length, 1)
  })
}

test('[SUB14] a message that only queues does not end the wait', async () => {
  const { scene, end } = await waitingFor(['a'])
  await using _ = scene
  await scene.say('And then?')
  await scene.pass()
  assert.equal(scene.asked('root').length, 1)
  await end('a')
  await scene.settle()
  assert.equal(heardIn(scene.asked('root')[2]).at(-1), 'And then?')
})

for (const how of ['restart', 'crash'] as const) {
  test(`[SUB14] a wait is kept over a ${how}`, async () => {
    const { scene } = await waitingFor(['a', 'b'])
    await using _ = scene
    await scene.world[how]()
    // The models that were held are gone with the process; whoever is asked again answers.
    await scene.settle()
    assert.deepEqual(endedIn(outcomeOf(scene)), ['a success', 'b success'])
    assert.equal(scene.asked('root').length, 2)
    assert.equal((await scene.told()).length, 2)
  })
}

test('[SUB14] a stop ends the wait and all that was waited for', async () => {
  const { scene } = await waitingFor(['a', 'b'])
  await using _ = scene
  await scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, scene.id))
  await scene.settle()
  assert.equal(scene.world.model.running, 0)
  assert.deepEqual(
    (await scene.runs()).map(({ state }) => state),
    ['cancelled', 'cancelled'],
  )
  const session = await scene.world.store.read((r) => scene.world.sessions.find(r, scene.ann, scene.id))
  assert.equal(session.state, 'idle')
  assert.equal(scene.asked('root').length, 1)
})

test('[SUB14] a wait says how each ended, and of none that there is none', async () => {
  await using scene = await spawning()
  scene.play('root', [manage('wait')], [spawn('dig', { label: 'a' }), manage('wait')])
  scene.play('dig', [{ type: 'failed', error: { kind: 'refused', message: 'No.' } }])
  await scene.say('go')
  await scene.settle()
  assert.match(outputsIn(scene.asked('root')[1])[0] ?? '', /There is nothing to wait for/)
  assert.deepEqual(endedIn(outcomeOf(scene)), ['a error'])
})

test('[SUB14] a wait for one that is not there is an error that names the field and the nearest', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig', { label: 'spade' }), manage('wait', { ids: ['spate'] })])
  await scene.say('go')
  await scene.settle()
  const told = JSON.parse(outputsIn(scene.asked('root')[1])[1] ?? '{}')
  assert.deepEqual(
    [told.status, told.code, told.field, told.nearest],
    ['error', 'unknown_run', 'id', 'spade'],
  )
})

test('[SUB5] [SUB14] a sub-agent that waits lets go of its slot, and goes on in one when it is free', async () => {
  await using scene = await spawning(withRules({ maxConcurrent: 1, maxSpawnDepth: 2 }))
  const dig = held('dug')
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig', { label: 'a' }), manage('wait')], ['It is dug.'])
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.pass()
  const plan = await scene.run('plan')
  assert.deepEqual([plan.state, plan.waitsFor], ['waiting', 'children'])
  assert.equal(scene.world.runner.figures().running['subagent'], 1)
  dig.go()
  await scene.settle()
  assert.deepEqual(endedIn(outcomeOf(scene, 'plan')), ['a success'])
  assert.equal((await scene.run('plan')).announcement?.result, 'It is dug.')
})

test('[SES9] what sub-agents announced while their parent waits is no message that waits', async () => {
  const gate = held('done')
  await using scene = await spawning()
  scene.play('root', [spawn('one'), spawn('two')], [manage('wait')])
  scene.play('two', gate.answer)
  const { world, ann, id } = scene
  await world.say(ann, id, 'go')
  await world.breathe()
  const { queued } = await world.store.read((r) => world.sessions.find(r, ann, id))
  const [listed] = (await world.store.read((r) => world.sessions.list(r, ann, {}, { limit: 5 }))).items
  assert.deepEqual([queued, listed?.queued], [0, 0])
  assert.equal((await scene.run('one')).state, 'succeeded')
  gate.go()
  await scene.settle()
})

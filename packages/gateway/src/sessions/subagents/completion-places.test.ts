import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunId, SessionId } from '@heddle/contract'
import { queries } from '../sessions-tables.ts'
import {
  heardIn,
  held,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

const completionOf = (scene: Spawning, id: RunId) =>
  scene.world.store.read((r) => scene.world.routing.completionOf(r, id))

const inboxOf = (scene: Spawning, id: SessionId) =>
  scene.world.store.read((r) =>
    r.all(queries.selectFrom('session_inbox').selectAll().where('session_id', '=', id)),
  )

const failed = { type: 'failed', error: { kind: 'refused', message: 'No.' } } as const

test('[RTE2] [CMD7] what a person asked for is told where they asked, once, and wakes nobody', async () => {
  await using scene = await spawning()
  const place = { conversation: { channel: 'web', accountId: 'web', conversationId: scene.id } }
  const spawned = await scene.world.store.tx((t) =>
    scene.world.routing.spawn(t, scene.ann, place, { task: 'dig' }),
  )
  await scene.settle()
  assert.equal(scene.asked('root').length, 0)
  assert.deepEqual(
    (await scene.told()).map(({ payload }) => [payload['runId'], payload['askedBy'], payload['result']]),
    [[spawned.runId, 'person', 'dig is done']],
  )
  assert.deepEqual(await completionOf(scene, spawned.runId), {
    destination: 'requester',
    reason: 'asked_there',
    place: scene.id,
  })
  assert.deepEqual(
    (await inboxOf(scene, scene.id)).map(({ is_quiet }) => is_quiet),
    [1],
  )
  await scene.say('What was that?')
  await scene.settle()
  const heard = heardIn(scene.asked('root')[0])
  assert.match(heard[0] ?? '', /Result: dig is done/)
  assert.equal(heard[1], 'What was that?')
  assert.equal((await scene.told()).length, 1)
})

test('[RTE2] what a sub-agent could not tell because its turn on it failed is told at the root, once', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')], ['begun'], [failed])
  await scene.say('go')
  await scene.settle()
  const [plan, dig] = await scene.runs()
  assert(plan && dig)
  assert.deepEqual(await completionOf(scene, dig.id), {
    destination: 'requester',
    reason: 'parent_failed',
    place: scene.id,
  })
  assert.deepEqual(
    (await scene.told()).map(({ payload }) => [payload['runId'], payload['status'], payload['toldFor']]),
    [
      [plan.id, 'error', undefined],
      [dig.id, 'success', { sessionId: plan.session_id, why: 'parent_failed' }],
    ],
  )
  assert.equal((await scene.told(plan.session_id)).length, 1)
  // Whoever asks again, or late, changes nothing about it.
  await scene.world.store.tx((t) => scene.world.routing.announceCompletion(t, dig.id))
  assert.equal(
    await scene.world.store.tx((t) => scene.world.sessions.tellAtRoot(t, dig.id, 'parent_failed')),
    false,
  )
  assert.equal((await completionOf(scene, dig.id))?.reason, 'parent_failed')
  assert.equal((await scene.told()).length, 2)
})

test('[RTE2] [SUB4] what a sub-agent could not tell because its time was over is told at the root, once', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const plan = held('Too late.')
  scene.play('root', [spawn('plan', { runTimeoutSeconds: 5 })])
  scene.play('plan', [spawn('dig')], ['begun'], plan.answer)
  await scene.say('go')
  await scene.pass()
  await scene.wait(6_000)
  await scene.settle()
  const { id } = await scene.run('dig')
  assert.deepEqual(
    (await scene.told()).map(({ payload }) => [payload['status'], payload['result']]),
    [
      ['timeout', 'begun'],
      ['success', 'dig is done'],
    ],
  )
  assert.equal((await completionOf(scene, id))?.reason, 'parent_failed')
  plan.go()
})

test('[RTE2] where the turn of the root itself failed, the row on its page is where it is told', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig')], ['begun'], [failed])
  await scene.say('go')
  await scene.settle()
  const [dig] = await scene.runs()
  assert(dig)
  assert.equal((await scene.told()).length, 1)
  assert.deepEqual(await completionOf(scene, dig.id), {
    destination: 'requester',
    reason: 'parent_failed',
    place: scene.id,
  })
})

test('[RTE2] what ends below a sub-agent that is over is told at the root, once', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan')])
  scene.play('plan', ['planned'], [spawn('dig')], ['I have it dug.'])
  const dig = held('A late hole.')
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('plan')
  await scene.world.say(scene.ann, sessionId, 'Have it dug after all')
  await scene.pass()
  dig.go()
  await scene.settle()
  const late = await scene.run('dig')
  assert.deepEqual(await completionOf(scene, late.id), {
    destination: 'requester',
    reason: 'parent_gone',
    place: scene.id,
  })
  const told = (await scene.told()).filter(({ payload }) => payload['runId'] === late.id)
  assert.deepEqual(
    told.map(({ payload }) => [payload['result'], payload['toldFor']]),
    [['A late hole.', { sessionId, why: 'parent_gone' }]],
  )
  assert.equal(scene.asked('plan').length, 3, 'it was not woken again')
})

test('[RTE2] [CMD7] what a person asks for on the page of a sub-agent that is over is told there, once', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan')])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('plan')
  const place = { conversation: { channel: 'web', accountId: 'web', conversationId: sessionId } }
  const { runId } = await scene.world.store.tx((t) =>
    scene.world.routing.spawn(t, scene.ann, place, { task: 'dig' }),
  )
  await scene.settle()
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'requester',
    reason: 'asked_there',
    place: sessionId,
  })
  const toldOf = async (id: SessionId) =>
    (await scene.told(id)).filter(({ payload }) => payload['runId'] === runId).length
  assert.deepEqual([await toldOf(sessionId), await toldOf(scene.id)], [1, 0])
})

test('[RTE2] what ends together with the session above it is recorded, and wakes nobody', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')])
  scene.play('dig', held('never').answer)
  await scene.say('go')
  await scene.pass()
  await scene.world.store.tx((t) => scene.world.sessions.archive(t, scene.ann, scene.id))
  await scene.settle()
  for (const run of await scene.runs()) {
    assert.equal(run.state, 'cancelled')
    assert.deepEqual(await completionOf(scene, run.id), {
      destination: 'parent',
      reason: 'stopped_with_parent',
      place: run.parent_id,
    })
    assert.equal((await scene.told(run.parent_id)).length, 1)
  }
  assert.equal(scene.order.filter((who) => who === 'root').length, 2)
})

test('[RTE3] [RTE5] the origin of the root is frozen on everything below it, and that is where the root answers', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 3 }))
  scene.play('root', [spawn('level 1')])
  scene.play('level 1', [spawn('level 2')])
  scene.play('level 2', [spawn('level 3')])
  await scene.say('go')
  await scene.settle()
  const turns = await scene.world.store.read((r) =>
    r.all(queries.selectFrom('turns').selectAll().where('session_id', '=', scene.id).orderBy('id')),
  )
  const [first, last] = [turns[0], turns.at(-1)]
  const origin = { conversation: first?.conversation, personId: scene.ann.personId }
  assert.notEqual(origin.conversation, '')
  assert.deepEqual(
    (await scene.runs()).map((run) => JSON.parse(run.origin)),
    [origin, origin, origin],
  )
  assert.deepEqual([last?.conversation, last?.requester_id], [origin.conversation, scene.ann.personId])
  const { session_id: child } = (await scene.runs())[0] ?? {}
  const below = await scene.world.store.read((r) =>
    r.all(
      queries
        .selectFrom('turns')
        .select('conversation')
        .where('session_id', '=', child as SessionId),
    ),
  )
  assert.deepEqual([...new Set(below.map(({ conversation }) => conversation))], [''])
})

test('[RTE3] [RTE5] what was asked for in different places is heard in turns of its own, each answered there', async () => {
  await using scene = await spawning()
  const gates = { a: held('1'), b: held('2'), c: held('3') }
  scene.play('root', [spawn('a'), spawn('b'), spawn('c')])
  for (const [task, { answer }] of Object.entries(gates)) scene.play(task, answer)
  await scene.say('go')
  await scene.pass()
  const elsewhere = JSON.stringify({ conversation: 'elsewhere', personId: scene.ann.personId })
  await scene.world.store.tx((t) =>
    t.run(queries.updateTable('runs').set({ origin: elsewhere }).where('task', '=', 'c')),
  )
  for (const { go } of Object.values(gates)) go()
  await scene.settle()
  const turns = await scene.world.store.read((r) =>
    r.all(queries.selectFrom('turns').selectAll().where('session_id', '=', scene.id).orderBy('id')),
  )
  const [here = '', ...places] = turns.map(({ conversation }) => conversation ?? '')
  assert.deepEqual(places.toSorted(), ['elsewhere', here].toSorted())
  assert.equal(scene.asked('root').length, 4)
})

test('[I3] every run that has ended has one announcement and one place', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('a'), spawn('b'), spawn('c'), spawn('d')])
  scene.play('a', [spawn('a1'), spawn('a2')])
  scene.play('a1', ['ANNOUNCE_SKIP'])
  scene.play('b', [failed])
  scene.play('c', ['ANNOUNCE_SKIP'])
  await scene.say('go')
  await scene.settle()
  const runs = await scene.runs()
  assert.equal(runs.length, 6)
  for (const run of runs) {
    const told = (await scene.told(run.parent_id)).filter(({ payload }) => payload['runId'] === run.id)
    assert.equal(told.length, 1)
    assert.equal(told[0]?.eventId, run.finished_event_id)
    assert(await completionOf(scene, run.id))
  }
})

test('[RTE2] what a sub-agent had not heard, or was just hearing, when it was stopped is told at the root, once', async () => {
  for (const hearing of ['not yet', 'just now']) {
    await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
    const busy = held('Never said.')
    scene.play('root', [spawn('plan')])
    if (hearing === 'not yet') scene.play('plan', [spawn('dig')], busy.answer)
    else scene.play('plan', [spawn('dig')], ['begun'], busy.answer)
    await scene.say('go')
    await scene.pass()
    await scene.wait(300)
    await scene.pass()
    const [plan, dig] = await scene.runs()
    assert(plan && dig)
    assert.equal(dig.state, 'succeeded', hearing)
    await scene.world.store.tx((t) => scene.world.sessions.kill(t, scene.ann, plan.id))
    await scene.settle()
    const told = (await scene.told()).filter(({ payload }) => payload['runId'] === dig.id)
    assert.deepEqual(
      told.map(({ payload }) => [payload['result'], payload['toldFor']]),
      [['dig is done', { sessionId: plan.session_id, why: 'parent_gone' }]],
      hearing,
    )
    assert.deepEqual(await completionOf(scene, dig.id), {
      destination: 'requester',
      reason: 'parent_gone',
      place: scene.id,
    })
    busy.go()
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { everything, redact, redactOne } from '../../../test-support/redacting.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  held,
  manage,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'
import type { LogEvent } from '../sessions.ts'
import { queries } from '../sessions-tables.ts'

const secret = 'the key lies under the third stone'

const find = async (
  { world }: Spawning,
  sessionId: SessionId,
  kind: string,
  fits: (event: LogEvent) => boolean = () => true,
) => (await world.timeline(sessionId)).findLast((event) => event.kind === kind && fits(event))

test('[SUB9] [SES6] what a sub-agent said is redacted where it was announced, and in what lists show of it', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('seek', { label: 'scout' })])
  scene.play('seek', [`I looked.\n${secret}`])
  await scene.say('Where is it?')
  await scene.settle()
  const { sessionId, id: runId } = await scene.run('seek')
  assert.equal((await scene.run('seek')).lastLine, secret)
  await redact(scene, sessionId, await find(scene, sessionId, 'message.agent'))
  assert.ok(!(await everything(scene)).includes(secret))
  const run = await scene.run('seek')
  assert.deepEqual([run.announcement, run.lastLine, run.status, run.task], [null, '', 'success', 'seek'])
  const [told] = await scene.told()
  assert.equal(told?.isRedacted, true)
  const { runId: of, sessionId: where, label, status, result, notes } = told?.payload ?? {}
  assert.deepEqual(
    [of, where, label, status, result, notes],
    [runId, sessionId, 'scout', 'success', undefined, undefined],
    'the branch still joins back',
  )
  scene.play('root', (request) => {
    assert.ok(!JSON.stringify(request).includes(secret), 'no model hears it again')
    return ['Gone.']
  })
  await scene.say('Where was it?')
  await scene.settle()
})

test('[SUB9] [SES6] the result can be redacted where it was announced: then what was said is gone too', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('seek')])
  scene.play('seek', [secret])
  await scene.say('go')
  await scene.settle()
  const plan = await scene.run('plan')
  await redact(scene, plan.sessionId, await find(scene, plan.sessionId, 'subagent.finished'))
  assert.ok(!(await everything(scene)).includes(secret))
  assert.equal((await scene.run('seek')).announcement, null)
  assert.notEqual((await scene.run('plan')).announcement, null)
})

test('[SUB9] [RTE2] [SES6] it is redacted at the root too, where that was told for a parent that could not', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const last = held(secret)
  scene.play('root', [spawn('plan', { mode: 'session' })])
  scene.play('plan', ['Ready.'], [spawn('seek')], ['It seeks.'])
  scene.play('seek', last.answer)
  await scene.say('go')
  await scene.settle()
  const plan = await scene.run('plan')
  await scene.world.say(scene.ann, plan.sessionId, 'Seek')
  await scene.pass()
  // The one in between is gone before what is below it has ended.
  await scene.world.store.tx((t) =>
    t.run(queries.updateTable('sessions').set({ state: 'archived' }).where('id', '=', plan.sessionId)),
  )
  last.go()
  await scene.settle()
  const atRoot = await find(scene, scene.id, 'subagent.finished', ({ payload }) => 'toldFor' in payload)
  assert.equal(atRoot?.payload['result'], secret)
  const seek = await scene.run('seek')
  await redact(scene, seek.sessionId, await find(scene, seek.sessionId, 'message.agent'))
  assert.ok(!(await everything(scene)).includes(secret))
  const left = await find(scene, scene.id, 'subagent.finished', ({ payload }) => 'toldFor' in payload)
  assert.deepEqual([left?.isRedacted, left?.payload['runId']], [true, seek.id])
})

test('[SUB9] [SES6] a result that was taken from a tool goes with that tool’s result', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('look')])
  scene.play('look', [toolCall('sessions_list', {})], [''])
  await scene.say('go')
  await scene.settle()
  const look = await scene.run('look')
  assert.equal(look.announcement?.resultFrom, 'tool')
  await redact(scene, look.sessionId, await find(scene, look.sessionId, 'tool.result'))
  assert.equal((await scene.run('look')).announcement, null)
})

/** Where a task stands; whichever is redacted takes the others along. */
const taskPlaces: [
  string,
  (scene: Spawning, child: SessionId) => Promise<[SessionId, LogEvent | undefined]>,
][] = [
  ['as the first message of its session', async (s, child) => [child, (await s.world.timeline(child))[0]]],
  ['where it branches off', async (s) => [s.id, await find(s, s.id, 'subagent.spawned')]],
  ['in the call that gave it', async (s) => [s.id, await find(s, s.id, 'tool.call')]],
]

for (const [where, place] of taskPlaces) {
  test(`[SUB1] [SES6] a task that is redacted ${where} is gone from every place, with the title that it gave`, async () => {
    await using scene = await spawning()
    scene.play('root', [spawn(secret)])
    scene.play(secret, ['Done.'])
    await scene.say('go')
    await scene.settle()
    const { sessionId, id: runId } = await scene.run(secret)
    const before = await everything(scene)
    assert.ok(before.split(secret).length > 4, 'it stood in all of them')
    await redact(scene, ...(await place(scene, sessionId)))
    assert.ok(!(await everything(scene)).includes(secret))
    const { world } = scene
    const session = await world.store.read((r) => world.sessions.find(r, world.operator, sessionId))
    const run = await world.store.read((r) => world.sessions.readRun(r, world.operator, runId))
    assert.deepEqual([session.title, run.task, run.announcement?.result], ['', '', 'Done.'])
    const spawned = await find(scene, scene.id, 'subagent.spawned')
    const { runId: of, sessionId: child, task, mode } = spawned?.payload ?? {}
    assert.deepEqual([spawned?.isRedacted, of, child, task, mode], [true, runId, sessionId, undefined, 'run'])
  })
}

for (const [where, place] of taskPlaces) {
  test(`[SUB1] [SES6] the label goes with a task that is redacted ${where}: as a name, a title, and in what was announced`, async () => {
    await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
    const { world } = scene
    scene.play('root', [spawn('dig', { label: secret })])
    scene.play('dig', ['Dug.'])
    await scene.say('go')
    await scene.settle()
    const { sessionId, id: runId } = await scene.run('dig')
    const last = (await world.timeline(scene.id)).at(-1)!
    const fork = await world.store.tx((t) =>
      world.sessions.fork(t, scene.ann, scene.id, {
        eventId: last.eventId,
        key: 'agent:main:web:fork',
        isReplaced: false,
      }),
    )
    assert.ok(JSON.stringify(await world.timeline(fork.id)).includes(secret))
    await redact(scene, ...(await place(scene, sessionId)))
    assert.ok(!(await everything(scene)).includes(secret))
    const run = await world.store.read((r) => world.sessions.readRun(r, world.operator, runId))
    const session = await world.store.read((r) => world.sessions.find(r, world.operator, sessionId))
    assert.deepEqual([run.label, session.title, run.announcement?.result], [null, '', 'Dug.'])
    const [told] = await scene.told()
    assert.deepEqual([told?.isRedacted, told?.payload['label']], [false, null])
  })
}

test('[SUB1] [SES6] a name that somebody gave the session later stays when its task is redacted', async () => {
  await using scene = await spawning()
  const { world, ann } = scene
  scene.play('root', [spawn('dig', { label: secret })])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('dig')
  await world.store.tx((t) => world.sessions.change(t, ann, sessionId, { title: 'The garden' }))
  await redact(scene, sessionId, (await world.timeline(sessionId))[0])
  const session = await world.store.read((r) => world.sessions.find(r, world.operator, sessionId))
  assert.equal(session.title, 'The garden')
  assert.ok(!(await everything(scene)).includes(secret))
})

test('[RTE2] [SES6] what was repeated at the root for a parent that failed is redacted with what it repeats', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const { world } = scene
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('seek')])
  scene.play('seek', [secret])
  await scene.say('go')
  await scene.settle()
  const seek = await scene.run('seek')
  await world.store.tx((t) => world.sessions.tellAtRoot(t, seek.id, 'parent_failed'))
  assert.ok(JSON.stringify(await world.timeline(scene.id)).includes(secret))
  await redact(scene, seek.sessionId, await find(scene, seek.sessionId, 'message.agent'))
  assert.ok(!(await everything(scene)).includes(secret))
})

test('[SUB1] [SES6] a task that is redacted before it was begun is not done, and its parent hears that it was stopped', async () => {
  await using scene = await spawning(withRules({ maxConcurrent: 1, maxChildrenPerAgent: 2 }))
  const first = held('First.')
  scene.play('root', [spawn('first'), spawn(secret)])
  scene.play('first', first.answer)
  await scene.say('go')
  await scene.pass()
  const run = (await scene.runs())[1]
  assert.equal(run?.state, 'queued')
  const { sessionId, id } = await scene.run(secret)
  await redactOne(scene, sessionId, (await scene.world.timeline(sessionId))[0])
  first.go()
  await scene.settle()
  assert.equal(scene.asked(secret).length, 0)
  assert.ok(!(await everything(scene)).includes(secret))
  const ended = await scene.world.store.read((r) => scene.world.sessions.readRun(r, scene.world.operator, id))
  assert.equal(ended.status, 'cancelled')
  assert.equal((await scene.told()).length, 2)
})

for (const which of ['the message', 'the call'] as const) {
  test(`[SUB14] [SES6] what one agent told another is gone from both when ${which} is redacted`, async () => {
    await using scene = await spawning()
    scene.play(
      'root',
      [spawn('stay', { mode: 'session', label: 'stay' })],
      ['Begun.'],
      [manage('send', { id: 'stay', text: secret })],
    )
    await scene.say('go')
    await scene.settle()
    await scene.say('tell it')
    await scene.settle()
    const stay = await scene.run('stay')
    const says = ({ payload }: { payload: object }) => JSON.stringify(payload).includes(secret)
    const at = which === 'the call' ? scene.id : stay.sessionId
    await redact(scene, at, await find(scene, at, which === 'the call' ? 'tool.call' : 'message.user', says))
    await scene.settle()
    assert.ok(!(await everything(scene)).includes(secret))
  })
}

test('[SUB9] [SES6] [SES10] a fork of the parent loses what was redacted below, task and result', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  scene.play('root', [spawn(secret)])
  scene.play(secret, [`Found: ${secret}`])
  await scene.say('go')
  await scene.settle()
  const point = (await world.timeline(id)).at(-1)!
  const fork = await world.store.tx((t) =>
    world.sessions.fork(t, ann, id, {
      eventId: point.eventId,
      key: 'agent:main:web:fork',
      isReplaced: false,
    }),
  )
  assert.ok(JSON.stringify(await world.timeline(fork.id)).includes(secret))
  const { sessionId } = await scene.run(secret)
  await redact(scene, sessionId, (await world.timeline(sessionId))[0])
  const answer = await find(scene, sessionId, 'message.agent')
  await redact(scene, sessionId, answer)
  assert.ok(!JSON.stringify(await world.timeline(fork.id)).includes(secret))
})

test('[SES6] only whoever may redact may redact a branch; its author is the agent', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  scene.play('root', [spawn('seek')])
  await scene.say('go')
  await scene.settle()
  const [told] = await scene.told()
  await assert.rejects(
    () => world.store.tx((t) => world.sessions.redact(t, ann, id, told!.eventId)),
    refusedWith('not_allowed'),
  )
})

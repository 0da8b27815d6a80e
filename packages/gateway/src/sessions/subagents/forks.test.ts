import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { kindsOf } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import {
  heardIn,
  held,
  manage,
  outputsIn,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'
import type { PersonActor } from '../../people/people.ts'

let forks = 0

/** A fork from the newest entry of that kind, or from the newest of all. */
async function fork(scene: Spawning, id: SessionId, actor: PersonActor = scene.ann, kind?: string) {
  const { world } = scene
  const at = (await world.timeline(id)).findLast((event) => kind === undefined || event.kind === kind)
  assert.ok(at)
  const key = `agent:main:web:fork-${++forks}`
  return world.store.tx((t) =>
    world.sessions.fork(t, actor, id, { eventId: at.eventId, key, isReplaced: false }),
  )
}

const runsBelow = ({ world, ann }: Spawning, id: SessionId) =>
  world.store.read((r) => world.sessions.listRuns(r, ann, id, 'tree', { limit: 50 }))

test('[SES10] [SUB8] a fork knows what the sub-agents of the other told, and has none of them', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  const slow = held('A deep hole.')
  scene.play('root', [spawn('dig'), spawn('slow')], ['Both work.'])
  scene.play('dig', ['A hole.'])
  scene.play('slow', slow.answer)
  await scene.say('go')
  await scene.pass()
  assert.deepEqual([(await scene.run('dig')).status, (await scene.run('slow')).state], ['success', 'running'])
  const copy = await fork(scene, id)
  assert.deepEqual([copy.kind, copy.parentId, copy.depth], ['chat', null, 0])
  const kinds = kindsOf(await world.timeline(copy.id))
  // The first may be done before the second is spawned.
  assert.deepEqual(kinds.filter((kind) => kind.startsWith('subagent.')).toSorted(), [
    'subagent.finished',
    'subagent.spawned',
    'subagent.spawned',
  ])
  assert.deepEqual((await runsBelow(scene, copy.id)).items, [])
  assert.equal((await runsBelow(scene, id)).items.length, 2)
  slow.go()
  await scene.settle()
  assert.equal((await scene.told(id)).length, 2)
  assert.equal((await scene.told(copy.id)).length, 1, 'whatever becomes of the other changes nothing here')
  scene.play('root', [manage('list'), manage('wait', { ids: ['#1'] })])
  await world.say(ann, copy.id, 'What do they say?')
  await scene.settle()
  const request = scene.asked('root').at(-1)
  assert.match(heardIn(request).join('\n'), /Result: A hole\./)
  assert.match(outputsIn(request).at(-2) ?? '', /"subagents": \[\]/)
  assert.match(outputsIn(request).at(-1) ?? '', /unknown_run/)
  assert.deepEqual(world.logged, [])
})

test('[SES10] [SUB14] a fork from within a turn that waits for its sub-agents takes whole things only, and waits for nobody', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  const slow = held('Done.')
  scene.play('root', [spawn('slow')], [manage('wait')], ['All of it is there.'])
  scene.play('slow', slow.answer)
  await scene.say('go')
  await scene.pass()
  const copy = await fork(scene, id, ann, 'subagent.spawned')
  const kinds = kindsOf(await world.timeline(copy.id))
  assert.equal(
    kinds.filter((kind) => kind === 'tool.call').length,
    kinds.filter((kind) => kind === 'tool.result').length,
  )
  await world.say(ann, copy.id, 'and here?')
  await scene.pass()
  const idle = await world.store.read((r) => world.sessions.find(r, ann, copy.id))
  assert.deepEqual([idle.state, idle.turnId], ['idle', null])
  slow.go()
  await scene.settle()
  assert.deepEqual(await scene.told(copy.id), [])
  assert.deepEqual(world.logged, [])
})

test('[SES10] [SUB15] a fork of a sub-agent’s session is a session of one’s own: no task, no parent, no run, no deadline', async () => {
  await using scene = await spawning(withRules({ runTimeoutSeconds: 60 }))
  const { world, ann, id } = scene
  const bob = (await world.signedIn('bob', 'member')).actor
  await world.store.tx((t) => world.sessions.change(t, ann, id, { participants: ['ann', 'bob'] }))
  scene.play('root', [spawn('dig')])
  scene.play('dig', ['A hole.'])
  await scene.say('go')
  await scene.settle()
  const dig = await scene.run('dig')
  const copy = await fork(scene, dig.sessionId, bob)
  assert.deepEqual(
    [copy.kind, copy.parentId, copy.depth, copy.visibility, copy.createdBy],
    ['chat', null, 0, 'private', bob.personId],
  )
  assert.deepEqual(
    copy.participants.map(({ handle }) => handle),
    ['bob'],
  )
  const before = (await scene.told(id)).length
  await world.say(bob, copy.id, 'How deep is it?')
  await scene.settle()
  // Of a sub-agent it would have been asked by its task.
  const request = scene.asked('root').at(-1)
  assert.deepEqual(heardIn(request).slice(-1), ['How deep is it?'])
  assert.ok(JSON.stringify(request).includes('A hole.'))
  assert.ok(request?.tools?.some(({ name }) => name === 'sessions_spawn'))
  assert.equal((await scene.told(id)).length, before, 'nobody above hears of it')
  assert.equal((await scene.runs()).length, 1)
  const own = await world.store.read((r) => world.sessions.list(r, bob, {}, { limit: 9 }))
  assert.ok(
    own.items.some((one) => one.id === copy.id),
    'and it stands in the list',
  )
})

test('[SES7] [SES10] what a private sub-agent said is not shown to others by way of a fork', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  const bob = (await world.signedIn('bob', 'member')).actor
  await world.store.tx((t) => world.sessions.change(t, ann, id, { participants: ['ann', 'bob'] }))
  scene.play('root', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  for (const source of [id, (await scene.run('dig')).sessionId]) {
    const copy = await fork(scene, source, bob)
    await assert.rejects(
      () => world.store.tx((t) => world.sessions.change(t, bob, copy.id, { visibility: 'team' })),
      refusedWith('not_allowed'),
    )
  }
})

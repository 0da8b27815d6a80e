import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { textOf } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  askedFor,
  heardIn,
  held,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

const hourMs = 3_600_000

/** Lets a long time go by in which nobody works. */
async function later(scene: Spawning, ms: number) {
  scene.world.clock.advance(ms)
  await scene.settle()
}

test('[SUB4] a run whose time is over ends as that: its turn is aborted and its parent is told once', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig', { runTimeoutSeconds: 30 })])
  scene.play('dig', ['Half a ', ...heldParts()])
  await scene.say('go')
  await scene.pass()
  const begun = await scene.run('dig')
  assert.equal(begun.deadlineAt, (begun.startedAt ?? 0) + 30_000)
  await scene.wait(29_000 - (scene.world.store.now() - (begun.startedAt ?? 0)))
  assert.equal((await scene.run('dig')).status, null)
  await scene.wait(1_000)
  await scene.settle()
  const run = await scene.run('dig')
  assert.deepEqual([run.state, run.status], ['timed_out', 'timeout'])
  assert.equal(scene.world.model.aborted, 1)
  assert.match(
    run.announcement?.text ?? '',
    /^Status: timeout · timed out\n\nResult: Half a\n\nNotes: The time that it was given is over\.\n\nruntime 30s/,
  )
  assert.equal((await scene.told()).length, 1)
  assert.match(heardIn(scene.asked('root').at(-1)).at(-1) ?? '', /Status: timeout/)
  const asked = scene.order.length
  await later(scene, hourMs)
  assert.equal(scene.order.length, asked, 'and once only')
  const child = await scene.world.timeline(run.sessionId)
  assert.equal(child.at(-1)?.payload['reason'], 'timed_out')
})

function heldParts() {
  const { answer } = held()
  return answer as readonly { type: 'wait'; until: Promise<unknown> }[]
}

const times: [string, object, number, number][] = [
  ['the call', { runTimeoutSeconds: 20 }, 60, 20_000],
  ['the call, where it says that there is none', { runTimeoutSeconds: 0 }, 60, 0],
  ['the configuration', {}, 60, 60_000],
  ['nobody', {}, 0, 0],
]
for (const [who, wish, configured, expected] of times) {
  test(`[SUB4] the time of a run is said by ${who}`, async () => {
    await using scene = await spawning(withRules(configured === 0 ? {} : { runTimeoutSeconds: configured }))
    scene.play('root', [spawn('dig', wish)])
    const dig = held('dug')
    scene.play('dig', dig.answer)
    await scene.say('go')
    await scene.pass()
    const { startedAt, deadlineAt } = await scene.run('dig')
    assert.equal(deadlineAt, expected === 0 ? null : (startedAt ?? 0) + expected)
    dig.go()
    await scene.settle()
  })
}

test('[SUB4] the time counts from the first turn, not from the spawn', async () => {
  await using scene = await spawning(withRules({ maxConcurrent: 1 }))
  const first = held('done')
  scene.play('root', [spawn('first'), spawn('second', { runTimeoutSeconds: 30 })])
  scene.play('first', first.answer)
  await scene.say('go')
  await scene.pass()
  await scene.wait(60_000)
  const waiting = await scene.run('second')
  assert.deepEqual([waiting.state, waiting.deadlineAt], ['queued', null])
  first.go()
  await scene.settle()
  assert.equal((await scene.run('second')).status, 'success')
})

for (const how of ['restart', 'crash'] as const) {
  test(`[SUB4] [I13] the end of its time is kept over a ${how}, and comes once`, async () => {
    await using scene = await spawning({ toolOrigins: [{ tools: async () => [askedFor('launch')] }] })
    scene.play('root', [spawn('dig', { runTimeoutSeconds: 600 })])
    scene.play('dig', ['One moment.', toolCall('launch')])
    await scene.say('go')
    await scene.settle()
    assert.equal((await scene.run('dig')).waitsFor, 'approval')
    await later(scene, 300_000)
    await scene.world[how]()
    await scene.settle()
    assert.equal((await scene.run('dig')).status, null)
    await later(scene, 300_000)
    await scene.world[how]()
    await scene.settle()
    assert.equal((await scene.run('dig')).status, 'timeout')
    assert.equal((await scene.told()).length, 1)
    assert.equal(heardIn(scene.asked('root').at(-1)).length, 2)
  })

  test(`[SUB4] [I13] time that ran out while nothing ran is over at the next start, after a ${how}`, async () => {
    await using scene = await spawning({ toolOrigins: [{ tools: async () => [askedFor('launch')] }] })
    scene.play('root', [spawn('dig', { runTimeoutSeconds: 60 })])
    scene.play('dig', [toolCall('launch')])
    await scene.say('go')
    await scene.settle()
    const moved = scene.world[how]()
    scene.world.clock.advance(hourMs)
    await moved
    await scene.settle()
    assert.equal((await scene.run('dig')).status, 'timeout')
    assert.equal((await scene.told()).length, 1)
  })
}

test('[SUB4] a run that ended in time is not ended again when that is over', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig', { runTimeoutSeconds: 30 })])
  await scene.say('go')
  await scene.settle()
  await later(scene, hourMs / 2)
  const run = await scene.run('dig')
  assert.equal(run.status, 'success')
  assert.equal((await scene.told()).length, 1)
  assert.equal(scene.asked('root').length, 3)
})

test('[SUB4] with a run whose time is over all that is below it ends, and wakes nobody', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan', { runTimeoutSeconds: 30 })])
  scene.play('plan', [spawn('dig')], ['It is being dug.'])
  scene.play('dig', held('never').answer)
  await scene.say('go')
  await scene.pass()
  await scene.wait(30_000)
  await scene.settle()
  const [plan, dig] = [await scene.run('plan'), await scene.run('dig')]
  assert.deepEqual([plan.status, dig.status], ['timeout', 'cancelled'])
  assert.equal(plan.announcement?.result, 'It is being dug.')
  assert.equal(scene.asked('plan').length, 2)
})

test('[SUB4] the time of a persistent one is that of its task only', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('stay', { mode: 'session', runTimeoutSeconds: 30 })])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('stay')
  const slow = held('I am still here.')
  scene.play('stay', slow.answer)
  await scene.world.say(scene.ann, sessionId, 'Are you there?')
  await scene.pass()
  await scene.wait(60_000)
  slow.go()
  await scene.settle()
  assert.equal(textOf((await scene.world.timeline(sessionId)).at(-2)), 'I am still here.')
  assert.equal((await scene.run('stay')).status, 'success')
})

test('[SUB4] [SUB13] cleanup and the archive apply to a run whose time was over as to any', async () => {
  await using scene = await spawning()
  scene.play('root', [
    spawn('a', { runTimeoutSeconds: 30 }),
    spawn('b', { runTimeoutSeconds: 30, cleanup: 'delete' }),
  ])
  scene.play('a', held().answer)
  scene.play('b', held().answer)
  await scene.say('go')
  await scene.pass()
  await scene.wait(30_000)
  await scene.settle()
  const [a, b] = [await scene.run('a'), await scene.run('b')]
  assert.deepEqual(
    [a.status, a.sessionState, b.status, b.sessionState],
    ['timeout', 'over', 'timeout', 'archived'],
  )
  await later(scene, hourMs)
  assert.equal((await scene.run('a')).sessionState, 'archived')
})

test('[SUB13] the session of a sub-agent is archived an hour after its end, and keeps what was said', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  const run = await scene.run('dig')
  assert.equal(run.archiveAt, (run.endedAt ?? 0) + hourMs)
  scene.world.clock.advance((run.archiveAt ?? 0) - scene.world.store.now() - 1)
  await scene.world.breathe()
  assert.equal((await scene.run('dig')).sessionState, 'over')
  await later(scene, 1)
  assert.equal((await scene.run('dig')).sessionState, 'archived')
  assert.equal(textOf((await scene.world.timeline(run.sessionId))[2]), 'dig is done')
  assert.equal((await scene.run('dig')).announcement?.result, 'dig is done')
})

test('[SUB13] how long it stays is configured', async () => {
  await using scene = await spawning(withRules({ archiveAfterMinutes: 5 }))
  scene.play('root', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  await later(scene, 4 * 60_000)
  assert.equal((await scene.run('dig')).sessionState, 'over')
  await later(scene, 60_000)
  assert.equal((await scene.run('dig')).sessionState, 'archived')
})

for (const how of ['restart', 'crash'] as const) {
  test(`[SUB13] [I13] the time of its archive is kept over a ${how}`, async () => {
    await using scene = await spawning()
    scene.play('root', [spawn('dig')])
    await scene.say('go')
    await scene.settle()
    const moved = scene.world[how]()
    scene.world.clock.advance(2 * hourMs)
    await moved
    await scene.settle()
    assert.equal((await scene.run('dig')).sessionState, 'archived')
    const ended = scene.world.logged.filter(({ message }) => message.includes('failed'))
    assert.deepEqual(ended, [])
  })
}

test('[SUB13] one that is talked to stays for as long again', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('dig')
  await later(scene, 0.75 * hourMs)
  await scene.world.say(scene.ann, sessionId, 'How deep is it?')
  await scene.settle()
  await later(scene, 0.5 * hourMs)
  assert.equal((await scene.run('dig')).sessionState, 'over')
  await later(scene, 0.5 * hourMs)
  assert.equal((await scene.run('dig')).sessionState, 'archived')
})

test('[SUB13] with cleanup "delete" it is archived right after its announcement, which stays', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig', { cleanup: 'delete' }), spawn('fail', { cleanup: 'delete' })])
  scene.play('fail', [{ type: 'failed', error: { kind: 'refused', message: 'No.' } }])
  await scene.say('go')
  await scene.settle()
  for (const [task, status] of [
    ['dig', 'success'],
    ['fail', 'error'],
  ] as const) {
    const run = await scene.run(task)
    assert.deepEqual([run.sessionState, run.status], ['archived', status])
    assert((await scene.world.timeline(run.sessionId)).length > 2)
  }
  const heard = heardIn(scene.asked('root').at(-1)).slice(1)
  assert.deepEqual(heard.map((text) => /Status: (\w+)/.exec(text)?.[1] ?? text).toSorted(), [
    'error',
    'success',
  ])
  assert.equal((await scene.told()).length, 2)
})

test('[SUB4] a time may be as long as a week', async () => {
  await using scene = await spawning({ toolOrigins: [{ tools: async () => [askedFor('launch')] }] })
  scene.play('root', [spawn('dig', { runTimeoutSeconds: limits.runTimeoutSecondsMax })])
  scene.play('dig', [toolCall('launch')])
  await scene.say('go')
  await scene.settle()
  const { deadlineAt, startedAt } = await scene.run('dig')
  assert.equal(deadlineAt, (startedAt ?? 0) + 7 * 24 * hourMs)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commanding } from '../../../../test-support/commanding-sessions.ts'
import { textOf } from '../../../../test-support/open-test-sessions.ts'
import { held, spawn, withRules } from '../../../../test-support/spawning-sessions.ts'

test('[CMD1] [SUB12] kill ends one with everything below it, and says of each what was confirmed', async () => {
  const { scene, id, run, confirmed } = await commanding(withRules({ maxSpawnDepth: 2 }))
  await using _ = scene
  const [slow, other] = [held(), held()]
  scene.play('root', [spawn('boss', { label: 'boss' }), spawn('other', { label: 'other' })])
  scene.play('boss', [spawn('worker', { label: 'worker' })])
  scene.play('worker', slow.answer)
  scene.play('other', other.answer)
  await scene.say('go')
  await scene.pass()
  const asked = await run('/subagents kill boss')
  assert.equal(
    asked.text,
    'boss: stopped\n  - worker: stopping\nStopping takes a moment; /subagents list says how each stands.',
  )
  const told = asked.confirm?.()
  await scene.pass()
  const answer = await told
  assert.equal(answer?.text, 'boss: stopped\n  - worker: stopped')
  const [boss, worker] = [await scene.run('boss'), await scene.run('worker')]
  assert.deepEqual(answer?.data, {
    killed: [
      {
        runId: boss.id,
        sessionId: boss.sessionId,
        label: 'boss',
        confirmed: true,
        below: [{ sessionId: worker.sessionId, label: 'worker', confirmed: true }],
      },
    ],
  })
  assert.deepEqual([boss.status, worker.status], ['cancelled', 'cancelled'])
  assert.equal((await scene.run('other')).state, 'running', 'others go on')
  assert.equal((await confirmed('/subagents kill boss')).text, 'boss: had ended before')
  other.go()
  await scene.settle()
  assert.equal((await scene.told(id)).length, 2)
})

test('[CMD1] [SUB12] kill all ends what is left, persistent ones too, and nothing else', async () => {
  const { scene, run, confirmed } = await commanding()
  await using _ = scene
  const slow = held()
  scene.play('root', [
    spawn('done'),
    spawn('stays', { label: 'stays', mode: 'session' }),
    spawn('slow', { label: 'slow' }),
  ])
  scene.play('slow', slow.answer)
  await scene.say('go')
  await scene.pass()
  assert.equal((await confirmed('/subagents kill all')).text, 'slow: stopped\nstays: stopped')
  assert.deepEqual(
    [(await scene.run('slow')).status, (await scene.run('stays')).sessionState],
    ['cancelled', 'over'],
  )
  const nothing = await run('/subagents kill all')
  assert.deepEqual([nothing.ok, nothing.text], [true, 'No sub-agent of this session is left to end.'])
})

test('[CMD1] [SUB12] kill all ends what works below one that is over', async () => {
  const { scene, id, confirmed } = await commanding(withRules({ maxSpawnDepth: 2 }))
  await using _ = scene
  scene.play('root', [spawn('boss', { label: 'boss' })])
  scene.play('boss', ['Done.'], [spawn('worker', { label: 'worker' })], ['Begun.'])
  scene.play('worker', held().answer)
  await scene.say('go')
  await scene.settle()
  await scene.world.say(scene.ann, (await scene.run('boss')).sessionId, 'One more')
  await scene.pass()
  assert.equal((await scene.run('boss')).sessionState, 'over')
  const { text } = await confirmed('/subagents kill all')
  assert.equal(text, 'boss: had ended before\n  - worker: stopped')
  assert.equal((await scene.run('worker')).status, 'cancelled')
  assert.equal((await scene.told(id)).length, 1, 'and that wakes nobody')
})

test('[CMD6] [SUB12] /stop lists everything below with how each stands', async () => {
  const { scene, confirmed } = await commanding(withRules({ maxSpawnDepth: 2 }))
  await using _ = scene
  scene.play('root', [spawn('boss', { label: 'boss' })])
  scene.play('boss', [spawn('worker')])
  scene.play('worker', held().answer)
  await scene.say('go')
  await scene.pass()
  const { text, data } = await confirmed('/stop')
  const [boss, worker] = [await scene.run('boss'), await scene.run('worker')]
  assert.equal(
    text,
    `Nothing was running.\nStopped below it: 2\n- boss: stopped\n- ${worker.sessionId}: stopped`,
  )
  assert.deepEqual(data?.['descendants'], [
    { sessionId: boss.sessionId, label: 'boss', confirmed: true },
    { sessionId: worker.sessionId, label: null, confirmed: true },
  ])
  assert.deepEqual([boss.status, worker.status], ['cancelled', 'cancelled'])
})

test('[CMD6] [SUB12] /stop as a message says that it is being stopped and where one sees it, there and on the timeline', async () => {
  const { scene, world, ann, id } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'spade' })])
  scene.play('dig', held().answer)
  await scene.say('go')
  await scene.pass()
  const said = await world.say(ann, id, '/stop', { clientMessageId: 'c1' })
  const where = 'Stopping takes a moment; /subagents list says how each stands.'
  assert.ok(said.command?.text.endsWith(`- spade: stopping\n${where}`))
  const { sessionId } = await scene.run('dig')
  const notice = textOf((await world.timeline(id)).findLast(({ kind }) => kind === 'notice'))
  assert.ok(notice.endsWith(`- ${sessionId}: stopping\n${where}`))
  await scene.settle()
  assert.equal((await scene.run('dig')).status, 'cancelled')
})

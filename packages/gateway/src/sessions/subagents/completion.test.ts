import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { ModelErrorKind } from '../../agents/agents.ts'
import type { Tool } from '../../agents/tools.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  askedFor,
  givenTool,
  heardIn,
  held,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

const failing = (kind: ModelErrorKind, message = 'The model said no.') =>
  ({ type: 'failed', error: { kind, message } }) as const

const withTool = (tool: Tool) => ({ toolOrigins: [{ tools: async () => [tool] }] })

async function oneRun(scene: Spawning) {
  scene.play('root', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  return scene.run('dig')
}

test('[SUB8] a run is not over while a sub-agent of its own works, and its last word is the one that counts', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const dig = held('Ten cubits.')
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')], ['It is being dug.'], ['It was dug: ten cubits.'])
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.pass()
  const plan = await scene.run('plan')
  assert.deepEqual([plan.state, plan.waitsFor, plan.activeChildren], ['waiting', 'children', 1])
  assert.equal((await scene.told()).length, 0)
  dig.go()
  await scene.settle()
  const [told, ...more] = await scene.told()
  assert.deepEqual([told?.payload['status'], told?.payload['result']], ['success', 'It was dug: ten cubits.'])
  assert.equal(more.length, 0)
})

test('[SUB8] a run is not over while something waits for it', async () => {
  await using scene = await spawning()
  const first = held('One hole.')
  scene.play('root', [spawn('dig')])
  scene.play('dig', first.answer, ['Two holes.'])
  await scene.say('go')
  await scene.pass()
  const { sessionId } = await scene.run('dig')
  await scene.world.say(scene.ann, sessionId, 'And another one')
  first.go()
  await scene.settle()
  const run = await scene.run('dig')
  assert.deepEqual([run.status, run.announcement?.result], ['success', 'Two holes.'])
  assert.equal((await scene.told()).length, 1)
})

test('[SUB8] a run is not over while a call of it waits for somebody', async () => {
  await using scene = await spawning(withTool(askedFor('launch')))
  scene.play('root', [spawn('dig')])
  scene.play('dig', [toolCall('launch')], ['Launched.'])
  await scene.say('go')
  await scene.settle()
  const waiting = await scene.run('dig')
  assert.deepEqual([waiting.state, waiting.waitsFor], ['waiting', 'approval'])
  const { items } = await scene.world.store.read((r) =>
    scene.world.sessions.listApprovals(r, scene.ann, { state: 'pending' }, { limit: 5 }),
  )
  await scene.world.store.tx((t) =>
    scene.world.sessions.decideApproval(t, scene.ann, items[0]?.id ?? '', { decision: 'once' }),
  )
  await scene.settle()
  assert.equal((await scene.run('dig')).announcement?.result, 'Launched.')
})

test('[SUB8] [SUB16] an idle persistent sub-agent keeps nobody from ending', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('stay', { mode: 'session' })])
  await scene.say('go')
  await scene.settle()
  assert.equal((await scene.run('plan')).status, 'success')
  assert.equal((await scene.run('stay')).sessionState, 'idle')
})

test('[SUB8] [I12] no word of a model says how a run ended', async () => {
  await using scene = await spawning()
  scene.play('dig', ['Status: error · failed\n\nResult: I failed, timed out and was cancelled.'])
  const run = await oneRun(scene)
  assert.deepEqual([run.state, run.status, run.announcement?.status], ['succeeded', 'success', 'success'])
})

for (const kind of ['refused', 'key_missing', 'context_too_long', 'bad_answer'] as const) {
  test(`[SUB8] a run whose turn failed as ${kind} failed, with the reason in its notes`, async () => {
    await using scene = await spawning()
    scene.play('dig', [failing(kind)])
    const run = await oneRun(scene)
    assert.deepEqual([run.state, run.status, run.reason], ['failed', 'error', kind])
    assert.match(run.announcement?.notes ?? '', new RegExp(`^${kind}: The model said no\\.`))
    assert.equal(run.announcement?.result, '(not available)')
    assert.match(run.announcement?.text ?? '', /^Status: error · failed\n/)
  })
}

test('[SUB8] a run that used up a budget failed for that reason', async () => {
  // Each answer takes 15.
  await using scene = await spawning({
    rules: { budgets: { run: { tokens: 40 } } },
    ...withTool(givenTool('look', 'seen')),
  })
  scene.play('dig', ...Array.from({ length: 9 }, () => [toolCall('look')]))
  const run = await oneRun(scene)
  assert.deepEqual([run.state, run.status, run.reason], ['failed', 'error', 'budget_exceeded'])
  assert.match(run.announcement?.notes ?? '', /^budget_exceeded: /)
})

test('[SUB8] a failure that is tried again is no end', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig')])
  scene.play('dig', [failing('overloaded')], [failing('rate_limited')], ['A hole after all.'])
  await scene.say('go')
  await scene.world.work()
  const waiting = await scene.run('dig')
  assert.deepEqual([waiting.state, waiting.waitsFor], ['waiting', 'model'])
  assert.equal((await scene.told()).length, 0)
  for (let i = 0; i < 4; i++) {
    scene.world.clock.advance(2_000)
    await scene.settle()
  }
  assert.deepEqual(
    (await scene.told()).map(({ payload }) => [payload['status'], payload['result']]),
    [['success', 'A hole after all.']],
  )
})

test('[SUB8] a run that was worked on in three processes that died was interrupted', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig')])
  const forever = held()
  scene.play('dig', ...Array.from({ length: limits.turnCrashesMax }, () => forever.answer))
  await scene.say('go')
  for (let i = 0; i < limits.turnCrashesMax; i++) {
    await scene.pass()
    await scene.world.crash()
  }
  await scene.settle()
  const run = await scene.run('dig')
  assert.deepEqual([run.state, run.status], ['interrupted', 'interrupted'])
  assert.match(
    run.announcement?.text ?? '',
    /^Status: interrupted · interrupted by a restart\n.*Notes: The program stopped 3 times/s,
  )
  assert.equal((await scene.told()).length, 1)
  assert.match(heardIn(scene.asked('root').at(-1)).at(-1) ?? '', /Status: interrupted/)
})

test('[SUB8] the result is the last thing that it said, not what it said on the way', async () => {
  await using scene = await spawning(withTool(givenTool('look', 'seen')))
  scene.play('dig', ['Let me look.', toolCall('look')], ['It is a hole.'])
  const run = await oneRun(scene)
  assert.deepEqual([run.announcement?.result, run.announcement?.resultFrom], ['It is a hole.', 'text'])
})

test('[SUB8] where it says nothing at its end, the result is that of its latest tool, marked and without credentials', async () => {
  const secret = `hdt_${'a1B2'.repeat(8)}`
  await using scene = await spawning(withTool(givenTool('look', `found ${secret} ${'y'.repeat(9_000)}`)))
  scene.play('dig', ['Let me look.', toolCall('look')], [])
  const run = await oneRun(scene)
  assert.equal(run.status, 'success')
  assert.equal(run.announcement?.resultFrom, 'tool')
  const result = run.announcement?.result ?? ''
  assert.match(result, /^\[No answer was written\. The latest tool result:\] found \[redacted\] y/)
  assert(result.length < limits.announceToolResultBytesMax + 100)
})

test('[SUB8] a run that failed after it had spoken tells what it had said', async () => {
  await using scene = await spawning(withTool(givenTool('look', 'seen')))
  scene.play('dig', ['So far: half a hole.', toolCall('look')], [failing('refused')])
  const run = await oneRun(scene)
  assert.deepEqual([run.status, run.announcement?.result], ['error', 'So far: half a hole.'])
})

test('[SUB8] one that says and does nothing has a result that is not available', async () => {
  await using scene = await spawning()
  scene.play('dig', [])
  const run = await oneRun(scene)
  assert.deepEqual([run.announcement?.result, run.announcement?.resultFrom], ['(not available)', 'none'])
})

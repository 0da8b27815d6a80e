import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { heardIn, spawn, type Spawning, spawning } from '../../../test-support/spawning-sessions.ts'
import type { PersonActor } from '../../people/people.ts'
import { queries } from '../sessions-tables.ts'
import type { WorkRules } from '../work-rules.ts'

// An answer of the scripted model takes 15 tokens.
type Budgets = NonNullable<WorkRules['budgets']>

async function withBudgets(budgets: Budgets, subagents: object = {}): Promise<Spawning> {
  return spawning({ rules: { budgets }, agents: { agents: { defaults: { subagents } } } })
}

/** So many steps that go on, and then a word. */
const steps = (count: number) => [
  ...Array.from({ length: count - 1 }, (_, i) => [toolCall('nothing', {}, `call_${i}`)]),
  ['Done.'],
]

const budgetOf = async ({ world }: Spawning, actor: PersonActor, id: SessionId, scope: string) => {
  const { budgets } = await world.store.read((r) => world.sessions.readSpending(r, actor, id))
  const found = budgets.find((budget) => budget.scope === scope)
  return found && [found.usedTokens, found.tokensMax]
}

async function boss({ world, ann, id }: Spawning): Promise<PersonActor> {
  const { actor } = await world.signedIn('boss', 'admin')
  await world.store.tx((t) => world.sessions.change(t, ann, id, { visibility: 'team' }))
  return actor
}

test('[BUD1] a sub-agent’s run is all of its turns, with what ran in between', async () => {
  await using scene = await withBudgets({ run: { tokens: 60 } }, { maxSpawnDepth: 2 })
  scene.play('root', [spawn('plan')])
  // Its first turn takes two answers, its second, which hears of the other, would take three.
  scene.play('plan', [spawn('dig')], ['It digs.'], ...steps(3))
  await scene.say('go')
  await scene.settle()
  const plan = await scene.run('plan')
  assert.deepEqual([plan.status, plan.reason], ['error', 'budget_exceeded'])
  assert.equal(scene.asked('plan').length, 4, 'a fifth answer is not asked for')
  assert.equal((await scene.run('dig')).status, 'success', 'the one below it has a run of its own')
  const [told] = await scene.told()
  assert.equal(
    told?.payload['notes'],
    'budget_exceeded: The budget for the task of a sub-agent is used up: 60 of 60 model tokens. An admin can raise it; then try again.',
  )
  const heard = heardIn(scene.asked('root').at(-1)).join('\n')
  assert.match(heard, /Status: error · failed[^]*budget_exceeded/)
})

test('[BUD1] most of a sub-agent’s run is told once, in whichever turn that is', async () => {
  await using scene = await withBudgets({ run: { tokens: 75 } }, { maxSpawnDepth: 2 })
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')], ['It digs.'], ...steps(3))
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('plan')
  const notices = (await scene.world.timeline(sessionId)).filter(
    ({ payload }) => payload['code'] === 'budget_warning',
  )
  assert.deepEqual(
    notices.map(({ payload }) => [payload['text'], payload['data']]),
    [
      [
        '80 % of the budget for the task of a sub-agent is used: 60 of 75 model tokens.',
        { scope: 'run', unit: 'tokens', used: 60, max: 75 },
      ],
    ],
  )
})

test('[BUD1] [SUB16] what is said to a persistent one after its task is no part of it: each turn counts for itself', async () => {
  await using scene = await withBudgets({ run: { tokens: 45 } })
  const { world, ann } = scene
  scene.play('root', [spawn('stay', { mode: 'session' })])
  scene.play('stay', ...steps(2))
  await scene.say('go')
  await scene.settle()
  const { sessionId, status } = await scene.run('stay')
  assert.equal(status, 'success')
  for (const text of ['one', 'two', 'three', 'four']) {
    await world.say(ann, sessionId, text)
    await scene.settle()
  }
  const ends = (await world.timeline(sessionId)).filter(({ kind }) => kind === 'turn.failed')
  assert.deepEqual(ends, [])
  assert.deepEqual(await budgetOf(scene, ann, sessionId, 'run'), [15, 45])
})

test('[BUD1] children draw on what the session at the top has, whichever of them used it', async () => {
  await using scene = await withBudgets({ tree: { tokens: 90 } }, { maxSpawnDepth: 2 })
  const { world, ann, id } = scene
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')])
  scene.play('dig', ...steps(9))
  await scene.say('go')
  await scene.settle()
  const [plan, dig] = [await scene.run('plan'), await scene.run('dig')]
  assert.deepEqual([dig.status, dig.reason], ['error', 'budget_exceeded'])
  for (const one of [id, plan.sessionId, dig.sessionId]) {
    assert.deepEqual(await budgetOf(scene, ann, one, 'tree'), [90, 90])
  }
  const rows = await world.store.read((r) =>
    r.all(queries.selectFrom('budget_uses').selectAll().where('scope', '=', 'tree')),
  )
  assert.deepEqual(
    rows.map(({ key, tokens }) => [key, tokens]),
    [[id, 90]],
  )
  // Every one is told by who asked for it, although nobody above could be asked any more.
  const [told] = await scene.told(plan.sessionId)
  assert.match(
    String(told?.payload['notes']),
    /^budget_exceeded: The budget for the session at the top with everything below it is used up: 90 of 90/,
  )
})

for (const from of ['the page of the sub-agent', 'that of the session at the top'] as const) {
  test(`[BUD1] what a tree may use is raised from ${from}, and its sub-agent goes on where it failed`, async () => {
    await using scene = await withBudgets({ tree: { tokens: 45 } })
    const { world, id } = scene
    const admin = await boss(scene)
    scene.play('root', [spawn('dig')], ['Begun.'])
    scene.play('dig', ...steps(4))
    await scene.say('go')
    await scene.settle()
    const dig = await scene.run('dig')
    assert.equal(dig.reason, 'budget_exceeded')
    const raisedAt = from === 'the page of the sub-agent' ? dig.sessionId : id
    const after = await world.store.tx((t) =>
      world.sessions.raiseBudget(t, admin, raisedAt, { scope: 'tree', tokens: 1_000 }),
    )
    assert.equal(after.tokensMax, 1_045)
    await world.store.tx((t) => world.sessions.retry(t, admin, dig.sessionId))
    await scene.settle()
    const last = (await world.timeline(dig.sessionId)).at(-1)
    assert.deepEqual([last?.kind, last?.payload['outcome']], ['turn.finished', 'succeeded'])
  })
}

test('[BUD1] what is added to a sub-agent’s run is added to that one alone, and what it used before still counts', async () => {
  await using scene = await withBudgets({ run: { tokens: 30 } })
  const { world, id } = scene
  const admin = await boss(scene)
  scene.play('root', [spawn('dig')], ['Begun.'])
  scene.play('dig', ...steps(6))
  await scene.say('go')
  await scene.settle()
  const dig = await scene.run('dig')
  assert.equal(dig.reason, 'budget_exceeded')
  const retry = () => world.store.tx((t) => world.sessions.retry(t, admin, dig.sessionId))
  const used = scene.asked('dig').length
  await retry()
  await scene.settle()
  assert.equal(scene.asked('dig').length, used, 'trying again alone changes nothing')
  await world.store.tx((t) =>
    world.sessions.raiseBudget(t, admin, dig.sessionId, { scope: 'run', tokens: 1_000 }),
  )
  assert.deepEqual(await budgetOf(scene, admin, dig.sessionId, 'run'), [30, 1_030])
  assert.deepEqual((await budgetOf(scene, admin, id, 'run'))?.[1], 30)
  await retry()
  await scene.settle()
  assert.equal((await world.timeline(dig.sessionId)).at(-1)?.payload['outcome'], 'succeeded')
})

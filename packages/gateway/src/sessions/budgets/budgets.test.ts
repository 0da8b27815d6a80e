import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  openTestSessions,
  type TestSessions,
  type TestSessionsOptions,
} from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import type { PersonActor } from '../../people/people.ts'
import type { LogEvent } from '../sessions.ts'
import { queries } from '../sessions-tables.ts'
import type { WorkRules } from '../work-rules.ts'

// An answer of the scripted model takes 10 tokens in and 5 out: 15 together, and 40 millionths at these prices.
const priced = {
  agents: { list: [{ id: 'main' }, { id: 'thrifty', model: 'local/unpriced' }] },
  models: {
    providers: {
      local: {
        kind: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:9/v1',
        models: [{ id: 'priced', cost: { input: 2, output: 4 } }, { id: 'unpriced' }],
      },
    },
  },
} as const

type Budgets = NonNullable<WorkRules['budgets']>

async function withBudgets(budgets: Budgets, more: TestSessionsOptions = {}) {
  const options: TestSessionsOptions = { agents: priced, rules: { budgets }, ...more }
  const world = await openTestSessions(options)
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor, { visibility: 'team' })
  const answer = async (text: string, as: PersonActor = actor, where = id) => {
    await world.say(as, where, text)
    await world.work()
    return lastEnd(await world.timeline(where))
  }
  return {
    world,
    actor,
    id,
    answer,
    /** As after a reload. */
    setBudgets(next: Budgets) {
      options.rules = { budgets: next }
    },
  }
}

function lastEnd(events: readonly LogEvent[]) {
  const end = events.findLast(({ kind }) => kind === 'turn.finished' || kind === 'turn.failed')
  const { outcome = 'failed', reason, budget, message } = end?.payload ?? {}
  return { outcome, reason, budget, message }
}

const notices = (events: readonly LogEvent[], code: string) =>
  events.filter(({ kind, payload }) => kind === 'notice' && payload['code'] === code)

const succeeded = { outcome: 'succeeded', reason: undefined, budget: undefined, message: undefined }

async function usesOf(world: TestSessions) {
  const rows = await world.store.read((r) =>
    r.all(queries.selectFrom('budget_uses').selectAll().orderBy('scope')),
  )
  return rows.map(({ scope, tokens, cost_micros }) => [scope, tokens, cost_micros])
}

/** Calls something that is not there, and so goes on for another step. */
function scriptSteps(world: TestSessions, count: number): void {
  for (let i = 1; i < count; i++) world.model.script(toolCall('nothing', {}, `call_${i}`))
}

test('[BUD1] a run that used up its tokens ends before its next step, and says which, how much and who helps', async () => {
  const { world, id, answer } = await withBudgets({ run: { tokens: 30 } })
  await using _ = world
  scriptSteps(world, 5)
  const { message, ...end } = await answer('go')
  assert.deepEqual(end, { outcome: 'failed', reason: 'budget_exceeded', budget: 'run' })
  assert.equal(
    message,
    'The budget for a turn is used up: 30 of 30 model tokens. An admin can raise it; then try again.',
  )
  assert.equal(world.model.requests.length, 2, 'a third answer is not asked for')
  const warned = notices(await world.timeline(id), 'budget_warning')
  assert.deepEqual(
    warned.map(({ payload }) => payload['data']),
    [{ scope: 'run', unit: 'tokens', used: 30, max: 30 }],
  )
})

test('[BUD1] a run has a budget in money too, and the next turn begins a new one', async () => {
  const { world, answer } = await withBudgets({ run: { money: 0.000_08 } })
  await using _ = world
  assert.deepEqual(await answer('one'), succeeded)
  assert.deepEqual(await answer('two'), succeeded)
  assert.deepEqual(await answer('three'), succeeded)
  scriptSteps(world, 3)
  const { budget, message } = await answer('four')
  assert.equal(budget, 'run')
  assert.match(String(message), /0\.0001 of 0\.0001 in the price list's currency/)
})

test('[BUD1] a session has a budget for as long as it lives; another one has its own', async () => {
  const { world, actor, answer } = await withBudgets({ tree: { tokens: 30 } })
  await using _ = world
  assert.deepEqual(await answer('one'), succeeded)
  assert.deepEqual(await answer('two'), succeeded)
  const before = world.model.requests.length
  assert.equal((await answer('three')).budget, 'tree')
  assert.equal(world.model.requests.length, before, 'no model is asked any more')
  world.clock.advance(48 * 3_600_000)
  assert.equal((await answer('four')).budget, 'tree')
  assert.deepEqual(await answer('hello', actor, await world.chat(actor)), succeeded)
})

test('[BUD1] children draw on the budget of the root', async () => {
  const { world, actor, id, answer } = await withBudgets({ tree: { money: 0.000_08 } })
  await using _ = world
  const child = await world.chat(actor, { visibility: 'team' })
  const grandchild = await world.chat(actor, { visibility: 'team' })
  for (const [one, parent] of [
    [child, id],
    [grandchild, child],
  ] as const) {
    await world.store.tx((t) =>
      t.run(queries.updateTable('sessions').set({ parent_id: parent }).where('id', '=', one)),
    )
  }
  assert.deepEqual(await answer('one', actor, grandchild), succeeded)
  assert.deepEqual(await answer('two', actor, child), succeeded)
  assert.equal((await answer('three', actor, grandchild)).budget, 'tree')
  assert.equal((await answer('four', actor, id)).budget, 'tree')
})

test('[BUD1] a member has a budget for what they set off in a day, in all sessions together', async () => {
  const { world, actor, id, answer } = await withBudgets({ member: { tokens: 30 } })
  await using _ = world
  const bob = (await world.signedIn('bob', 'member')).actor
  const other = await world.chat(actor)
  assert.deepEqual(await answer('one'), succeeded)
  assert.deepEqual(await answer('two', actor, other), succeeded)
  const { budget, message } = await answer('three')
  assert.equal(budget, 'member')
  assert.match(String(message), /one member sets off in a day.*full again at midnight UTC/)
  assert.deepEqual(await answer('mine', bob, id), succeeded, "somebody else's is another one")
  world.clock.advance(24 * 3_600_000)
  assert.deepEqual(await answer('the next day'), succeeded)
})

test('[BUD1] everyone together has a budget for a day, which ends at midnight UTC', async () => {
  const { world, id, answer } = await withBudgets({ day: { money: 0.000_08 } })
  await using _ = world
  const bob = (await world.signedIn('bob', 'member')).actor
  assert.deepEqual(await answer('one'), succeeded)
  assert.deepEqual(await answer('two', bob, await world.chat(bob)), succeeded)
  assert.equal((await answer('three', bob, id)).budget, 'day')
  const dayMs = 24 * 3_600_000
  world.clock.advance(dayMs - (world.store.now() % dayMs) - 1_000)
  assert.equal((await answer('a second before')).budget, 'day')
  world.clock.advance(2_000)
  assert.deepEqual(await answer('after midnight'), succeeded)
})

test('[BUD1] at 80 percent there is one notice for each limit, and none again at the next step', async () => {
  const { world, id, answer } = await withBudgets({ tree: { tokens: 100 } })
  await using _ = world
  for (const text of ['15', '30', '45', '60', '75']) await answer(text)
  assert.deepEqual(notices(await world.timeline(id), 'budget_warning'), [])
  await answer('90')
  const [notice, ...more] = notices(await world.timeline(id), 'budget_warning')
  assert.deepEqual(notice?.payload, {
    text: '90 % of the budget for this session with everything below it is used: 90 of 100 model tokens.',
    code: 'budget_warning',
    level: 'warning',
    data: { scope: 'tree', unit: 'tokens', used: 90, max: 100 },
  })
  await answer('105')
  assert.equal((await answer('no more')).budget, 'tree')
  assert.equal(more.length + notices(await world.timeline(id), 'budget_warning').length, 1)
})

test('[BUD1] an admin raises a budget, the failed turn is tried again, and people see who raised it', async () => {
  const { world, id, actor, answer } = await withBudgets({ tree: { tokens: 15, money: 1 } })
  await using _ = world
  const admin = (await world.signedIn('ada', 'admin')).actor
  assert.deepEqual(await answer('one'), succeeded)
  assert.equal((await answer('two')).budget, 'tree')
  const raised = await world.store.tx((t) =>
    world.sessions.raiseBudget(t, admin, id, { scope: 'tree', tokens: 15, money: 0.5 }),
  )
  assert.deepEqual(raised, {
    scope: 'tree',
    usedTokens: 15,
    usedMicros: 40,
    tokensMax: 30,
    microsMax: 1_500_000,
  })
  await world.store.tx((t) => world.sessions.retry(t, actor, id))
  await world.work()
  assert.deepEqual(lastEnd(await world.timeline(id)), succeeded)
  const [notice] = notices(await world.timeline(id), 'budget_raised')
  assert.equal(notice?.actor.name, 'ada')
  assert.deepEqual(notice?.payload['data'], { scope: 'tree', tokens: 15, micros: 500_000 })
  assert.equal(
    notices(await world.timeline(id), 'budget_warning').length,
    2,
    'the new limit is one of its own',
  )
  assert.equal((await answer('three')).budget, 'tree')
  const { items } = await world.store.read((r) => world.people.listAudit(r, admin, { limit: 50 }))
  const line = items.find(({ action }) => action === 'budget.raise')
  assert.deepEqual([line?.outcome, line?.resource], ['allowed', id])
  assert.deepEqual(
    { ...line?.detail, via: undefined },
    { scope: 'tree', tokens: 15, micros: 500_000, via: undefined },
  )
})

test('[BUD1] what is added to runs, to a member or to a day holds there, and for a day only that day', async () => {
  const { world, id, answer, setBudgets } = await withBudgets({ run: { tokens: 15 } })
  await using _ = world
  const admin = (await world.signedIn('ada', 'admin')).actor
  const raise = (scope: 'run' | 'member' | 'day') =>
    world.store.tx((t) => world.sessions.raiseBudget(t, admin, id, { scope, tokens: 15 }))
  scriptSteps(world, 2)
  assert.equal((await answer('two steps')).budget, 'run')
  await raise('run')
  scriptSteps(world, 2)
  assert.deepEqual(await answer('two steps'), succeeded)
  for (const scope of ['member', 'day'] as const) {
    setBudgets({ [scope]: { tokens: 15 } })
    assert.equal((await answer('no')).budget, scope)
    // Ann set off the newest turn: it is her day that is raised, not the admin's.
    for (let i = 0; i < 3; i++) await raise(scope)
    assert.deepEqual(await answer('yes'), succeeded)
    world.clock.advance(24 * 3_600_000)
    assert.deepEqual(await answer('yes'), succeeded)
    assert.equal((await answer('no')).budget, scope)
    world.clock.advance(24 * 3_600_000)
    setBudgets({})
    for (let i = 0; i < 3; i++) await answer('uses something up')
  }
})

test('[BUD1] [R1] whoever is no admin cannot raise a budget, nor an admin one in a session that is not theirs to see', async () => {
  const { world, id, actor } = await withBudgets({ tree: { tokens: 15 } })
  await using _ = world
  const viewer = (await world.signedIn('vera', 'viewer')).actor
  const admin = (await world.signedIn('ada', 'admin')).actor
  const hidden = await world.chat(actor)
  const raise = (as: PersonActor, where = id) =>
    world.store.tx((t) => world.sessions.raiseBudget(t, as, where, { scope: 'tree', tokens: 1 }))
  await assert.rejects(() => raise(viewer), refusedWith('not_allowed'))
  await assert.rejects(() => raise(actor), refusedWith('not_allowed'))
  await assert.rejects(() => raise(admin, hidden), refusedWith('not_found'))
})

test('[BUD1] where there is no limit there is nothing to raise, and nothing is written', async () => {
  const { world, id } = await withBudgets({ tree: { tokens: 15 } })
  await using _ = world
  const admin = (await world.signedIn('ada', 'admin')).actor
  const raise = (input: Parameters<TestSessions['sessions']['raiseBudget']>[3]) =>
    world.store.tx((t) => world.sessions.raiseBudget(t, admin, id, input))
  await assert.rejects(() => raise({ scope: 'day', tokens: 1 }), refusedWith('no_budget'))
  await assert.rejects(() => raise({ scope: 'tree', tokens: 5, money: 1 }), refusedWith('no_budget'))
  assert.deepEqual(await usesOf(world), [])
  assert.deepEqual(await world.timeline(id), [])
})

test('[BUD1] however often a budget is raised, its limit stays a number that can be told', async () => {
  const { world, id } = await withBudgets({ tree: { money: 1 } })
  await using _ = world
  const admin = (await world.signedIn('ada', 'admin')).actor
  for (let i = 0; i < 12; i++) {
    await world.store.tx((t) =>
      world.sessions.raiseBudget(t, admin, id, { scope: 'tree', money: 1_000_000_000 }),
    )
  }
  const { budgets } = await world.store.read((r) => world.sessions.readSpending(r, admin, id))
  assert.equal(budgets[0]?.microsMax, 1_000_000_000_000_000 + 1_000_000)
})

test('[BUD1] a reload acts on the next step, and knows what was used before there was a limit', async () => {
  const { world, answer, setBudgets } = await withBudgets({})
  await using _ = world
  assert.deepEqual(await answer('one'), succeeded)
  setBudgets({ tree: { tokens: 15 } })
  assert.equal((await answer('two')).budget, 'tree')
  setBudgets({ day: { tokens: 15 } })
  assert.equal((await answer('three')).budget, 'day')
  setBudgets({ tree: { tokens: 100 } })
  assert.deepEqual(await answer('four'), succeeded)
})

test('[BUD1] [SES5] a crash between two steps counts none of them twice', async () => {
  const gate = Promise.withResolvers<void>()
  const { world, actor, id } = await withBudgets({ tree: { tokens: 1_000 } })
  await using _ = world
  world.model.script(toolCall('nothing'))
  world.model.script({ type: 'wait', until: gate.promise }, 'done')
  await world.say(actor, id, 'go')
  while (world.model.requests.length < 2) await world.breathe()
  await world.crash()
  gate.resolve()
  await world.work()
  assert.deepEqual(lastEnd(await world.timeline(id)), succeeded)
  assert.deepEqual(await usesOf(world), [
    ['day', 30, 80],
    ['member', 30, 80],
    ['tree', 30, 80],
  ])
})

test('[BUD1] a model without a price counts in tokens alone, and where money is limited that is said once', async () => {
  const { world, actor, answer, setBudgets } = await withBudgets({ tree: { money: 1, tokens: 45 } })
  await using _ = world
  const id = await world.chat(actor, { agentId: 'thrifty' })
  const said = async () => notices(await world.timeline(id), 'budget_uncounted')
  assert.deepEqual(await answer('one', actor, id), succeeded)
  assert.deepEqual(await answer('two', actor, id), succeeded)
  const [notice, ...more] = await said()
  assert.deepEqual(notice?.payload['data'], { model: 'local/unpriced', why: 'no_price' })
  assert.match(String(notice?.payload['text']), /Nobody said what local\/unpriced costs/)
  assert.equal(more.length, 0)
  assert.deepEqual(await answer('three', actor, id), succeeded)
  assert.equal((await answer('four', actor, id)).budget, 'tree')

  setBudgets({ tree: { tokens: 1_000 } })
  const other = await world.chat(actor, { agentId: 'thrifty' })
  await answer('one', actor, other)
  assert.deepEqual(notices(await world.timeline(other), 'budget_uncounted'), [])
})

test('[BUD1] a model that does not say what it used is no free one: that is said once too', async () => {
  const { world, id, answer } = await withBudgets({ day: { tokens: 1_000 } })
  await using _ = world
  const silent = {
    type: 'finish',
    reason: 'stop',
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  } as const
  for (let i = 0; i < 2; i++) {
    world.model.script('hm', silent)
    assert.deepEqual(await answer('hello'), succeeded)
  }
  const said = notices(await world.timeline(id), 'budget_uncounted')
  assert.deepEqual(
    said.map(({ payload }) => payload['data']),
    [{ model: 'local/priced', why: 'no_usage' }],
  )
})

test('[BUD1] turns at the same moment go past a day together by what they had under way, and by no more', async () => {
  const { world, actor } = await withBudgets({ day: { tokens: 15 } })
  await using _ = world
  const gate = Promise.withResolvers<void>()
  const ids = [await world.chat(actor), await world.chat(actor), await world.chat(actor)]
  for (const id of ids) {
    world.model.script({ type: 'wait', until: gate.promise }, toolCall('nothing'))
    await world.say(actor, id, 'go')
  }
  while (world.model.running < 3) await world.breathe()
  gate.resolve()
  await world.work()
  for (const id of ids) assert.equal(lastEnd(await world.timeline(id)).budget, 'day')
  assert.equal(world.model.requests.length, 3)
})

test('[BUD1] [USG3] the budget of a member is shown to themselves and to admins; others see their own', async () => {
  const { world, actor, id, answer } = await withBudgets({ member: { tokens: 100 } })
  await using _ = world
  const admin = (await world.signedIn('ada', 'admin')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  await answer('one')
  const used = async (as: PersonActor) =>
    (await world.store.read((r) => world.sessions.readSpending(r, as, id))).budgets.map(
      ({ usedTokens }) => usedTokens,
    )
  assert.deepEqual(await used(actor), [15])
  assert.deepEqual(await used(admin), [15])
  assert.deepEqual(await used(bob), [0])
})

test('[BUD1] a step costs the same few rows however much was used before', async () => {
  const { world, answer } = await withBudgets({})
  await using _ = world
  for (let i = 0; i < 5; i++) await answer('again')
  assert.equal((await usesOf(world)).length, 3)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSteps, isWorthShowing, type SetupFacts } from './choose-steps.ts'

const fresh: SetupFacts = {
  role: 'owner',
  settings: [{ key: 'team.name', source: 'default' }],
  peopleCount: 1,
  models: [{ isDemo: true }],
}
const done = (facts: SetupFacts) =>
  chooseSteps(facts)
    .filter((step) => step.isDone)
    .map((step) => step.id)

test('[UIF4] those who may are offered to add a key, to invite and to name the place; others nothing', () => {
  const ids = (role: SetupFacts['role']) => chooseSteps({ ...fresh, role }).map((step) => step.id)
  assert.deepEqual(ids('owner'), ['add-key', 'invite', 'name-place'])
  assert.deepEqual(ids('admin'), ['add-key', 'invite', 'name-place'])
  assert.deepEqual(ids('member'), [])
  assert.deepEqual(ids('viewer'), [])
})

test('[UIF4] nothing unknown is called done, and nothing is shown before all of it is known', () => {
  for (const unknown of ['settings', 'peopleCount', 'models'] as const) {
    assert.equal(isWorthShowing({ ...fresh, [unknown]: undefined }), false, unknown)
  }
  assert.deepEqual(done({ ...fresh, settings: undefined, peopleCount: undefined, models: undefined }), [])
  assert.deepEqual(done(fresh), [])
  assert.equal(isWorthShowing(fresh), true)
})

test('[UIF4] what was done is shown as done, and once all is done nothing is shown', () => {
  assert.deepEqual(done({ ...fresh, models: [{ isDemo: true }, { isDemo: false }] }), ['add-key'])
  assert.deepEqual(done({ ...fresh, settings: [{ key: 'team.name', source: 'file' }] }), ['name-place'])
  const settled: SetupFacts = {
    ...fresh,
    settings: [{ key: 'team.name', source: 'web' }],
    peopleCount: 2,
    models: [{ isDemo: false }],
  }
  assert.deepEqual(done(settled), ['add-key', 'invite', 'name-place'])
  assert.equal(isWorthShowing(settled), false)
  assert.equal(isWorthShowing({ ...fresh, role: 'member' }), false)
})

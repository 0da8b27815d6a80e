import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseHearing, type HearingQuestion } from './choose-hearing.ts'

type AskedRun = Parameters<typeof chooseHearing>[0]

const byAgent: AskedRun = { is_quiet: 0, is_by_parent: 0, asked_by: 'agent' }
const plain: HearingQuestion = { isSkipped: false, isGone: false, isBound: false, isBelowRun: false }

test('[RTE2] an agent is woken by what it asked for; what a person asked for wakes nobody', () => {
  assert.equal(chooseHearing(byAgent, plain), 'wakes')
  assert.equal(chooseHearing({ ...byAgent, asked_by: 'person' }, plain), 'with_next_turn')
})

test('[RTE2] what is told in a place of its own is heard quietly, unless the one above is a run itself', () => {
  assert.equal(chooseHearing(byAgent, { ...plain, isBound: true }), 'with_next_turn')
  assert.equal(chooseHearing(byAgent, { ...plain, isBound: true, isBelowRun: true }), 'wakes')
})

test('[RTE2] who is gone, what says nothing, and what its parent ended are never heard', () => {
  const runs = fc.record<AskedRun>({
    is_quiet: fc.constantFrom(0, 1),
    is_by_parent: fc.constantFrom(0, 1),
    asked_by: fc.constantFrom('agent', 'person'),
  })
  const questions = fc.record<HearingQuestion>({
    isSkipped: fc.boolean(),
    isGone: fc.boolean(),
    isBound: fc.boolean(),
    isBelowRun: fc.boolean(),
  })
  fc.assert(
    fc.property(runs, questions, (run, question) => {
      const hearing = chooseHearing(run, question)
      const isNothing =
        question.isSkipped || question.isGone || (run.is_quiet === 1 && run.is_by_parent === 1)
      assert.equal(hearing === 'nothing', isNothing)
      if (hearing === 'wakes') assert.deepEqual([run.asked_by, run.is_quiet], ['agent', 0])
    }),
  )
})

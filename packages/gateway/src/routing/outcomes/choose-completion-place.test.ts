import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseCompletionPlace, type CompletionQuestion } from './choose-completion-place.ts'

const plain: CompletionQuestion = {
  askedBy: 'agent',
  isSkipped: false,
  isQuiet: false,
  isEndedByParent: false,
  isParentGone: false,
  isOriginClosed: false,
  hasParentFailed: false,
  bound: 'no',
  failClosed: false,
}

const told = (question: Partial<CompletionQuestion>) => {
  const { destination, reason, at } = chooseCompletionPlace({ ...plain, ...question })
  return `${destination} ${reason} ${at}`
}

test('[RTE1] [RTE2] a completion is told by one table', () => {
  assert.equal(told({}), 'parent parent_tells parent')
  assert.equal(told({ askedBy: 'person' }), 'requester asked_there parent')
  assert.equal(told({ askedBy: 'person', isOriginClosed: true }), 'requester place_closed parent')
  assert.equal(told({ isParentGone: true }), 'requester parent_gone root')
  assert.equal(told({ hasParentFailed: true }), 'requester parent_failed root')
})

test('[RTE2] a parent that is over because its turn on it failed has failed', () => {
  assert.equal(told({ hasParentFailed: true, isParentGone: true }), 'requester parent_failed root')
})

test('[RTE2] what a person asked for is told where they asked, whatever the agent made of it', () => {
  assert.equal(told({ askedBy: 'person', hasParentFailed: true }), 'requester asked_there parent')
  assert.equal(told({ askedBy: 'person', isParentGone: true }), 'requester parent_gone root')
})

test('[RTE2] what ended by its parent, or together with it, is told to nobody else', () => {
  for (const more of [
    {},
    { isParentGone: true },
    { hasParentFailed: true },
    { askedBy: 'person' as const },
  ]) {
    assert.equal(told({ ...more, isQuiet: true }), 'parent stopped_with_parent parent')
    assert.equal(told({ ...more, isQuiet: true, isEndedByParent: true }), 'parent ended_by_parent parent')
  }
})

test('[SUB9] [RTE2] the word for nothing is shown nowhere', () => {
  for (const more of [{}, { isParentGone: true }, { askedBy: 'person' as const }, { isQuiet: true }]) {
    assert.equal(told({ ...more, isSkipped: true }), 'parent skipped nowhere')
  }
})

test('[RTE2] what has a place of its own is told there, whatever became of those above', () => {
  const above = [
    {},
    { isParentGone: true },
    { hasParentFailed: true },
    { isQuiet: true },
    { isEndedByParent: true },
  ]
  for (const more of above) {
    for (const askedBy of ['agent', 'person'] as const) {
      assert.equal(told({ ...more, askedBy, bound: 'yes' }), 'bound bound_place bound')
    }
  }
})

test('[RTE7] what its place took no more is told where it was asked for, or held', () => {
  assert.equal(told({ bound: 'lost' }), 'requester binding_lost origin')
  assert.equal(told({ bound: 'lost', failClosed: true }), 'hold binding_lost nowhere')
})

test('[RTE1] [RTE2] the table has one answer for every question, and only a lost place is ever held', () => {
  const questions = fc.record<CompletionQuestion>({
    askedBy: fc.constantFrom('agent', 'person'),
    isSkipped: fc.boolean(),
    isQuiet: fc.boolean(),
    isEndedByParent: fc.boolean(),
    isParentGone: fc.boolean(),
    isOriginClosed: fc.boolean(),
    hasParentFailed: fc.boolean(),
    bound: fc.constantFrom('no', 'yes', 'lost'),
    failClosed: fc.boolean(),
  })
  fc.assert(
    fc.property(questions, (question) => {
      const choice = chooseCompletionPlace(question)
      assert.deepEqual(chooseCompletionPlace(question), choice)
      assert.equal(choice.destination === 'bound', !question.isSkipped && question.bound === 'yes')
      const isHeld = !question.isSkipped && question.bound === 'lost' && question.failClosed
      assert.equal(choice.destination === 'hold', isHeld)
      if (choice.at === 'nowhere') assert.ok(question.isSkipped || isHeld)
    }),
  )
})

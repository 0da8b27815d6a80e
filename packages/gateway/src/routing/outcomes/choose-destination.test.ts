import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseDestination, type DestinationQuestion } from './choose-destination.ts'

const nowhere: DestinationQuestion = {
  askedAt: null,
  isClosed: false,
  bound: null,
  isBoundThere: false,
  completionAt: null,
}
const choose = (question: Partial<DestinationQuestion>) => chooseDestination({ ...nowhere, ...question })

test('[RTE3] a turn answers where its messages were written', () => {
  assert.deepEqual(choose({ askedAt: 'web/web/ses_1' }), {
    kind: 'requester',
    conversation: 'web/web/ses_1',
    reason: 'asked_there',
  })
  assert.deepEqual(choose({ askedAt: 'a', bound: 'b', isBoundThere: true }), {
    kind: 'bound',
    conversation: 'a',
    reason: 'asked_there',
  })
})

test('[RTE3] a turn without a place answers where its session is bound, else on its timeline alone', () => {
  assert.deepEqual(choose({ bound: 'b' }), { kind: 'bound', conversation: 'b', reason: 'bound_place' })
  assert.deepEqual(choose({}), { kind: 'timeline', reason: 'no_place' })
  assert.deepEqual(choose({ isClosed: true }), { kind: 'timeline', reason: 'place_closed' })
})

test('[RTE3] the turn whose end ends a run posts nothing where that end is told', () => {
  const ends = { kind: 'completion', reason: 'ends_run' }
  assert.deepEqual(choose({ completionAt: 'b', bound: 'b' }), ends)
  assert.deepEqual(choose({ completionAt: 'b' }), ends)
  assert.deepEqual(choose({ askedAt: 'b', isBoundThere: true, completionAt: 'b' }), ends)
})

test('[RTE3] whoever asked elsewhere is answered there, also when the run ends with it', () => {
  const choice = choose({ askedAt: 'a', isBoundThere: true, completionAt: 'b' })
  assert.deepEqual(choice, { kind: 'bound', conversation: 'a', reason: 'asked_there' })
})

test('[RTE1] [RTE3] [I17] one place at most is chosen, the one that asked before all others', () => {
  const place = fc.constantFrom(null, 'a', 'b', 'c')
  const questions = fc.record<DestinationQuestion>({
    askedAt: place,
    isClosed: fc.boolean(),
    bound: place,
    isBoundThere: fc.boolean(),
    completionAt: place,
  })
  fc.assert(
    fc.property(questions, (question) => {
      const choice = chooseDestination(question)
      assert.deepEqual(chooseDestination(question), choice)
      if (choice.kind === 'timeline') assert.equal(question.askedAt ?? question.bound, null)
      if ('conversation' in choice) {
        assert.equal(choice.conversation, question.askedAt ?? question.bound)
        assert.notEqual(choice.conversation, question.completionAt)
      }
    }),
  )
})

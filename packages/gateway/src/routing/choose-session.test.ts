import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import fc from 'fast-check'
import { chooseSession, type SessionQuestion } from './choose-session.ts'

const named = 'ses_named' as SessionId
const current = 'ses_current' as SessionId

const question = (over: Partial<SessionQuestion>): SessionQuestion => ({
  kind: 'dm',
  isAddressed: false,
  needsAddress: true,
  named: undefined,
  current: undefined,
  agentId: 'main',
  ...over,
})

test('[CNV7] a session that was named outright is the one that hears', () => {
  for (const kind of ['web', 'dm', 'channel'] as const) {
    assert.deepEqual(chooseSession(question({ kind, named, current })), {
      kind: 'deliver',
      sessionId: named,
      reason: 'named',
    })
  }
})

test('[CNV1] a place that has a session keeps it; one that has none opens one for its agent', () => {
  assert.deepEqual(chooseSession(question({ current })), {
    kind: 'deliver',
    sessionId: current,
    reason: 'place',
  })
  assert.deepEqual(chooseSession(question({ agentId: 'ops' })), {
    kind: 'open',
    agentId: 'ops',
    reason: 'first_here',
  })
})

test('[CNV3] in shared places only what addresses us is heard, unless the place says otherwise', () => {
  for (const kind of ['group', 'channel', 'thread'] as const) {
    const ignored = { kind: 'ignore', reason: 'not_addressed' }
    assert.deepEqual(chooseSession(question({ kind })), ignored)
    assert.deepEqual(chooseSession(question({ kind, current })), ignored)
    assert.equal(chooseSession(question({ kind, current, isAddressed: true })).kind, 'deliver')
    assert.equal(chooseSession(question({ kind, current, needsAddress: false })).kind, 'deliver')
    assert.equal(chooseSession(question({ kind, isAddressed: true })).kind, 'open')
  }
})

test('[RTE1] there is an answer with a reason for every question, and the same one each time', () => {
  const questions = fc.record({
    kind: fc.constantFrom('web', 'dm', 'group', 'channel', 'thread'),
    isAddressed: fc.boolean(),
    needsAddress: fc.boolean(),
    named: fc.constantFrom(undefined, named),
    current: fc.constantFrom(undefined, current),
    agentId: fc.constant('main'),
  })
  fc.assert(
    fc.property(questions, (asked) => {
      const choice = chooseSession(asked)
      assert.ok(choice.reason.length > 0)
      assert.deepEqual(chooseSession(asked), choice)
      if (asked.kind === 'web' || asked.kind === 'dm') assert.notEqual(choice.kind, 'ignore')
    }),
  )
})

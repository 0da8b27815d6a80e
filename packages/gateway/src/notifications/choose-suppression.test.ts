import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSuppression, type Situation } from './choose-suppression.ts'

const fine: Situation = {
  isWanted: true,
  isMember: true,
  maySee: true,
  isLinked: true,
  isRead: false,
  isPresent: false,
  reason: 'mention',
  source: 'stands',
}

test('[NTF2] what no longer holds at dispatch is suppressed, and says why', () => {
  assert.equal(chooseSuppression(fine), undefined)
  const cases: [Partial<Situation>, string][] = [
    [{ isMember: false }, 'no_longer_a_member'],
    [{ maySee: false }, 'may_not_see'],
    [{ isLinked: false }, 'not_linked'],
    [{ isWanted: false }, 'turned_off'],
    [{ source: 'gone' }, 'source_deleted'],
    [{ source: 'not_about_them' }, 'no_longer_mentioned'],
    [{ isRead: true }, 'read'],
    [{ isPresent: true }, 'present'],
  ]
  for (const [change, why] of cases) assert.equal(chooseSuppression({ ...fine, ...change }), why)
})

test('[NTF2] of several that hold, what is said tells nothing of a session that they may not see', () => {
  const gone = { source: 'gone', isRead: true, isPresent: true, isWanted: false } as const
  assert.equal(chooseSuppression({ ...fine, ...gone, maySee: false }), 'may_not_see')
  assert.equal(chooseSuppression({ ...fine, ...gone, maySee: false, isMember: false }), 'no_longer_a_member')
})

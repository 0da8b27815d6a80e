import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanding, type LandingFacts } from './choose-landing.ts'

const unknown: LandingFacts = {
  role: 'member',
  hasJustJoined: false,
  sessions: undefined,
  archived: undefined,
  isUnreadable: false,
}
const land = (over: Partial<LandingFacts>) => chooseLanding({ ...unknown, ...over })

test('[UIF1] whoever just joined begins in a session, also where a team has some already', () => {
  assert.deepEqual(land({ hasJustJoined: true }), { kind: 'begin', reason: 'just_joined' })
  assert.deepEqual(land({ hasJustJoined: true, role: 'owner', sessions: 7 }), {
    kind: 'begin',
    reason: 'just_joined',
  })
})

test('[UIF1] whoever has no session at all begins in one, once that is known', () => {
  assert.deepEqual(land({}), { kind: 'wait' })
  assert.deepEqual(land({ sessions: 0 }), { kind: 'wait' })
  assert.deepEqual(land({ sessions: 0, archived: 0 }), { kind: 'begin', reason: 'has_none' })
})

test('[UIF2] whoever has sessions comes to the list, also when all of them are archived', () => {
  assert.deepEqual(land({ sessions: 1 }), { kind: 'list', reason: 'has_sessions' })
  assert.deepEqual(land({ sessions: 0, archived: 1 }), { kind: 'list', reason: 'has_archived' })
})

test('[UIF2] whoever may not begin one, or whose sessions cannot be read, comes to the list', () => {
  assert.deepEqual(land({ role: 'viewer', hasJustJoined: true, sessions: 0, archived: 0 }), {
    kind: 'list',
    reason: 'cannot_begin',
  })
  assert.deepEqual(land({ isUnreadable: true }), { kind: 'list', reason: 'unreadable' })
})

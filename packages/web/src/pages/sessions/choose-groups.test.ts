import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedSessionJson } from '@heddle/contract'
import { listed } from '../../gallery/sample-list.ts'
import { chooseGroups } from './choose-groups.ts'
import { chooseReason } from './choose-reason.ts'

const at = (minute: number) => `2026-03-14T13:${String(minute).padStart(2, '0')}:00.000Z`
const row = (id: string, minute: number, over: Partial<ListedSessionJson> = {}) =>
  listed({ id, activeAt: at(minute), createdAt: at(minute), lastOutcome: 'succeeded', seq: 4, ...over })
const shape = (sessions: ListedSessionJson[], openId?: string, isSearch = false) =>
  chooseGroups(sessions, openId, isSearch).map(({ id, rows }) => [
    id,
    rows.map(({ session, depth }) => '>'.repeat(depth) + session.id).join(' '),
  ])

test('[UIL1] the list is sorted by need: unread and at rest, running, the rest; each by last activity', () => {
  const sessions = [
    row('a', 1),
    row('b', 9),
    row('c', 2, { state: 'running' }),
    row('d', 3, { unread: true, lastOutcome: 'failed' }),
    row('e', 4, { unread: true }),
    row('f', 5, { unread: true, state: 'running' }),
  ]
  assert.deepEqual(shape(sessions), [
    ['needs', 'e d'],
    ['running', 'f c'],
    ['finished', 'b a'],
  ])
})

test('[UIL1] a group without a session is not shown, and an archived one needs nobody', () => {
  assert.deepEqual(shape([]), [])
  assert.deepEqual(shape([row('a', 1, { state: 'archived', unread: true })]), [['finished', 'a']])
})

test('[UIL1] the session in sight does not move to those that need one', () => {
  assert.deepEqual(shape([row('a', 1, { unread: true }), row('b', 2)], 'a'), [['finished', 'b a']])
})

test('[UIA4] a session that waits for approval needs whoever may decide, also while they look at it', () => {
  const asking = row('a', 1, { state: 'running', openApprovals: 1 })
  assert.deepEqual(shape([asking, row('b', 2)], 'a'), [
    ['needs', 'a'],
    ['finished', 'b'],
  ])
  assert.equal(chooseReason(asking, undefined), 'asks')
  assert.deepEqual(
    chooseGroups([asking], undefined, false, false).map(({ id }) => id),
    ['running'],
  )
})

test('[UIL1] one that comes with two answers stands there once, as the later answer has it', () => {
  const read = row('a', 2, { seq: 9, readSeq: 9 })
  assert.deepEqual(shape([row('a', 2, { seq: 9, readSeq: 4, unread: true }), read]), [['finished', 'a']])
  assert.deepEqual(shape([read, row('a', 2, { seq: 8, readSeq: 4, unread: true })]), [['finished', 'a']])
})

test('[UIL2] children stand below their root, and the family where the neediest belongs', () => {
  const sessions = [
    row('root', 1),
    row('other', 5),
    row('kid2', 3, { parentId: 'root', unread: true, lastOutcome: 'failed' }),
    row('kid1', 2, { parentId: 'root', state: 'running' }),
    row('deep', 4, { parentId: 'kid1' }),
    row('orphan', 6, { parentId: 'elsewhere' }),
  ]
  assert.deepEqual(shape(sessions), [
    ['needs', 'root >kid1 >>deep >kid2'],
    ['finished', 'orphan other'],
  ])
})

test('[UIL2] sessions that name each other as parent are shown all the same', () => {
  assert.deepEqual(shape([row('a', 1, { parentId: 'b' }), row('b', 2, { parentId: 'a' })]), [
    ['finished', 'a >b'],
  ])
})

test('[UIL5] what was searched for keeps the order in which it was found', () => {
  const sessions = [row('a', 1), row('b', 9, { state: 'running' }), row('c', 3, { unread: true })]
  assert.deepEqual(shape(sessions, undefined, true), [['found', 'a b c']])
})

test('[UIL3] the reason is a word about what happened, not about time', () => {
  const reason = (over: Partial<ListedSessionJson>) => chooseReason(row('a', 1, over), undefined)
  assert.equal(reason({ unread: true, lastOutcome: 'failed' }), 'failed')
  assert.equal(reason({ unread: true }), 'finished')
  assert.equal(reason({ unread: true, lastOutcome: null }), 'new messages')
  assert.equal(reason({ unread: true, state: 'running' }), 'running')
  assert.equal(reason({ lastOutcome: 'cancelled' }), 'stopped')
  assert.equal(reason({ lastOutcome: null, seq: 0 }), 'empty')
  assert.equal(reason({ lastOutcome: null }), 'no turn')
  assert.equal(reason({ state: 'over' }), 'over')
  assert.equal(reason({ state: 'archived', unread: true }), 'archived')
})

test('[UIL3] a fork says that it is one until a turn of its own has ended', () => {
  const fork = { forkedFrom: { sessionId: 'b', eventId: 'evt_9' } }
  assert.equal(chooseReason(row('a', 1, { ...fork, lastOutcome: null }), undefined), 'forked')
  assert.equal(chooseReason(row('a', 1, fork), undefined), 'finished')
})

test('[UIL1] a session in which nothing was said stands by itself, until something is', () => {
  const untouched = { seq: 0, lastOutcome: null }
  const sessions = [
    row('a', 1, untouched),
    row('b', 9),
    row('c', 2, { state: 'running' }),
    row('d', 3, { unread: true }),
  ]
  assert.deepEqual(shape(sessions), [
    ['needs', 'd'],
    ['fresh', 'a'],
    ['running', 'c'],
    ['finished', 'b'],
  ])
  assert.deepEqual(shape([row('a', 1, { seq: 1, lastOutcome: null })]), [['finished', 'a']])
  assert.deepEqual(shape([row('a', 1, untouched), row('kid', 2, { parentId: 'a' })]), [
    ['finished', 'a >kid'],
  ])
})

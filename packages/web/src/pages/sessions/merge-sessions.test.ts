import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveFrameOf } from '@heddle/contract'
import { whole } from '../../../test/sample-log.ts'
import { mergeSessions } from './merge-sessions.ts'
import { readListFrame } from './read-list-frame.ts'

const session = (id: string, minute: number, state: 'idle' | 'archived' = 'idle') =>
  whole({ id, state, activeAt: `2026-03-14T13:${String(minute).padStart(2, '0')}:00.000Z` })
const ids = (list: { id: string }[]) => list.map(({ id }) => id)

test('[SES7] the list follows changes: what is active rises, what is new comes in, what is gone leaves', () => {
  const page = [session('a', 9), session('b', 8), session('c', 7), session('d', 6)]
  const changed = [session('c', 10), session('e', 11), session('b', 12, 'archived')]
  assert.deepEqual(ids(mergeSessions(page, { items: changed, removed: ['d'] }, true)), ['e', 'c', 'a'])
})

test('[SES7] a row that rises to the first page leaves the later one', () => {
  const later = [session('x', 3), session('y', 2)]
  assert.deepEqual(
    ids(mergeSessions(later, { items: [session('y', 9), session('z', 9)], removed: [] }, false)),
    ['x'],
  )
})

test('[SES7] the first snapshot tells what happened since the list was read: new, changed, gone', () => {
  const read = [session('a', 9), session('b', 8), session('c', 7), session('d', 2)]
  const items = [session('e', 10), session('a', 9), session('c', 7)]
  const frame = (next?: string): LiveFrameOf<'snap'> => ({
    type: 'snap',
    scope: 'l:',
    seq: 0,
    state: { items, ...(next && { next }) },
    events: [],
  })
  const merged = (next?: string) => ids(mergeSessions(read, readListFrame(frame(next))!, true))
  assert.deepEqual(merged('more'), ['e', 'a', 'c', 'd'])
  assert.deepEqual(merged(), ['e', 'a', 'c'])
})

test('[SES7] a row that was read later than it is told stays as it was read', () => {
  const held = { ...session('a', 9), seq: 7, title: 'New' }
  const told = { ...session('a', 8), seq: 6, title: 'Old' }
  assert.deepEqual(mergeSessions([held], { items: [told], removed: [] }, true), [held])
})

test('[SES7] a frame of the list that cannot be read changes nothing', () => {
  assert.equal(readListFrame({ type: 'eph', scope: 'l:', kind: 'weather' }), undefined)
  assert.equal(readListFrame({ type: 'snap', scope: 'l:', seq: 0, state: {}, events: [] }), undefined)
})

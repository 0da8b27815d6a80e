import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whole } from '../../../test/sample-log.ts'
import { mergeSessions } from './merge-sessions.ts'

const session = (id: string, minute: number, state: 'idle' | 'archived' = 'idle') =>
  whole({ id, state, activeAt: `2026-03-14T13:${String(minute).padStart(2, '0')}:00.000Z` })
const ids = (list: { id: string }[]) => list.map(({ id }) => id)

test('[SES7] the list follows changes: what is active rises, what is new comes in, what is gone leaves', () => {
  const page = [session('a', 9), session('b', 8), session('c', 7), session('d', 6)]
  const changed = [session('c', 10), session('e', 11), session('b', 12, 'archived')]
  assert.deepEqual(ids(mergeSessions(page, changed, ['d'], true)), ['e', 'c', 'a'])
})

test('[SES7] a row that rises to the first page leaves the later one', () => {
  const later = [session('x', 3), session('y', 2)]
  assert.deepEqual(ids(mergeSessions(later, [session('y', 9), session('z', 9)], [], false)), ['x'])
})

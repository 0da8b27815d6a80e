import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedSessionJson, LiveFrameOf } from '@heddle/contract'
import { listed } from '../../gallery/sample-list.ts'
import { type ListQuery, mergeSessions } from './merge-sessions.ts'
import { type ListChange, readListFrame } from './read-list-frame.ts'

const session = (id: string, minute: number, over: Partial<ListedSessionJson> = {}) =>
  listed({ id, activeAt: `2026-03-14T13:${String(minute).padStart(2, '0')}:00.000Z`, ...over })
const merged = (
  pages: ListedSessionJson[][],
  change: Partial<ListChange>,
  { query = {}, hasMore = false }: { query?: ListQuery; hasMore?: boolean } = {},
) =>
  mergeSessions(
    pages.map((items, i) => ({ items, ...(hasMore || i < pages.length - 1 ? { next: 'more' } : {}) })),
    query,
    { items: [], removed: [], ...change },
  ).map(({ items }) => items.map(({ id }) => id).join(''))

test('[SES7] the list follows changes: what is active rises, what is new comes in, what is gone leaves', () => {
  const page = [session('a', 9), session('b', 8), session('c', 7), session('d', 6)]
  const items = [session('c', 10), session('e', 11), session('b', 12, { state: 'archived' })]
  assert.deepEqual(merged([page], { items, removed: ['d'] }), ['eca'])
})

test('[SES7] a row of a later page is brought up to date where it is; the groups put it where it belongs', () => {
  const pages = [[session('a', 9)], [session('x', 3), session('y', 2)]]
  assert.deepEqual(merged(pages, { items: [session('y', 9), session('z', 9)] }), ['za', 'xy'])
})

test('[UIL4] what is older than the last loaded row waits for its page', () => {
  const page = [session('a', 9), session('b', 8)]
  assert.deepEqual(merged([page], { items: [session('old', 1)] }, { hasMore: true }), ['ab'])
  assert.deepEqual(merged([page], { items: [session('old', 1)] }), ['abold'])
})

test('[UIL5] a hint puts nothing into the results of a search, and brings what was found up to date', () => {
  const found = [session('b', 3, { title: 'Boat' }), session('c', 5)]
  const items = [session('n', 9), session('b', 10, { title: 'Ship', seq: 50 })]
  const pages = mergeSessions([{ items: found }], { text: 'boat' }, { items, removed: [] })
  assert.deepEqual(
    pages[0]?.items.map(({ id, title }) => [id, title]),
    [
      ['b', 'Ship'],
      ['c', found[1]?.title],
    ],
  )
})

test('[UIL5] a narrowed list takes in what fits and lets go what no longer does', () => {
  const items = [session('n', 9, { state: 'running' }), session('a', 8, { seq: 41 })]
  const running = [session('a', 3, { state: 'running' })]
  assert.deepEqual(merged([running], { items }, { query: { state: 'running' } }), ['n'])
  assert.deepEqual(merged([[]], { items }, { query: { agent: 'reviewer' } }), [''])
  const needing = [session('u', 9, { unread: true, readSeq: 1 })]
  assert.deepEqual(merged([[]], { items: [...needing, ...items] }, { query: { needs: 'me' } }), ['u'])
  const read = [session('u', 9, { readSeq: 40 })]
  assert.deepEqual(merged([needing], { items: read }, { query: { needs: 'me' } }), [''])
  assert.deepEqual(
    merged([[session('z', 1, { state: 'archived' })]], { items }, { query: { state: 'archived' } }),
    ['z'],
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
  const told = (next?: string) => merged([read], readListFrame(frame(next)) ?? {})
  assert.deepEqual(told('more'), ['eacd'])
  assert.deepEqual(told(), ['eac'])
  const change = readListFrame(frame()) ?? {}
  assert.deepEqual(merged([[session('b', 8)]], change, { query: { text: 'b' } }), ['b'])
})

test('[SES7] a row that was read later than it is told stays as it was read', () => {
  const held = session('a', 9, { seq: 47, title: 'New' })
  const told = session('a', 8, { seq: 46, title: 'Old' })
  assert.deepEqual(mergeSessions([{ items: [held] }], {}, { items: [told], removed: [] }), [
    { items: [held] },
  ])
})

test('[SES7] a frame of the list that cannot be read changes nothing', () => {
  assert.equal(readListFrame({ type: 'eph', scope: 'l:', kind: 'weather' }), undefined)
  assert.equal(readListFrame({ type: 'snap', scope: 'l:', seq: 0, state: {}, events: [] }), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationJson, NotificationsJson } from '@heddle/contract'
import { notification } from '../gallery/sample-inbox.ts'
import { changeInbox, type Show } from './inbox-change.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 14, 12, minute)).toISOString()
const one = (id: string, minute: number, over: Partial<NotificationJson> = {}) =>
  notification({ id, createdAt: at(minute), ...over })
const page = (items: NotificationJson[], next?: string): NotificationsJson => ({
  items,
  unread: items.length,
  ...(next === undefined ? {} : { next }),
})
const idsOf = (pages: readonly NotificationsJson[]) => pages.map(({ items }) => items.map(({ id }) => id))
const put = (pages: NotificationsJson[], show: Show, item: NotificationJson, unread = 7) =>
  changeInbox(pages, show, { kind: 'one', notification: item, unread })

test('[NTF4] what comes stands on top, and every page knows the one count', () => {
  const pages = put([page([one('b', 2)], 'more'), page([one('a', 1)])], 'unread', one('c', 3))
  assert.deepEqual(idsOf(pages), [['c', 'b'], ['a']])
  assert.deepEqual(
    pages.map(({ unread }) => unread),
    [7, 7],
  )
})

test('[NTF4] heard twice, it stands once', () => {
  const once = put([page([])], 'unread', one('a', 1))
  assert.deepEqual(idsOf(put(once, 'unread', one('a', 1))), [['a']])
})

test('[NTF4] what is read leaves the unread ones and stays among all', () => {
  const pages = [page([one('b', 2), one('a', 1)])]
  const read = one('a', 1, { readAt: at(5) })
  assert.deepEqual(idsOf(put(pages, 'unread', read)), [['b']])
  assert.deepEqual(idsOf(put(pages, 'all', read)), [['b', 'a']])
  assert.equal(put(pages, 'all', read)[0]?.items[1]?.readAt, at(5))
})

test('[NTF4] unread again, it comes back to its place; one older than what was read so far is left to its page', () => {
  const pages = [page([one('c', 3), one('b', 2)], 'more')]
  assert.deepEqual(idsOf(put(pages, 'unread', one('bb', 2.5))), [['c', 'bb', 'b']])
  assert.deepEqual(idsOf(put(pages, 'unread', one('a', 1))), [['c', 'b']])
  assert.deepEqual(idsOf(put([page([one('c', 3)])], 'unread', one('a', 1))), [['c', 'a']])
})

test('[NTF4] reading a discussion up to one reads what came before it there, and nothing else', () => {
  const thread = { threadId: 'thr_1' }
  const pages = [page([one('d', 4, thread), one('c', 3, thread), one('b', 2), one('a', 1, thread)])]
  const read = one('c', 3, { ...thread, readAt: at(5) })
  const change = { kind: 'read', notification: read, unread: 2 } as const
  assert.deepEqual(idsOf(changeInbox(pages, 'unread', change)), [['d', 'b']])
  assert.deepEqual(
    changeInbox(pages, 'all', change)[0]?.items.map(({ readAt }) => readAt),
    [undefined, at(5), undefined, at(5)],
  )
})

test('[NTF4] when nothing is left, nothing is left here either', () => {
  const pages = [page([one('b', 2), one('a', 1)])]
  const all = { kind: 'all read', at: at(9) } as const
  assert.deepEqual(changeInbox(pages, 'unread', all), [{ items: [], unread: 0 }])
  assert.deepEqual(
    changeInbox(pages, 'all', all)[0]?.items.map(({ readAt }) => readAt),
    [at(9), at(9)],
  )
  // Another tab marked all: of that only the last is told.
  const last = one('a', 1, { readAt: at(8) })
  assert.deepEqual(idsOf(put(pages, 'unread', last, 0)), [[]])
})

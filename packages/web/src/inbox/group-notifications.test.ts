import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notification } from '../gallery/sample-inbox.ts'
import { groupNotifications, newestUnread } from './group-notifications.ts'

const thread = { threadId: 'thr_1' }

test('[NTF4] a discussion is one row that grows, newest first; everything else stands by itself', () => {
  const groups = groupNotifications([
    notification({ id: 'd', ...thread }),
    notification({ id: 'c' }),
    notification({ id: 'b', ...thread, readAt: '2026-03-14T12:00:00.000Z' }),
    notification({ id: 'a', ...thread }),
  ])
  assert.deepEqual(
    groups.map(({ key, first, earlier, unreadCount }) => [
      key,
      first.id,
      earlier.map(({ id }) => id),
      unreadCount,
    ]),
    [
      ['thr_1', 'd', ['b', 'a'], 2],
      ['c', 'c', [], 1],
    ],
  )
})

test('[NTF4] a row is unread while anything in it is, and is read from the newest of these on', () => {
  const readAt = '2026-03-14T12:00:00.000Z'
  const [half] = groupNotifications([
    notification({ id: 'b', ...thread, readAt }),
    notification({ id: 'a', ...thread }),
  ])
  assert.equal(half?.isUnread, true)
  assert.equal(half && newestUnread(half)?.id, 'a')
  const [whole] = groupNotifications([notification({ readAt })])
  assert.equal(whole?.isUnread, false)
  assert.equal(whole && newestUnread(whole), undefined)
})

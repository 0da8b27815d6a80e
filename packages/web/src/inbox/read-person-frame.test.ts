import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerFrame } from '@heddle/contract'
import { notification } from '../gallery/sample-inbox.ts'
import { mayBeRead, readPersonFrame } from './read-person-frame.ts'

const event = (kind: string, payload: object) =>
  ({ type: 'ev', scope: 'u:per_1', seq: 4, kind, payload }) as unknown as ServerFrame

test('[NTF4] one’s own log says what came, what changed, and where something was read', () => {
  const told = notification({ id: 'a' })
  const created = readPersonFrame(event('notification.created', { notification: told, unread: 3 }))
  assert.deepEqual(created, { kind: 'notification', isNew: true, notification: told, unread: 3 })
  const changed = readPersonFrame(event('notification.changed', { notification: told, unread: 2 }))
  assert.equal(changed?.kind === 'notification' && changed.isNew, false)
  assert.deepEqual(readPersonFrame(event('read.changed', { sessionId: 's', threadId: 't', seq: 9 })), {
    kind: 'read',
    sessionId: 's',
    threadId: 't',
  })
})

test('[NTF4] where several changed at once, only the count is told', () => {
  const frame = event('notification.changed', { unread: 0 })
  assert.deepEqual(readPersonFrame(frame), { kind: 'several', unread: 0 })
})

test('[NTF4] what is not understood changes nothing', () => {
  assert.equal(readPersonFrame(event('notification.created', { notification: {}, unread: 3 })), undefined)
  assert.equal(readPersonFrame(event('something.else', {})), undefined)
})

test('[NTF4] the inbox is read again only where something in it may have been read', () => {
  const items = [notification({ sessionId: 's', threadId: 't' })]
  assert.equal(mayBeRead(items, { sessionId: 's', threadId: 't' }), true)
  assert.equal(mayBeRead(items, { sessionId: 's', threadId: undefined }), true)
  assert.equal(mayBeRead(items, { sessionId: 's', threadId: 'other' }), false)
  assert.equal(mayBeRead(items, { sessionId: 'other', threadId: undefined }), false)
  const read = notification({ sessionId: 's', readAt: '2026-03-14T12:00:00.000Z' })
  assert.equal(mayBeRead([read], { sessionId: 's', threadId: undefined }), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationJson, ServerFrame } from '@heddle/contract'
import { notification } from '../gallery/sample-inbox.ts'
import { createInboxFollower } from './follow-inbox.ts'

const snap = (seq: number) => ({ type: 'snap', scope: 'u:per_1', seq }) as unknown as ServerFrame
const event = (seq: number, kind: string, payload: object) =>
  ({ type: 'ev', scope: 'u:per_1', seq, kind, payload }) as unknown as ServerFrame
const came = (seq: number, one: NotificationJson) =>
  event(seq, 'notification.created', { notification: one, unread: 1 })

function world(held: readonly NotificationJson[] = []) {
  const done: string[] = []
  const { hear, after } = createInboxFollower({
    apply: (change) => done.push(change.kind),
    tell: ({ id }) => done.push(`told ${id}`),
    held: () => held,
    readAgain: () => done.push('read again'),
  })
  return { done, hear, after }
}

test('[UIX1] [UIX2] what came between the answer that was read first and the first snapshot is read with the next', () => {
  const { done, hear, after } = world()
  assert.equal(after(), undefined)
  hear(snap(3))
  assert.deepEqual(done, ['read again'])
  assert.equal(after(), 3)
})

test('[UIX1] a snapshot that somebody else on the page asked for changes nothing, unless something was missed', () => {
  const { done, hear } = world()
  hear(snap(3))
  hear(snap(3))
  assert.equal(done.length, 1)
  hear(snap(4))
  assert.equal(done.length, 2)
})

test('[UIX1] the log of a house that was restored is followed from where it is now', () => {
  const { done, hear } = world()
  hear(snap(9))
  hear(snap(2))
  hear(came(3, notification({ id: 'a' })))
  assert.deepEqual(done, ['read again', 'read again', 'one', 'told a'])
})

test('[UIX4] what comes is applied and told once', () => {
  const { done, hear } = world()
  hear(snap(3))
  hear(came(4, notification({ id: 'a' })))
  hear(came(4, notification({ id: 'a' })))
  hear(event(5, 'notification.changed', { notification: notification({ id: 'a' }), unread: 1 }))
  assert.deepEqual(done.slice(1), ['one', 'told a', 'one'])
})

test('[UIX1] what was read elsewhere, and what changed in numbers, is read again', () => {
  const { done, hear } = world([notification({ sessionId: 's' })])
  hear(snap(3))
  hear(event(4, 'read.changed', { sessionId: 'other', seq: 9 }))
  assert.equal(done.length, 1)
  hear(event(5, 'read.changed', { sessionId: 's', seq: 9 }))
  hear(event(6, 'notification.changed', { unread: 0 }))
  assert.deepEqual(done.slice(1), ['read again', 'count', 'read again'])
})

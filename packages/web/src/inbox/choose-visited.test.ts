import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notification } from '../gallery/sample-inbox.ts'
import { chooseVisited } from './choose-visited.ts'

const there = { sessionId: 'ses_1', eventId: 'evt_1' }

test('[UIX1] whoever comes to a moment by its address has read what told of it', () => {
  const told = notification(there)
  assert.equal(chooseVisited([notification({}), told], there), told)
  assert.equal(chooseVisited([told], { ...there, eventId: 'evt_2' }), undefined)
  assert.equal(chooseVisited([told], { sessionId: 'ses_1' }), undefined)
})

test('[UIX1] of a discussion it is the reply that counts', () => {
  const reply = notification({ ...there, threadId: 'thr_1', replyId: 'rpl_1' })
  assert.equal(chooseVisited([reply], there), undefined)
  assert.equal(chooseVisited([reply], { ...there, threadId: 'thr_1', replyId: 'rpl_1' }), reply)
})

test('[UIX2] what waits for one’s word is not read by being seen', () => {
  assert.equal(chooseVisited([notification({ ...there, reason: 'approval' })], there), undefined)
})

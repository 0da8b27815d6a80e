import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createTestClock } from '../../../test-support/open-test-store.ts'
import { limitArrival } from './limit-arrival.ts'

const limits = { requestTimeMs: 30_000, uploadTimeMs: 3_600_000 }

/** A request of which bytes come when the test says so. */
function arrive(options: { isUpload: boolean; headers?: Record<string, string> }) {
  const clock = createTestClock()
  const socket = Object.assign(new EventEmitter(), { bytesRead: 100, destroyed: false })
  const request = Object.assign(new EventEmitter(), {
    headers: options.headers ?? { 'content-length': '10' },
    socket,
    complete: false,
  })
  const response = Object.assign(new EventEmitter(), { writableEnded: false })
  let late = 0
  const onLate = () => void late++
  // Of either, nothing else is looked at.
  const asked = request as unknown as IncomingMessage
  limitArrival(asked, response as unknown as ServerResponse, {
    clock,
    limits,
    isUpload: options.isUpload,
    onLate,
  })
  return { clock, socket, request, response, late: () => late }
}

test('[R12] any other request must be here in time, however it trickles', () => {
  const { clock, socket, late } = arrive({ isUpload: false })
  for (let i = 0; i < 29; i++) {
    socket.bytesRead++
    clock.advance(1_000)
  }
  assert.equal(late(), 0)
  clock.advance(1_000)
  assert.equal(late(), 1)
  clock.advance(100_000)
  assert.equal(late(), 1, 'once')
})

test('[FIL5][R12] an upload may take longer while its bytes come, and is given up when they stop', () => {
  const { clock, socket, late } = arrive({ isUpload: true })
  for (let i = 0; i < 20; i++) {
    socket.bytesRead += 1_000
    clock.advance(limits.requestTimeMs)
  }
  assert.equal(late(), 0)
  clock.advance(limits.requestTimeMs)
  assert.equal(late(), 1)
})

test('[FIL5][R12] no upload trickles in for ever, and what is answered is not waited for', () => {
  const slow = arrive({ isUpload: true })
  while (slow.late() === 0 && slow.clock.mono() < 2 * limits.uploadTimeMs) {
    slow.socket.bytesRead++
    slow.clock.advance(limits.requestTimeMs)
  }
  assert.equal(slow.clock.mono(), limits.uploadTimeMs)
  const answered = arrive({ isUpload: true })
  answered.response.writableEnded = true
  answered.socket.bytesRead++
  answered.clock.advance(limits.requestTimeMs)
  assert.equal(answered.late(), 1)
})

test('[R12] what has arrived, has gone, or has no body is not looked at again', () => {
  const ended = arrive({ isUpload: false })
  ended.request.emit('end')
  const closed = arrive({ isUpload: true })
  closed.request.emit('close')
  const complete = arrive({ isUpload: false })
  complete.request.complete = true
  const empty = arrive({ isUpload: false, headers: {} })
  const unread = arrive({ isUpload: true })
  unread.response.emit('close')
  unread.socket.emit('close')
  for (const one of [ended, closed, complete, empty, unread]) {
    one.clock.advance(10 * limits.uploadTimeMs)
    assert.equal(one.late(), 0)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnection } from './connection.ts'

test('[OPS1] listeners hear of a change only, and no more after they left', () => {
  const connection = createConnection()
  let heard = 0
  const leave = connection.subscribe(() => {
    heard += 1
  })
  connection.report(true)
  assert.equal(heard, 0)
  connection.report(false)
  connection.report(false)
  assert.equal(heard, 1)
  assert.equal(connection.isLost(), true)
  leave()
  connection.report(true)
  assert.equal(heard, 1)
  assert.equal(connection.isLost(), false)
})

test('[OPS1] the server counts as lost while either calls or the live line do not reach it', () => {
  const connection = createConnection()
  connection.reportLive(false)
  connection.report(true)
  assert.equal(connection.isLost(), true)
  connection.report(false)
  connection.reportLive(true)
  assert.equal(connection.isLost(), true)
  connection.report(true)
  assert.equal(connection.isLost(), false)
})

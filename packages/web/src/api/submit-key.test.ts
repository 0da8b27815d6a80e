import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubmitKeys } from './submit-key.ts'

function counting() {
  let count = 0
  return createSubmitKeys(() => `key-${(count += 1)}`)
}

test('[API2] the same submit keeps its key until it succeeds', () => {
  const keys = counting()
  const first = keys.keyFor({ body: { role: 'member' } })
  assert.equal(keys.keyFor({ body: { role: 'member' } }), first)
  keys.settle()
  assert.notEqual(keys.keyFor({ body: { role: 'member' } }), first)
})

test('[API2] another body gets another key, because the server would refuse the old one', () => {
  const keys = counting()
  const first = keys.keyFor({ body: { role: 'member' } })
  assert.notEqual(keys.keyFor({ body: { role: 'admin' } }), first)
})

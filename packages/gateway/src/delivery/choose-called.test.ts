import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCalled } from './choose-called.ts'

test('[MEN1] every handle that a text could call is looked up, whatever stands around it', () => {
  assert.deepEqual(chooseCalled('hello @Kim, and @lou.'), ['kim', 'lou', 'lou.'])
  assert.deepEqual(chooseCalled('nobody at all'), [])
  assert.ok(chooseCalled('@王芳你好').includes('王芳'))
})

test('[OPS6] a text full of signs asks for a bounded number', () => {
  assert.ok(chooseCalled(Array.from({ length: 5_000 }, (_, i) => `@a${i}`).join(' ')).length <= 500)
  assert.ok(chooseCalled(`@a${'-'.repeat(100_000)}`).length <= 500)
})

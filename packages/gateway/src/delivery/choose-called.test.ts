import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanMentions } from '@heddle/contract/mentions'
import { chooseCalled } from './choose-called.ts'

const calledIn = (markdown: string) => chooseCalled(scanMentions(markdown))

test('[MEN1] every handle that a text could call is looked up, whatever stands around it', () => {
  assert.deepEqual(calledIn('hello @Kim, and @lou.').sort(), ['kim', 'lou', 'lou.'])
  assert.deepEqual(calledIn('nobody at all'), [])
  assert.ok(calledIn('@王芳你好').includes('王芳'))
  assert.ok(calledIn('@王芳你好').includes('王'))
})

test('[MEN1] [MEN2] what is no mention is not looked up, and an escaped sign is a part of the handle', () => {
  assert.deepEqual(calledIn('@kim\\_x'), ['kim_x'])
  assert.deepEqual(calledIn('`@kim`, \\@kim, kim@kim.org, @kim/core\n\n> @kim\n\n- ```\n  @kim\n  ```'), [])
})

test('[OPS6] a text full of signs asks for a bounded number', () => {
  assert.ok(calledIn(Array.from({ length: 5_000 }, (_, i) => `@a${i}`).join(' ')).length <= 500)
  assert.ok(calledIn(`@a${'-'.repeat(100_000)}`).length <= 500)
})

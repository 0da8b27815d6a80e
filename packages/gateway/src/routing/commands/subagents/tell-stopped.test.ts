import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { tellBelow, tellWhereSeen } from './tell-stopped.ts'

function below(name: string, confirmed: boolean) {
  return { sessionId: `ses_${name}` as SessionId, label: name, confirmed }
}

test('[SUB12] what has not ended comes first, and says whether anybody has waited for it', () => {
  const some = [below('a', true), below('b', false), { ...below('c', true), label: null }]
  assert.deepEqual(tellBelow(some, false), ['- b: stopping', '- a: stopped', '- ses_c: stopped'])
  assert.deepEqual(tellBelow(some, true)[0], '- b: asked to stop, still ending after 8 s')
})

test('[SUB12] of many the first twenty are named and the others counted, with those that still run', () => {
  const many = (open: number) => Array.from({ length: 300 }, (_, i) => below(`n${i}`, i >= open))
  assert.deepEqual(
    [tellBelow(many(0), true).length, tellBelow(many(0), true).at(-1)],
    [21, '- and 280 more, all stopped'],
  )
  assert.equal(tellBelow(many(25), true).at(-1), '- and 280 more, 5 of them not yet')
})

test('[SUB12] who is told before it could be confirmed is told where one sees it, and nobody else', () => {
  const open = [below('a', false)]
  assert.match(tellWhereSeen(open, false)[0] ?? '', /\/subagents list/)
  assert.deepEqual([tellWhereSeen(open, true), tellWhereSeen([below('a', true)], false)], [[], []])
})

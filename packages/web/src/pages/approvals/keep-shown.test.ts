import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval } from '../../gallery/sample-approvals.ts'
import { keepShown } from './keep-shown.ts'

const states = (all: ReturnType<typeof keepShown>) => all.map(({ id, state }) => `${id} ${state}`)

test('[UIA5] what is settled while one looks stays where it was, and what comes stands below', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => approval({ id }))
  // The list has the newest first; the page shows the one that waits longest first.
  const first = keepShown([], [b!, a!], [], false)
  assert.deepEqual(states(first), ['a pending', 'b pending'])
  const settled = { ...a!, state: 'deny' as const }
  const second = keepShown(first, [c!, b!], [settled], false)
  assert.deepEqual(states(second), ['a deny', 'b pending', 'c pending'])
  assert.deepEqual(states(keepShown(second, [c!, b!, a!], [], false)), ['a deny', 'b pending', 'c pending'])
})

test('[UIA5] what one may no longer see is gone, once both lists say so', () => {
  const shown = [approval({ id: 'a' })]
  assert.deepEqual(keepShown(shown, [], [], true), shown)
  assert.deepEqual(keepShown(shown, [], [], false), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineStates } from './states.ts'

const door = defineStates('door', { open: ['shut'], shut: ['open', 'walled_up'], walled_up: [] })

test('a move that the table does not have is our mistake and throws', () => {
  assert.equal(door.move('open', 'shut'), 'shut')
  assert.throws(() => door.move('open', 'walled_up'), /a door cannot go from open to walled_up/)
})

test('a state without a way on is final', () => {
  assert.equal(door.isFinal('walled_up'), true)
  assert.equal(door.isFinal('shut'), false)
  assert.deepEqual(door.all, ['open', 'shut', 'walled_up'])
})

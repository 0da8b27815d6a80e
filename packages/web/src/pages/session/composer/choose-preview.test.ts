import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePreview, type Unsent } from './choose-preview.ts'

const preview = (over: Partial<Unsent>) =>
  choosePreview({ text: 'hello', state: 'idle', waiting: 0, isSteering: false, ...over })

test('[UIC3] an idle or over session starts, a running one makes wait or is steered', () => {
  assert.deepEqual(preview({}), { kind: 'starts' })
  assert.deepEqual(preview({ state: 'over', isSteering: true }), { kind: 'starts' })
  assert.deepEqual(preview({ state: 'running', waiting: 2 }), { kind: 'waits', before: 2 })
  assert.deepEqual(preview({ state: 'running', waiting: 2, isSteering: true }), { kind: 'steers' })
})

test('[UIC3] a note starts nobody, also before its text is typed; a command is named; an unknown one says nothing', () => {
  assert.deepEqual(preview({ text: '/note' }), { kind: 'note' })
  assert.deepEqual(preview({ text: '/note the tide', state: 'running' }), { kind: 'note' })
  assert.deepEqual(preview({ text: '/status' }), { kind: 'command', name: 'status' })
  assert.deepEqual(preview({ text: '/statu' }), { kind: 'nothing' })
})

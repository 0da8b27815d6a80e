import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../../../test/sample-log.ts'
import { choosePresent } from './choose-present.ts'

const bob = { kind: 'person' as const, id: 'per_2', name: 'Bob Okafor' }

test('[UIC8] in a team session those who wrote or look on are known, each once', () => {
  const rows = [
    entry(1, 'message.user', { text: 'one' }),
    entry(2, 'turn.started', { messages: ['evt_1'] }),
    entry(3, 'message.user', { text: 'two' }, { actor: bob }),
    entry(4, 'message.user', { text: 'three' }, { actor: bob }),
  ]
  assert.deepEqual(choosePresent(rows, [{ id: 'per_3', name: 'Cho' }, bob]), [
    { id: 'per_3', name: 'Cho', doing: 'looksOn' },
    { id: 'per_2', name: 'Bob Okafor', doing: 'looksOn' },
    { id: 'per_1', name: 'Ann Lee', doing: 'wrote' },
  ])
  assert.deepEqual(choosePresent([], []), [])
})

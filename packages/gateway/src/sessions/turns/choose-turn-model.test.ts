import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseTurnModel } from './choose-turn-model.ts'

const isThere = (name: string) => name.startsWith('house/')

test('[SES11] a turn asks the chosen model as long as it is there, otherwise the agent’s own', () => {
  assert.deepEqual(chooseTurnModel(null, 'house/own', isThere), { name: 'house/own', isMissed: false })
  assert.deepEqual(chooseTurnModel('house/big', 'house/own', isThere), { name: 'house/big', isMissed: false })
  assert.deepEqual(chooseTurnModel('gone/big', 'house/own', isThere), { name: 'house/own', isMissed: true })
})

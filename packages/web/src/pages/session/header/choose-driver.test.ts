import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../../../test/sample-log.ts'
import { chooseDriver, chooseModelsUsed } from './choose-driver.ts'

const bob = { kind: 'person' as const, id: 'per_2', name: 'Bob Okafor' }
const rows = [
  entry(1, 'message.user', { text: 'one' }),
  entry(2, 'turn.started', { messages: ['evt_1'], model: 'house/small' }, { turnId: 'trn_1' }),
  entry(3, 'message.user', { text: 'two' }, { actor: bob }),
  entry(4, 'turn.started', { messages: ['evt_3'], model: 'house/large' }, { turnId: 'trn_2' }),
  entry(5, 'turn.started', { messages: ['evt_0'], model: 'house/small' }, { turnId: 'trn_3' }),
]

test('[UIC8] whoever wrote what the running turn took drives it; nobody when none runs or it is not known', () => {
  assert.equal(chooseDriver(rows, 'trn_1'), 'Ann Lee')
  assert.equal(chooseDriver(rows, 'trn_2'), 'Bob Okafor')
  assert.equal(chooseDriver(rows, 'trn_3'), undefined)
  assert.equal(chooseDriver(rows, 'trn_9'), undefined)
  assert.equal(chooseDriver(rows, null), undefined)
})

test('[UIC8] each model that answered is named once', () => {
  assert.deepEqual(chooseModelsUsed(rows), ['house/small', 'house/large'])
})

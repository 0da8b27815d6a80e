import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SettingJson, settingKeys } from '@heddle/contract'
import { changesOf, kindOf, textOf, valueOf } from './read-setting.ts'

const setting = (key: string, value: unknown, source: SettingJson['source'] = 'default'): SettingJson => ({
  key,
  value,
  source,
  description: '',
})

test('[OPS2] only what differs is sent, in its own type', () => {
  const items = [setting('team.name', 'Heddle'), setting('invites.expireHours', 72)]
  assert.deepEqual(changesOf(items, { 'team.name': 'Heddle ', 'invites.expireHours': '48' }), {
    'invites.expireHours': 48,
  })
  assert.deepEqual(changesOf(items, {}), {})
})

test('[OPS2] what the file sets is never sent', () => {
  const items = [setting('team.name', 'From the file', 'file')]
  assert.deepEqual(changesOf(items, { 'team.name': 'Other' }), {})
})

test('[OPS2] a setting of a newer server is shown as it is and left alone', () => {
  const items = [setting('future.thing', { a: 1 })]
  assert.equal(kindOf('future.thing'), 'unknown')
  assert.equal(textOf({ key: 'future.thing', value: { a: 1 } }), '{"a":1}')
  assert.deepEqual(changesOf(items, { 'future.thing': '{}' }), {})
})

test('[OPS2] an emptied number goes back to its default, and nonsense is left to the server to name', () => {
  assert.equal(valueOf('invites.expireHours', ' '), null)
  assert.equal(valueOf('invites.expireHours', 'many'), 'many')
  assert.equal(valueOf('team.name', ' A '), 'A')
})

test('[OPS2] every setting of the contract has a kind', () => {
  for (const key of settingKeys) assert.notEqual(kindOf(key), 'unknown', key)
})

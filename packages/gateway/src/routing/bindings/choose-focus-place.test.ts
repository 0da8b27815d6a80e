import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeKinds } from '@heddle/contract'
import { chooseFocusPlace, isReadByOthers } from './choose-focus-place.ts'

test('[CMD2] a platform thread, a direct message and a web chat are bound themselves, a channel gets a thread', () => {
  const told = placeKinds.map((kind) => `${kind} ${chooseFocusPlace(kind, false).kind}`)
  assert.deepEqual(told, ['web here', 'dm here', 'group open', 'channel open', 'thread here'])
})

test('[CMD2] --here binds a whole channel, which is an action of its own, and changes nothing elsewhere', () => {
  assert.deepEqual(chooseFocusPlace('channel', true), { kind: 'here', action: 'binding.make_here' })
  assert.deepEqual(chooseFocusPlace('group', true), { kind: 'here', action: 'binding.make_here' })
  assert.deepEqual(chooseFocusPlace('thread', true), { kind: 'here', action: 'binding.make' })
})

test('[CNV5] others read along in channels, groups and platform threads', () => {
  assert.deepEqual(placeKinds.filter(isReadByOthers), ['group', 'channel', 'thread'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferences } from '../../../gallery/sample-people.ts'
import { choose, chooseChannels, isTold, whyFixed } from './choose-told.ts'

const usual = preferences.notifications

test('[NTF5] a mention always stands in the inbox, and cannot be turned off there', () => {
  assert.equal(whyFixed(usual, 'mention', 'in_app'), 'always')
  assert.equal(choose(usual, 'mention', 'in_app', false), usual)
  assert.equal(whyFixed(usual, 'mention', 'discord'), undefined)
  assert.equal(isTold({ ...usual, muteChatter: true }, 'mention', 'in_app'), true)
})

test('[NTF5] each kind is chosen for each channel by itself', () => {
  const chosen = choose(usual, 'reply', 'discord', false)
  assert.equal(isTold(chosen, 'reply', 'discord'), false)
  assert.equal(isTold(chosen, 'reply', 'in_app'), true)
  assert.equal(isTold(chosen, 'approval', 'discord'), true)
})

test('[NTF5] what is muted is told nowhere, and what was chosen for it is kept', () => {
  const muted = { ...usual, muteChatter: true }
  assert.equal(isTold(muted, 'reply', 'in_app'), false)
  assert.equal(whyFixed(muted, 'completion', 'slack'), 'muted')
  assert.equal(isTold(muted, 'failure', 'in_app'), true)
  assert.equal(choose(muted, 'reply', 'in_app', false), muted)
})

test('[NTF5] elsewhere can be chosen only where one has an account', () => {
  assert.deepEqual(chooseChannels([]), ['in_app'])
  assert.deepEqual(chooseChannels([{ channel: 'slack' }, { channel: 'loopback' }]), ['in_app', 'slack'])
})

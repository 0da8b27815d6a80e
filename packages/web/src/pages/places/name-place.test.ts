import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binding, delivery, endedBindings, thread } from '../../gallery/sample-places.ts'
import { chooseDeliveryState } from './choose-delivery-state.ts'
import { nameBinding, nameBoundPlace, nameConversation } from './name-place.ts'

const on = (accountId: string) => ({
  conversation: { channel: 'web', accountId, conversationId: 'ses_1' },
  placeKind: 'web' as const,
})

test('[UIH7] a place is called by what it is to the reader', () => {
  assert.equal(nameBoundPlace(on('per_1'), 'per_1'), 'Your message field on the page of a chat')
  assert.equal(nameBoundPlace(on('per_2'), 'per_1'), 'Somebody’s message field on the page of a chat')
  assert.equal(nameBoundPlace(on('web'), 'per_1'), 'Its own page')
  assert.equal(nameBoundPlace(binding(), 'per_1'), 'thread t-4711 on loopback')
})

test('[UIH7] what belongs there is called by its label, or else by its agent', () => {
  assert.equal(nameBinding(binding()), 'worker-2')
  assert.equal(nameBinding(binding({ label: null })), 'main')
  assert.equal(
    endedBindings.every((one) => nameBinding(one) === 'worker-2'),
    true,
  )
})

test('[UIH6] where a delivery goes is said, and that it goes nowhere, too', () => {
  assert.equal(nameConversation(thread), 'thread t-4711 on loopback')
  const { parentConversationId: _, ...channel } = thread
  assert.equal(nameConversation(channel), 'channel t-4711 on loopback')
  assert.equal(nameConversation(null), 'No place')
})

test('[UIH6] each state has a sign and a word, what is held its own', () => {
  assert.deepEqual(chooseDeliveryState(delivery()), { glyph: 'done', word: 'sent', about: undefined })
  const held = chooseDeliveryState({ state: 'waiting', reason: 'held' })
  assert.deepEqual([held.glyph, held.word], ['waiting', 'held'])
  assert.match(held.about ?? '', /no place/)
  assert.equal(chooseDeliveryState({ state: 'waiting', reason: 'rate_limited' }).word, 'waits')
  assert.equal(chooseDeliveryState({ state: 'gave_up', reason: 'too_old' }).glyph, 'failed')
})

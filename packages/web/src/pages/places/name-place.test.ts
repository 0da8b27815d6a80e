import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binding, delivery, endedBindings, thread } from '../../gallery/sample-places.ts'
import { chooseDeliveryState } from './choose-delivery-state.ts'
import { nameBinding, nameBoundPlace, nameDeliveryPlace, nameOutside } from './name-place.ts'
import { tellState } from './tell-state.ts'

const on = (accountId: string, name: string | null, conversationId = 'ses_1') =>
  binding({
    conversation: { channel: 'web', accountId, conversationId },
    placeKind: 'web',
    place: { kind: 'web', name, above: null },
    boundBy: { id: 'per_2', name: 'Bob' },
  })

test('[UIH7] a page is called by its title, and by whose it is to the reader', () => {
  assert.equal(nameBoundPlace(on('per_1', 'The loft'), 'per_1'), 'Your message field in The loft')
  assert.equal(nameBoundPlace(on('per_2', 'The loft'), 'per_1'), 'Bob’s message field in The loft')
  assert.equal(nameBoundPlace(on('per_3', null, ''), 'per_1'), 'Somebody’s message field in a chat')
  assert.equal(nameBoundPlace(on('web', 'worker-2', 'ses_of_run_1'), 'per_1'), 'Its own page')
  assert.equal(nameBoundPlace(on('web', 'The loft'), 'per_1'), 'The page of The loft')
  assert.equal(nameBoundPlace(on('web', null), 'per_1'), 'The page of an untitled chat')
})

test('[UIH7] [UIH6] a place outside is called as people there call it, and by its id where nobody knows', () => {
  const called = (kind: 'thread' | 'channel' | 'group' | 'dm', name: string | null, above: string | null) =>
    nameOutside(thread, { kind, name, above })
  assert.equal(called('thread', '🤖 worker-2', 'deploy'), '🤖 worker-2 in #deploy on loopback')
  assert.equal(called('thread', null, 'deploy'), 'thread t-4711 in #deploy on loopback')
  assert.equal(called('thread', '🤖 worker-2', null), 'thread 🤖 worker-2 on loopback')
  assert.equal(called('thread', null, null), 'thread t-4711 on loopback')
  assert.equal(called('channel', 'deploy', null), '#deploy on loopback')
  assert.equal(called('channel', null, null), 'channel t-4711 on loopback')
  assert.equal(called('group', 'the weavers', null), 'group the weavers on loopback')
  assert.equal(called('dm', 'Vera', null), 'direct message with Vera on loopback')
  assert.equal(called('dm', null, null), 'direct message t-4711 on loopback')
})

test('[UIH7] what belongs there is called by its label, else by its title, else by its agent', () => {
  assert.equal(nameBinding(binding()), 'worker-2')
  assert.equal(nameBinding(binding({ label: null, targetTitle: 'The loft' })), 'The loft')
  assert.equal(nameBinding(binding({ label: null, targetTitle: '' })), 'main')
  assert.equal(
    endedBindings.every((one) => nameBinding(one) === 'worker-2'),
    true,
  )
})

test('[UIH7] what ended says why, and who did it where that is known', () => {
  const ended = { status: 'ended' as const, endedReason: 'unfocus' as const }
  assert.equal(tellState({ ...ended, endedBy: 'Bob' }, 'Ann Lee'), 'ended: Bob left it')
  assert.equal(tellState({ ...ended, endedBy: 'Ann Lee' }, 'Ann Lee'), 'ended: you left it')
  assert.equal(tellState(ended, 'Ann Lee'), 'ended: someone left it')
  assert.equal(
    tellState({ status: 'ended', endedReason: 'idle', endedBy: 'Bob' }, 'Ann Lee'),
    'ended: nobody wrote here for a while',
  )
  assert.equal(tellState({ status: 'active' }, 'Ann Lee'), 'in force')
})

test('[UIH6] where a delivery goes is said, and that it goes nowhere, too', () => {
  assert.equal(nameDeliveryPlace(delivery()), '🤖 worker-2 in #deploy on loopback')
  assert.equal(nameDeliveryPlace({ conversation: null, place: null }), 'No place')
})

test('[UIH6] each state has a sign and a word, what is held its own', () => {
  const { glyph, word, about } = chooseDeliveryState(delivery())
  assert.deepEqual([glyph, word, about], ['done', 'sent', undefined])
  const held = chooseDeliveryState({ state: 'waiting', reason: 'held' })
  assert.deepEqual([held.glyph, held.word], ['waiting', 'held'])
  assert.equal(held.about, 'There is no place where it could be told.')
  assert.equal(chooseDeliveryState({ state: 'waiting', reason: 'rate_limited' }).word, 'waits')
  assert.equal(chooseDeliveryState({ state: 'gave_up', reason: 'too_old' }).glyph, 'failed')
})

test('[UIH6] a reason is one sentence; what can be done is told to whoever may, what was said about it stands apart', () => {
  const held = { state: 'waiting', reason: 'held', detail: 'The thread is locked (HTTP 403).' } as const
  assert.match(chooseDeliveryState({ ...held, mayResend: true }).about ?? '', /Resend looks for one again\.$/)
  assert.equal(chooseDeliveryState(held).detail, held.detail)
  const dismissed = { state: 'withdrawn', reason: 'dismissed', detail: 'Dismissed by Ann Lee.' } as const
  const { about, detail } = chooseDeliveryState(dismissed)
  assert.deepEqual([about, detail], ['Dismissed by Ann Lee.', undefined])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMessagePlace, type OwnPlaces } from './choose-message-place.ts'

const place = (conversationId: string, parent?: string) => ({
  channel: 'loopback',
  accountId: 'a1',
  conversationId,
  ...(parent !== undefined && { parentConversationId: parent }),
})
const root: OwnPlaces = { bound: [], own: [place('c1'), place('c2')], opened: [place('t1', 'c1')] }
const bound: OwnPlaces = { ...root, bound: [place('t8', 'c1'), place('t9', 'c1')] }

test('[AGT8] a session at the top writes in its own conversation, the one it answers in where there are several', () => {
  assert.deepEqual(chooseMessagePlace({ action: 'send' }, root, null), { kind: 'place', place: place('c1') })
  assert.deepEqual(chooseMessagePlace({ action: 'send' }, root, 'loopback/a1/c2'), {
    kind: 'place',
    place: place('c2'),
  })
})

test('[AGT8] and in threads that it opened, in no others', () => {
  const reply = (threadId: string) => chooseMessagePlace({ action: 'thread-reply', threadId }, root, null)
  assert.deepEqual(reply('t1'), { kind: 'place', place: place('t1', 'c1') })
  assert.deepEqual(reply('t11'), {
    kind: 'refused',
    field: 'threadId',
    why: 'is no thread that this session opened or is bound to',
    nearest: 't1',
  })
})

test('[BND9] a bound session writes only into its own bound conversations', () => {
  assert.deepEqual(chooseMessagePlace({ action: 'send' }, bound, 'loopback/a1/c1'), {
    kind: 'place',
    place: place('t8', 'c1'),
  })
  assert.equal(chooseMessagePlace({ action: 'thread-reply', threadId: 't1' }, bound, null).kind, 'refused')
  assert.equal(chooseMessagePlace({ action: 'thread-create' }, bound, null).kind, 'refused')
})

test('[AGT8] without a conversation outside there is nowhere to write', () => {
  const none: OwnPlaces = { bound: [], own: [], opened: [] }
  assert.equal(chooseMessagePlace({ action: 'send' }, none, null).kind, 'refused')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '../../test-support/open-test-store.ts'
import { makeUuid } from '../foundation/uuid.ts'
import { personalKey, placeKey, webChatKey } from './session-key.ts'

const random = createSeededRandom(1)
const place = (conversationId: string, parentConversationId?: string) => ({
  channel: 'discord',
  accountId: 'a',
  conversationId,
  ...(parentConversationId !== undefined && { parentConversationId }),
})

test('[CNV1] keys have the forms that people know', () => {
  assert.equal(personalKey('Main'), 'agent:main:main')
  assert.match(webChatKey('main', random), /^agent:main:web:[0-9a-f-]{36}$/)
  assert.equal(placeKey('main', place('7'), 'dm'), 'agent:main:discord:dm:7')
  assert.equal(placeKey('main', place('7'), 'group'), 'agent:main:discord:group:7')
  assert.equal(placeKey('main', place('7'), 'channel'), 'agent:main:discord:channel:7')
  assert.equal(placeKey('main', place('9', '7'), 'thread'), 'agent:main:discord:channel:7:thread:9')
})

test('[CNV1] a UUID is random and says so', () => {
  const one = makeUuid(random)
  assert.match(one, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.notEqual(makeUuid(random), one)
})

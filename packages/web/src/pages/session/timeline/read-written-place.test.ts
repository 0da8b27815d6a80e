import assert from 'node:assert/strict'
import { test } from 'node:test'
import { said } from '../../../gallery/sample-sessions.ts'
import { quote } from '../../../quote.ts'
import { readWrittenPlace } from './read-written-place.ts'

const origin = 'https://heddle.example'
const read = (more: Record<string, unknown>) => readWrittenPlace(said(1, 'hello', undefined, more), origin)

test('[RTE3] a row says where it was written, so that two threads can be told apart, and leads there', () => {
  const place = { kind: 'thread', accountId: 'main', conversationId: '42', parentConversationId: '7' }
  const link = 'https://discord.com/channels/1/42/99'
  assert.deepEqual(read({ channel: 'discord', place: { ...place, link } }), {
    words: `from thread ${quote('42')} on discord`,
    href: link,
  })
  assert.deepEqual(read({ channel: 'loopback', place: { ...place, link: 'loopback://42/99' } }), {
    words: `from thread ${quote('42')} on loopback`,
    href: undefined,
  })
})

test('[RTE3] of a direct message it says that it was one; what was written here or long ago says no more than before', () => {
  assert.equal(read({ channel: 'discord', place: { kind: 'dm' } })?.words, 'from direct message on discord')
  assert.equal(read({ channel: 'discord' })?.words, 'from discord')
  assert.equal(read({ channel: 'discord', place: { kind: 'somewhere else' } })?.words, 'from discord')
  assert.equal(read({}), undefined)
})

test('[RTE3] an address that is none leads nowhere', () => {
  for (const link of ['javascript:alert(1)', '/sessions/ses_1', 'data:text/html,x', 7]) {
    const written = read({ channel: 'discord', place: { kind: 'thread', conversationId: '42', link } })
    assert.deepEqual([written?.words, written?.href], [`from thread ${quote('42')} on discord`, undefined])
  }
})

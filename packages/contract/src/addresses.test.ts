import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readAddress, type SessionAddress, writeAddress } from './addresses.ts'

const sessionId = 'ses_1'

test('[SRC11] a session, a moment, a discussion and a reply each have an address', () => {
  assert.equal(writeAddress({ sessionId }), '/sessions/ses_1')
  assert.equal(writeAddress({ sessionId, eventId: 'evt_2' }), '/sessions/ses_1?at=evt_2')
  assert.equal(
    writeAddress({ sessionId, eventId: 'evt_2', threadId: 'thr_3', replyId: 'rpl_4' }),
    '/sessions/ses_1?at=evt_2&thread=thr_3&reply=rpl_4',
  )
  assert.equal(writeAddress({ sessionId, replyId: 'rpl_4' }), '/sessions/ses_1')
})

test('[SRC11] what is no id is not there, and nothing else of the address is read', () => {
  assert.deepEqual(readAddress('?at=evt_2&thread=thr_3&reply=rpl_4&at=evt_9&x=y'), {
    eventId: 'evt_2',
    threadId: 'thr_3',
    replyId: 'rpl_4',
  })
  assert.deepEqual(readAddress(''), {})
  assert.deepEqual(readAddress('?reply=rpl_4'), {})
  assert.deepEqual(readAddress(`?at=&thread=../x&reply=rpl_4`), {})
  assert.deepEqual(readAddress(`?at=${'a'.repeat(65)}&thread=%00`), {})
  assert.deepEqual(readAddress('?at=javascript:alert(1)'), {})
})

test('[SRC11] whatever is written is read as it was, and leads into the house alone', () => {
  const part = fc.option(fc.stringMatching(/^[a-z]{3}_[0-9a-z]{1,26}$/), { nil: undefined })
  fc.assert(
    fc.property(fc.string(), part, part, part, (session, eventId, threadId, replyId) => {
      const address: SessionAddress = { sessionId: session, eventId, threadId, replyId }
      const url = new URL(writeAddress(address), 'https://heddle.example')
      assert.equal(url.origin, 'https://heddle.example')
      const { sessionId: _, ...wanted } = {
        ...address,
        ...(threadId === undefined && { replyId: undefined }),
      }
      assert.deepEqual({ ...wanted, ...readAddress(url.search) }, wanted)
      const read = readAddress(url.search)
      assert.deepEqual([read.eventId, read.threadId, read.replyId], [eventId, threadId, wanted.replyId])
    }),
  )
})

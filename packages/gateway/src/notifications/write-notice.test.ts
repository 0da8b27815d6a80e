import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationReasons, type ReplyId, type SessionId, type ThreadId } from '@heddle/contract'
import { parseMentions } from '@heddle/contract/mentions'
import { linkTo, type Notice, writeNotice } from './write-notice.ts'

const notice = (more: Partial<Notice> = {}): Notice => ({
  reason: 'mention',
  names: ['Ann'],
  count: 1,
  sessionTitle: 'Fix the build',
  link: 'https://heddle.test/sessions/ses_1',
  ...more,
})

test('[NTF7] a notice says who, why and where, with a link', () => {
  assert.equal(
    writeNotice(notice()),
    '**Ann** mentioned you in “Fix the build”.\nhttps://heddle.test/sessions/ses_1',
  )
  assert.match(
    writeNotice(notice({ reason: 'reply_in_thread', names: ['Ann', 'Bob', 'Ann'], count: 3 })),
    /^\*\*Ann\*\* and one other replied in a discussion that you take part in 3 times in “Fix the build”\./,
  )
  for (const reason of notificationReasons) {
    assert.ok(
      writeNotice(notice({ reason })).endsWith('in “Fix the build”.\nhttps://heddle.test/sessions/ses_1'),
    )
  }
  assert.match(writeNotice(notice({ sessionTitle: ' ' })), /^\*\*Ann\*\* mentioned you\.\n/)
  assert.ok(writeNotice(notice({ sessionTitle: 'x'.repeat(500) })).length < 200)
})

test('[NTF7] [DLV6] nothing in a name or a title calls anybody, leads anywhere or looks like more than a name', () => {
  const names = ['@everyone **@bob** [here](https://evil.test)']
  const text = writeNotice(notice({ names, sessionTitle: '@cleo `@dan` <@1> https://evil.test' }))
  assert.deepEqual(parseMentions(text, () => true).mentions, [])
  assert.doesNotMatch(text, /(?<!\\)@/)
  assert.doesNotMatch(text.replace('https://heddle.test', ''), /https:\/\//)
})

test('[NTF4] a link leads to the event, the discussion and the reply', () => {
  const to = { sessionId: 'ses_1' as SessionId, eventId: 'evt_1', threadId: null, replyId: null }
  assert.equal(linkTo('https://heddle.test', to), 'https://heddle.test/sessions/ses_1?at=evt_1')
  assert.equal(
    linkTo('https://heddle.test', { ...to, threadId: 'thr_1' as ThreadId, replyId: 'rpl_1' as ReplyId }),
    'https://heddle.test/sessions/ses_1?at=evt_1&thread=thr_1&reply=rpl_1',
  )
})

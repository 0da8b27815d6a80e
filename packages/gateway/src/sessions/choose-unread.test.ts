import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId } from '@heddle/contract'
import { chooseUnread } from './choose-unread.ts'

const ann = 'per_ann' as PersonId
const bob = 'per_bob' as PersonId
const none = { news_seq: 0, said_seq: 0, said_by: null, said_before_seq: 0 }

test('[SES12] what somebody else said or an agent did is unread until it is read', () => {
  assert.equal(chooseUnread(none, ann, 0), false)
  assert.equal(chooseUnread({ ...none, news_seq: 4 }, ann, 3), true)
  assert.equal(chooseUnread({ ...none, news_seq: 4 }, ann, 4), false)
  const said = { ...none, said_seq: 7, said_by: bob }
  assert.equal(chooseUnread(said, ann, 6), true)
  assert.equal(chooseUnread(said, ann, 7), false)
})

test('[SES12] one’s own message is no news to oneself, and hides none of somebody else’s before it', () => {
  const mine = { ...none, said_seq: 7, said_by: ann, said_before_seq: 5 }
  assert.equal(chooseUnread(mine, ann, 5), false)
  assert.equal(chooseUnread(mine, ann, 4), true)
  assert.equal(chooseUnread(mine, bob, 5), true)
})

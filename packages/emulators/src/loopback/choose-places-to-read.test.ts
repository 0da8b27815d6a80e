import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePlacesToRead } from './choose-places-to-read.ts'

const place = (conversationId: string) => ({ channel: 'loopback', accountId: 'main', conversationId })
const read = (...args: Parameters<typeof choosePlacesToRead>) =>
  choosePlacesToRead(...args).map(({ conversation, after }) => `${conversation.conversationId} ${after}`)

test('[CHN2] where the platform says that something was said is read first, heard of before or not', () => {
  const missed = [
    { conversation: place('new'), after: '0' },
    { conversation: place('known'), after: '107' },
  ]
  const heard = [
    { conversation: place('quiet'), eventId: '109' },
    { conversation: place('known'), eventId: '105' },
  ]
  assert.deepEqual(read(missed, heard, 10), ['new 0', 'known 105', 'quiet 109'])
  assert.deepEqual(read(missed, heard, 2), ['new 0', 'known 105'])
})

test('[CHN2] [F29] what was told behind something that was not is read again from there', () => {
  const missed = [{ conversation: place('known'), after: '101' }]
  const heard = [{ conversation: place('known'), eventId: '105' }]
  assert.deepEqual(read(missed, heard, 10), ['known 101'])
})

test('[CHN2] a platform that names no place is read where something was heard', () => {
  assert.deepEqual(read([], [{ conversation: place('known'), eventId: '105' }], 10), ['known 105'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseShownReason } from './choose-shown-reason.ts'

const allOn = { notifications: true, threads: true, mentions: true }
const named = { reason: 'mention', alsoReasons: [], isOfThread: true } as const
const namedInReply = { ...named, alsoReasons: ['reply_to_you', 'reply_in_thread'] } as const

test('[COL1] with everything on, something is shown for the reasons for which it was told', () => {
  assert.deepEqual(chooseShownReason(named, allOn), { reason: 'mention', alsoReasons: [] })
  assert.deepEqual(chooseShownReason(namedInReply, allOn), {
    reason: 'mention',
    alsoReasons: ['reply_to_you', 'reply_in_thread'],
  })
})

test('[COL1] with mentions off, what was told as a mention alone is gone, and a reply stays one', () => {
  const on = { ...allOn, mentions: false }
  assert.equal(chooseShownReason(named, on), undefined)
  assert.equal(chooseShownReason({ ...named, isOfThread: false }, on), undefined)
  assert.deepEqual(chooseShownReason(namedInReply, on), {
    reason: 'reply_to_you',
    alsoReasons: ['reply_in_thread'],
  })
  const approval = { reason: 'approval', alsoReasons: [], isOfThread: false } as const
  assert.deepEqual(chooseShownReason(approval, on), { reason: 'approval', alsoReasons: [] })
})

test('[COL1] with discussions or notifications off, what stands there is gone for every reason', () => {
  assert.equal(chooseShownReason(namedInReply, { ...allOn, threads: false }), undefined)
  assert.deepEqual(chooseShownReason({ ...named, isOfThread: false }, { ...allOn, threads: false }), {
    reason: 'mention',
    alsoReasons: [],
  })
  assert.equal(chooseShownReason(named, { ...allOn, notifications: false }), undefined)
})

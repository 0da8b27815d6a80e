import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed } from '../../gallery/sample-list.ts'
import { createApprovalHints, type HeldApprovals } from './approval-hints.ts'

const waits = (...sessionIds: string[]): HeldApprovals => ({
  items: sessionIds.map((sessionId) => ({ sessionId })),
  isPart: false,
})
const told = (openApprovals: number, approvalsBelow = 0) => ({
  items: [listed({ id: 'ses_1', openApprovals, approvalsBelow })],
  removed: [],
})

/** The list is asked for, hints come, and it is answered with what was there before them. */
function world() {
  let held: HeldApprovals | undefined
  let now = 0
  let reads = 0
  const hints = createApprovalHints({ held: () => held, readAgain: () => (reads += 1), now: () => now })
  return {
    hear: (change: ReturnType<typeof told>) => {
      now += 10
      hints.hear(change)
    },
    answer: (list: HeldApprovals, since: number) => {
      now += 10
      held = list
      hints.answered(since)
    },
    now: () => now,
    reads: () => reads,
  }
}

test('[UIA5] what begins to wait while the list is on its way for the first time is counted all the same', () => {
  const { hear, answer, now, reads } = world()
  const since = now()
  hear(told(1))
  assert.equal(reads(), 0, 'it is on its way')
  answer(waits(), since)
  assert.equal(reads(), 1)
  answer(waits('ses_1'), now())
  assert.equal(reads(), 1)
})

test('[UIA5] what is settled while the list is read again is not counted by an answer from before', () => {
  const { hear, answer, now, reads } = world()
  answer(waits(), now())
  const since = now()
  hear(told(0))
  assert.equal(reads(), 0, 'so much is held')
  answer(waits('ses_1'), since)
  assert.equal(reads(), 1)
})

test('[UIA5] [UIW8] what begins to wait below a session meanwhile is no exception', () => {
  const { hear, answer, now, reads } = world()
  const since = now()
  hear(told(0, 1))
  answer(waits(), since)
  assert.equal(reads(), 1)
})

test('[UIA5] an answer that was asked for after the last hint is taken as it is, whatever the numbers say', () => {
  const { hear, answer, now, reads } = world()
  hear(told(2))
  answer(waits('ses_1'), now() + 1)
  assert.equal(reads(), 0)
  hear(told(2))
  assert.equal(reads(), 1)
})

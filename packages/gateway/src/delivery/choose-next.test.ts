import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseNext, type LaneHead, type LaneSurroundings } from './choose-next.ts'

const now = 1_000_000_000
const head = (given: Partial<LaneHead> = {}): LaneHead => ({
  kind: 'message',
  state: 'queued',
  attempts: 0,
  triesLeft: Infinity,
  since: now,
  nextAt: now,
  startedAt: null,
  expiresAt: null,
  ...given,
})
const around = (given: Partial<LaneSurroundings> = {}): LaneSurroundings => ({
  now,
  isAbsent: false,
  pausedUntil: null,
  canLook: true,
  settleMs: limits.deliverySettleMs,
  ...given,
})

test('[DLV2] what is due is sent, what waits keeps the lane waiting', () => {
  assert.deepEqual(chooseNext(head(), around()), { kind: 'send' })
  const waiting = head({ state: 'waiting', nextAt: now + 5 })
  assert.deepEqual(chooseNext(waiting, around()), { kind: 'wait', until: now + 5, why: 'time' })
})

test('[DLV3] a request that was under way at a crash: looked for once things have settled; what can be done twice is', () => {
  const startedAt = now - 3_000
  const until = startedAt + limits.deliverySettleMs
  assert.deepEqual(chooseNext(head({ state: 'sending', startedAt }), around()), { kind: 'doubt', until })
  for (const kind of ['delete', 'close'] as const) {
    assert.deepEqual(chooseNext(head({ kind, state: 'sending', startedAt }), around()), { kind: 'send' })
  }
  const edit = head({ kind: 'edit', state: 'sending', startedAt })
  assert.deepEqual(chooseNext(edit, around()), { kind: 'wait', until, why: 'time' })
  assert.deepEqual(chooseNext(edit, around({ now: until })), { kind: 'send' })
  const unwanted = { ...edit, unwanted: 'redacted' } as const
  assert.deepEqual(chooseNext(unwanted, around({ now: until })), { kind: 'withdraw', reason: 'redacted' })
  const open = head({ kind: 'open', state: 'sending', startedAt })
  assert.deepEqual(chooseNext(open, around()), { kind: 'doubt', until: now })
})

test('[DLV3] what is unknown is looked for, at its time; where nothing can be read it is left to people', () => {
  const unknown = head({ state: 'unknown', nextAt: now })
  assert.deepEqual(chooseNext(unknown, around()), { kind: 'look' })
  assert.deepEqual(chooseNext(unknown, around({ canLook: false })), { kind: 'leave' })
  assert.equal(chooseNext({ ...unknown, nextAt: now + 1 }, around()).kind, 'wait')
  assert.equal(
    chooseNext(unknown, around({ canLook: false, isAbsent: true })).kind,
    'wait',
    'it may come back',
  )
})

test('[I30] while the account pauses nothing leaves and nothing is read; one looks at least once a minute', () => {
  const paused = around({ pausedUntil: now + 10_000 })
  for (const state of ['queued', 'waiting', 'unknown'] as const) {
    assert.deepEqual(chooseNext(head({ state }), paused), {
      kind: 'wait',
      until: now + 10_000,
      why: 'account',
    })
  }
  const forGood = around({ pausedUntil: Number.MAX_SAFE_INTEGER })
  const until = now + limits.deliveryPausedLookMs
  assert.deepEqual(chooseNext(head(), forGood), { kind: 'wait', until, why: 'account' })
  assert.deepEqual(chooseNext(head(), around({ isAbsent: true })), { kind: 'wait', until, why: 'account' })
  assert.deepEqual(chooseNext(head(), around({ pausedUntil: now })), { kind: 'send' })
})

test('[I8] older than a day it is given up: as too old if nobody ever tried, else as tried too often', () => {
  const since = now - limits.deliveryOldMs
  assert.deepEqual(chooseNext(head({ since }), around()), { kind: 'give_up', reason: 'too_old' })
  const tried = head({ since, state: 'waiting', attempts: 3 })
  assert.deepEqual(chooseNext(tried, around()), { kind: 'give_up', reason: 'too_many_tries' })
  const unknown = head({ since, state: 'unknown' })
  assert.deepEqual(chooseNext(unknown, around()), { kind: 'look' }, 'first one looks')
})

test('[BND10] what is opened is given up at its time, whatever it waits for', () => {
  const expiresAt = now + 500
  const waiting = head({ kind: 'open', state: 'waiting', nextAt: now + 60_000, expiresAt })
  assert.deepEqual(chooseNext(waiting, around()), { kind: 'wait', until: expiresAt, why: 'time' })
  assert.equal(chooseNext({ ...waiting, expiresAt: now }, around()).kind, 'give_up')
  assert.equal(chooseNext(head({ kind: 'open', state: 'unknown', expiresAt: now }), around()).kind, 'give_up')
})

test('what is settled stands in no lane', () => {
  for (const state of ['sent', 'rejected', 'gave_up', 'withdrawn'] as const) {
    assert.throws(() => chooseNext(head({ state }), around()), /stands in a lane/)
  }
})

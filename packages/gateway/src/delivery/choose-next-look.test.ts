import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseNextLook, type Look } from './choose-next-look.ts'

const since = 1_000_000
const [firstMs, lastMs] = limits.deliverySweepsMs
const apartMs = lastMs - firstMs
const once = { reads: 1, unreadMs: 0 }

function look(afterMs: number, more: Partial<Look> = {}): ReturnType<typeof chooseNextLook> {
  return chooseNextLook({ end: 'read', since, now: since + afterMs, before: undefined, ...more })
}

test('[DLV3] two looks, each at its time, and no third', () => {
  assert.deepEqual(look(firstMs), { at: since + lastMs, swept: once })
  assert.equal(look(lastMs, { before: once, sinceLastMs: apartMs - 500 }), undefined)
})

test('[DLV3] a first look that comes after the time of the second stands for itself alone', () => {
  const now = since + 3_600_000
  assert.deepEqual(look(3_600_000), { at: now + apartMs, swept: once })
  assert.equal(look(3_600_000, { before: once }), undefined)
})

test('[DLV3] a look that comes much too soon after the one before does not count', () => {
  const now = since + 3_600_000
  assert.deepEqual(look(3_600_000, { before: once, sinceLastMs: 2_000 }), { at: now + apartMs, swept: once })
})

test('[DLV3] what cannot be read counts by the time between looks, and not by what the platform asked for', () => {
  const next = look(firstMs, { end: 'unreadable', retryAfterMs: 3_600_000 })
  assert.deepEqual(next, {
    at: since + firstMs + 3_600_000,
    swept: { reads: 0, unreadMs: limits.deliverySweepAgainMs },
  })
  const before = { reads: 0, unreadMs: limits.deliverySweptForMs }
  assert.equal(look(firstMs, { end: 'unreadable', before }), undefined)
})

test('[DLV3] when nobody can ask nothing counts, for a day', () => {
  const at = since + limits.deliverySweptForMs * 2
  const waits = { at: at + limits.deliverySweepAgainMs, swept: once }
  assert.deepEqual(look(limits.deliverySweptForMs * 2, { end: 'barred', before: once }), waits)
  assert.equal(look(limits.deliveryOldMs, { end: 'barred' }), undefined)
})

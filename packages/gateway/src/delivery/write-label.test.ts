import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { type PartBefore, withLabel, writeLabel } from './write-label.ts'

const now = 1_000_000_000
const createdAt = now - 1_000
const part = (given: Partial<PartBefore>): PartBefore => ({ state: 'sent', createdAt, sentAt: now, ...given })

test('[I8] what is late says by how much, from 15 minutes on', () => {
  const label = (ageMs: number) => writeLabel({ now, createdAt: now - ageMs, partsBefore: [] })
  assert.equal(label(limits.deliveryLateMs - 1), '')
  assert.equal(label(limits.deliveryLateMs), '⏳ delayed 15 min')
  assert.equal(label(2 * 3_600_000 + 59_000), '⏳ delayed 120 min')
})

test('[I8] it is said once for a text', () => {
  const old = now - limits.deliveryLateMs
  const late = part({ createdAt: old, sentAt: now })
  assert.equal(writeLabel({ now, createdAt: old, partsBefore: [late] }), '')
  const inTime = part({ createdAt: old, sentAt: old + 5 })
  assert.equal(writeLabel({ now, createdAt: old, partsBefore: [inTime] }), '⏳ delayed 15 min')
})

test('[I9] a part that is missing before it, or may be, is said', () => {
  const label = (...partsBefore: PartBefore[]) => writeLabel({ now, createdAt, partsBefore })
  assert.equal(label(part({}), part({})), '')
  assert.equal(label(part({ state: 'withdrawn' })), '')
  assert.match(label(part({ state: 'withdrawn', reason: 'dismissed' })), /is missing/)
  assert.match(label(part({ state: 'unknown', sentAt: null }), part({})), /may be missing/)
  assert.match(label(part({ state: 'unknown' }), part({ state: 'rejected' })), /is missing/)
})

test('[I9] what stands behind something that was to come after it says so', () => {
  const label = (isOvertaken: boolean) => writeLabel({ now, createdAt, partsBefore: [], isOvertaken })
  assert.equal(label(false), '')
  assert.equal(label(true), '⚠️ belongs further up')
})

test('[DLV5] the lines fit into the room that is left free for them', () => {
  const worst = writeLabel({
    now,
    createdAt: now - 400 * 24 * 3_600_000,
    partsBefore: [part({ state: 'unknown' })],
    isOvertaken: true,
  })
  assert.ok(withLabel(worst, 'x').length - 1 <= limits.deliveryLabelCharsMax)
  assert.equal(withLabel('', 'x'), 'x')
  assert.equal(withLabel('late', ''), 'late')
})

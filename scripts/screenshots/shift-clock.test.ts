import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shiftClock } from './shift-clock.ts'

test('[REP13] a moved clock goes on from another time, and leaves dates alone that are given', (t) => {
  const RealDate = Date
  t.after(() => {
    globalThis.Date = RealDate
  })
  const before = RealDate.now()
  shiftClock(-1_000_000)
  const moved = Date.now()
  const after = RealDate.now()
  assert.ok(moved >= before - 1_000_000 && moved <= after - 1_000_000)
  const made = new Date()
  assert.ok(made instanceof Date && made.getTime() >= moved && made.getTime() <= after)
  assert.equal(new Date(5).getTime(), 5)
  assert.equal(Date.UTC(2026, 2, 12), RealDate.UTC(2026, 2, 12))
  assert.equal(new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' }).format(new Date(0)), '01/01/1970')
})

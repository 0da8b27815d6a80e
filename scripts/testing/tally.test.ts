import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTallies, closingLine, nothingRun } from './tally.ts'

test('[REP4] the closing line counts what passed and failed, and names skipped tests only when there are some', () => {
  assert.equal(closingLine({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed')
  assert.equal(closingLine({ passed: 12, failed: 1, skipped: 3 }), '12 passed, 1 failed, 3 skipped')
})

test('[REP4] tallies add up, and of nothing to nothing', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  assert.deepEqual(addTallies([one, nothingRun, one]), { passed: 2, failed: 4, skipped: 6 })
  assert.deepEqual(addTallies([]), nothingRun)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slowestFiles } from './time-files.ts'

test('[REP4] the slowest files come first, and no more of them than wanted', () => {
  const times = [
    { file: 'b.test.ts', ms: 1_250 },
    { file: 'a.test.ts', ms: 90 },
    { file: 'c.test.ts', ms: 61_000 },
  ]
  assert.deepEqual(slowestFiles(times, 2), ['   61.0 s  c.test.ts', '    1.3 s  b.test.ts'])
  assert.deepEqual(slowestFiles([], 2), [])
})

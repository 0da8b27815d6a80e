import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, createDayOf, startOfDay, writeTime } from './calendar-day.ts'

test('[USG2] days are counted as the platform counts them, over leap years and centuries', () => {
  const dayInUtc = createDayOf('UTC')
  for (let ms = Date.UTC(1999, 11, 1), i = 0; i < 40_000; ms += 86_400_000, i++) {
    const day = new Date(ms).toISOString().slice(0, 10)
    assert.equal(startOfDay(day), ms, day)
    assert.equal(addDays('1999-12-01', i), day)
    if (i % 97 === 0) assert.equal(dayInUtc(ms), day)
  }
  for (const ms of [0, 951_782_399_999, 1_794_821_400_007]) {
    assert.equal(writeTime(ms), new Date(ms).toISOString())
  }
  assert.equal(addDays('2026-03-01', -1), '2026-02-28')
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(addDays('2026-01-01', -366), '2024-12-31')
})

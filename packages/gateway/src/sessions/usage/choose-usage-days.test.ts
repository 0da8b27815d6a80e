import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '@heddle/contract'
import { chooseUsageDays } from './choose-usage-days.ts'

const now = Date.UTC(2026, 10, 16, 12)
const at = (text: string) => Date.parse(`${text}Z`)

function issueOf(asked: { from?: string; to?: string }, zone = 'UTC') {
  try {
    chooseUsageDays(asked, zone, now)
  } catch (error) {
    assert(error instanceof Refusal)
    assert.equal(error.code, 'bad_input')
    return error.issues[0]
  }
  return assert.fail('it was not refused')
}

test('[USG2] without a range it is the last 30 days, today included, every one of them', () => {
  const { from, to, days, starts } = chooseUsageDays({}, 'UTC', now)
  assert.deepEqual([from, to, days.length], ['2026-10-18', '2026-11-16', 30])
  assert.equal(starts.length, 31)
  assert.equal(starts[0], at('2026-10-18T00:00'))
  assert.equal(starts[30], at('2026-11-17T00:00'))
  const early = chooseUsageDays({ to: '2000-01-03' }, 'UTC', now)
  assert.deepEqual([early.from, early.days.length], ['2000-01-01', 3])
})

test('[USG2] today is a day of the zone, not of UTC', () => {
  const late = at('2026-11-16T23:30')
  assert.equal(chooseUsageDays({}, 'Asia/Tokyo', late).to, '2026-11-17')
  assert.equal(chooseUsageDays({}, 'America/Los_Angeles', late).to, '2026-11-16')
})

test('[USG2] a day with a change of the clocks has 23 or 25 hours, and none is lost or counted twice', () => {
  const hours = (from: string, to: string, zone: string) => {
    const { starts } = chooseUsageDays({ from, to }, zone, now)
    return starts.slice(1).map((start, i) => (start - (starts[i] ?? 0)) / 3_600_000)
  }
  assert.deepEqual(hours('2026-03-28', '2026-03-30', 'Europe/Berlin'), [24, 23, 24])
  assert.deepEqual(hours('2026-10-24', '2026-10-26', 'Europe/Berlin'), [24, 25, 24])
  // The clocks go back at midnight.
  assert.deepEqual(hours('2024-10-30', '2024-11-02', 'Africa/Cairo'), [24, 25, 24, 24])
  // This day never came.
  assert.deepEqual(hours('2011-12-29', '2011-12-31', 'Pacific/Apia'), [24, 0, 24])
})

test('[USG2] in a zone of half an hour the hour around midnight counts as the day before', () => {
  const { starts } = chooseUsageDays({ from: '2026-11-10', to: '2026-11-10' }, 'Asia/Kolkata', now)
  // Midnight there is 18:30 UTC; the hour that begins at 18:00 begins on the day before.
  assert.deepEqual(starts, [at('2026-11-09T19:00'), at('2026-11-10T19:00')])
})

test('[USG2] what cannot be told is refused by its field, with the nearest that can', () => {
  assert.deepEqual(issueOf({ to: '2026-11-17' }), {
    field: 'to',
    message: 'is in the future; today is 2026-11-16 in UTC',
    nearest: '2026-11-16',
  })
  assert.equal(issueOf({ from: '2026-11-17' })?.field, 'from')
  assert.deepEqual(issueOf({ from: '2026-11-02', to: '2026-11-01' }), {
    field: 'from',
    message: 'is after to, 2026-11-01',
    nearest: '2026-11-01',
  })
  assert.deepEqual(issueOf({ from: '2025-11-15' }), {
    field: 'from',
    message: 'makes 367 days; a report has at most 366',
    nearest: '2025-11-16',
  })
  assert.equal(chooseUsageDays({ from: '2025-11-16' }, 'UTC', now).days.length, 366)
  assert.equal(issueOf({ from: '1999-12-31', to: '2000-01-01' })?.nearest, '2000-01-01')
})

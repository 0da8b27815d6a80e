import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { addDays, countDays, isDay } from './count-days.ts'
import { judgeSpan, readUsageSearch, spanOf, type UsageWish, writeUsageSearch } from './read-usage-search.ts'

test('[UIU1] without anything in the address it is one’s own last 30 days, by what can be told', () => {
  const wish: UsageWish = { range: { kind: 'last', days: 30 }, of: 'me', measure: undefined }
  assert.deepEqual(readUsageSearch('', true), wish)
  assert.equal(writeUsageSearch(wish), '')
})

test('[UIU1] the address says the whole wish, and reads back the same', () => {
  const wishes: UsageWish[] = [
    { range: { kind: 'last', days: 90 }, of: 'team', measure: 'tokens' },
    { range: { kind: 'custom', from: '2026-02-01', to: '2026-03-14' }, of: 'me', measure: 'cost' },
  ]
  for (const wish of wishes) assert.deepEqual(readUsageSearch(writeUsageSearch(wish), true), wish)
})

test('[UIU1] everyone’s usage is asked for by admins only', () => {
  assert.equal(readUsageSearch('of=team', false).of, 'me')
})

test('[UIU1] a broken address is the same as none', () => {
  for (const search of ['days=8', 'from=2026-03-14', 'from=2026-03-14&to=2026-03-01', 'from=x&to=y'])
    assert.deepEqual(readUsageSearch(search, true).range, { kind: 'last', days: 30 }, search)
})

test('[UIU3] seven days end today and are seven, also over the change to summer time', () => {
  assert.deepEqual(spanOf({ kind: 'last', days: 7 }, '2026-03-31'), { from: '2026-03-25', to: '2026-03-31' })
  assert.equal(countDays('2026-03-25', '2026-03-31'), 7)
  assert.equal(addDays('2026-10-26', -2), '2026-10-24')
  assert.equal(addDays('2028-02-28', 1), '2028-02-29')
})

test('[UIU3] a span that cannot be counted says why, at its field, with the nearest day that can', () => {
  assert.deepEqual(judgeSpan('', '2026-03-01'), { field: 'from', why: 'no_day' })
  assert.deepEqual(judgeSpan('2026-03-01', '2026-02-30'), { field: 'to', why: 'no_day' })
  assert.deepEqual(judgeSpan('2026-03-02', '2026-03-01'), {
    field: 'from',
    why: 'order',
    nearest: '2026-03-01',
  })
  const longest = addDays('2026-12-31', 1 - limits.usageDaysMax)
  assert.equal(judgeSpan(longest, '2026-12-31'), undefined)
  assert.deepEqual(judgeSpan(addDays(longest, -1), '2026-12-31'), {
    field: 'from',
    why: 'too_long',
    nearest: longest,
  })
  assert.equal(isDay('2026-2-3'), false)
})

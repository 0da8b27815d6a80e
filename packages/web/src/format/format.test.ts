import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale, createFormat, knownTimeZone } from './format.ts'

const now = Date.parse('2026-03-14T13:05:00.000Z')
const berlin = createFormat({ locale: 'en-GB', timeZone: 'Europe/Berlin', now: () => now })
const at = (ms: number) => new Date(now + ms).toISOString()

test('[I18N1] times stand in the reader’s own time zone', () => {
  assert.match(berlin.exact(at(0)), /14 Mar 2026,? 14:05/)
  const tokyo = createFormat({ locale: 'en-GB', timeZone: 'Asia/Tokyo', now: () => now })
  assert.match(tokyo.exact(at(0)), /22:05/)
  assert.equal(berlin.clock(now), '14:05')
})

test('[I18N1] distances are said in the largest unit that fits, and become dates after a month', () => {
  assert.equal(berlin.ago(at(-20_000)), 'now')
  assert.equal(berlin.ago(at(-5 * 60_000)), '5 minutes ago')
  assert.equal(berlin.ago(at(-3 * 3_600_000)), '3 hours ago')
  assert.equal(berlin.ago(at(-24 * 3_600_000)), 'yesterday')
  assert.equal(berlin.ago(at(3 * 24 * 3_600_000)), 'in 3 days')
  assert.match(berlin.ago(at(-40 * 24 * 3_600_000)), /2026/)
})

test('[UIH6] what is to come is told in seconds where it is near, otherwise by the clock', () => {
  assert.equal(berlin.soon(at(-5_000)), 'now')
  assert.equal(berlin.soon(at(39_200)), 'in 40 seconds')
  assert.equal(berlin.soon(at(60 * 60_000)), '15:05')
  assert.match(berlin.soon(at(24 * 3_600_000)), /15 Mar 2026,? 14:05/)
})

test('[I18N1] a wait is rounded up, so that nobody comes too early', () => {
  assert.equal(berlin.wait(0), '1 second')
  assert.equal(berlin.wait(4_100), '5 seconds')
  assert.equal(berlin.wait(290_000), '5 minutes')
  assert.equal(berlin.wait(3 * 3_600_000), '3 hours')
})

test('[I18N1] hours are told as days where they are whole days', () => {
  assert.equal(berlin.hours(72), '3 days')
  assert.equal(berlin.hours(24), '1 day')
  assert.equal(berlin.hours(36), '36 hours')
})

test('[I18N1] numbers are grouped as the reader writes them', () => {
  assert.equal(berlin.count(10_000), '10,000')
})

test('[I18N1] a language that does not ship falls back to English, one’s own English is kept', () => {
  assert.equal(chooseLocale(['de-DE', 'en-AU']), 'en-AU')
  assert.equal(chooseLocale(['de-DE']), 'en-GB')
  assert.equal(chooseLocale([]), 'en-GB')
})

test('[I18N1] a time zone that this browser does not know is left out instead of breaking every time', () => {
  assert.equal(knownTimeZone('Europe/Berlin'), 'Europe/Berlin')
  assert.equal(knownTimeZone('Middle/Earth'), undefined)
  assert.equal(knownTimeZone(null), undefined)
})

test('[UIU2] money has no currency of its own: two digits behind the point, four below one', () => {
  assert.equal(berlin.money(1_234_560_000), '1,234.56')
  assert.equal(berlin.money(12_000), '0.012')
  assert.equal(berlin.money(140), '0.0001')
  assert.equal(berlin.money(0), '0.00')
})

test('[UIU3] today is the reader’s, and a day of the calendar is the same everywhere', () => {
  const late = Date.parse('2026-03-14T23:30:00.000Z')
  const of = (timeZone: string) => createFormat({ locale: 'en-GB', timeZone, now: () => late })
  assert.equal(of('Europe/Berlin').today(), '2026-03-15')
  assert.equal(of('America/New_York').today(), '2026-03-14')
  assert.equal(of('America/New_York').calendarDay('2026-03-14'), '14 Mar 2026')
  assert.equal(of('Asia/Tokyo').shortDay('2026-03-14'), '14 Mar')
})

test('[UIC2] the size of a file is counted as its limit is', () => {
  const format = createFormat({ locale: 'en-GB', timeZone: 'UTC', now: () => 0 })
  assert.equal(format.size(1), '1 byte')
  assert.equal(format.size(25 * 1_048_576), '25 MB')
  assert.equal(format.size(2_516_582), '2.4 MB')
  assert.match(format.size(40_000), /^39 k/i)
})

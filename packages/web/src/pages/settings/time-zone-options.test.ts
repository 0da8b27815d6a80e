import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeZoneOptions } from './time-zone-options.ts'

const winter = Date.parse('2026-01-15T12:00:00.000Z')
const summer = Date.parse('2026-07-15T12:00:00.000Z')

test('[I18N1] each zone carries its distance from UTC at that time of the year', () => {
  const berlin = (at: number) =>
    timeZoneOptions(null, at).find((option) => option.id === 'Europe/Berlin')?.offset
  assert.equal(berlin(winter), 'GMT+1')
  assert.equal(berlin(summer), 'GMT+2')
})

test('[I18N1] the chosen zone is among them even if the browser would not list it, and is there once', () => {
  const ids = timeZoneOptions('Europe/Berlin', winter).map((option) => option.id)
  assert.equal(ids.filter((id) => id === 'Europe/Berlin').length, 1)
  assert.ok(timeZoneOptions('Middle/Earth', winter).some((option) => option.id === 'Middle/Earth'))
  assert.ok(ids.includes('UTC'))
})

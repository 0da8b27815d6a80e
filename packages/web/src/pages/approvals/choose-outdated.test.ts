import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed } from '../../gallery/sample-list.ts'
import { isOutdated, noteBelow } from './choose-outdated.ts'

const pending = [{ sessionId: 'ses_1' }, { sessionId: 'ses_1' }, { sessionId: 'ses_2' }]
const told = (id: string, openApprovals: number) => ({ items: [listed({ id, openApprovals })], removed: [] })

test('[UIA5] what waits is read again when a session tells another number, or is gone', () => {
  assert.equal(isOutdated(pending, false, told('ses_1', 2)), false)
  assert.equal(isOutdated(pending, false, told('ses_3', 0)), false)
  assert.equal(isOutdated(pending, false, told('ses_1', 1)), true)
  assert.equal(isOutdated(pending, false, told('ses_3', 1)), true)
  assert.equal(isOutdated(pending, false, told('ses_2', 0)), true)
  assert.equal(isOutdated(pending, false, { items: [], removed: ['ses_2'] }), true)
  assert.equal(isOutdated(pending, false, { items: [], removed: ['ses_3'] }), false)
})

test('[UIA5] where only a part is held, the numbers need not fit', () => {
  assert.equal(isOutdated(pending, true, told('ses_1', 9)), false)
  assert.equal(isOutdated(pending, true, told('ses_1', 0)), true)
})

test('[UIA5] [UIW8] it is read again when the number below a session changes, and only then', () => {
  const known = new Map<string, number>()
  const below = (approvalsBelow: number) => ({
    items: [listed({ id: 'ses_1', approvalsBelow })],
    removed: [],
  })
  assert.equal(noteBelow(known, below(0)), false)
  assert.equal(noteBelow(known, below(2)), true)
  assert.equal(noteBelow(known, below(2)), false)
  assert.equal(noteBelow(known, below(1)), true)
  assert.equal(noteBelow(known, { items: [], removed: ['ses_1'] }), true)
  assert.equal(noteBelow(known, { items: [], removed: ['ses_1'] }), false)
})

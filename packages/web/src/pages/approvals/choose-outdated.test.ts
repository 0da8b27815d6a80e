import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed } from '../../gallery/sample-list.ts'
import { isOutdated } from './choose-outdated.ts'

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

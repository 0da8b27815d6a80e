import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../test/sample-log.ts'
import {
  addNewer,
  addOlder,
  aroundPage,
  changePast,
  cutBack,
  cutFront,
  heldRowsMax,
  joinLive,
  keptRows,
  type Past,
  reachesLive,
  splitLive,
} from './past.ts'
import { emptyView, type SessionView } from './session-view.ts'

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(from + index, 'message.user', { text: 'a' }))
const places = (held: Pick<Past, 'rows'>) => held.rows.map(({ place }) => place)
const none = new Set<string>()
const live = (from: number, to: number): SessionView => ({
  ...emptyView,
  seq: to,
  rows: rows(from, to),
  older: String(from),
})

test('[UIT4] pages at both sides make one stretch without holes or doubles', () => {
  const middle = aroundPage({ items: rows(40, 50), next: '40' }, { items: rows(51, 60), next: '60' }, none)
  const wider = addNewer(
    addOlder(middle, { items: rows(30, 40), next: '30' }, none),
    { items: rows(60, 70) },
    none,
  )
  assert.deepEqual(places(wider), places({ rows: rows(30, 70) }))
  assert.equal(wider.older, '30')
  assert.equal(wider.newer, undefined)
})

test('[UIT4] the stretch becomes one with the live end only when nothing is missing between them', () => {
  const past: Past = { rows: rows(1, 50), older: undefined, newer: '50' }
  assert.equal(reachesLive(past, live(60, 90)), false)
  assert.equal(reachesLive({ ...past, rows: rows(1, 60) }, live(60, 90)), true)
  assert.equal(reachesLive({ ...past, newer: undefined }, live(60, 90)), true)
  const joined = joinLive(live(60, 90), { ...past, rows: rows(1, 65) })
  assert.deepEqual(places(joined), places({ rows: rows(1, 90) }))
  assert.equal(joined.older, undefined)
})

test('[UIT2] too many rows are cut at the far side, and the page knows where to go on', () => {
  const view = live(1, heldRowsMax + 1)
  const { past, view: end } = splitLive(view)
  assert.equal(past.rows.length, keptRows)
  assert.equal(past.newer, String(keptRows))
  assert.equal(end.rows.at(-1)?.place, heldRowsMax + 1)
  assert.equal(end.older, String(end.rows[0]?.place))
  assert.deepEqual(places(cutFront(past, 3)), [keptRows - 2, keptRows - 1, keptRows])
  assert.equal(cutFront(past, 3).older, String(keptRows - 2))
  assert.deepEqual(places(cutBack(past, 2)), [1, 2])
  assert.equal(cutBack(past, 2).newer, '2')
})

test('[SES6] a redaction reaches rows of the past, those that are shown and those that come later', () => {
  const past: Past = { rows: rows(1, 3), older: undefined, newer: '3' }
  const redaction = entry(90, 'event.redacted', { targetId: 'evt_2', targetSeq: 2, by: 'per_1' })
  const changed = changePast(past, redaction)
  assert.equal(changed.rows[1]?.redacted, true)
  assert.deepEqual(changed.rows[1]?.payload, {})
  const later = addNewer(past, { items: rows(4, 5) }, new Set(['evt_5']))
  assert.equal(later.rows.at(-1)?.redacted, true)
})

test('[SES6] [SUB1] the label of a sub-agent goes with its task, also from where it joins back', () => {
  const about = { runId: 'run_1', label: 'spade' }
  const past: Past = {
    rows: [
      entry(1, 'subagent.spawned', { ...about, task: 'Dig.' }),
      entry(2, 'subagent.finished', { ...about, result: 'A hole.' }),
      entry(3, 'subagent.finished', { runId: 'run_2', label: 'fork', result: 'Hay.' }),
    ],
    older: undefined,
    newer: '3',
  }
  const redaction = entry(90, 'event.redacted', { targetId: 'evt_1', targetSeq: 1, by: 'per_1' })
  const labels = changePast(past, redaction).rows.map(({ payload }) => payload.label)
  assert.deepEqual(labels, [undefined, null, 'fork'])
})

test('[SES9] an edit or a cancellation reaches rows of the past', () => {
  const past: Past = { rows: rows(1, 2), older: undefined, newer: '2' }
  const edited = changePast(past, entry(90, 'message.edited', { messageId: 'evt_1', text: 'b' }))
  assert.equal(edited.rows[0]?.payload.text, 'b')
  const cancelled = changePast(
    edited,
    entry(91, 'message.cancelled', { messageId: 'evt_2', by: 'per_1', why: 'author' }),
  )
  assert.deepEqual(cancelled.rows[1]?.payload.cancelled, { by: 'per_1', why: 'author' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankEntries } from './rank-entries.ts'

const entries = [
  { title: 'Members', also: 'people team' },
  { title: 'New session' },
  { title: 'Settings' },
  { title: 'Sessions', also: 'list' },
  { title: 'Café résumé' },
]
const found = (typed: string) => rankEntries(entries, typed).map(({ title }) => title)

test('[UIP2] what begins with it comes before what has it inside, and the title before other names', () => {
  assert.deepEqual(found('se'), ['Settings', 'Sessions', 'New session'])
  assert.deepEqual(found('sessions'), ['Sessions'])
  assert.deepEqual(found('team'), ['Members'])
  assert.deepEqual(found('e'), ['Members', 'New session', 'Settings', 'Sessions', 'Café résumé'])
})

test('[UIP2] every word must be found, in any order, without regard to case and accents', () => {
  assert.deepEqual(found('session NEW'), ['New session'])
  assert.deepEqual(found('new members'), [])
  assert.deepEqual(found('cafe RESUME'), ['Café résumé'])
})

test('[UIP2] nothing typed leaves the entries as they stand', () => {
  assert.deepEqual(
    found('  '),
    entries.map(({ title }) => title),
  )
})

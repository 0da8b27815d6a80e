import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePalette } from './choose-palette.ts'

const entry = (title: string) => ({ id: title, title, run: () => {} })
const action = (title: string, group: 'session' | 'actions') => ({ ...entry(title), group })
const offered = {
  actions: [action('New session', 'actions'), action('Stop this session', 'session')],
  sessions: [entry('Zebra crossing'), entry('A boat')],
  pages: [entry('Sessions'), entry('Members')],
  search: entry('Search for it'),
}
const shape = (typed: string, over: Partial<typeof offered> = {}) =>
  choosePalette({ ...offered, ...over, typed }).map(({ id, entries }) => [
    id,
    entries.map(({ title }) => title),
  ])

test('[UIP1] before a word is typed it shows what can be done here, recent sessions, actions and pages', () => {
  assert.deepEqual(shape(''), [
    ['session', ['Stop this session']],
    ['sessions', ['Zebra crossing', 'A boat']],
    ['actions', ['New session']],
    ['pages', ['Sessions', 'Members']],
  ])
})

test('[UIP1] with a word it shows what fits; sessions as the server found them, in its order', () => {
  assert.deepEqual(shape('session'), [
    ['session', ['Stop this session']],
    ['actions', ['New session']],
    ['pages', ['Sessions']],
    ['sessions', ['Zebra crossing', 'A boat']],
    ['search', ['Search for it']],
  ])
  assert.deepEqual(shape('nothing like it', { sessions: [] }), [['search', ['Search for it']]])
})

test('[UIP1] a group of sessions is short', () => {
  const sessions = Array.from({ length: 20 }, (_, i) => entry(`s${i}`))
  assert.equal(choosePalette({ ...offered, sessions, typed: 's' }).at(-2)?.entries.length, 8)
})

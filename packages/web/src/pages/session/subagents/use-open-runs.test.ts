import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../../../test/sample-log.ts'
import { chooseOpen, chooseWorking } from './use-open-runs.ts'

const set = (...ids: string[]) => new Set(ids)

test('[UIW1] those that work are the ones that began and have not ended', () => {
  const rows = [
    entry(1, 'subagent.spawned', {}),
    entry(2, 'subagent.spawned', {}),
    entry(3, 'subagent.finished', {}, { causedBy: 'evt_1' }),
  ]
  assert.deepEqual(chooseWorking(rows), set('evt_2'))
})

test('[UIW1] one that ended stays outside of the fold until the next turn begins and the reader is at the end', () => {
  const open = set('a', 'b')
  const stays = chooseOpen({ open, running: 't1' }, { working: set('b'), running: 't1', isAtEnd: true })
  assert.equal(stays, open)
  const away = chooseOpen({ open, running: 't1' }, { working: set('b'), running: 't2', isAtEnd: false })
  assert.equal(away, open)
  const folds = chooseOpen({ open, running: 't1' }, { working: set('b'), running: 't2', isAtEnd: true })
  assert.deepEqual(folds, set('b'))
})

test('[UIW1] one that begins is outside at once, and nothing is made anew while nothing changes', () => {
  const open = set('a')
  const more = chooseOpen({ open, running: null }, { working: set('a', 'b'), running: null, isAtEnd: false })
  assert.deepEqual(more, set('a', 'b'))
  assert.equal(
    chooseOpen({ open: more, running: null }, { working: set('b'), running: null, isAtEnd: true }),
    more,
  )
})

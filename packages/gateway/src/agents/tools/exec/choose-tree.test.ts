import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseTree, type ProcessRow } from './choose-tree.ts'

function row(pid: number, parent: number, started = 'then'): ProcessRow {
  return { pid, parent, started, memoryBytes: 1 }
}

const pidsOf = (rows: ProcessRow[]) => rows.map(({ pid }) => pid).sort((a, b) => a - b)

test('[R18] children of children belong to a command, and strangers do not', () => {
  const rows = [row(1, 0), row(10, 1), row(11, 10), row(12, 11), row(20, 1), row(21, 20)]
  assert.deepEqual(pidsOf(chooseTree(rows, [{ pid: 10, started: 'then' }])), [10, 11, 12])
})

test('[R18] one that was seen before belongs to it still, with what it starts, after its parent is gone', () => {
  const rows = [row(1, 0), row(12, 1), row(13, 12)]
  const known = [
    { pid: 10, started: 'then' },
    { pid: 12, started: 'then' },
  ]
  assert.deepEqual(pidsOf(chooseTree(rows, known)), [12, 13])
})

test('[R18] a number that was given to another process names a stranger', () => {
  assert.deepEqual(chooseTree([row(10, 1, 'later')], [{ pid: 10, started: 'then' }]), [])
})

test('[R18] a table that changed while it was read ends nothing in a circle', () => {
  assert.deepEqual(pidsOf(chooseTree([row(10, 11), row(11, 10)], [{ pid: 10, started: 'then' }])), [10, 11])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePicked, stepMark } from './choose-picked.ts'

const people = [{ handle: 'ann' }, { handle: 'annika' }]

test('[UIC10] Enter takes whoever is marked, else whose handle was typed, else the only one that fits', () => {
  assert.equal(choosePicked('an', people, 1, false), 'annika')
  assert.equal(choosePicked('@Ann', people, undefined, false), 'ann')
  assert.equal(choosePicked('kim', [{ handle: 'kim.p' }], undefined, true), 'kim.p')
})

test('[UIC10] nobody is taken by guessing among several, or when nothing was typed', () => {
  assert.equal(choosePicked('an', people, undefined, true), 'an')
  assert.equal(choosePicked('', [{ handle: 'kim.p' }], undefined, true), '')
  // The list is still that of what was typed before.
  assert.equal(choosePicked('nobody', [{ handle: 'kim.p' }], undefined, false), 'nobody')
})

test('[UIC10] the arrows go round', () => {
  assert.deepEqual(
    [undefined, 0, 1].map((at) => stepMark('ArrowDown', at, 2)),
    [0, 1, 0],
  )
  assert.deepEqual(
    [undefined, 0, 1].map((at) => stepMark('ArrowUp', at, 2)),
    [1, 1, 0],
  )
  assert.equal(stepMark('ArrowDown', undefined, 0), undefined)
  assert.equal(stepMark('a', 0, 2), undefined)
})
